/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach scutil -r, to the letter. */

#include "namespace.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "dns.h"
#include "tool.h"

static struct reach_test_output output;

static void expect(int status, const char *out, const char *err)
{
	assert_string_equal(output.err, err);
	assert_string_equal(output.out, out);
	assert_int_equal(output.status, status);
}

static void flags_are_a_line_of_names(void **state)
{
	reach_test_tool(&output, "scutil", "-r", "127.0.0.1", NULL);
	expect(0, "Reachable,Local Address,Directly Reachable Address\n", "");
	reach_test_tool(&output, "scutil", "-r", "192.0.2.1", NULL);
	expect(0, "Reachable,Directly Reachable Address\n", "");
	reach_test_tool(&output, "scutil", "-r", "www.test", NULL);
	expect(0, "Reachable\n", "");
}

static void not_reachable_is_no_failure(void **state)
{
	reach_test_run("ip route flush default");
	reach_test_tool(&output, "scutil", "-r", "198.51.100.1", NULL);
	expect(0, "Not Reachable\n", "");
}

static void details_show_the_word(void **state)
{
	reach_test_tool(&output, "scutil", "-d", "-r", "127.0.0.1", NULL);
	expect(0,
	       "flags = 0x00030002 (Reachable,Local Address,"
	       "Directly Reachable Address)\n",
	       "");
	reach_test_tool(&output, "scutil", "-dr", "198.51.100.1", NULL);
	expect(0, "flags = 0x00000002 (Reachable)\n", "");
}

static void two_addresses_are_a_pair(void **state)
{
	reach_test_tool(&output, "scutil", "-r", "192.0.2.2", "198.51.100.1",
			NULL);
	expect(0, "Reachable\n", "");
	reach_test_tool(&output, "scutil", "-r", "203.0.113.9", "198.51.100.1",
			NULL);
	expect(0, "Not Reachable\n", "");
}

static void option_words_follow_the_target(void **state)
{
	reach_test_tool(&output, "scutil", "-r", "www.test", "no-resolve",
			"no-connection-on-demand", "interface", "v0", NULL);
	expect(0, "Reachable\n", "");
	reach_test_tool(&output, "scutil", "-r", "198.51.100.1", "interface",
			"lo", NULL);
	expect(0, "Not Reachable\n", "");
	reach_test_tool(&output, "scutil", "-r", "198.51.100.1%v0", NULL);
	expect(0, "Reachable\n", "");
}

static void other_words_are_refused(void **state)
{
	reach_test_tool(&output, "scutil", "-r", "192.0.2.1", "ptr", NULL);
	expect(1, "", "Unrecognized option: ptr\n");
	reach_test_tool(&output, "scutil", "-r", "192.0.2.1", "interface",
			NULL);
	expect(1, "", "Unrecognized option: interface\n");
}

static void a_target_that_cannot_be_made_is_told(void **state)
{
	reach_test_tool(&output, "scutil", "-r", "192.0.2.1", "interface",
			"nope", NULL);
	expect(1, "", "  Could not determine status: Invalid argument\n");
	reach_test_tool(&output, "scutil", "-r", "", NULL);
	expect(1, "", "  Could not determine status: Invalid argument\n");
}

static void anything_but_r_is_a_usage_error(void **state)
{
	reach_test_tool(&output, "scutil", "-d", "192.0.2.1", NULL);
	assert_int_equal(output.status, 2);
	reach_test_tool(&output, "scutil", "-r", NULL);
	assert_int_equal(output.status, 2);
}

static void a_queue_needs_libdispatch(void **state)
{
	reach_test_tool(&output, "scutil", "-W", "-D", "-r", "192.0.2.1", NULL);
	assert_int_equal(output.status, 2);
	assert_non_null(strstr(output.err, "libdispatch"));
}

static void expect_blank(struct reach_test_process *process)
{
	char line[1024];

	reach_test_tool_line(process, line, sizeof(line));
	assert_string_equal(line, "");
}

static void expect_ends(struct reach_test_process *process, const char *begin,
			const char *end)
{
	char line[1024];

	reach_test_tool_line(process, line, sizeof(line));
	if (strncmp(line, begin, strlen(begin)) != 0)
		fail_msg("\"%s\" does not begin with \"%s\"", line, begin);
	if (strlen(line) < strlen(end) ||
	    strcmp(line + strlen(line) - strlen(end), end) != 0)
		fail_msg("\"%s\" does not end with \"%s\"", line, end);
}

static void expect_text(struct reach_test_process *process, const char *text)
{
	char line[1024];

	reach_test_tool_line(process, line, sizeof(line));
	assert_string_equal(line, text);
}

