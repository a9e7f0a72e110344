/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Targets of the library made from words of the command line. Asks nothing.
 */

#ifndef REACH_TOOL_TARGET_H
#define REACH_TOOL_TARGET_H

#include <SystemConfiguration/SystemConfiguration.h>

#include "word.h"

struct tool_options;

struct tool_target {
	/* as written */
	const char *text;
	/* the same, printable */
	char *label;
	struct tool_word word;
	SCNetworkReachabilityRef reference;
};

struct tool_targets {
	struct tool_target *list;
	size_t count;
	/* columns of the widest label */
	size_t width;
};

/* One for each word of the options. False: what is wrong was printed, for
   every word. */
bool tool_targets_open(const struct tool_options *options,
		       struct tool_targets *ret_targets);
/* Unscheduled by the caller. */
void tool_targets_close(struct tool_targets *targets);

/* NULL with SCError() set. interface may be NULL; no_resolve is for names. */
SCNetworkReachabilityRef tool_target_create(const struct tool_word *word,
					    const char *text,
					    const char *interface,
					    bool no_resolve);

#endif
