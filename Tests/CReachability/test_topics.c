/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Many targets that are asked about together: each hears what concerns it,
   whenever it came, and nobody's word stays behind. */

#include "recorder.h"

#include <dirent.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <SystemConfiguration/SCPrivate.h>

#include "change.h"

#define FIRST 0xcb007100
#define COUNT 64

static struct change_routes routes_of(unsigned int first, unsigned int count)
{
	return (struct change_routes){
		.first = FIRST + first,
		.count = count,
		.gateway = 0xc0000201,
		.device = if_nametoindex("v0"),
	};
}

static SCNetworkReachabilityRef target_of(unsigned int number)
{
	char text[16];

	snprintf(text, sizeof(text), "203.0.113.%u", number);
	return test_target(text);
}

static void end(SCNetworkReachabilityRef target)
{
	assert_true(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	CFRelease(target);
}

struct many {
	SCNetworkReachabilityRef targets[COUNT];
	/* which have a route */
	unsigned int from;
	unsigned int to;
};

static bool are_right(void *info)
{
	struct many *many = info;

	for (unsigned int i = 0; i < COUNT; i++)
		if (test_read(many->targets[i]) !=
		    (many->from <= i && i < many->to ? 0x2 : 0))
			return false;
	return true;
}

/* What a scheduled target says is what it was told. */
static void expect_right(struct many *many, unsigned int from, unsigned int to)
{
	many->from = from;
	many->to = to;
	assert_true(reach_test_until(are_right, many, REACH_TEST_DEADLINE_MS));
}

static void a_route_concerns_all_it_covers_and_no_others(void **state)
{
	struct recorder *recorder = recorder_new();
	struct many many;

	reach_test_run("ip route del default");
	for (unsigned int i = 0; i < COUNT; i++)
		many.targets[i] = recorder_schedule(recorder, target_of(i));
	expect_right(&many, 0, 0);
	for (unsigned int length = 24; length <= 32; length++) {
		unsigned int size = 1u << (32 - length);
		unsigned int from = size < COUNT / 2 ? COUNT / 2 : 0;

		reach_test_run("ip route add 203.0.113.%u/%u via 192.0.2.1",
			       from, length);
		expect_right(&many, from, from + size);
		reach_test_run("ip route del 203.0.113.%u/%u", from, length);
		expect_right(&many, 0, 0);
	}
	for (unsigned int i = 0; i < COUNT; i++)
		end(many.targets[i]);
}

static bool are_reachable(void *info)
{
	SCNetworkReachabilityRef *targets = info;

	return test_read(targets[0]) == 0x2 && test_read(targets[1]) == 0x2 &&
	       test_read(targets[2]) == 0x2;
}

static void all_who_ask_about_one_address_are_told(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef targets[3];

	reach_test_run("ip route del default");
	for (int i = 0; i < 3; i++)
		targets[i] = recorder_schedule(recorder, target_of(1));
	reach_test_run("ip route add default via 192.0.2.1");
	assert_true(reach_test_until(are_reachable, targets,
				     REACH_TEST_DEADLINE_MS));
	for (int i = 0; i < 3; i++)
		end(targets[i]);
}

static SCNetworkReachabilityRef bound_to(CFStringRef interface)
{
	const void *keys[] = {kSCNetworkReachabilityOptionRemoteAddress,
			      kSCNetworkReachabilityOptionInterface};
	const union test_address address = test_address("203.0.113.1");
	CFDataRef remote = CFDataCreate(NULL, (const void *)&address.ipv4,
					sizeof(address.ipv4));
	const void *values[] = {remote, interface};
	CFDictionaryRef options = CFDictionaryCreate(
		NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks,
		&kCFTypeDictionaryValueCallBacks);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithOptions(NULL, options);

	CFRelease(options);
	CFRelease(remote);
	assert_non_null(target);
	return target;
}

static bool is_unreachable(void *info)
{
	return test_read(info) == 0;
}

/* What the others know has not changed in between, as far as anybody saw. */
static void who_comes_between_two_changes_hears_of_the_second(void **state)
{
	const struct change_routes routes = routes_of(1, 1);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef first;
	int fd = change_open();

	reach_test_run("ip route del default");
	first = recorder_schedule(recorder, target_of(1));
	for (int i = 0; i < 100; i++) {
		SCNetworkReachabilityRef second = target_of(1);

		change_routes(fd, true, &routes);
		recorder_schedule(recorder, second);
		change_routes(fd, false, &routes);
		assert_true(reach_test_until(is_unreachable, (void *)second,
					     REACH_TEST_DEADLINE_MS));
		end(second);
	}
	close(fd);
	end(first);
}

static void an_interface_makes_another_question(void **state)
{
	struct recorder *wire = recorder_new();
	struct recorder *other = recorder_new();
	SCNetworkReachabilityRef over_wire, over_other;

	reach_test_run("ip route del default && "
		       "ip link add d0 type veth peer name d1 && "
		       "ip link set d0 up && ip link set d1 up && "
		       "ip addr add 198.51.100.1/24 dev d0");
	reach_test_settle_link("d0");
	over_wire = recorder_schedule(wire, bound_to(CFSTR("v0")));
	over_other = recorder_schedule(other, bound_to(CFSTR("d0")));
	assert_int_equal(test_read(over_wire), 0);
	assert_int_equal(test_read(over_other), 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(wire, 0x2);
	reach_test_run("ip route add 203.0.113.0/24 dev d0 metric 9");
	recorder_expect_flags(other, 0x20002);
	reach_test_run("ip route del default");
	recorder_expect_flags(wire, 0);
	recorder_expect_none(other);
	recorder_finish(wire, over_wire);
	recorder_finish(other, over_other);
}

/* A rule may be for some users only; sockets belong to the effective one. That
   an answer is kept takes a moment, and cannot be seen: so it is asked for
   often. */
static void an_answer_is_for_the_user_who_asked(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef reader = target_of(1);
	SCNetworkReachabilityRef watched;

	if (getuid() != 0 || syscall(SYS_setresuid, -1, 65534, -1))
		reach_test_skip("another user");
	syscall(SYS_setresuid, -1, 0, -1);
	watched = recorder_schedule(recorder, test_target("192.0.2.1"));
	reach_test_run("ip rule add uidrange 65534-65534 unreachable");
	for (int i = 0; i < 60; i++) {
		assert_int_equal(test_read(reader), 0x2);
		assert_int_equal(test_read(reader), 0x2);
		syscall(SYS_setresuid, -1, 65534, -1);
		assert_int_equal(test_read(reader), 0);
		syscall(SYS_setresuid, -1, 0, -1);
	}
	CFRelease(reader);
	recorder_finish(recorder, watched);
}

/* The kernel tells of the end of an IPv6 route up to half a minute later. */
static void an_answer_ends_with_its_route(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef reader = test_target("2001:db8:2::1");
	SCNetworkReachabilityRef watched =
		recorder_schedule(recorder, test_target("192.0.2.1"));
	int64_t deadline = reach_test_now() + 2 * REACH_TEST_DEADLINE_MS;
	uint32_t fresh;

	reach_test_run("ip -6 route replace default via 2001:db8:1::1 dev v0 "
		       "expires 2");
	do {
		SCNetworkReachabilityRef newcomer =
			test_target("2001:db8:2::1");

		fresh = test_read(newcomer);
		CFRelease(newcomer);
		if (fresh)
			test_read(reader);
		else
			assert_int_equal(test_read(reader), 0);
	} while (fresh && reach_test_now() < deadline);
	assert_int_equal(fresh, 0);
	CFRelease(reader);
	recorder_finish(recorder, watched);
}

/* The nanoseconds that a thread has run. */
static unsigned long read_time(const char *thread)
{
	unsigned long time = 0;
	char path[300];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%s/schedstat", thread);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%lu", &time) != 1)
		time = 0;
	fclose(file);
	return time;
}

