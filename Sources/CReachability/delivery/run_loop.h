/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Our own run loop, for processes without the toolchain's CoreFoundation. A
 * source is something with a flag that is put into modes of loops; whichever
 * loop takes the flag down serves it.
 */

#ifndef REACH_RUN_LOOP_H
#define REACH_RUN_LOOP_H

#include <stdbool.h>

#include <SystemConfiguration/SCNetworkReachability.h>

struct reach_membership;

struct reach_source {
	/* calls out; no lock of the loop is held */
	void (*perform)(struct reach_source *source);
	/* they count, no more: the loop's lock may be held */
	void (*retain)(struct reach_source *source);
	void (*release)(struct reach_source *source);
	/* to be served; taken down by the loop that does it */
	bool signalled;
	/* of all loops; theirs */
	struct reach_membership *memberships;
};

/* In a mode of a loop, or for kCFRunLoopCommonModes in all common ones. Once
   however often it is added. One source must not be added or removed by two
   threads at once. */
int reach_run_loop_add(CFRunLoopRef loop, struct reach_source *source,
		       CFStringRef mode);
/* From the common modes it also leaves those it was added to one by one. */
void reach_run_loop_remove(CFRunLoopRef loop, struct reach_source *source,
			   CFStringRef mode);

/* Is it one of ours? */
bool reach_run_loop_is(CFTypeRef object);

#endif
