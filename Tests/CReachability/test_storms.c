/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Reports by other projects' users about storms of events, slow clients and
 * many threads, each re-enacted under its row of the list. A storm costs little
 * and is silent, and what matters is still heard after it.
 */

#include "recorder.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/icmp6.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:9::1"

/* How often threads of this process have gone to sleep. */
static long count_sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw;
}

/* Addresses behind the gateway that are watched in a storm. */
#define TARGETS 20

static void schedule_all(SCNetworkReachabilityRef *ret_targets,
			 struct recorder *recorder, reach_port_ref port)
{
	for (int i = 0; i < TARGETS; i++) {
		char address[32];

		snprintf(address, sizeof(address), "198.18.0.%d", i);
		ret_targets[i] = test_target(address);
		recorder_attach(recorder, ret_targets[i]);
		assert_int_equal(reach_set_port(ret_targets[i], port), TRUE);
	}
}

static void release_all(SCNetworkReachabilityRef *targets,
			struct recorder *recorder)
{
	for (int i = 0; i < TARGETS; i++) {
		assert_int_equal(reach_set_port(targets[i], NULL), TRUE);
		CFRelease(targets[i]);
	}
	recorder_expect_balance(recorder);
}

/* Each line that the shell commands print is a change, made by ip(8). They are
   unrelated: nothing is told of them, and they are not looked at one by one. */
static void weather(const char *commands)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef targets[TARGETS];
	reach_port_ref port = reach_port_create();
	int64_t start;
	long sleeps;

	schedule_all(targets, recorder, port);
	start = reach_test_now();
	sleeps = count_sleeps();
	reach_test_run("{ %s; } | ip -batch -", commands);
	sleeps = count_sleeps() - sleeps;
	if (sleeps > 50 + (reach_test_now() - start) / 10)
		fail_msg("looked %ld times in %d ms", sleeps,
			 (int)(reach_test_now() - start));
	recorder_expect_none_on_port(recorder, port);
	reach_test_run("ip route del default");
	recorder_expect_on_port(recorder, port, TARGETS);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_on_port(recorder, port, 2 * TARGETS);
	release_all(targets, recorder);
	reach_port_release(port);
}

/* finit 173, keepalived 392, felix 595. */
static void row_39_a_thousand_links_come_and_go(void **state)
{
	weather("for burst in 1 2 3; do i=0; while [ $i -lt 500 ]; do "
		"echo link add c$i group 7 type veth peer name d$i group 7; "
		"i=$((i + 1)); done; echo link del group 7; done");
}

/* NetworkManager 1930, 2010: a routing daemon that changes its routes. */
static void row_44_routes_of_a_daemon_are_replaced(void **state)
{
	weather("echo route add 203.0.113.0/24 via 192.0.2.1 proto bird; "
		"i=0; while [ $i -lt 20000 ]; do echo route change "
		"203.0.113.0/24 via 192.0.2.$((3 + i % 200)) proto bird; "
		"i=$((i + 1)); done");
}

/* tailscale 1385: host routes by the thousand, in a table of their own. */
static void row_50_host_routes_by_the_thousand(void **state)
{
	weather("for round in $(seq 20); do for change in add del; do "
		"i=0; while [ $i -lt 1000 ]; do echo route $change "
		"2001:db8:ffff::$i/128 dev v0 table 52; "
		"i=$((i + 1)); done; done; done");
}

struct advertisement {
	struct nd_router_advert header;
	struct nd_opt_prefix_info prefix;
};

/* A socket of the peer's, from whose link-local address it sends. */
static int open_router(void)
{
	int home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	int peer = reach_test_open_peer();
	struct sockaddr_in6 own = {.sin6_family = AF_INET6};
	int hops = 255;
	int fd;

	reach_test_run_peer("ip addr add fe80::1/64 dev v1 nodad");
	assert_int_equal(setns(peer, CLONE_NEWNET), 0);
	fd = socket(AF_INET6, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMPV6);
	own.sin6_scope_id = if_nametoindex("v1");
	inet_pton(AF_INET6, "fe80::1", &own.sin6_addr);
	assert_int_equal(bind(fd, (struct sockaddr *)&own, sizeof(own)), 0);
	assert_int_equal(setsockopt(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS,
				    &hops, sizeof(hops)),
			 0);
	assert_int_equal(setns(home, CLONE_NEWNET), 0);
	close(peer);
	close(home);
	return fd;
}

