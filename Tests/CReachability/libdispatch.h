/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What tests call of the toolchain's libdispatch, where it is: its own headers
   are for clang alone. */

#ifndef REACH_TEST_LIBDISPATCH_H
#define REACH_TEST_LIBDISPATCH_H

#include <SystemConfiguration/SCNetworkReachability.h>

typedef struct dispatch_queue_attr_s *dispatch_queue_attr_t;
extern struct dispatch_queue_attr_s _dispatch_queue_attr_concurrent
	__attribute__((weak));
dispatch_queue_t dispatch_queue_create(const char *label,
				       dispatch_queue_attr_t attributes)
	__attribute__((weak));
void dispatch_sync_f(dispatch_queue_t queue, void *info, void (*work)(void *))
	__attribute__((weak));
void dispatch_barrier_sync_f(dispatch_queue_t queue, void *info,
			     void (*work)(void *)) __attribute__((weak));
void dispatch_suspend(dispatch_queue_t queue) __attribute__((weak));
void dispatch_resume(dispatch_queue_t queue) __attribute__((weak));
void dispatch_release(void *object) __attribute__((weak));
void dispatch_set_context(void *object, void *context) __attribute__((weak));
void dispatch_set_finalizer_f(void *object, void (*finalizer)(void *))
	__attribute__((weak));
void *dispatch_get_specific(const void *key) __attribute__((weak));
void dispatch_queue_set_specific(dispatch_queue_t queue, const void *key,
				 void *context, void (*destructor)(void *))
	__attribute__((weak));

#endif
