/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Targets of the library made from words of the command line. Asks nothing.
 */

#ifndef REACH_TOOL_TARGET_H
#define REACH_TOOL_TARGET_H

#include <SystemConfiguration/ReachabilityExtensions.h>
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

/* Calls back on a port; false with SCError() set. */
bool tool_target_schedule(const struct tool_target *target, reach_port_ref port,
			  SCNetworkReachabilityCallBack callback, void *info);
/* All of them; false: what is wrong was printed. infos is an array of count
   things of size bytes, one for each target. */
bool tool_targets_schedule(const struct tool_targets *targets,
			   reach_port_ref port,
			   SCNetworkReachabilityCallBack callback, void *infos,
			   size_t size);
void tool_targets_unschedule(const struct tool_targets *targets);

/* NULL, and tool_target_error() says why. interface may be NULL; no_resolve is
   for names. */
SCNetworkReachabilityRef tool_target_create(const struct tool_word *word,
					    const char *text,
					    const char *interface,
					    bool no_resolve);
const char *tool_target_error(void);

#endif