static void advertise(int fd, uint16_t lifetime)
{
	struct sockaddr_in6 all = {.sin6_family = AF_INET6};
	struct advertisement advertisement = {
		.header.nd_ra_type = ND_ROUTER_ADVERT,
		.header.nd_ra_router_lifetime = htons(lifetime),
		.prefix.nd_opt_pi_type = ND_OPT_PREFIX_INFORMATION,
		.prefix.nd_opt_pi_len = 4,
		.prefix.nd_opt_pi_prefix_len = 64,
		.prefix.nd_opt_pi_flags_reserved =
			ND_OPT_PI_FLAG_ONLINK | ND_OPT_PI_FLAG_AUTO,
		.prefix.nd_opt_pi_valid_time = htonl(7200),
		.prefix.nd_opt_pi_preferred_time = htonl(3600),
	};

	inet_pton(AF_INET6, "ff02::1", &all.sin6_addr);
	inet_pton(AF_INET6,
		  "2001:db8:5::", &advertisement.prefix.nd_opt_pi_prefix);
	assert_int_equal(sendto(fd, &advertisement, sizeof(advertisement), 0,
				(struct sockaddr *)&all, sizeof(all)),
			 sizeof(advertisement));
}

/* avahi 210: a busy IPv6 network. */
static void row_51_refreshed_advertisements_are_silent(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int router = open_router();

	reach_test_run("ip -6 route del default");
	target = recorder_schedule(recorder, test_target(ANYWHERE6));
	assert_int_equal(test_read(target), 0);
	advertise(router, 1800);
	recorder_expect_flags(recorder, 0x2);
	for (int i = 0; i < 1000; i++)
		advertise(router, 1800);
	recorder_expect_none(recorder);
	/* The router says that it is none any more. */
	advertise(router, 0);
	recorder_expect_flags(recorder, 0);
	close(router);
	recorder_finish(recorder, target);
}

/* A callback that stays until it is let go. */
struct stay {
	reach_port_ref port;
	bool inside;
	bool go;
};

static void remain(struct recorder *recorder, SCNetworkReachabilityRef target)
{
	struct stay *stay = recorder->info;

	__atomic_store_n(&stay->inside, true, __ATOMIC_SEQ_CST);
	while (!__atomic_load_n(&stay->go, __ATOMIC_SEQ_CST))
		reach_test_readable(-1, 1);
}

static void *dispatch_one(void *info)
{
	struct stay *stay = info;

	reach_test_readable(reach_port_get_fd(stay->port),
			    REACH_TEST_DEADLINE_MS);
	reach_port_dispatch(stay->port);
	return NULL;
}

static bool is_inside(void *info)
{
	return __atomic_load_n(&((struct stay *)info)->inside,
			       __ATOMIC_SEQ_CST);
}

static bool is_reachable(void *info)
{
	return test_read(info) == 0x2;
}

/* coreos bug 1731: a client that does not return holds up nobody else. */
static void row_52_a_callback_that_stays_blocks_no_other(void **state)
{
	struct stay stay = {.port = reach_port_create()};
	struct recorder *slow_recorder = recorder_new();
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef slow = test_target(ANYWHERE);
	SCNetworkReachabilityRef target;
	pthread_t thread;

	recorder_attach(slow_recorder, slow);
	recorder_then(slow_recorder, remain, &stay);
	assert_int_equal(reach_set_port(slow, stay.port), TRUE);
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	pthread_create(&thread, NULL, dispatch_one, &stay);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_true(reach_test_until(is_inside, &stay, REACH_TEST_DEADLINE_MS));
	/* Ten changes, of which the one that stays will be told the last. */
	for (int i = 0; i < 5; i++) {
		reach_test_run("ip route add default via 192.0.2.1");
		recorder_expect_flags(recorder, 0x2);
		reach_test_run("ip route del default");
		recorder_expect_flags(recorder, 0);
	}
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	assert_true(reach_test_until(is_reachable, (void *)slow,
				     REACH_TEST_DEADLINE_MS));
	assert_int_equal(recorder_count(slow_recorder), 1);
	__atomic_store_n(&stay.go, true, __ATOMIC_SEQ_CST);
	pthread_join(thread, NULL);
	recorder_then(slow_recorder, NULL, NULL);
	recorder_expect_on_port(slow_recorder, stay.port, 2);
	assert_int_equal(recorder_last(slow_recorder), 0x2);
	assert_int_equal(reach_set_port(slow, NULL), TRUE);
	reach_port_release(stay.port);
	CFRelease(slow);
	recorder_finish(recorder, target);
}

