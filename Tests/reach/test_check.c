/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach check, reach explain and what is wrong on the command line. */

#include "namespace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dns.h"
#include "json_check.h"
#include "tool.h"

static struct reach_test_output output;

static void expect_out(const char *part)
{
	if (!strstr(output.out, part))
		fail_msg("\"%s\" is not in:\n%s%s", part, output.out,
			 output.err);
}

/* One line, which says so, and exit status 2. */
static void expect_refused(const char *part)
{
	assert_int_equal(output.status, 2);
	assert_string_equal(output.out, "");
	if (!strstr(output.err, part))
		fail_msg("\"%s\" is not in: %s", part, output.err);
	assert_int_equal(strncmp(output.err, "reach: ", 7), 0);
	assert_ptr_equal(strchr(output.err, '\n'),
			 output.err + strlen(output.err) - 1);
}

static void what_is_wrong_is_told_in_one_line(void **state)
{
	reach_test_tool(&output, "chekc", NULL);
	expect_refused("'chekc' is no command");
	reach_test_tool(&output, "help", "chekc", NULL);
	expect_refused("'chekc' is no command");
	reach_test_tool(&output, "check", NULL);
	expect_refused("no target given");
	reach_test_tool(&output, "check", "--nope", "a", NULL);
	expect_refused("--nope: no such option");
	reach_test_tool(&output, "check", "https://www.example.com/x", NULL);
	expect_refused("write 'www.example.com'");
	reach_test_tool(&output, "explain", "www.example.com:443", NULL);
	expect_refused("write 'www.example.com'");
	reach_test_tool(&output, "watch", "-c", "0", "default", NULL);
	expect_refused("-c: '0': write a whole number from 1 on");
	reach_test_tool(&output, "check", "-i", "nope", "default", NULL);
	expect_refused("no interface 'nope'");
	reach_test_tool(&output, "check", "-n", "-i", "lo", "\xff", NULL);
	expect_refused("not valid UTF-8");
	reach_test_tool(&output, "check", "\x1b[31m\n:80", NULL);
	expect_refused("'\\x1b[31m\\x0a:80'");
}

static void without_a_command_help_is_an_error(void **state)
{
	reach_test_tool(&output, NULL, NULL);
	assert_int_equal(output.status, 2);
	assert_string_equal(output.out, "");
	assert_non_null(strstr(output.err, "Usage: reach"));
}

static void help_and_version_are_no_errors(void **state)
{
	reach_test_tool(&output, "--help", NULL);
	assert_int_equal(output.status, 0);
	expect_out("Usage: reach COMMAND");
	reach_test_tool(&output, "watch", "--help", NULL);
	assert_int_equal(output.status, 0);
	expect_out("--exec COMMAND");
	reach_test_tool(&output, "help", "wait", NULL);
	assert_int_equal(output.status, 0);
	expect_out("--until STATE");
	reach_test_tool(&output, "--version", NULL);
	assert_int_equal(output.status, 0);
	assert_int_equal(strncmp(output.out, "reach ", 6), 0);
}

static void check_prints_an_aligned_line_for_each_target(void **state)
{
	reach_test_tool(&output, "check", "127.0.0.1", "192.0.2.1",
			"198.51.100.1", "default", "192.0.2.2,198.51.100.1",
			NULL);
	assert_int_equal(output.status, 0);
	assert_string_equal(
		output.out,
		"127.0.0.1               reachable         local,direct  "
		"lo (loopback)  127.0.0.1, an address of this machine\n"
		"192.0.2.1               reachable         direct        "
		"v0 (wired)     192.0.2.1, on a directly attached network\n"
		"198.51.100.1            reachable         -             "
		"v0 (wired)     198.51.100.1, through gateway 192.0.2.1\n"
		"default                 reachable         -             "
		"v0 (wired)     default path, through gateway 192.0.2.1\n"
		"192.0.2.2,198.51.100.1  reachable         -             "
		"v0 (wired)     198.51.100.1, through gateway 192.0.2.1\n");
}

