/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Processes that end in the midst of it, in every way a program may: nothing
   crashes or hangs on the way out. */

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder.h"
#include "routes.h"

#define ANYWHERE "198.51.100.1"
#define ENDED 42
#define LONGEST_S 200
#define ROUNDS 8

/* Read by the sanitizers: a child here starts threads; what others are at as
   it ends is not left behind. */
const char *__tsan_default_options(void) __attribute__((visibility("default")));
const char *__tsan_default_options(void)
{
	return "die_after_fork=0 report_thread_leaks=0 atexit_sleep_ms=0";
}
const char *__asan_default_options(void) __attribute__((visibility("default")));
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static SCNetworkReachabilityRef kept;

/* Others clean up with what they have, to the very end. */
static void use_at_exit(void)
{
	SCNetworkReachabilityFlags flags;

	SCNetworkReachabilityGetFlags(kept, &flags);
	SCNetworkReachabilitySetCallback(kept, NULL, NULL);
	reach_set_executor(kept, NULL);
}

static void nothing(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
}

static void end(SCNetworkReachabilityRef target,
		SCNetworkReachabilityFlags flags, void *info)
{
	exit(ENDED);
}

static void execute_at_once(void *info, void (*work)(void *), void *work_info)
{
	work(work_info);
}

static const struct reach_executor at_once = {.execute = execute_at_once};

static SCNetworkReachabilityRef watch(const char *name,
				      SCNetworkReachabilityCallBack callout)
{
	SCNetworkReachabilityContext context = {.info = NULL};
	SCNetworkReachabilityRef target =
		name ? test_name(name) : test_target(ANYWHERE);

	SCNetworkReachabilitySetCallback(target, callout, &context);
	return target;
}

static void *flap(void *info)
{
	int routes = routes_open();

	for (;;) {
		routes_default(routes, AF_INET, "d0", false);
		routes_default(routes, AF_INET, "d0", true);
	}
	return info;
}

static void start_flapping(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, flap, NULL);
}

/* With callbacks on a thread of the library, and look-ups under way. */
static void call_others_and_exit(void)
{
	reach_set_executor(watch(NULL, nothing), &at_once);
	reach_set_executor(watch("www.test", nothing), &at_once);
	kept = watch("mail.test", nothing);
	reach_set_executor(kept, &at_once);
	atexit(use_at_exit);
	start_flapping();
	poll(NULL, 0, rand() % 20);
	exit(ENDED);
}

static void exit_on_the_librarys_thread(void)
{
	reach_set_executor(watch(NULL, end), &at_once);
	start_flapping();
	for (;;)
		pause();
}

static void exit_on_a_loop(void)
{
	SCNetworkReachabilityScheduleWithRunLoop(watch("www.test", end),
						 CFRunLoopGetCurrent(),
						 kCFRunLoopDefaultMode);
	start_flapping();
	CFRunLoopRun();
}

static void *end_from_beside(void *info)
{
	exit(ENDED);
	return info;
}

static void exit_beside_a_loop(void)
{
	pthread_t thread;

	SCNetworkReachabilityScheduleWithRunLoop(watch(NULL, nothing),
						 CFRunLoopGetCurrent(),
						 kCFRunLoopDefaultMode);
	start_flapping();
	pthread_create(&thread, NULL, end_from_beside, NULL);
	CFRunLoopRun();
}

static bool has_exited;

static void end_process(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	if (__atomic_load_n(&has_exited, __ATOMIC_ACQUIRE))
		exit(ENDED);
}

static void end_main_first(void)
{
	reach_set_executor(watch(NULL, end_process), &at_once);
	start_flapping();
	__atomic_store_n(&has_exited, true, __ATOMIC_RELEASE);
	pthread_exit(NULL);
}

static void expect_end(void (*way)(void))
{
	reach_test_run("ip link add d0 type veth peer name d1 && "
		       "ip link set d1 up && ip link set d0 up && "
		       "ip addr add 192.0.2.2/24 dev d0 && "
		       "ip route add default dev d0");
	for (int i = 0; i < ROUNDS; i++) {
		pid_t child = fork();
		int status = -1;

		if (child == 0) {
			alarm(LONGEST_S);
			srand((unsigned int)i);
			way();
			_exit(1);
		}
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		if (!WIFEXITED(status) || WEXITSTATUS(status) != ENDED)
			fail_msg("round %d ends with 0x%x", i, status);
	}
}

static void a_process_may_exit_while_others_are_called(void **state)
{
	expect_end(call_others_and_exit);
}

static void a_callback_on_the_librarys_thread_may_exit(void **state)
{
	expect_end(exit_on_the_librarys_thread);
}

static void a_callback_on_a_loop_may_exit(void **state)
{
	expect_end(exit_on_a_loop);
}

static void a_thread_may_exit_while_main_is_in_its_loop(void **state)
{
	expect_end(exit_beside_a_loop);
}

static void the_main_thread_may_end_before_the_others(void **state)
{
	expect_end(end_main_first);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_lo, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(a_process_may_exit_while_others_are_called),
		IN(a_callback_on_the_librarys_thread_may_exit),
		IN(a_callback_on_a_loop_may_exit),
		IN(a_thread_may_exit_while_main_is_in_its_loop),
		IN(the_main_thread_may_end_before_the_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
