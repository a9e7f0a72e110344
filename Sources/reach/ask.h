/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * One answer for each target, names looked up for a bounded time first: what
 * check and explain have in common.
 */

#ifndef REACH_TOOL_ASK_H
#define REACH_TOOL_ASK_H

#include "answer.h"
#include "target.h"

struct tool_options;

struct tool_outcome {
	struct tool_answer answer;
	/* what SCError() said when there is no answer, else 0 */
	int error;
};

/* Prints those outcomes that are answers, for people. */
typedef void tool_print(const struct tool_targets *targets,
			const struct tool_outcome *outcomes);

/* Opens the targets of the options, asks, and prints the outcomes with print
   or as JSON; with_paths: all that was looked at. Returns the exit status. */
int tool_ask(const struct tool_options *options, tool_print *print,
	     bool with_paths);

#endif
