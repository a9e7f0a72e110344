/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Between run_loop.c, which is what a loop does, and current_loop.c, which is
   whose it is and how programs call it. */

#ifndef REACH_CURRENT_LOOP_H
#define REACH_CURRENT_LOOP_H

#include "loop_blocks.h"
#include "run_loop.h"

CFTypeID reach_run_loop_type(void);
CFRunLoopRef reach_run_loop_new(void);
void reach_run_loop_wake(CFRunLoopRef loop);
void reach_run_loop_stop(CFRunLoopRef loop);
CFRunLoopRunResult reach_run_loop_run(CFRunLoopRef loop, CFStringRef mode,
				      double seconds, bool one);
/* Takes over the block. */
void reach_run_loop_add_block(CFRunLoopRef loop, struct reach_block *block);

/* Its thread ends; others may still refer to it. */
void reach_run_loop_end(CFRunLoopRef loop);
/* In the child of a fork, empty again; running: by the only thread there. */
void reach_run_loop_start_child(CFRunLoopRef loop, bool running);

#endif
