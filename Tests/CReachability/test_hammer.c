/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Answers are given again without asking while nothing was told. Here one
 * thread changes the network in every way, with one and with a thousand routes
 * at stake, while others read without a pause, also during each change: once
 * a change has returned, every thread must have the right word.
 */

#include "api.h"
#include "change.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#define READERS 2
/* Reads by each of them that a change has to stand. */
#define READS 20
#define MANY 1000

#define IPV4(a, b, c, d)                                                  \
	((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | \
	 (uint32_t)(d))
#define GATEWAY IPV4(198, 51, 100, 1)
#define DESTINATIONS IPV4(203, 0, 113, 0)
#define NEXTHOP 10

/* What is changed, and by how many routes. */
struct change {
	int fd;
	uint32_t device;
	struct change_routes routes;
};

/* Makes the affected destination reachable, or ends that. */
typedef void apply_change(struct change *change, bool reachable);

struct ground {
	/* odd while a change is being made; half of it numbers the changes */
	unsigned int step;
	SCNetworkReachabilityFlags expected;
	/* posted by each reader that has read enough in a step */
	sem_t done;
	/* the word that was wrong, and in which step; 0 for none */
	unsigned int wrong_step;
	SCNetworkReachabilityFlags wrong;
	bool ended;
	char affected[INET_ADDRSTRLEN];
};

static SCNetworkReachabilityFlags read_flags(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityFlags flags;

	return SCNetworkReachabilityGetFlags(target, &flags) ? flags : ~0u;
}

static void note_wrong(struct ground *ground, unsigned int step,
		       SCNetworkReachabilityFlags flags)
{
	__atomic_store_n(&ground->wrong, flags, __ATOMIC_RELAXED);
	__atomic_store_n(&ground->wrong_step, step, __ATOMIC_RELEASE);
}

static void *read_on(void *info)
{
	struct ground *ground = info;
	SCNetworkReachabilityRef affected = test_target(ground->affected);
	SCNetworkReachabilityRef unaffected = test_target("192.0.2.1");
	unsigned int former = 1;
	unsigned int reads = 0;

	while (!__atomic_load_n(&ground->ended, __ATOMIC_ACQUIRE)) {
		unsigned int step =
			__atomic_load_n(&ground->step, __ATOMIC_ACQUIRE);
		SCNetworkReachabilityFlags expected =
			__atomic_load_n(&ground->expected, __ATOMIC_RELAXED);
		SCNetworkReachabilityFlags flags = read_flags(affected);
		SCNetworkReachabilityFlags other = read_flags(unaffected);

		if (step % 2 ||
		    step != __atomic_load_n(&ground->step, __ATOMIC_ACQUIRE))
			continue;
		if (flags != expected)
			note_wrong(ground, step, flags);
		if (other != 0x20002)
			note_wrong(ground, step, other);
		reads = step == former ? reads + 1 : 1;
		former = step;
		if (reads == READS)
			sem_post(&ground->done);
	}
	CFRelease(affected);
	CFRelease(unaffected);
	return NULL;
}

static bool have_all_read(struct ground *ground)
{
	struct timespec deadline;
	int result = 0;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 4 * REACH_TEST_DEADLINE_MS / 1000;
	for (int i = 0; !result && i < READERS; i++)
		result = sem_timedwait(&ground->done, &deadline);
	return !result;
}

/* False if a reader was wrong, or did not read in time. */
static bool make(struct change *change, apply_change *apply, bool reachable,
		 struct ground *ground)
{
	__atomic_add_fetch(&ground->step, 1, __ATOMIC_SEQ_CST);
	apply(change, reachable);
	__atomic_store_n(&ground->expected, reachable ? 0x2 : 0,
			 __ATOMIC_RELAXED);
	__atomic_add_fetch(&ground->step, 1, __ATOMIC_SEQ_CST);
	return have_all_read(ground) &&
	       !__atomic_load_n(&ground->wrong_step, __ATOMIC_ACQUIRE);
}

static void hammer(struct change *change, apply_change *apply,
		   unsigned int rounds)
{
	struct ground ground = {.expected = 0x2};
	struct in_addr address = {htonl(change->routes.first)};
	pthread_t readers[READERS];
	bool right = true;

	sem_init(&ground.done, 0, 0);
	apply(change, true);
	inet_ntop(AF_INET, &address, ground.affected, sizeof(ground.affected));
	for (int i = 0; i < READERS; i++)
		assert_int_equal(
			pthread_create(&readers[i], NULL, read_on, &ground), 0);
	for (unsigned int i = 0; right && i < rounds; i++)
		right = make(change, apply, false, &ground) &&
			make(change, apply, true, &ground);
	__atomic_store_n(&ground.ended, true, __ATOMIC_RELEASE);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	if (!right)
		fail_msg("after change %u a reader saw 0x%x, not 0x%x",
			 ground.wrong_step / 2, ground.wrong, ground.expected);
	apply(change, false);
}

static void change_the_routes(struct change *change, bool reachable)
{
	change_routes(change->fd, reachable, &change->routes);
}

static void change_the_nexthop(struct change *change, bool reachable)
{
	struct change_routes routes = change->routes;

	change_nexthop(change->fd, reachable, NEXTHOP, routes.gateway,
		       change->device);
	routes.nexthop = NEXTHOP;
	routes.device = routes.gateway = 0;
	if (reachable)
		change_routes(change->fd, true, &routes);
}

static void change_the_address(struct change *change, bool reachable)
{
	struct change_routes routes = change->routes;

	routes.source = IPV4(198, 51, 100, 77);
	change_address(change->fd, reachable, routes.source, change->device);
	if (reachable)
		change_routes(change->fd, true, &routes);
}

static void change_the_link(struct change *change, bool reachable)
{
	change_link(change->fd, reachable, change->device);
	if (!reachable)
		return;
	reach_test_settle_link("w0");
	/* This waits until that has been told as well. */
	change_link(change->fd, true, change->device);
	change_routes(change->fd, true, &change->routes);
}

static void change_the_rule(struct change *change, bool reachable)
{
	change_rule(change->fd, !reachable, change->routes.first);
}

/* Has the library watch the network: a target on a port that nobody serves. */
static SCNetworkReachabilityRef watch(reach_port_ref *ret_port)
{
	SCNetworkReachabilityRef target = test_target("192.0.2.1");

	*ret_port = reach_port_create();
	assert_non_null(*ret_port);
	assert_true(reach_set_port(target, *ret_port));
	return target;
}

/* Another link, so that what is not affected can be told. */
static void prepare(struct change *change, unsigned int count)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip addr add 198.51.100.2/24 dev w0 && "
		       "ip link set w1 up && ip link set w0 up");
	reach_test_settle_link("w0");
	*change = (struct change){
		.fd = change_open(),
		.device = if_nametoindex("w0"),
		.routes =
			{
				.first = DESTINATIONS,
				.count = count,
				.gateway = GATEWAY,
				.device = if_nametoindex("w0"),
			},
	};
}

