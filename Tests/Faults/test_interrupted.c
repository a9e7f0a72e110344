/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Signals in the midst of everything, a process that was stopped, small
   stacks, and clocks that are elsewhere. */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder.h"
#include "routes.h"
#include "scenario.h"

#define STORM 200000

/* Read by the thread sanitizer: a child here starts threads. */
const char *__tsan_default_options(void) __attribute__((visibility("default")));
const char *__tsan_default_options(void)
{
	return "die_after_fork=0";
}

static volatile sig_atomic_t interruptions;

static void count_interruption(int number)
{
	interruptions++;
}

static void signals_interrupt_nothing_for_long(void **state)
{
	/* Not SA_RESTART. */
	struct sigaction action = {.sa_handler = count_interruption};
	struct itimerval often = {
		.it_interval = {.tv_usec = 300},
		.it_value = {.tv_usec = 300},
	};
	const struct itimerval never = {.it_value = {0}};
	static struct scenario scenario;
	bool right = true;

	scenario_prepare(&scenario);
	scenario.strict = true;
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	/* The kernel prefers the main thread, where this is. */
	for (int i = 0; right && i < 5; i++)
		right = scenario_run_here(&scenario);
	setitimer(ITIMER_REAL, &never, NULL);
	close(scenario.routes);
	if (!right)
		fail_msg("%s", scenario.complaint);
	assert_true(interruptions > 50);
}

struct talk {
	int to_parent;
	reach_port_ref port;
};

static void tell_parent(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	const struct talk *talk = info;

	(void)target;
	if (write(talk->to_parent, &flags, sizeof(flags)) != sizeof(flags))
		_exit(2);
}

/* Tells the first word, and then each that is called back. */
static void watch_for_parent(int to_parent)
{
	struct talk talk = {to_parent, reach_port_create()};
	SCNetworkReachabilityRef target = test_target("198.51.100.1");
	SCNetworkReachabilityContext context = {.info = &talk};

	if (!talk.port ||
	    !SCNetworkReachabilitySetCallback(target, tell_parent, &context) ||
	    !reach_set_port(target, talk.port))
		_exit(3);
	tell_parent(target, test_read(target), &talk);
	for (;;) {
		struct pollfd ready = {.fd = reach_port_get_fd(talk.port),
				       .events = POLLIN};

		poll(&ready, 1, -1);
		reach_port_dispatch(talk.port);
	}
}

static uint32_t hear(int from_child)
{
	uint32_t flags;

	if (!reach_test_readable(from_child, 4 * REACH_TEST_DEADLINE_MS))
		fail_msg("nothing is told");
	assert_int_equal(read(from_child, &flags, sizeof(flags)),
			 sizeof(flags));
	return flags;
}

static void a_stopped_process_wakes_up_to_the_truth(void **state)
{
	static struct scenario scenario;
	int ends[2];
	pid_t child;
	int status;

	scenario_prepare(&scenario);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0)
		watch_for_parent(ends[1]);
	assert_int_equal(hear(ends[0]), 0x20002);
	for (int round = 0; round < 2; round++) {
		bool there = round == 1;
		/* The second time what comes fits into the queue. */
		unsigned int changes = there ? 100 : STORM / 2;

		kill(child, SIGSTOP);
		assert_int_equal(waitpid(child, &status, WUNTRACED), child);
		assert_true(WIFSTOPPED(status));
		assert_int_equal(routes_storm(scenario.routes, changes), 0);
		assert_int_equal(
			routes_default(scenario.routes, AF_INET, "d0", there),
			0);
		assert_int_equal(routes_storm(scenario.routes, changes), 0);
		kill(child, SIGCONT);
		assert_int_equal(hear(ends[0]), there ? 0x20002 : 0);
	}
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	close(ends[0]);
	close(ends[1]);
	close(scenario.routes);
}

/* The scenario in a process that a command of the shell has prepared. */
static void run_scenario(const char *preparation)
{
	char said[64];

	if (reach_test_try("%s true", preparation)) {
		snprintf(said, sizeof(said), "%s", preparation);
		reach_test_skip(said);
	}
	reach_test_run("%s " REACH_EACH_CALL " 1 100 poll 4", preparation);
}

static void small_stacks_are_enough(void **state)
{
#ifdef __SANITIZE_THREAD__
	reach_test_skip("stacks without what the thread sanitizer puts there");
#endif
	/* Also of threads that do not say how large they want theirs. */
	run_scenario("ulimit -s 64 &&");
}

static void the_monotonic_clock_may_stand_anywhere(void **state)
{
	run_scenario("unshare -T --monotonic 3000000000 --boottime 3000000000");
	/* As near to its beginning as it can be. */
	run_scenario("unshare -T --monotonic "
		     "$(awk '{ print 1 - int($1) }' /proc/uptime)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_lo,
			      signals_interrupt_nothing_for_long),
		REACH_TEST_IN(reach_test_enter_lo,
			      a_stopped_process_wakes_up_to_the_truth),
		REACH_TEST_IN(reach_test_enter, small_stacks_are_enough),
		REACH_TEST_IN(reach_test_enter,
			      the_monotonic_clock_may_stand_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
