/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach watch, as lines, as JSON, with commands and on a terminal. */

#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dns.h"
#include "json_check.h"
#include "tool.h"

static void start(struct reach_test_process *process, const char *first,
		  const char *second, const char *target)
{
	reach_test_tool_start(process, "watch", first, second, target, NULL);
}

static void every_change_is_a_line_with_its_reason(void **state)
{
	struct reach_test_process process;

	start(&process, "198.51.100.1", NULL, NULL);
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable  v0 (wired)  "
			       "198.51.100.1, through gateway 192.0.2.1");
	reach_test_run("ip route del default");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired) -> -  route withdrawn");
	reach_test_run("ip route add default via 192.0.2.1");
	reach_test_tool_change(&process,
			       "198.51.100.1  not reachable -> reachable  "
			       "- -> v0 (wired)  route added");
	reach_test_run_peer("ip link set v1 down");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired)  link down: v0 lost its carrier");
	reach_test_run_peer("ip link set v1 up");
	reach_test_tool_change(&process,
			       "198.51.100.1  not reachable -> reachable  "
			       "v0 (wired)  link up: v0");
	reach_test_run("ip route add prohibit 198.51.100.0/24");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired) -> -  rejected by a route or rule: "
			       "prohibit");
	reach_test_run("ip route del prohibit 198.51.100.0/24");
	reach_test_tool_change(&process,
			       "198.51.100.1  not reachable -> reachable  "
			       "- -> v0 (wired)  no longer rejected by a route "
			       "or rule");
	reach_test_run("ip link set v0 down");
	reach_test_tool_change(
		&process, "198.51.100.1  reachable -> not reachable  "
			  "v0 (wired) -> -  link down: v0 was switched off");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void a_default_path_follows_its_link(void **state)
{
	struct reach_test_process process;

	start(&process, "default", NULL, NULL);
	reach_test_tool_change(&process, "default  reachable  v0 (wired)  "
					 "default path, through gateway "
					 "192.0.2.1");
	reach_test_run_peer("ip link set v1 down");
	reach_test_tool_change(&process, "default  reachable -> not reachable  "
					 "v0 (wired) -> -  "
					 "link down: v0 lost its carrier");
	reach_test_run_peer("ip link set v1 up");
	reach_test_tool_change(&process, "default  not reachable -> reachable  "
					 "- -> v0 (wired)  link up: v0");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void a_route_that_hides_without_carrier_was_not_added(void **state)
{
	struct reach_test_process process;

	reach_test_run("sysctl -qw net.ipv4.conf.v0."
		       "ignore_routes_with_linkdown=1");
	start(&process, "198.51.100.1", NULL, NULL);
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable  v0 (wired)  "
			       "198.51.100.1, through gateway 192.0.2.1");
	reach_test_run_peer("ip link set v1 down");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired) -> -  "
			       "link down: v0 lost its carrier");
	reach_test_run_peer("ip link set v1 up");
	reach_test_tool_change(&process,
			       "198.51.100.1  not reachable -> reachable  "
			       "- -> v0 (wired)  link up: v0");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void another_interface_is_a_change(void **state)
{
	struct reach_test_process process;

	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip link set w1 up && ip link set w0 up && "
		       "ip addr add 203.0.113.2/24 dev w0");
	start(&process, "198.51.100.1", NULL, NULL);
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable  v0 (wired)  "
			       "198.51.100.1, through gateway 192.0.2.1");
	reach_test_run("ip route replace default via 203.0.113.1");
	reach_test_tool_change(&process, "198.51.100.1  reachable  "
					 "v0 (wired) -> w0 (wired)  "
					 "path moved from v0 to w0");
	assert_int_equal(reach_test_tool_end(&process, SIGINT), 0);
}

static void what_does_not_matter_is_not_told(void **state)
{
	struct reach_test_process process;

	start(&process, "198.51.100.1", NULL, NULL);
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable  v0 (wired)  "
			       "198.51.100.1, through gateway 192.0.2.1");
	reach_test_run("ip route add 203.0.113.0/24 via 192.0.2.1");
	reach_test_run("ip link add w0 type veth peer name w1");
	reach_test_run("ip link set w0 up; ip link del w0");
	reach_test_tool_silent(&process);
	/* and it still watches */
	reach_test_run("ip route del default");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired) -> -  route withdrawn");
	assert_int_equal(reach_test_tool_end(&process, SIGHUP), 0);
}

