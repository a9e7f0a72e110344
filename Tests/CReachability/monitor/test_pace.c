/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* When passes are made, on a clock of our own. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pace.h"

#define SECOND UINT64_C(1000000000)

static void the_first_event_is_served_at_once(void **state)
{
	struct reach_pace pace = {0};

	assert_int_equal(reach_pace_due(&pace, 5 * SECOND), 5 * SECOND);
}

static void an_event_right_after_a_pass_waits_a_short_window(void **state)
{
	struct reach_pace pace = {0};

	reach_pace_passed(&pace, SECOND, SECOND);
	assert_int_equal(reach_pace_due(&pace, SECOND + 1),
			 SECOND + REACH_PACE_FIRST);
}

static void an_event_after_the_window_is_served_at_once(void **state)
{
	struct reach_pace pace = {0};
	uint64_t later = SECOND + REACH_PACE_FIRST;

	reach_pace_passed(&pace, SECOND, SECOND);
	assert_int_equal(reach_pace_due(&pace, later), later);
}

static void a_storm_cannot_postpone_a_pass(void **state)
{
	struct reach_pace pace = {0};
	uint64_t now = SECOND;
	uint64_t last = SECOND;

	/* An event every microsecond for two seconds. */
	reach_pace_passed(&pace, now, now);
	for (; now < 3 * SECOND; now += 1000) {
		if (reach_pace_due(&pace, now) > now)
			continue;
		assert_true(now - last <= REACH_PACE_LONGEST + 1000);
		last = now;
		reach_pace_passed(&pace, now, now);
	}
	assert_true(3 * SECOND - last <= REACH_PACE_LONGEST + 1000);
}

static void a_storm_costs_few_passes(void **state)
{
	struct reach_pace pace = {0};
	unsigned int passes = 0;

	for (uint64_t now = SECOND; now < 3 * SECOND; now += 1000) {
		if (reach_pace_due(&pace, now) > now)
			continue;
		passes++;
		reach_pace_passed(&pace, now, now);
	}
	assert_in_range(passes, 2, 2 * SECOND / REACH_PACE_LONGEST + 8);
}

static void a_pass_that_takes_long_is_followed_by_a_pause(void **state)
{
	struct reach_pace pace = {0};
	uint64_t took = 2 * REACH_PACE_FIRST;
	uint64_t now = SECOND + took;

	reach_pace_passed(&pace, SECOND, now);
	assert_int_equal(reach_pace_due(&pace, now), now + 3 * took);
	now = 20 * SECOND;
	reach_pace_passed(&pace, 10 * SECOND, now);
	assert_int_equal(reach_pace_due(&pace, now), now + REACH_PACE_PAUSE);
}

static void windows_are_short_again_after_a_pause(void **state)
{
	struct reach_pace pace = {0};
	uint64_t now = SECOND;

	for (int i = 0; i < 20; i++) {
		reach_pace_passed(&pace, now, now);
		now = reach_pace_due(&pace, now);
	}
	assert_int_equal(pace.window, REACH_PACE_LONGEST);
	now += SECOND;
	reach_pace_passed(&pace, now, now);
	assert_int_equal(reach_pace_due(&pace, now), now + REACH_PACE_FIRST);
}

/* A thousand targets take longer than a window. */
static void long_passes_leave_time_to_others(void **state)
{
	struct reach_pace pace = {0};
	uint64_t now = SECOND;
	uint64_t busy = 0;

	while (now < 3 * SECOND) {
		uint64_t begun = reach_pace_due(&pace, now);

		now = begun + 12 * SECOND / 1000;
		busy += now - begun;
		reach_pace_passed(&pace, begun, now);
	}
	assert_in_range(busy, 1, 2 * SECOND / 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_event_is_served_at_once),
		cmocka_unit_test(
			an_event_right_after_a_pass_waits_a_short_window),
		cmocka_unit_test(an_event_after_the_window_is_served_at_once),
		cmocka_unit_test(a_storm_cannot_postpone_a_pass),
		cmocka_unit_test(a_storm_costs_few_passes),
		cmocka_unit_test(long_passes_leave_time_to_others),
		cmocka_unit_test(a_pass_that_takes_long_is_followed_by_a_pause),
		cmocka_unit_test(windows_are_short_again_after_a_pause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