#define THREADS 8

struct crowd {
	pthread_barrier_t start;
	bool failed;
	bool over;
};

/* Called on whichever thread runs the loop, until its target is released. */
static void count_call(SCNetworkReachabilityRef target,
		       SCNetworkReachabilityFlags flags, void *info)
{
	__atomic_add_fetch((unsigned int *)info, 1, __ATOMIC_RELAXED);
}

static bool use_target(SCNetworkReachabilityRef target, unsigned int *calls)
{
	SCNetworkReachabilityContext context = {.info = calls};
	SCNetworkReachabilityFlags flags;
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	bool good;

	good = SCNetworkReachabilityGetFlags(target, &flags) &&
	       SCNetworkReachabilitySetCallback(target, count_call, &context) &&
	       SCNetworkReachabilityScheduleWithRunLoop(
		       target, loop, kCFRunLoopDefaultMode) &&
	       SCNetworkReachabilityGetFlags(target, &flags);
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false);
	good &= SCNetworkReachabilityUnscheduleFromRunLoop(
		target, loop, kCFRunLoopDefaultMode);
	return good;
}

static void *come_and_go(void *info)
{
	struct crowd *crowd = info;
	const char *const subjects[] = {"0.0.0.0", ANYWHERE, "::1", ANYWHERE6};
	unsigned int calls = 0;

	pthread_barrier_wait(&crowd->start);
	for (int i = 0; i < 100; i++) {
		SCNetworkReachabilityRef target =
			i % 5 == 4 ? test_name("www.test")
				   : test_target(subjects[i % 5]);

		if (!use_target(target, &calls))
			__atomic_store_n(&crowd->failed, true,
					 __ATOMIC_SEQ_CST);
		/* Some go while they are scheduled by nobody, some with
		   their callback. */
		if (i % 2)
			SCNetworkReachabilitySetCallback(target, NULL, NULL);
		CFRelease(target);
	}
	return NULL;
}

static void *flap(void *info)
{
	struct crowd *crowd = info;

	while (!__atomic_load_n(&crowd->over, __ATOMIC_SEQ_CST))
		if (system("ip route del default; "
			   "ip route add default via 192.0.2.1"))
			break;
	return NULL;
}

/* GLib 1518, 2020, 3803 and more; row 57 (libnl 273) is that threads share no
   socket without a lock, which the thread sanitizer sees here. */
static void rows_57_60_eight_threads_create_and_release(void **state)
{
	struct crowd crowd = {.failed = false};
	pthread_t threads[THREADS];
	pthread_t changer;

	reach_test_lay_file("/etc/resolv.conf", "");
	pthread_barrier_init(&crowd.start, NULL, THREADS);
	pthread_create(&changer, NULL, flap, &crowd);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, come_and_go, &crowd);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&crowd.over, true, __ATOMIC_SEQ_CST);
	pthread_join(changer, NULL);
	pthread_barrier_destroy(&crowd.start);
	assert_false(crowd.failed);
	/* All that is left works. */
	test_change(ANYWHERE, 0x2, "ip route del default", 0);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(row_39_a_thousand_links_come_and_go),
		IN(row_44_routes_of_a_daemon_are_replaced),
		IN(row_50_host_routes_by_the_thousand),
		IN(row_51_refreshed_advertisements_are_silent),
		IN(row_52_a_callback_that_stays_blocks_no_other),
		IN(rows_57_60_eight_threads_create_and_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