static void one_that_is_not_reachable_makes_the_status_one(void **state)
{
	reach_test_run("ip route add unreachable 203.0.113.0/24");
	reach_test_tool(&output, "check", "192.0.2.1", "203.0.113.1", NULL);
	assert_int_equal(output.status, 1);
	expect_out("203.0.113.1  not reachable     -       -           "
		   "203.0.113.1, a route or rule rejects it: "
		   "unreachable\n");
}

static void an_interface_narrows_the_paths(void **state)
{
	reach_test_tool(&output, "check", "-i", "v0", "198.51.100.1", NULL);
	assert_int_equal(output.status, 0);
	reach_test_tool(&output, "check", "-i", "lo", "198.51.100.1", NULL);
	assert_int_equal(output.status, 1);
}

static void explain_tells_route_link_and_rule(void **state)
{
	reach_test_run("ip route add 198.51.100.0/24 via 192.0.2.1 table 77 "
		       "metric 5");
	reach_test_run("ip rule add to 198.51.100.0/24 lookup 77");
	reach_test_tool(&output, "explain", "198.51.100.1", NULL);
	assert_int_equal(output.status, 0);
	expect_out("198.51.100.1: reachable\n");
	expect_out("because     198.51.100.1, through gateway 192.0.2.1\n");
	expect_out("flags       0x00000002  Reachable\n");
	expect_out(
		"route       198.51.100.0/24, unicast, table 77, metric 5\n");
	expect_out("gateway     192.0.2.1\n");
	expect_out("device      v0, index ");
	expect_out("link        wired (veth), up, operstate up, carrier, "
		   "running\n");
	expect_out("rule        through a gateway\n");
}

static bool has_no_carrier(void *link)
{
	return reach_test_try("ip -o link show %s | grep -q NO-CARRIER",
			      (const char *)link) == 0;
}

static void explain_tells_that_a_carrier_is_lost(void **state)
{
	reach_test_run_peer("ip link set v1 down");
	assert_true(
		reach_test_until(has_no_carrier, "v0", REACH_TEST_DEADLINE_MS));
	reach_test_tool(&output, "explain", "192.0.2.1", NULL);
	assert_int_equal(output.status, 1);
	expect_out("192.0.2.1: not reachable\n");
	expect_out("no carrier, not running\n");
}

static void nothing_is_coloured_in_a_pipe(void **state)
{
	reach_test_tool(&output, "explain", "192.0.2.1", "default", NULL);
	assert_null(strchr(output.out, '\x1b'));
	reach_test_tool(&output, "check", "192.0.2.1", NULL);
	assert_null(strchr(output.out, '\x1b'));
}

static void a_terminal_is_coloured_unless_no_colour_is_wanted(void **state)
{
	struct reach_test_process process;
	char line[1024];

	setenv("TERM", "xterm", 1);
	unsetenv("NO_COLOR");
	reach_test_tool_start_on_terminal(&process, 80, "check", "192.0.2.1",
					  NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	assert_non_null(strstr(line, "\x1b[32mreachable"));
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
	setenv("NO_COLOR", "1", 1);
	reach_test_tool_start_on_terminal(&process, 80, "check", "192.0.2.1",
					  NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	assert_null(strchr(line, '\x1b'));
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
	unsetenv("NO_COLOR");
}

static void names_are_looked_up_all_at_once(void **state)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7",
			     "multi.test,203.0.113.9,192.0.2.1", NULL);
	reach_test_run("ip route add unreachable 203.0.113.0/24");
	reach_test_tool(&output, "check", "www.test", "multi.test", "nope.test",
			NULL);
	assert_int_equal(output.status, 1);
	expect_out("198.51.100.7, through gateway 192.0.2.1\n");
	expect_out("192.0.2.1, on a directly attached network\n");
	expect_out("name not found\n");
	reach_test_tool(&output, "explain", "multi.test", NULL);
	expect_out("name        found, 2 addresses\n");
	expect_out("  192.0.2.1\n");
	expect_out("not looked at: 1 more address\n");
}

