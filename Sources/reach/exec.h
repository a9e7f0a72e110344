/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Runs the command of --exec: one at a time and in order, so that the last
 * change has the last word, and without keeping anybody waiting.
 */

#ifndef REACH_TOOL_EXEC_H
#define REACH_TOOL_EXEC_H

#include <stdbool.h>
#include <sys/types.h>

struct tool_change;
struct tool_job;

struct tool_exec {
	/* NULL: nothing is run */
	const char *command;
	/* its output would spoil the screen */
	bool quiet;
	/* 0: none is running */
	pid_t running;
	struct tool_job *first;
	struct tool_job *last;
};

/* Starts it, or leaves it for later. */
void tool_exec_add(struct tool_exec *exec, const struct tool_change *change);
/* After SIGCHLD: takes up what has ended and starts what waits. */
void tool_exec_reap(struct tool_exec *exec);
/* Something is running or waits. */
bool tool_exec_is_busy(const struct tool_exec *exec);
/* Forgets what waits. */
void tool_exec_close(struct tool_exec *exec);

#endif
