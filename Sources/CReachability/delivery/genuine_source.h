/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A delivery as a source of the toolchain's run loops. */

#ifndef REACH_GENUINE_SOURCE_H
#define REACH_GENUINE_SOURCE_H

#include <SystemConfiguration/SCNetworkReachability.h>

struct reach_delivery;
struct reach_genuine_source;

int reach_genuine_source_new(struct reach_delivery *delivery,
			     struct reach_genuine_source **ret_source);
void reach_genuine_source_signal(struct reach_genuine_source *source);
void reach_genuine_source_add(struct reach_genuine_source *source,
			      CFRunLoopRef loop, CFStringRef mode);
void reach_genuine_source_remove(struct reach_genuine_source *source,
				 CFRunLoopRef loop, CFStringRef mode);
/* The delivery will not be run any more, but for a run already begun. */
void reach_genuine_source_end(struct reach_genuine_source *source);
/* After the end, if there was one. NULL is ignored. */
void reach_genuine_source_free(struct reach_genuine_source *source);

#endif
