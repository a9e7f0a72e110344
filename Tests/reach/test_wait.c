/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach wait, for scripts and service units. */

#include "namespace.h"

#include <signal.h>
#include <string.h>

#include "dns.h"
#include "tool.h"

static struct reach_test_output output;

/* The process sleeps in epoll, so what it waits for is not there yet. */
static bool sleeps(void *info)
{
	const struct reach_test_process *process = info;

	return reach_test_try("grep -q epoll /proc/%d/wchan || "
			      "grep -q '^State:.S' /proc/%d/status",
			      process->pid, process->pid) == 0;
}

static void start_waiting(struct reach_test_process *process, const char *first,
			  const char *second, const char *third)
{
	reach_test_tool_start(process, "wait", first, second, third, NULL);
	assert_true(reach_test_until(sleeps, process, REACH_TEST_DEADLINE_MS));
}

static void what_is_reachable_is_not_waited_for(void **state)
{
	reach_test_tool(&output, "wait", "192.0.2.1", "default", NULL);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.out, "");
	assert_string_equal(output.err, "");
}

static void wait_returns_when_the_route_comes(void **state)
{
	struct reach_test_process process;

	reach_test_run("ip route del default");
	reach_test_run("ip -6 route del default");
	start_waiting(&process, "198.51.100.1", "default", "192.0.2.1");
	reach_test_run("ip route add default via 192.0.2.1");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

/* Row 32: systemd 2154, 29388. Waits for the target, not for every link. */
static void row_32_a_link_without_carrier_is_not_waited_for(void **state)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip link set w0 up && "
		       "ip -o link show w0 | grep -q NO-CARRIER");
	reach_test_tool(&output, "wait", "-t", "5", "198.51.100.1", NULL);
	assert_int_equal(output.status, 0);
}

static void unreachable_can_be_waited_for(void **state)
{
	struct reach_test_process process;

	start_waiting(&process, "--until=unreachable", "198.51.100.1", NULL);
	reach_test_run("ip route del default");
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
	reach_test_tool(&output, "wait", "--until", "unreachable",
			"198.51.100.1", NULL);
	assert_int_equal(output.status, 0);
}

static void a_timeout_tells_what_is_missing(void **state)
{
	int64_t begin = reach_test_now();

	reach_test_run("ip route del default");
	reach_test_tool(&output, "wait", "-t", "0.2", "192.0.2.1",
			"198.51.100.1", NULL);
	assert_int_equal(output.status, 1);
	assert_true(reach_test_now() - begin >= 200);
	assert_string_equal(
		output.err,
		"reach: wait: '198.51.100.1': not reachable in time\n");
	reach_test_tool(&output, "wait", "-t", "0", "--until", "unreachable",
			"192.0.2.1", NULL);
	assert_int_equal(output.status, 1);
	assert_string_equal(
		output.err,
		"reach: wait: '192.0.2.1': not unreachable in time\n");
}

static void any_is_content_with_one(void **state)
{
	reach_test_run("ip route del default");
	reach_test_tool(&output, "wait", "-t", "0", "--any", "198.51.100.1",
			"192.0.2.1", NULL);
	assert_int_equal(output.status, 0);
	reach_test_tool(&output, "wait", "-t", "0", "--all", "198.51.100.1",
			"192.0.2.1", NULL);
	assert_int_equal(output.status, 1);
}

static void a_name_must_be_found_first(void **state)
{
	struct reach_test_process process;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7", NULL);
	reach_test_tool(&output, "wait", "-t", "5", "www.test", NULL);
	assert_int_equal(output.status, 0);
	reach_test_tool(&output, "wait", "-t", "0.3", "nope.test", NULL);
	assert_int_equal(output.status, 1);
	reach_test_tool(&output, "wait", "-u", "unreachable", "nope.test",
			NULL);
	assert_int_equal(output.status, 0);
	start_waiting(&process, "later.test", NULL, NULL);
	reach_test_dns_change("later.test,198.51.100.8", NULL);
	assert_int_equal(reach_test_tool_end(&process, 0), 0);
}

static void a_name_nobody_answers_for_is_neither(void **state)
{
	reach_test_lay_etc("nameserver 127.0.0.1\n");
	reach_test_dns_start_silent();
	reach_test_tool(&output, "wait", "-t", "0.3", "www.test", NULL);
	assert_int_equal(output.status, 1);
	reach_test_tool(&output, "wait", "-t", "0.3", "-u", "unreachable",
			"www.test", NULL);
	assert_int_equal(output.status, 1);
	reach_test_tool(&output, "wait", "-n", "-t", "0.3", "www.test", NULL);
	assert_int_equal(output.status, 0);
}

static void a_signal_ends_the_wait(void **state)
{
	static const int numbers[] = {SIGINT, SIGTERM};

	reach_test_run("ip route del default");
	for (size_t i = 0; i < 2; i++) {
		struct reach_test_process process;

		start_waiting(&process, "198.51.100.1", NULL, NULL);
		assert_int_equal(reach_test_tool_end(&process, numbers[i]), 1);
	}
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUTED(what_is_reachable_is_not_waited_for),
		ROUTED(wait_returns_when_the_route_comes),
		ROUTED(row_32_a_link_without_carrier_is_not_waited_for),
		ROUTED(unreachable_can_be_waited_for),
		ROUTED(a_timeout_tells_what_is_missing),
		ROUTED(any_is_content_with_one),
		ROUTED(a_name_must_be_found_first),
		ROUTED(a_name_nobody_answers_for_is_neither),
		ROUTED(a_signal_ends_the_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
