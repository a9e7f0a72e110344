/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Back-off and bursts; pure. */

#include "retry.h"

#include <netdb.h>

#include "namespace.h"

static void retries_double_while_nobody_answers_and_end(void **state)
{
	uint64_t seconds = 1;

	(void)state;
	for (unsigned int i = 1; i <= 9; i++, seconds *= 2) {
		assert_int_equal(reach_retry_delay(EAI_AGAIN, i),
				 seconds * REACH_SECOND);
		assert_int_equal(reach_retry_delay(EAI_SYSTEM, i),
				 seconds * REACH_SECOND);
	}
	assert_int_equal(reach_retry_delay(EAI_AGAIN, 0), 0);
	assert_int_equal(reach_retry_delay(EAI_AGAIN, 10), 0);
	assert_int_equal(reach_retry_delay(EAI_AGAIN, 1000000), 0);
}

static void retries_are_rarer_when_there_is_no_such_name(void **state)
{
	static const unsigned int seconds[] = {2, 8, 32, 128, 512, 0, 0};

	(void)state;
	for (unsigned int i = 0; i < 7; i++)
		assert_int_equal(reach_retry_delay(EAI_NONAME, i + 1),
				 seconds[i] * REACH_SECOND);
	assert_int_equal(reach_retry_delay(EAI_NODATA, 1), 2 * REACH_SECOND);
}

static void no_such_name_is_not_temporary_but_a_refusal_is(void **state)
{
	(void)state;
	assert_false(reach_retry_is_temporary(EAI_NONAME));
	assert_false(reach_retry_is_temporary(EAI_NODATA));
	assert_true(reach_retry_is_temporary(EAI_AGAIN));
	assert_true(reach_retry_is_temporary(EAI_FAIL));
	assert_true(reach_retry_is_temporary(EAI_SYSTEM));
	assert_true(reach_retry_is_temporary(EAI_MEMORY));
}

static void the_first_refresh_is_due_at_once_and_a_burst_is_spread(void **state)
{
	struct reach_burst burst = {0};
	uint64_t now = 5 * REACH_SECOND, last_gap = 0;

	(void)state;
	assert_int_equal(reach_burst_due(&burst, now), now);
	for (int i = 0; i < 12; i++) {
		uint64_t due;

		reach_burst_passed(&burst, now);
		due = reach_burst_due(&burst, now);
		assert_true(due > now && due - now >= last_gap);
		assert_true(due - now <= REACH_BURST_LONGEST);
		last_gap = due - now;
		now = due;
	}
	assert_int_equal(last_gap, REACH_BURST_LONGEST);
}

static void a_pause_ends_a_burst(void **state)
{
	struct reach_burst burst = {0};
	uint64_t now = 5 * REACH_SECOND;

	(void)state;
	for (int i = 0; i < 12; i++) {
		reach_burst_passed(&burst, now);
		now = reach_burst_due(&burst, now);
	}
	now += 2 * REACH_BURST_LONGEST;
	assert_int_equal(reach_burst_due(&burst, now), now);
	reach_burst_passed(&burst, now);
	assert_int_equal(reach_burst_due(&burst, now), now + REACH_BURST_FIRST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(retries_double_while_nobody_answers_and_end),
		cmocka_unit_test(retries_are_rarer_when_there_is_no_such_name),
		cmocka_unit_test(
			no_such_name_is_not_temporary_but_a_refusal_is),
		cmocka_unit_test(
			the_first_refresh_is_due_at_once_and_a_burst_is_spread),
		cmocka_unit_test(a_pause_ends_a_burst),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
