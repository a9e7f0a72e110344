/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Histories, totals and cells. */

#include "namespace.h"

#include <string.h>

#include "timeline.h"

#define SECOND INT64_C(1000000000)

static void render(const struct tool_history *history, int64_t seconds,
		   int64_t scale, char *ret_text)
{
	enum tool_state cells[16];

	tool_timeline_render(history, seconds * SECOND, scale * SECOND, 8,
			     cells);
	for (size_t i = 0; i < 8; i++)
		ret_text[i] = " r+?n"[cells[i]];
	ret_text[8] = '\0';
}

static void add(struct tool_history *history, int64_t milliseconds,
		enum tool_state state)
{
	tool_history_add(history, milliseconds * 1000000, state);
}

static void cells_before_the_first_state_are_empty(void **state)
{
	struct tool_history history = {0};
	char text[9];

	render(&history, 100, 1, text);
	assert_string_equal(text, "        ");
	add(&history, 98000, TOOL_STATE_REACHABLE);
	render(&history, 100, 1, text);
	assert_string_equal(text, "     rrr");
}

static void a_short_outage_is_seen_in_its_cell(void **state)
{
	struct tool_history history = {0};
	char text[9];

	add(&history, 90000, TOOL_STATE_REACHABLE);
	add(&history, 97200, TOOL_STATE_NOT_REACHABLE);
	add(&history, 97201, TOOL_STATE_REACHABLE);
	render(&history, 100, 1, text);
	assert_string_equal(text, "rrrrnrrr");
	render(&history, 101, 1, text);
	assert_string_equal(text, "rrrnrrrr");
}

static void a_state_that_ends_where_a_cell_begins_is_not_in_it(void **state)
{
	struct tool_history history = {0};
	char text[9];

	add(&history, 90000, TOOL_STATE_NOT_REACHABLE);
	add(&history, 98000, TOOL_STATE_REACHABLE);
	render(&history, 100, 1, text);
	assert_string_equal(text, "nnnnnrrr");
}

static void cells_keep_their_time_as_time_goes_on(void **state)
{
	struct tool_history history = {0};
	char text[9];
	char later[9];

	add(&history, 0, TOOL_STATE_REACHABLE);
	add(&history, 93000, TOOL_STATE_NEEDS_CONNECTION);
	add(&history, 94000, TOOL_STATE_REACHABLE);
	render(&history, 100, 10, text);
	for (int64_t now = 101; now < 110; now++) {
		render(&history, now, 10, later);
		assert_string_equal(text, later);
	}
}

static void the_oldest_states_make_room(void **state)
{
	struct tool_history history = {0};
	char text[9];

	for (int i = 0; i < 3 * TOOL_HISTORY_MAX + 5; i++)
		add(&history, i * 1000,
		    i % 2 ? TOOL_STATE_NOT_REACHABLE : TOOL_STATE_REACHABLE);
	assert_int_equal(history.changes, 3 * TOOL_HISTORY_MAX + 4);
	assert_int_equal(tool_history_since(&history),
			 (3 * TOOL_HISTORY_MAX + 4) * SECOND);
	render(&history, 3 * TOOL_HISTORY_MAX + 4, 1, text);
	assert_string_equal(text, "nrnrnrnr");
	render(&history, 2 * TOOL_HISTORY_MAX, 1, text);
	assert_string_equal(text, "        ");
}

static void totals_count_the_current_state_too(void **state)
{
	struct tool_history history = {0};

	add(&history, 1000, TOOL_STATE_REACHABLE);
	add(&history, 4000, TOOL_STATE_NOT_REACHABLE);
	add(&history, 5000, TOOL_STATE_REACHABLE);
	assert_int_equal(
		tool_history_total(&history, TOOL_STATE_REACHABLE, 7 * SECOND),
		5 * SECOND);
	assert_int_equal(tool_history_total(&history, TOOL_STATE_NOT_REACHABLE,
					    7 * SECOND),
			 SECOND);
	assert_int_equal(history.changes, 2);
}

static void the_longest_outage_may_be_the_current_one(void **state)
{
	struct tool_history history = {0};

	add(&history, 1000, TOOL_STATE_NOT_REACHABLE);
	assert_int_equal(tool_history_longest_down(&history, 3 * SECOND),
			 2 * SECOND);
	add(&history, 4000, TOOL_STATE_REACHABLE);
	add(&history, 5000, TOOL_STATE_NOT_REACHABLE);
	assert_int_equal(tool_history_longest_down(&history, 6 * SECOND),
			 3 * SECOND);
	/* a change within an outage does not end it */
	add(&history, 7000, TOOL_STATE_NOT_REACHABLE);
	assert_int_equal(tool_history_longest_down(&history, 10 * SECOND),
			 5 * SECOND);
}

static void the_scale_shows_all_in_round_numbers(void **state)
{
	assert_int_equal(tool_timeline_scale(0, 10), SECOND);
	assert_int_equal(tool_timeline_scale(10 * SECOND, 10), SECOND);
	assert_int_equal(tool_timeline_scale(11 * SECOND, 10), 2 * SECOND);
	assert_int_equal(tool_timeline_scale(3600 * SECOND, 10), 600 * SECOND);
	assert_int_equal(tool_timeline_scale(INT64_C(1000000) * SECOND, 10),
			 3600 * SECOND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(cells_before_the_first_state_are_empty),
		REACH_TEST(a_short_outage_is_seen_in_its_cell),
		REACH_TEST(a_state_that_ends_where_a_cell_begins_is_not_in_it),
		REACH_TEST(cells_keep_their_time_as_time_goes_on),
		REACH_TEST(the_oldest_states_make_room),
		REACH_TEST(totals_count_the_current_state_too),
		REACH_TEST(the_longest_outage_may_be_the_current_one),
		REACH_TEST(the_scale_shows_all_in_round_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
