/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What reach scutil asks about and how it prints flags; the one-time answer is
 * in scutil.c, the watch in scutil_watch.c.
 */

#ifndef REACH_TOOL_SCUTIL_H
#define REACH_TOOL_SCUTIL_H

#include <SystemConfiguration/SystemConfiguration.h>

#include "options.h"
#include "word.h"

struct tool_scutil {
	const struct tool_options *options;
	const char *text;
	struct tool_word word;
	const char *interface;
	bool no_resolve;
	/* "by name", "by (v6) address pair w/options" */
	char kind[64];
};

/* NULL: what is wrong was printed. */
SCNetworkReachabilityRef tool_scutil_create(const struct tool_scutil *scutil);

/* The flags now, in the words of scutil. */
void tool_scutil_print_flags(SCNetworkReachabilityRef target, bool details);
void tool_scutil_print_word(SCNetworkReachabilityFlags flags, bool details);

/* Runs for ever; returns when that cannot be, after saying why. */
int tool_scutil_watch(const struct tool_scutil *scutil);

#endif
