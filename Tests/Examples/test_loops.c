/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The examples for event loops: each prints the state, hears of a change, and
   ends. */

#include "namespace.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void expect_line(FILE *output, const char *expected)
{
	char line[128] = "";

	assert_true(
		reach_test_readable(fileno(output), REACH_TEST_DEADLINE_MS));
	assert_non_null(fgets(line, sizeof(line), output));
	assert_string_equal(line, expected);
}

static void follow(const char *name)
{
	char program[512];
	FILE *output;

	snprintf(program, sizeof(program), "%s/example-%s", REACH_PROGRAMS,
		 name);
	if (access(program, X_OK))
		reach_test_skip("an event library");
	strcat(program, " 198.51.100.1 2");
	output = popen(program, "re");
	assert_non_null(output);
	setvbuf(output, NULL, _IONBF, 0);
	expect_line(output, "reachable (0x00000002)\n");
	reach_test_run("ip route del default");
	expect_line(output, "not reachable (0x00000000)\n");
	reach_test_run("ip route add default via 192.0.2.1");
	expect_line(output, "reachable (0x00000002)\n");
	assert_int_equal(pclose(output), 0);
}

static void a_run_loop_is_told(void **state)
{
	follow("run-loop");
}

static void an_epoll_loop_is_told(void **state)
{
	follow("epoll");
}

static void a_glib_main_loop_is_told(void **state)
{
	follow("glib");
}

static void a_libuv_loop_is_told(void **state)
{
	follow("libuv");
}

static void an_sd_event_loop_is_told(void **state)
{
	follow("sd-event");
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(a_run_loop_is_told),	      IN(an_epoll_loop_is_told),
		IN(a_glib_main_loop_is_told), IN(a_libuv_loop_is_told),
		IN(an_sd_event_loop_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