static void of_several_paths_the_one_that_decided_is_marked(void **state)
{
	reach_test_run("ip route del default");
	reach_test_tool(&output, "explain", "default", NULL);
	assert_int_equal(output.status, 0);
	expect_out("  8.8.8.8  (probe; nothing is sent)\n");
	expect_out("route       none: Network is unreachable\n");
	expect_out("  (probe; nothing is sent)  (this one decided)\n"
		   "    route       default, unicast, table main");
}

static void probes_that_fail_alike_are_told_of_once(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default");
	reach_test_tool(&output, "explain", "default", NULL);
	assert_int_equal(output.status, 1);
	expect_out("  8.8.8.8  (probe; nothing is sent)\n"
		   "  193.0.6.139  (probe; nothing is sent)\n");
	expect_out("  2404:6800::1  (probe; nothing is sent)\n"
		   "    route       none: Network is unreachable\n"
		   "    rule        no route\n"
		   "    flags       0x00000000  Not Reachable\n");
	assert_null(strstr(strstr(output.out, "rule ") + 1, "rule "));
}

static void the_type_that_rejects_is_named(void **state)
{
	static const char *const routes[][2] = {
		{"blackhole", "none: blackhole (Invalid argument)\n"},
		{"unreachable", "none: unreachable (No route to host)\n"},
		{"prohibit", "none: prohibit (Permission denied)\n"},
	};

	for (size_t i = 0; i < sizeof(routes) / sizeof(*routes); i++) {
		reach_test_run("ip route add %s 203.0.113.1", routes[i][0]);
		reach_test_tool(&output, "explain", "203.0.113.1", NULL);
		expect_out(routes[i][1]);
		reach_test_run("ip route del %s 203.0.113.1", routes[i][0]);
	}
}

/* A descriptor of the tool's own must not take their place. */
static void closed_standard_descriptors_are_left_closed(void **state)
{
	static const char *const commands[] = {"check", "explain", "watch",
					       "scutil -r", "check --json"};

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		reach_test_run("said=$(%s %s 127.0.0.1 2>&1 >&-); "
			       "test $? = 2 && test \"$said\" = "
			       "'reach: cannot write: Bad file descriptor'",
			       REACH_TEST_TOOL, commands[i]);
	reach_test_run("%s wait 127.0.0.1 <&- >&- 2>&-", REACH_TEST_TOOL);
	reach_test_run("%s check 127.0.0.1 <&- 2>&- | grep -q reachable",
		       REACH_TEST_TOOL);
}

static void a_name_without_a_network_is_answered_at_once(void **state)
{
	int64_t begin = reach_test_now();

	reach_test_lay_etc("nameserver 203.0.113.1\n");
	reach_test_tool(&output, "check", "www.test", NULL);
	assert_int_equal(output.status, 1);
	expect_out("www.test  not reachable ");
	assert_true(reach_test_now() - begin < 4000);
}

static void a_silent_name_server_is_waited_for_no_longer_than_told(void **state)
{
	int64_t begin = reach_test_now();

	reach_test_lay_etc("nameserver 127.0.0.1\n");
	reach_test_dns_start_silent();
	reach_test_tool(&output, "check", "-t", "0.3", "www.test", NULL);
	assert_int_equal(output.status, 1);
	expect_out("www.test  unresolved ");
	assert_true(reach_test_now() - begin >= 300);
	assert_true(reach_test_now() - begin < 3000);
}

static void no_resolve_asks_no_name_server(void **state)
{
	reach_test_lay_etc("nameserver 127.0.0.1\n");
	reach_test_dns_start_silent();
	reach_test_tool(&output, "check", "-n", "www.test", NULL);
	assert_int_equal(output.status, 0);
	expect_out("name not looked up, default path, through gateway");
	assert_int_equal(reach_test_dns_count_silent(), 0);
}

/* As many objects as lines, each of them valid; the last is kept. */
static int count_objects(char *ret_last, size_t size)
{
	int count = 0;

	for (char *line = strtok(output.out, "\n"); line;
	     line = strtok(NULL, "\n")) {
		if (!reach_test_json_is_valid(line))
			fail_msg("no JSON: %s", line);
		snprintf(ret_last, size, "%s", line);
		count++;
	}
	return count;
}

