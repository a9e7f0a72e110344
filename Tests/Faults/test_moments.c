/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Changes in the worst moments: between the kernel's look-up and its answer,
 * before a reader knows how long the answer may be kept, and two that undo each
 * other before anybody looks. They are made by what stands in for calls of the
 * C library.
 */

#include <dlfcn.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "change.h"
#include "dns.h"
#include "recorder.h"

#define TARGET "198.51.100.1"
#define TARGET_NUMBER 0xc6336401
#define UNRELATED 0xcb007107
#define EXPORT __attribute__((visibility("default")))
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static __thread struct {
	/* what is to happen in this thread's next question, once */
	bool look_up_early;
	bool let_another_read;
	/* an answer the kernel has given before the change */
	bool held;
	int fd;
	char answer[4096];
	ssize_t size;
	/* it has been received */
	bool received;
	/* questions put to the kernel */
	unsigned int asked;
} moment;
/* to make changes with */
static int changes;
/* Whoever reads events next finds that this has happened. */
static const char *just_before;
/* And nothing but that something was lost. */
static bool lose;

EXPORT ssize_t send(int fd, const void *data, size_t size, int flags)
{
	const struct nlmsghdr *request = data;
	ssize_t sent = NEXT(send)(fd, data, size, flags);

	if (request->nlmsg_type != RTM_GETROUTE)
		return sent;
	moment.asked++;
	if (!moment.look_up_early)
		return sent;
	moment.look_up_early = false;
	/* What comes before it was told earlier, and is told again. */
	do
		moment.size =
			NEXT(recvfrom)(fd, moment.answer, sizeof(moment.answer),
				       MSG_DONTWAIT, NULL, NULL);
	while (moment.size > 0 &&
	       ((const struct nlmsghdr *)moment.answer)->nlmsg_seq !=
		       request->nlmsg_seq);
	moment.held = moment.size > 0;
	moment.fd = fd;
	change_rule(changes, true, TARGET_NUMBER);
	return sent;
}

EXPORT ssize_t recvfrom(int fd, void *restrict data, size_t size, int flags,
			struct sockaddr *restrict address,
			socklen_t *restrict address_size)
{
	ssize_t received =
		NEXT(recvfrom)(fd, data, size, flags, address, address_size);

	moment.received = moment.let_another_read && received > 0;
	if (received >= 0 || errno != EAGAIN || !moment.held || fd != moment.fd)
		return received;
	moment.held = false;
	memcpy(data, moment.answer, (size_t)moment.size);
	*(struct sockaddr_nl *)address =
		(struct sockaddr_nl){.nl_family = AF_NETLINK};
	*address_size = sizeof(struct sockaddr_nl);
	return moment.size;
}

EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned int count,
		    int flags, struct timespec *timeout)
{
	const char *command =
		__atomic_exchange_n(&just_before, NULL, __ATOMIC_SEQ_CST);

	if (command)
		reach_test_run("%s", command);
	if (command && lose) {
		while (NEXT(recvmmsg)(fd, messages, count, flags, timeout) > 0)
			;
		errno = ENOBUFS;
		return -1;
	}
	return NEXT(recvmmsg)(fd, messages, count, flags, timeout);
}

static void *read_once(void *info)
{
	SCNetworkReachabilityRef target = test_target(TARGET);

	*(SCNetworkReachabilityFlags *)info = test_read(target);
	CFRelease(target);
	return NULL;
}

static void change_and_let_another_read(void)
{
	SCNetworkReachabilityFlags flags = 1;
	pthread_t thread;

	change_rule(changes, true, TARGET_NUMBER);
	assert_int_equal(pthread_create(&thread, NULL, read_once, &flags), 0);
	pthread_join(thread, NULL);
	assert_int_equal(flags, 0);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *lock)
{
	int result = NEXT(pthread_mutex_unlock)(lock);

	if (moment.let_another_read && moment.received) {
		moment.let_another_read = false;
		change_and_let_another_read();
	}
	return result;
}

