/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Keeps a history of states and lays it over cells. */

#include "timeline.h"

#include <stddef.h>

#define SECOND INT64_C(1000000000)

static const struct tool_moment *get(const struct tool_history *history,
				     unsigned int index)
{
	return &history->moments[(history->first + index) % TOOL_HISTORY_MAX];
}

static const struct tool_moment *last(const struct tool_history *history)
{
	return get(history, history->count - 1);
}

static bool is_down(const struct tool_history *history)
{
	return history->count &&
	       last(history)->state == TOOL_STATE_NOT_REACHABLE;
}

static void note_down(struct tool_history *history, int64_t now,
		      enum tool_state state)
{
	bool was_down = is_down(history);

	if (was_down && state != TOOL_STATE_NOT_REACHABLE)
		history->longest_down = tool_history_longest_down(history, now);
	if (!was_down && state == TOOL_STATE_NOT_REACHABLE)
		history->down_since = now;
}

void tool_history_add(struct tool_history *history, int64_t now,
		      enum tool_state state)
{
	unsigned int next;

	note_down(history, now, state);
	if (history->count) {
		history->changes++;
		history->totals[last(history)->state] +=
			now - last(history)->begin;
	}
	if (history->count == TOOL_HISTORY_MAX)
		history->first = (history->first + 1) % TOOL_HISTORY_MAX;
	else
		history->count++;
	next = (history->first + history->count - 1) % TOOL_HISTORY_MAX;
	history->moments[next].begin = now;
	history->moments[next].state = state;
}

int64_t tool_history_since(const struct tool_history *history)
{
	return history->count ? last(history)->begin : 0;
}

int64_t tool_history_total(const struct tool_history *history,
			   enum tool_state state, int64_t now)
{
	int64_t total = history->totals[state];

	if (history->count && last(history)->state == state)
		total += now - last(history)->begin;
	return total;
}

int64_t tool_history_longest_down(const struct tool_history *history,
				  int64_t now)
{
	int64_t current = is_down(history) ? now - history->down_since : 0;

	return current > history->longest_down ? current
					       : history->longest_down;
}

int64_t tool_timeline_scale(int64_t elapsed, unsigned int cells)
{
	static const int steps[] = {1,	2,   5,	  10,  15,  30,
				    60, 120, 300, 600, 900, 1800};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i] * SECOND * cells >= elapsed)
			return steps[i] * SECOND;
	return 3600 * SECOND;
}

/* The worst of the states that a stretch of time saw. */
static enum tool_state worst(const struct tool_history *history, int64_t begin,
			     int64_t end)
{
	enum tool_state state = TOOL_STATE_NONE;

	for (unsigned int i = 0; i < history->count; i++) {
		const struct tool_moment *moment = get(history, i);
		bool ends_before = i + 1 < history->count &&
				   get(history, i + 1)->begin <= begin;

		if (!ends_before && moment->begin < end &&
		    moment->state > state)
			state = moment->state;
	}
	return state;
}

void tool_timeline_render(const struct tool_history *history, int64_t now,
			  int64_t scale, unsigned int cells,
			  enum tool_state *ret_cells)
{
	/* Whole multiples, so that a cell keeps its time as time goes on. */
	int64_t end = (now / scale + 1) * scale;

	for (unsigned int i = 0; i < cells; i++) {
		int64_t begin = end - (int64_t)(cells - i) * scale;

		ret_cells[i] = worst(history, begin, begin + scale);
	}
}
