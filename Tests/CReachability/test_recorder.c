/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The recorder itself: what a test that fails leaves behind does no harm. */

#include "recorder.h"

#include <string.h>
#include <unistd.h>

#define ANYWHERE "198.51.100.1"

static void scribble(struct recorder *recorder, SCNetworkReachabilityRef target)
{
	memset(recorder->info, 0xff, 256);
}

static void fails_while_it_is_scheduled(void **state)
{
	char local[256];
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	recorder_then(recorder, scribble, local);
	assert_int_equal(test_read(target), 0x77);
}

static bool is_gone(void *info)
{
	return reach_test_try("ip link show v0") != 0;
}

/* On the loop that still has the other's target, in that one's namespace; the
   link goes with the peer. */
static void comes_after_it(void **state)
{
	char local[512] = {0};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("127.0.0.1"));

	assert_true(reach_test_until(is_gone, NULL, REACH_TEST_DEADLINE_MS));
	recorder_expect_none(recorder);
	reach_test_run("ip link set lo down");
	recorder_expect_flags(recorder, 0);
	for (size_t i = 0; i < sizeof(local); i++)
		assert_int_equal(local[i], 0);
	recorder_finish(recorder, target);
}

/* In the same namespace. */
static int stay(void **state)
{
	return reach_test_begin(state);
}

static int run_failing_tests(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_routed,
			      fails_while_it_is_scheduled),
		REACH_TEST_IN(stay, comes_after_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

static void a_test_that_fails_harms_no_other(void **state)
{
	reach_test_run("said=$(timeout 60 /proc/%d/exe failing 2>&1); "
		       "test $? = 1 && "
		       "echo \"$said\" | grep -q 'FAILED.* 1 test' && "
		       "echo \"$said\" | grep -q 'PASSED.* 1 test'",
		       getpid());
}

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(a_test_that_fails_harms_no_other),
	};

	if (count > 1)
		return run_failing_tests();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
