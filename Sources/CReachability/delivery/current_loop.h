/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Between run_loop.c, which is what a loop does, and current_loop.c, which is
   whose it is and how programs call it. */

#ifndef REACH_CURRENT_LOOP_H
#define REACH_CURRENT_LOOP_H

#include "run_loop.h"

CFTypeID reach_run_loop_type(void);
CFRunLoopRef reach_run_loop_new(void);
void reach_run_loop_wake(CFRunLoopRef loop);
void reach_run_loop_stop(CFRunLoopRef loop);
CFRunLoopRunResult reach_run_loop_run(CFRunLoopRef loop, CFStringRef mode,
				      double seconds, bool one);
/* Takes over the block, which was copied. */
int reach_run_loop_add_block(CFRunLoopRef loop, CFTypeRef mode, void *block);

void reach_block_call(void *block);
void reach_block_drop(void *block);

#endif