static void expect_time(struct reach_test_process *process)
{
	char line[64];
	int hour;
	int minute;
	int second;
	int millisecond;
	int length = 0;

	reach_test_tool_line(process, line, sizeof(line));
	assert_int_equal(sscanf(line, "*** %2d:%2d:%2d.%3d%n", &hour, &minute,
				&second, &millisecond, &length),
			 4);
	assert_int_equal(length, 16);
	assert_int_equal(strlen(line), 16);
}

static void expect_start(struct reach_test_process *process, const char *target,
			 const char *scheduled, const char *flags)
{
	static const char object[] = "   <SCNetworkReachability 0x";

	expect_text(process, " 0: direct");
	expect_ends(process, object, target);
	expect_text(process, flags);
	expect_blank(process);
	expect_text(process, " 1: start");
	expect_ends(process, object, target);
	expect_blank(process);
	expect_text(process, " 2: on runloop");
	expect_ends(process, object, scheduled);
	expect_text(process, flags);
	expect_blank(process);
}

static void expect_callback(struct reach_test_process *process,
			    const char *head, const char *target,
			    const char *flags)
{
	expect_blank(process);
	expect_time(process);
	expect_blank(process);
	expect_text(process, head);
	expect_ends(process, "    <SCNetworkReachability 0x", target);
	expect_text(process, flags);
	expect_blank(process);
}

static void a_watch_prints_blocks_and_counts_callbacks(void **state)
{
	struct reach_test_process process;

	reach_test_tool_start(&process, "scutil", "-W", "-r", "198.51.100.1",
			      NULL);
	expect_start(&process, "]> {address = 198.51.100.1}",
		     ", flags = 0x00000002, if_index = 3}", "Reachable");
	reach_test_run("ip route del default");
	expect_callback(&process,
			" 3: callback w/flags=0x00000000 (info=\"by address\")",
			"{address = 198.51.100.1, flags = 0x00000000, "
			"if_index = 0}",
			"Not Reachable");
	reach_test_run("ip route add default via 192.0.2.1");
	expect_callback(&process,
			" 4: callback w/flags=0x00000002 (info=\"by address\")",
			"{address = 198.51.100.1, flags = 0x00000002, "
			"if_index = 3}",
			"Reachable");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 128 + SIGTERM);
}

static void a_watched_name_is_looked_up(void **state)
{
	struct reach_test_process process;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	reach_test_tool_start(&process, "scutil", "-W", "-d", "-r", "www.test",
			      "interface", "v0", NULL);
	expect_start(&process, "]> {name = www.test, if_index = 3}",
		     " (DNS query active), flags = 0x00000002, if_index = 3}",
		     "flags = 0x00000002 (Reachable)");
	expect_callback(&process,
			" 3: callback w/flags=0x00020002 "
			"(info=\"by name w/options\")",
			" (complete, 192.0.2.1), flags = 0x00020002, "
			"if_index = 3}",
			"flags = 0x00020002 "
			"(Reachable,Directly Reachable Address)");
	reach_test_tool_end(&process, SIGTERM);
}

static void callbacks_tell_what_kind_of_target_it_is(void **state)
{
	static const char *const cases[][3] = {
		{"198.51.100.1%v0", NULL, "by address w/scope"},
		{"198.51.100.1", "no-resolve", "by address w/options"},
		{"192.0.2.2", "198.51.100.1", "by address pair"},
		{"2001:db8:9::1", NULL, "by (v6) address"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct reach_test_process process;
		char head[128];

		reach_test_tool_start(&process, "scutil", "-W", "-r",
				      cases[i][0], cases[i][1], NULL);
		reach_test_tool_text(&process, " 2: on runloop\n");
		reach_test_tool_text(&process, "Reachable\n\n");
		reach_test_run("ip route del default");
		reach_test_run("ip -6 route del default");
		snprintf(head, sizeof(head), "(info=\"%s\")\n", cases[i][2]);
		reach_test_tool_text(&process, head);
		reach_test_tool_end(&process, SIGTERM);
		reach_test_run("ip route add default via 192.0.2.1");
		reach_test_run("ip -6 route add default via 2001:db8:1::1");
	}
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUTED(flags_are_a_line_of_names),
		ROUTED(not_reachable_is_no_failure),
		ROUTED(details_show_the_word),
		ROUTED(two_addresses_are_a_pair),
		ROUTED(option_words_follow_the_target),
		ROUTED(other_words_are_refused),
		ROUTED(a_target_that_cannot_be_made_is_told),
		ROUTED(anything_but_r_is_a_usage_error),
		ROUTED(a_queue_needs_libdispatch),
		ROUTED(a_watch_prints_blocks_and_counts_callbacks),
		ROUTED(a_watched_name_is_looked_up),
		ROUTED(callbacks_tell_what_kind_of_target_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