/* Of all threads but this one, which is the first. */
static unsigned long add_times(void)
{
	DIR *tasks = opendir("/proc/self/task");
	unsigned long time = 0;
	struct dirent *entry;

	assert_non_null(tasks);
	while ((entry = readdir(tasks)))
		if (entry->d_name[0] != '.' && atoi(entry->d_name) != getpid())
			time += read_time(entry->d_name);
	closedir(tasks);
	return time;
}

static bool is_quiet(void *info)
{
	unsigned long before = add_times();

	reach_test_readable(-1, 300);
	return before && add_times() == before;
}

static void after_a_change_nobody_wakes_up_any_more(void **state)
{
	const struct change_routes routes = routes_of(1, 1);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int64_t end = reach_test_now() + 300;
	int fd;

#ifdef __SANITIZE_THREAD__
	reach_test_skip("a process without the sanitizer's own thread");
#endif
	fd = change_open();
	reach_test_run("ip route del default");
	target = recorder_schedule(recorder, target_of(1));
	/* So that many come within a window. */
	while (reach_test_now() < end) {
		change_routes(fd, true, &routes);
		change_routes(fd, false, &routes);
	}
	close(fd);
	assert_true(
		reach_test_until(is_quiet, NULL, 2 * REACH_TEST_DEADLINE_MS));
	recorder_finish(recorder, target);
}

/* Who asks reads the event in the place of the library's thread, which need not
   have been faster. */
static void what_a_reader_has_read_is_told(void **state)
{
	const struct change_routes routes = routes_of(1, 1);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef reader = target_of(1);
	SCNetworkReachabilityRef target;
	int fd = change_open();

	reach_test_run("ip route del default");
	target = recorder_schedule(recorder, target_of(1));
	for (int i = 0; i < 20; i++) {
		/* In a window the thread would look by itself. */
		reach_test_readable(-1, 100);
		change_routes(fd, i % 2 == 0, &routes);
		assert_int_equal(test_read(reader), i % 2 ? 0 : 0x2);
		recorder_expect_flags(recorder, i % 2 ? 0 : 0x2);
	}
	close(fd);
	CFRelease(reader);
	recorder_finish(recorder, target);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(a_route_concerns_all_it_covers_and_no_others),
		IN(all_who_ask_about_one_address_are_told),
		IN(an_interface_makes_another_question),
		IN(an_answer_is_for_the_user_who_asked),
		IN(who_comes_between_two_changes_hears_of_the_second),
		IN(an_answer_ends_with_its_route),
		IN(after_a_change_nobody_wakes_up_any_more),
		IN(what_a_reader_has_read_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