static bool is_kept(void *info)
{
	unsigned int before = moment.asked;

	return test_read(info) == 0x2 && moment.asked == before;
}

/* From here on the two next questions go out with the event socket: the first
   one finds something told, the other looks whether there is more. */
static void tell_something(void)
{
	const struct change_routes routes = {
		.first = UNRELATED,
		.count = 1,
		.gateway = 0xc0000201,
		.device = if_nametoindex("v0"),
	};

	change_routes(changes, true, &routes);
}

static void a_change_behind_the_look_up_is_seen_later(void **state)
{
	SCNetworkReachabilityRef target = test_target(TARGET);
	SCNetworkReachabilityRef other = test_target("192.0.2.1");

	changes = change_open();
	assert_true(reach_test_until(is_kept, (void *)target,
				     REACH_TEST_DEADLINE_MS));
	tell_something();
	moment.look_up_early = true;
	assert_int_equal(test_read(target), 0x2);
	assert_false(moment.look_up_early);
	assert_false(moment.held);
	assert_int_equal(test_read(other), 0x20002);
	assert_int_equal(test_read(target), 0);
	CFRelease(target);
	CFRelease(other);
	close(changes);
}

static void what_another_has_read_meanwhile_is_not_forgotten(void **state)
{
	SCNetworkReachabilityRef target = test_target(TARGET);

	changes = change_open();
	assert_true(reach_test_until(is_kept, (void *)target,
				     REACH_TEST_DEADLINE_MS));
	tell_something();
	assert_int_equal(test_read(target), 0x2);
	moment.let_another_read = true;
	assert_int_equal(test_read(target), 0x2);
	assert_false(moment.let_another_read);
	assert_int_equal(test_read(target), 0);
	CFRelease(target);
	close(changes);
}

static bool has_asked_more_than(void *info)
{
	return reach_test_dns_count_silent() > *(unsigned int *)info;
}

static void expect_more_queries_than(unsigned int count)
{
	assert_true(reach_test_until(has_asked_more_than, &count,
				     REACH_TEST_DEADLINE_MS));
}

/* One that is the same before and after. */
static void expect_a_look_up_after(const char *command)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	/* It does not ask again by itself. */
	reach_test_lay_etc("nameserver 127.0.0.1\n"
			   "options timeout:30 attempts:1\n");
	reach_test_dns_start_silent();
	changes = change_open();
	target = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect(recorder, 1);
	/* for both families */
	expect_more_queries_than(1);
	__atomic_store_n(&just_before, command, __ATOMIC_SEQ_CST);
	tell_something();
	expect_more_queries_than(2);
	recorder_finish(recorder, target);
	close(changes);
}

static void
a_network_that_was_there_for_a_moment_may_have_answered(void **state)
{
	expect_a_look_up_after("ip route replace default via 192.0.2.11 && "
			       "ip route replace default via 192.0.2.1");
}

static void so_may_one_that_was_there_beside_another_event(void **state)
{
	expect_a_look_up_after("ip link set v0 alias other && "
			       "ip route replace default via 192.0.2.11 && "
			       "ip route replace default via 192.0.2.1");
}

static void so_may_one_that_was_told_and_lost(void **state)
{
	lose = true;
	expect_a_look_up_after("ip route replace default via 192.0.2.11 && "
			       "ip route replace default via 192.0.2.1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_routed,
			      a_change_behind_the_look_up_is_seen_later),
		REACH_TEST_IN(reach_test_enter_routed,
			      what_another_has_read_meanwhile_is_not_forgotten),
		REACH_TEST_IN(
			reach_test_enter_routed,
			a_network_that_was_there_for_a_moment_may_have_answered),
		REACH_TEST_IN(reach_test_enter_routed,
			      so_may_one_that_was_there_beside_another_event),
		REACH_TEST_IN(reach_test_enter_routed,
			      so_may_one_that_was_told_and_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
