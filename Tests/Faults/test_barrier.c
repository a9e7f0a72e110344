/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * An event that is told before it has taken effect is followed by a barrier,
 * and by a question behind it. That this matters shows only rarely: so the
 * requests are watched, by what stands in for send.
 */

#include <dlfcn.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "recorder.h"

/* One that asks for a single link takes the lock that changes hold. */
static unsigned int barriers;
/* questions about routes since the last of them */
static unsigned int questions;

ssize_t send(int fd, const void *data, size_t size, int flags)
	__attribute__((visibility("default")));
ssize_t send(int fd, const void *data, size_t size, int flags)
{
	const struct nlmsghdr *request = data;
	ssize_t (*next)(int, const void *, size_t, int) =
		(ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT,
								  "send");
	ssize_t sent = next(fd, data, size, flags);

	if (size < sizeof(*request))
		return sent;
	if (request->nlmsg_type == RTM_GETLINK &&
	    !(request->nlmsg_flags & NLM_F_DUMP)) {
		__atomic_store_n(&questions, 0, __ATOMIC_SEQ_CST);
		__atomic_add_fetch(&barriers, 1, __ATOMIC_SEQ_CST);
	}
	if (request->nlmsg_type == RTM_GETROUTE)
		__atomic_add_fetch(&questions, 1, __ATOMIC_SEQ_CST);
	return sent;
}

static unsigned int count_barriers(void)
{
	return __atomic_load_n(&barriers, __ATOMIC_SEQ_CST);
}

static bool has_asked_behind_another(void *info)
{
	const unsigned int *before = info;

	return count_barriers() > *before &&
	       __atomic_load_n(&questions, __ATOMIC_SEQ_CST) > 0;
}

static void expect_a_barrier_after(struct recorder *recorder,
				   const char *command)
{
	unsigned int before;

	recorder_expect_none(recorder);
	before = count_barriers();
	reach_test_run("%s", command);
	assert_true(reach_test_until(has_asked_behind_another, &before,
				     REACH_TEST_DEADLINE_MS));
}

static void what_is_told_early_is_asked_about_behind_a_barrier(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("198.51.100.1"));

	expect_a_barrier_after(recorder, "ip route add 198.51.100.0/24 "
					 "via 192.0.2.1 metric 9 && "
					 "ip route del 198.51.100.0/24");
	expect_a_barrier_after(recorder, "ip addr add 203.0.113.1/24 dev v0");
	expect_a_barrier_after(recorder, "ip link set v0 mtu 1400");
	expect_a_barrier_after(recorder, "ip nexthop add id 9 via 192.0.2.1 "
					 "dev v0 && ip nexthop del id 9");
	recorder_finish(recorder, target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(
			reach_test_enter_routed,
			what_is_told_early_is_asked_about_behind_a_barrier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