static void expect_member(const char *object, const char *name,
			  const char *expected)
{
	char value[8192];

	assert_true(reach_test_json_member(object, name, value, sizeof(value)));
	assert_string_equal(value, expected);
}

static void json_is_an_object_a_line(void **state)
{
	char last[16384];

	reach_test_tool(&output, "check", "--json", "127.0.0.1", "203.0.113.1",
			"default", NULL);
	assert_int_equal(output.status, 0);
	assert_int_equal(count_objects(last, sizeof(last)), 3);
	expect_member(last, "target", "\"default\"");
	expect_member(last, "kind", "\"default\"");
	expect_member(last, "state", "\"reachable\"");
	expect_member(last, "flags", "2");
	expect_member(last, "flag_names", "[\"Reachable\"]");
	expect_member(last, "rule", "\"default\"");
	expect_member(last, "gateway", "\"192.0.2.1\"");
	expect_member(last, "address", "null");
	expect_member(last, "name", "null");
}

static void json_of_explain_has_the_paths(void **state)
{
	char last[16384];

	reach_test_tool(&output, "explain", "-j", "192.0.2.1", "fe80::1%v0",
			"198.51.100.1", NULL);
	assert_int_equal(count_objects(last, sizeof(last)), 3);
	expect_member(last, "decided", "0");
	assert_non_null(
		strstr(last, "\"paths\":[{\"address\":\"198.51.100.1\","));
	assert_non_null(strstr(last, "\"driver_kind\":\"veth\""));
}

static void json_survives_any_bytes(void **state)
{
	char last[16384];

	reach_test_tool(&output, "check", "-n", "-j", "\xff\x1b\"\\\xc3", NULL);
	assert_int_equal(output.status, 0);
	assert_int_equal(count_objects(last, sizeof(last)), 1);
	expect_member(last, "target", "\"\\ufffd\\u001b\\\"\\\\\\ufffd\"");
}

static void escape_sequences_in_names_reach_no_terminal(void **state)
{
	reach_test_tool(&output, "check", "-n", "a\x1b[2J\xff", NULL);
	expect_out("a\\x1b[2J\\xff  reachable");
	assert_null(strchr(output.out, '\x1b'));
	reach_test_tool(&output, "explain", "-n", "a\x1b[2J\xff", NULL);
	assert_null(strchr(output.out, '\x1b'));
}

static void a_full_disk_is_an_error(void **state)
{
	assert_int_equal(reach_test_try("%s check 127.0.0.1 >/dev/full 2>&1",
					REACH_TEST_TOOL),
			 2);
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(what_is_wrong_is_told_in_one_line),
		REACH_TEST(without_a_command_help_is_an_error),
		REACH_TEST(help_and_version_are_no_errors),
		ROUTED(check_prints_an_aligned_line_for_each_target),
		ROUTED(one_that_is_not_reachable_makes_the_status_one),
		ROUTED(an_interface_narrows_the_paths),
		ROUTED(explain_tells_route_link_and_rule),
		ROUTED(explain_tells_that_a_carrier_is_lost),
		ROUTED(nothing_is_coloured_in_a_pipe),
		ROUTED(a_terminal_is_coloured_unless_no_colour_is_wanted),
		ROUTED(names_are_looked_up_all_at_once),
		ROUTED(of_several_paths_the_one_that_decided_is_marked),
		ROUTED(probes_that_fail_alike_are_told_of_once),
		ROUTED(the_type_that_rejects_is_named),
		REACH_TEST_IN(reach_test_enter_lo,
			      closed_standard_descriptors_are_left_closed),
		REACH_TEST_IN(reach_test_enter_lo,
			      a_name_without_a_network_is_answered_at_once),
		ROUTED(a_silent_name_server_is_waited_for_no_longer_than_told),
		ROUTED(no_resolve_asks_no_name_server),
		ROUTED(json_is_an_object_a_line),
		ROUTED(json_of_explain_has_the_paths),
		ROUTED(json_survives_any_bytes),
		ROUTED(escape_sequences_in_names_reach_no_terminal),
		ROUTED(a_full_disk_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
