/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Waits for whatever comes first: a change of a target, a signal, a time, or
 * the end of whoever reads the output. Sleeps until then.
 */

#ifndef REACH_TOOL_LOOP_H
#define REACH_TOOL_LOOP_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

enum tool_event {
	TOOL_EVENT_PORT = 1,
	TOOL_EVENT_SIGNAL = 2,
	TOOL_EVENT_TIME = 4,
	/* nobody reads standard output any more */
	TOOL_EVENT_OUTPUT = 8,
};

struct tool_loop {
	int epoll;
	int signals;
	int timer;
	int64_t armed;
	reach_port_ref port;
};

/* Nanoseconds that also count while the machine is suspended. */
int64_t tool_now(void);

/* Blocks those of the signals that are not ignored. False: what is wrong was
   printed. */
bool tool_loop_open(struct tool_loop *loop, const sigset_t *signals);
void tool_loop_close(struct tool_loop *loop);

/* The events there are, at least one. deadline as tool_now(); 0: none. */
unsigned int tool_loop_wait(struct tool_loop *loop, int64_t deadline);

/* For a signal only. */
void tool_loop_wait_signal(struct tool_loop *loop);

/* After TOOL_EVENT_SIGNAL, until it returns 0. */
int tool_loop_next_signal(struct tool_loop *loop);

#endif
