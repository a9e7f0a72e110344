/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What reach watch keeps of each target, what a change is, and how the ways to
 * show changes are told of them.
 */

#ifndef REACH_TOOL_WATCH_H
#define REACH_TOOL_WATCH_H

#include <time.h>

#include "answer.h"
#include "target.h"
#include "timeline.h"

struct tool_watched {
	const struct tool_target *target;
	struct tool_answer answer;
	struct tool_history history;
	/* the interface whose carrier was lost, and the target with it; 0 */
	uint32_t carrier_lost;
	/* the first answer was shown */
	bool settled;
	/* called back since it was last looked at */
	bool changed;
};

struct tool_change {
	const struct tool_watched *watched;
	/* NULL: the first answer */
	const struct tool_answer *before;
	const struct tool_answer *after;
	struct timespec time;
	/* nanoseconds that the state before lasted */
	int64_t lasted;
	/* printable */
	char reason[TOOL_SUMMARY_MAX];
};

struct tool_watch {
	const struct tool_options *options;
	struct tool_targets targets;
	struct tool_watched *watched;
	const struct tool_display *display;
	/* of the display */
	struct tool_live *live;
	/* when it began, as tool_now() */
	int64_t begun;
	unsigned int changes;
};

struct tool_display {
	/* Each may be NULL. begin: false when out of memory */
	bool (*begin)(struct tool_watch *watch);
	void (*change)(struct tool_watch *watch,
		       const struct tool_change *change);
	/* Everything was told for now. */
	void (*refresh)(struct tool_watch *watch, int64_t now);
	/* The terminal is lent to the shell, and given back. */
	void (*suspend)(struct tool_watch *watch);
	void (*resume)(struct tool_watch *watch);
	void (*end)(struct tool_watch *watch, int64_t now);
	/* refresh is wanted once a second */
	bool ticks;
};

extern const struct tool_display tool_display_lines;
extern const struct tool_display tool_display_json;
extern const struct tool_display tool_display_live;

/* "reachable -> not reachable  eth0 (wired) -> -  route withdrawn": a change
   without its time and target, to be freed; NULL when out of memory. */
char *tool_change_text(const struct tool_change *change);

#endif
