/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Namespaces that everybody else has left, and threads that change theirs
   while others watch. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "recorder.h"

#define ANYWHERE "198.51.100.1"

static int open_own(void)
{
	int fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static void move(int namespace)
{
	assert_int_equal(setns(namespace, CLONE_NEWNET), 0);
}

/* The peer's end of the link to it: it goes when the namespace does. */
static bool is_gone(void *info)
{
	(void)info;
	return reach_test_try("ip link show v1 2>/dev/null") != 0;
}

/* What the library has here is all that keeps it. */
static void leave_for_peer(void)
{
	int peer = reach_test_open_peer();

	move(peer);
	reach_thread_reset();
	close(peer);
}

static void a_namespace_that_all_have_left_is_still_watched(void **state)
{
	struct recorder *recorder = recorder_new();
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	unsigned int count = 0;

	recorder_attach(recorder, target);
	assert_true(reach_set_port(target, port));
	leave_for_peer();
	for (int i = 0; i < 3; i++) {
		reach_test_run("ip link set v1 down");
		recorder_expect_on_port(recorder, port, ++count);
		assert_int_equal(recorder_last(recorder), 0);
		reach_test_run("ip link set v1 up");
		recorder_expect_on_port(recorder, port, ++count);
		assert_int_equal(recorder_last(recorder), 0x2);
	}
	assert_true(reach_set_port(target, NULL));
	/* Here nothing leads there. */
	assert_int_equal(test_read(target), 0);
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	recorder_expect_balance(recorder);
	reach_port_release(port);
}

static void a_namespace_goes_with_the_last_that_is_watched(void **state)
{
#ifdef __SANITIZE_THREAD__
	reach_test_skip("a peer without the sanitizer's own thread");
#endif
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	assert_true(reach_set_port(target, port));
	leave_for_peer();
	assert_false(reach_test_until(is_gone, NULL, REACH_TEST_SILENCE_MS));
	assert_true(reach_set_port(target, NULL));
	/* The kernel takes its time, all the more if it has many to end. */
	assert_true(
		reach_test_until(is_gone, NULL, 6 * REACH_TEST_DEADLINE_MS));
	CFRelease(target);
	reach_port_release(port);
}

static void a_thread_that_moved_is_told_so_when_it_schedules(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	int peer = reach_test_open_peer();
	int home = open_own();

	assert_int_equal(test_read(target), 0x2);
	move(peer);
	assert_false(SCNetworkReachabilityScheduleWithRunLoop(
		target, loop, kCFRunLoopDefaultMode));
	assert_int_equal(SCError(), EXDEV);
	assert_int_equal(test_read(target), 0x2);
	reach_thread_reset();
	recorder_schedule(recorder, target);
	assert_int_equal(test_read(target), 0);
	reach_test_run("ip route add default dev lo");
	recorder_expect_flags(recorder, 0x20002);
	move(home);
	recorder_finish(recorder, target);
	reach_thread_reset();
	assert_flags(ANYWHERE, 0x2);
	close(peer);
	close(home);
}

struct traveller {
	pthread_t thread;
	int home;
	int peer;
	unsigned int wrong;
	unsigned int journeys;
	bool over;
};

/* Between one where there is a way, and one where there is none. */
static void *travel(void *info)
{
	struct traveller *traveller = info;
	SCNetworkReachabilityRef target = test_target("192.0.2.2");

	while (!__atomic_load_n(&traveller->over, __ATOMIC_RELAXED)) {
		setns(traveller->peer, CLONE_NEWNET);
		reach_thread_reset();
		traveller->wrong += !test_reads(target, 0x20002);
		setns(traveller->home, CLONE_NEWNET);
		/* Still of there. */
		traveller->wrong += !test_reads(target, 0x20002);
		reach_thread_reset();
		traveller->wrong += !test_reads(target, 0x30002);
		traveller->journeys++;
	}
	CFRelease(target);
	return NULL;
}

static void others_that_travel_do_not_matter(void **state)
{
	struct traveller travellers[3];
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int peer = reach_test_open_peer();
	int home = open_own();

	for (int i = 0; i < 3; i++) {
		travellers[i] = (struct traveller){.home = home, .peer = peer};
		pthread_create(&travellers[i].thread, NULL, travel,
			       &travellers[i]);
	}
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	for (int i = 0; i < 20; i++) {
		reach_test_run("ip route del default");
		recorder_expect_flags(recorder, 0);
		reach_test_run("ip route add default via 192.0.2.1");
		recorder_expect_flags(recorder, 0x2);
	}
	for (int i = 0; i < 3; i++) {
		__atomic_store_n(&travellers[i].over, true, __ATOMIC_RELAXED);
		pthread_join(travellers[i].thread, NULL);
		assert_int_equal(travellers[i].wrong, 0);
		assert_int_not_equal(travellers[i].journeys, 0);
	}
	recorder_finish(recorder, target);
	close(peer);
	close(home);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(a_namespace_that_all_have_left_is_still_watched),
		IN(a_namespace_goes_with_the_last_that_is_watched),
		IN(a_thread_that_moved_is_told_so_when_it_schedules),
		IN(others_that_travel_do_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
