/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The few calls of libdispatch that clients make. Its header is for clang; the
 * others declare what they use.
 */

#ifndef QUEUES_H
#define QUEUES_H

#ifdef __clang__
#include <dispatch/dispatch.h>
#else
#include "client.h"

REACH_EXTERN_C_BEGIN
typedef struct dispatch_queue_attr_s *dispatch_queue_attr_t;
extern struct dispatch_queue_attr_s _dispatch_queue_attr_concurrent;
#define DISPATCH_QUEUE_CONCURRENT (&_dispatch_queue_attr_concurrent)
#define DISPATCH_QUEUE_PRIORITY_DEFAULT 0
dispatch_queue_t dispatch_queue_create(const char *label,
				       dispatch_queue_attr_t attributes);
dispatch_queue_t dispatch_get_global_queue(intptr_t identifier,
					   uintptr_t flags);
void dispatch_sync_f(dispatch_queue_t queue, void *info, void (*work)(void *));
void dispatch_barrier_sync_f(dispatch_queue_t queue, void *info,
			     void (*work)(void *));
void dispatch_barrier_async_f(dispatch_queue_t queue, void *info,
			      void (*work)(void *));
void dispatch_release(dispatch_queue_t queue);
REACH_EXTERN_C_END
#endif

static inline void nothing(void *info)
{
	(void)info;
}

#endif