static void no_resolve_shows_the_default_path(void **state)
{
	struct reach_test_process process;

	reach_test_lay_etc("nameserver 127.0.0.1\n");
	reach_test_dns_start_silent();
	start(&process, "-n", "www.test", NULL);
	reach_test_tool_change(&process, "www.test  reachable  v0 (wired)  "
					 "name not looked up, default path, "
					 "through gateway 192.0.2.1");
	reach_test_run("ip route del default && ip -6 route del default");
	reach_test_tool_change(&process,
			       "www.test  reachable -> not reachable  "
			       "v0 (wired) -> -  default route withdrawn");
	assert_int_equal(reach_test_dns_count_silent(), 0);
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void expect_member(const char *object, const char *name,
			  const char *expected)
{
	char value[1024];

	assert_true(reach_test_json_is_valid(object));
	assert_true(reach_test_json_member(object, name, value, sizeof(value)));
	assert_string_equal(value, expected);
}

static void json_is_an_object_for_each_change(void **state)
{
	struct reach_test_process process;
	char line[4096];
	char previous[512];

	start(&process, "--json", "198.51.100.1", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	expect_member(line, "event", "\"initial\"");
	expect_member(line, "previous", "null");
	reach_test_run("ip route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	expect_member(line, "event", "\"change\"");
	expect_member(line, "target", "\"198.51.100.1\"");
	expect_member(line, "state", "\"not-reachable\"");
	expect_member(line, "reason", "\"route withdrawn\"");
	assert_true(reach_test_json_member(line, "previous", previous,
					   sizeof(previous)));
	expect_member(previous, "state", "\"reachable\"");
	expect_member(previous, "flags", "2");
	expect_member(previous, "interface", "\"v0\"");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void count_ends_it_after_so_many_changes(void **state)
{
	struct reach_test_process process;
	char line[1024];

	start(&process, "--count=2", "198.51.100.1", "198.51.100.2");
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_run("ip route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_tool_line(&process, line, sizeof(line));
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

static void timeout_ends_it(void **state)
{
	struct reach_test_output output;

	reach_test_tool(&output, "watch", "-t", "0.1", "127.0.0.1", NULL);
	assert_int_equal(output.status, 0);
	assert_non_null(strstr(output.out, "127.0.0.1  reachable"));
}

static void every_change_runs_the_command_in_order(void **state)
{
	struct reach_test_process process;
	char line[1024];

	reach_test_tool_start(
		&process, "watch", "--json", "--count", "2", "--exec",
		"echo \"$REACH_TARGET|$REACH_PREVIOUS_STATE|$REACH_STATE|"
		"$REACH_FLAGS|$REACH_PREVIOUS_FLAGS|$REACH_INTERFACE|"
		"$REACH_PREVIOUS_INTERFACE|$REACH_GATEWAY|$REACH_REASON\"",
		"198.51.100.1", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_run("ip route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_tool_line(&process, line, sizeof(line));
	assert_string_equal(line, "198.51.100.1|reachable|not-reachable|"
				  "0x00000000|0x00000002||v0||"
				  "route withdrawn");
	reach_test_run("ip route add default via 192.0.2.1");
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_tool_line(&process, line, sizeof(line));
	assert_string_equal(line, "198.51.100.1|not-reachable|reachable|"
				  "0x00000002|0x00000000|v0||192.0.2.1|"
				  "route added");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

static void facts_are_never_read_by_the_shell(void **state)
{
	struct reach_test_process process;
	char line[1024];

	reach_test_tool_start(&process, "watch", "-n", "-j", "-c", "1",
			      "--exec", "echo \"$REACH_TARGET\"",
			      "$(echo${IFS}bad)", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_run("ip route del default && ip -6 route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_tool_line(&process, line, sizeof(line));
	assert_string_equal(line, "$(echo${IFS}bad)");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

/* The first command sleeps until it is let go. */
static void
a_slow_command_delays_no_line_and_no_later_command_overtakes(void **state)
{
	struct reach_test_process process;
	char path[] = "/tmp/reach-test-XXXXXX";
	char command[256];
	char line[1024];

	assert_non_null(mkdtemp(path));
	reach_test_run("mkfifo %s/go", path);
	snprintf(command, sizeof(command),
		 "[ $REACH_STATE = reachable ] || read x <%s/go; "
		 "echo done $REACH_STATE",
		 path);
	reach_test_tool_start(&process, "watch", "--json", "--count", "2",
			      "--exec", command, "198.51.100.1", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	reach_test_run("ip route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	expect_member(line, "state", "\"not-reachable\"");
	reach_test_run("ip route add default via 192.0.2.1");
	reach_test_tool_line(&process, line, sizeof(line));
	expect_member(line, "state", "\"reachable\"");
	reach_test_run("echo go >%s/go", path);
	reach_test_tool_text(&process, "done not-reachable\ndone reachable\n");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
	reach_test_run("rm -r %s", path);
}

static void commands_leave_no_zombies(void **state)
{
	struct reach_test_process process;
	char line[1024];

	reach_test_tool_start(&process, "watch", "-j", "--exec", "exec true",
			      "198.51.100.1", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	for (int i = 0; i < 3; i++) {
		reach_test_run("ip route del default");
		reach_test_tool_line(&process, line, sizeof(line));
		reach_test_run("ip route add default via 192.0.2.1");
		reach_test_tool_line(&process, line, sizeof(line));
	}
	reach_test_run("for i in $(seq 50); do "
		       "[ -z \"$(cat /proc/%d/task/%d/children)\" ] && exit 0; "
		       "sleep 0.1; done; exit 1",
		       process.pid, process.pid);
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void a_reader_that_leaves_ends_it_quietly(void **state)
{
	struct reach_test_process process;
	char line[1024];

	start(&process, "198.51.100.1", NULL, NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	close(process.fd);
	process.fd = -1;
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

static void a_full_disk_is_told(void **state)
{
	assert_int_equal(reach_test_try("%s watch 127.0.0.1 2>&1 >/dev/full | "
					"grep -q 'No space left'",
					REACH_TEST_TOOL),
			 0);
}

static void a_signal_that_the_shell_ignores_is_ignored(void **state)
{
	struct reach_test_process process;
	char line[1024];

	signal(SIGINT, SIG_IGN);
	start(&process, "198.51.100.1", NULL, NULL);
	signal(SIGINT, SIG_DFL);
	reach_test_tool_line(&process, line, sizeof(line));
	kill(process.pid, SIGINT);
	reach_test_run("ip route del default");
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable -> not reachable  "
			       "v0 (wired) -> -  route withdrawn");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void a_terminal_has_a_live_view_and_totals(void **state)
{
	struct reach_test_process process;

	setenv("TERM", "xterm", 1);
	reach_test_tool_start_on_terminal(&process, 120, "watch",
					  "198.51.100.1", "default", NULL);
	reach_test_tool_text(&process, "\x1b[?1049h");
	reach_test_tool_text(&process, "198.51.100.1  ");
	reach_test_tool_text(&process, "0 changes; a cell is 1 s");
	reach_test_run("ip route del default");
	reach_test_tool_text(&process, "not reachable");
	reach_test_tool_text(&process, "route withdrawn");
	kill(process.pid, SIGTERM);
	reach_test_tool_text(&process, "\x1b[?1049l");
	reach_test_tool_text(&process, "198.51.100.1  1 change");
	reach_test_tool_text(&process, "longest outage");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

static void a_narrow_terminal_is_no_trouble(void **state)
{
	static const unsigned short columns[] = {1, 10, 40, 1000};

	setenv("TERM", "xterm", 1);
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		struct reach_test_process process;

		reach_test_tool_start_on_terminal(&process, columns[i], "watch",
						  "198.51.100.1", NULL);
		reach_test_tool_text(&process, "\x1b[J");
		kill(process.pid, SIGTERM);
		reach_test_tool_text(&process, "\x1b[?1049l");
		reach_test_tool_text(&process, "\n");
		assert_int_equal(reach_test_tool_end(&process, 0), 0);
	}
}

static void lines_can_be_had_on_a_terminal_too(void **state)
{
	struct reach_test_process process;
	char line[1024];

	setenv("TERM", "xterm", 1);
	reach_test_tool_start_on_terminal(&process, 80, "watch", "--lines",
					  "198.51.100.1", NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	assert_null(strstr(line, "\x1b[?"));
	assert_non_null(strstr(line, "198.51.100.1  reachable"));
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUTED(every_change_is_a_line_with_its_reason),
		ROUTED(a_default_path_follows_its_link),
		ROUTED(a_route_that_hides_without_carrier_was_not_added),
		ROUTED(another_interface_is_a_change),
		ROUTED(what_does_not_matter_is_not_told),
		ROUTED(no_resolve_shows_the_default_path),
		ROUTED(json_is_an_object_for_each_change),
		ROUTED(count_ends_it_after_so_many_changes),
		REACH_TEST(timeout_ends_it),
		ROUTED(every_change_runs_the_command_in_order),
		ROUTED(facts_are_never_read_by_the_shell),
		ROUTED(a_slow_command_delays_no_line_and_no_later_command_overtakes),
		ROUTED(commands_leave_no_zombies),
		ROUTED(a_reader_that_leaves_ends_it_quietly),
		ROUTED(a_full_disk_is_told),
		ROUTED(a_signal_that_the_shell_ignores_is_ignored),
		ROUTED(a_terminal_has_a_live_view_and_totals),
		ROUTED(a_narrow_terminal_is_no_trouble),
		ROUTED(lines_can_be_had_on_a_terminal_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
