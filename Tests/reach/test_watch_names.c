/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach watch with names, whatever their servers do, and how it idles. */

#include "namespace.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "dns.h"
#include "tool.h"

static void start(struct reach_test_process *process, const char *first,
		  const char *second, const char *third)
{
	reach_test_tool_start(process, "watch", first, second, third, NULL);
}

static void names_are_shown_once_they_are_looked_up(void **state)
{
	struct reach_test_process process;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7", NULL);
	start(&process, "www.test", NULL, NULL);
	reach_test_tool_change(&process,
			       "www.test  reachable  v0 (wired)  "
			       "198.51.100.7, through gateway 192.0.2.1");
	reach_test_run("ip route del default");
	reach_test_tool_change(&process,
			       "www.test  reachable -> not reachable  "
			       "v0 (wired) -> -  route withdrawn");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
	start(&process, "nope.test", NULL, NULL);
	reach_test_tool_change(&process,
			       "nope.test  not reachable  -  name not found");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static bool was_asked(void *info)
{
	return reach_test_dns_count_silent() > 0;
}

/* So long the tool waits for a look-up, and a little longer. */
static bool is_told(void *info)
{
	return reach_test_readable(((struct reach_test_process *)info)->fd, 10);
}

static void a_silent_server_does_not_withhold_the_first_line(void **state)
{
	struct reach_test_process process;
	int64_t begin;

	/* It is asked a second time, when there is somebody who answers. */
	reach_test_lay_etc("nameserver 127.0.0.1\n"
			   "options timeout:7 attempts:2\n");
	reach_test_dns_start_silent();
	begin = reach_test_now();
	start(&process, "www.test", "198.51.100.1", NULL);
	reach_test_tool_change(&process,
			       "198.51.100.1  reachable  v0 (wired)  "
			       "198.51.100.1, through gateway 192.0.2.1");
	assert_true(reach_test_until(was_asked, NULL, REACH_TEST_DEADLINE_MS));
	assert_true(reach_test_until(is_told, &process,
				     2 * REACH_TEST_DEADLINE_MS));
	reach_test_tool_change(&process,
			       "www.test      unresolved  v0 (wired)  "
			       "name not resolved yet, default path, "
			       "through gateway 192.0.2.1");
	/* Not before it has waited for the look-up. */
	assert_true(reach_test_now() - begin >= 5000);
	/* From now on each change is told, and what becomes of the name. */
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	assert_true(reach_test_until(is_told, &process,
				     2 * REACH_TEST_DEADLINE_MS));
	reach_test_tool_change(&process,
			       "www.test      unresolved -> reachable  "
			       "v0 (wired)  name found: 192.0.2.1, on a "
			       "directly attached network");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

/* How often any of its threads was switched to. */
static long count_switches(const struct reach_test_process *process)
{
	char command[128];
	long count = 0;
	FILE *file;

	snprintf(command, sizeof(command),
		 "cat /proc/%d/task/*/status | "
		 "awk '/ctxt_switches/ { s += $2 } END { print s }'",
		 process->pid);
	file = popen(command, "re");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &count), 1);
	pclose(file);
	return count;
}

/* It has come to rest: nothing has run for a moment. */
static bool rests(void *info)
{
	long before = count_switches(info);

	reach_test_readable(((struct reach_test_process *)info)->fd, 100);
	return count_switches(info) == before;
}

static void expect_idle(struct reach_test_process *process)
{
	long before;

	assert_true(reach_test_until(rests, process, REACH_TEST_DEADLINE_MS));
	before = count_switches(process);
	assert_false(reach_test_readable(process->fd, 3000));
	assert_int_equal(count_switches(process), before);
}

static void an_idle_watch_never_wakes_up(void **state)
{
	struct reach_test_process process;
	char line[1024];

#ifdef __SANITIZE_THREAD__
	reach_test_skip("a process without the sanitizer's own thread");
#endif
	start(&process, "198.51.100.1", "192.0.2.1", "default");
	for (int i = 0; i < 3; i++)
		reach_test_tool_line(&process, line, sizeof(line));
	expect_idle(&process);
	reach_test_run("ip route del default");
	reach_test_tool_line(&process, line, sizeof(line));
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

static void nor_does_it_once_a_name_is_found(void **state)
{
	struct reach_test_process process;
	unsigned int asked;

#ifdef __SANITIZE_THREAD__
	reach_test_skip("a process without the sanitizer's own thread");
#endif
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7", NULL);
	start(&process, "www.test", NULL, NULL);
	reach_test_tool_change(&process,
			       "www.test  reachable  v0 (wired)  "
			       "198.51.100.7, through gateway 192.0.2.1");
	asked = reach_test_dns_count();
	expect_idle(&process);
	assert_int_equal(reach_test_dns_count(), asked);
	reach_test_run("ip route del default");
	reach_test_tool_change(&process, "www.test  reachable -> not reachable"
					 "  v0 (wired) -> -  route withdrawn");
	assert_int_equal(reach_test_tool_end(&process, SIGTERM), 0);
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUTED(names_are_shown_once_they_are_looked_up),
		ROUTED(a_silent_server_does_not_withhold_the_first_line),
		ROUTED(an_idle_watch_never_wakes_up),
		ROUTED(nor_does_it_once_a_name_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
