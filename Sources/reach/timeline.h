/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What states a target has been in, and for how long. Pure: the time is handed
 * in, in nanoseconds.
 */

#ifndef REACH_TOOL_TIMELINE_H
#define REACH_TOOL_TIMELINE_H

#include <stdint.h>

#include "answer.h"

/* Older ones are forgotten, but not in the totals. */
#define TOOL_HISTORY_MAX 128

struct tool_moment {
	int64_t begin;
	enum tool_state state;
};

struct tool_history {
	/* a ring; the newest is the last of count from first on */
	struct tool_moment moments[TOOL_HISTORY_MAX];
	unsigned int first;
	unsigned int count;
	/* how often anything changed */
	unsigned int changes;
	/* all but the current state */
	int64_t totals[TOOL_STATES];
	/* the current time without reach, and the longest that ended */
	int64_t down_since;
	int64_t longest_down;
};

/* The first state or a change; times never go back. */
void tool_history_add(struct tool_history *history, int64_t now,
		      enum tool_state state);

/* When the last change was. */
int64_t tool_history_since(const struct tool_history *history);

/* How long it was in a state, up to now. */
int64_t tool_history_total(const struct tool_history *history,
			   enum tool_state state, int64_t now);
int64_t tool_history_longest_down(const struct tool_history *history,
				  int64_t now);

/* How much time a cell stands for, so that so many cells show all of it; a
   round number of seconds, an hour at most. */
int64_t tool_timeline_scale(int64_t elapsed, unsigned int cells);

/* The worst state in each cell, the last cell ending at now rounded up to the
   scale. */
void tool_timeline_render(const struct tool_history *history, int64_t now,
			  int64_t scale, unsigned int cells,
			  enum tool_state *ret_cells);

#endif