/* Without and with somebody who is told of changes. */
static void hammer_with(apply_change *apply, unsigned int rounds,
			unsigned int rounds_of_many)
{
	struct change change;
	SCNetworkReachabilityRef watched;
	reach_port_ref port;

	prepare(&change, 1);
	hammer(&change, apply, rounds);
	change.routes.count = MANY;
	hammer(&change, apply, rounds_of_many);
	watched = watch(&port);
	hammer(&change, apply, rounds_of_many);
	change.routes.count = 1;
	hammer(&change, apply, rounds);
	reach_set_port(watched, NULL);
	reach_port_release(port);
	CFRelease(watched);
	close(change.fd);
}

static void routes_come_and_go(void **state)
{
	hammer_with(change_the_routes, 150, 20);
}

static void nexthops_come_and_go(void **state)
{
	hammer_with(change_the_nexthop, 150, 15);
}

static void addresses_come_and_go(void **state)
{
	hammer_with(change_the_address, 150, 15);
}

static void links_come_and_go(void **state)
{
	hammer_with(change_the_link, 40, 20);
}

static void rules_come_and_go(void **state)
{
	struct change change;

	prepare(&change, 1);
	change_routes(change.fd, true, &change.routes);
	change_rule(change.fd, true, change.routes.first);
	hammer(&change, change_the_rule, 150);
	close(change.fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter_veth, routes_come_and_go),
		TEST_IN(reach_test_enter_veth, nexthops_come_and_go),
		TEST_IN(reach_test_enter_veth, addresses_come_and_go),
		TEST_IN(reach_test_enter_veth, links_come_and_go),
		TEST_IN(reach_test_enter_veth, rules_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
