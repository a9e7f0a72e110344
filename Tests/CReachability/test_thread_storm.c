/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Eight threads that make, schedule, read, replace and drop the same targets
 * in any order, while the network flaps. Whatever happened, in the end every
 * target that is left knows and has told how things are, and everything is
 * given back. REACH_TEST_STORM_SECONDS says for how long.
 */

#include "recorder.h"

#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "flapper.h"
#include "storm_target.h"
#include "watchdog.h"

#define THREADS 8
#define SLOTS 24
#define USUAL_SECONDS 3
#define PATIENCE_MS (6 * REACH_TEST_DEADLINE_MS)

dispatch_queue_t dispatch_queue_create(const char *label, void *attributes)
	__attribute__((weak));
void dispatch_release(void *object) __attribute__((weak));
void dispatch_sync_f(dispatch_queue_t queue, void *info, void (*work)(void *))
	__attribute__((weak));

static struct {
	pthread_mutex_t locks[SLOTS];
	struct storm_target *slots[SLOTS];
	CFRunLoopRef loops[THREADS];
	unsigned long turns[THREADS];
	reach_port_ref port;
	dispatch_queue_t queue;
	struct crew crew;
	struct reach_executor executor;
	pthread_barrier_t ready;
	/* 0: the storm; 1: only serve; 2: end */
	unsigned int phase;
} storm;

static void do_any(struct storm_target *item, unsigned int thread);

static void interfere(struct storm_target *item)
{
	/* A thread that is not the test's own has no seed. */
	if (load(storm.phase) == 0 && (!storm_seed || storm_draw(4) == 0))
		do_any(item, storm_draw(THREADS));
}

static CFStringRef draw_mode(void)
{
	return storm_draw(2) ? kCFRunLoopDefaultMode : kCFRunLoopCommonModes;
}

static void schedule(struct storm_target *item, unsigned int thread)
{
	switch (storm_draw(5)) {
	case 0:
		reach_set_executor(item->target, &storm.executor);
		break;
	case 1:
		reach_set_port(item->target, storm.port);
		break;
	case 2:
		if (storm.queue)
			SCNetworkReachabilitySetDispatchQueue(item->target,
							      storm.queue);
		break;
	default:
		SCNetworkReachabilityScheduleWithRunLoop(
			item->target,
			storm.loops[storm_draw(3) ? thread
						  : storm_draw(THREADS)],
			draw_mode());
		break;
	}
	if (load(item->dropped))
		SCNetworkReachabilitySetDispatchQueue(item->target, NULL);
}

static void unschedule(struct storm_target *item, unsigned int thread)
{
	switch (storm_draw(3)) {
	case 0:
		SCNetworkReachabilitySetDispatchQueue(item->target, NULL);
		break;
	case 1:
		reach_set_port(item->target, NULL);
		break;
	default:
		SCNetworkReachabilityUnscheduleFromRunLoop(
			item->target, storm.loops[thread], draw_mode());
		break;
	}
}

static void read_state(struct storm_target *item)
{
	struct reach_explanation why = {.size = sizeof(why)};
	SCNetworkReachabilityFlags flags;

	switch (storm_draw(4)) {
	case 0:
		reach_explain(item->target, &why);
		break;
	case 1:
		CFRelease(CFCopyDescription(item->target));
		break;
	default:
		SCNetworkReachabilityGetFlags(item->target, &flags);
		break;
	}
}

static void do_any(struct storm_target *item, unsigned int thread)
{
	switch (storm_draw(8)) {
	case 0:
	case 1:
		schedule(item, thread);
		break;
	case 2:
		unschedule(item, thread);
		break;
	case 3:
		storm_target_set_callback(item, interfere);
		break;
	case 4:
		SCNetworkReachabilitySetCallback(item->target, NULL, NULL);
		break;
	default:
		read_state(item);
		break;
	}
}

/* With a reference to the target, which is the caller's. */
static struct storm_target *take_item(unsigned int slot)
{
	struct storm_target *item;

	pthread_mutex_lock(&storm.locks[slot]);
	item = storm.slots[slot];
	if (item) {
		CFRetain(item->target);
		storm_target_ref(item);
	}
	pthread_mutex_unlock(&storm.locks[slot]);
	return item;
}

/* What it had is dropped, scheduled as it may be, and perhaps at this moment. */
static void put_item(unsigned int slot, struct storm_target *item)
{
	struct storm_target *former;

	pthread_mutex_lock(&storm.locks[slot]);
	former = storm.slots[slot];
	storm.slots[slot] = item;
	pthread_mutex_unlock(&storm.locks[slot]);
	if (!former)
		return;
	store(former->dropped, true);
	SCNetworkReachabilitySetDispatchQueue(former->target, NULL);
	CFRelease(former->target);
	storm_target_unref(former);
}

static void nothing(void *info)
{
}

static void serve(unsigned int thread, int milliseconds)
{
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, milliseconds / 1000.0, true);
	if (thread % 4 == 0)
		reach_port_dispatch(storm.port);
}

static void *live(void *info)
{
	unsigned int thread = (unsigned int)(uintptr_t)info;

	storm_seed = thread + 1;
	storm.loops[thread] = CFRunLoopGetCurrent();
	pthread_barrier_wait(&storm.ready);
	while (load(storm.phase) == 0) {
		struct storm_target *item = take_item(storm_draw(SLOTS));

		add(storm.turns[thread], 1);
		if (!item || storm_draw(64) == 0) {
			put_item(storm_draw(SLOTS), storm_target_new());
		} else {
			do_any(item, thread);
		}
		if (item) {
			CFRelease(item->target);
			storm_target_unref(item);
		}
		if (storm_draw(4) == 0)
			serve(thread, 1);
	}
	pthread_barrier_wait(&storm.ready);
	while (load(storm.phase) == 1) {
		serve(thread, 5);
		reach_test_readable(-1, 1);
	}
	return NULL;
}

static void *flap(void *info)
{
	static const char *const changes[] = {
		"route del default\n",
		"route replace default via 192.0.2.1\n",
		"route replace default via 192.0.2.1\n",
		"-6 route del default\n",
		"-6 route replace default via 2001:db8:1::1\n",
		"addr add 203.0.113.2/24 dev v0\n",
		"addr del 203.0.113.2/24 dev v0\n",
		"route add prohibit 198.51.100.0/24\n",
		"route del prohibit 198.51.100.0/24\n",
		"link set v0 down\n",
		"link set v0 up\n",
		"link set v0 up\n",
	};

	storm_seed = 99;
	while (load(storm.phase) == 0 &&
	       flapper_do(info, changes[storm_draw(sizeof(changes) /
						   sizeof(changes[0]))]))
		reach_test_readable(-1, 1);
	return NULL;
}

/* For as long as is wanted, and as each of the threads goes on. */
static void let_it_rage(void)
{
	const char *wanted = getenv("REACH_TEST_STORM_SECONDS");
	int64_t end = reach_test_now() +
		      1000 * (wanted ? atoi(wanted) : USUAL_SECONDS);
	unsigned long before[THREADS] = {0};

	watchdog_start(PATIENCE_MS);
	while (reach_test_now() < end) {
		bool all = true;

		reach_test_readable(-1, 50);
		for (int i = 0; i < THREADS; i++)
			all &= load(storm.turns[i]) != before[i];
		if (!all)
			continue;
		for (int i = 0; i < THREADS; i++)
			before[i] = load(storm.turns[i]);
		watchdog_feed("the storm");
	}
}

static bool is_scheduled(const struct storm_target *item)
{
	struct reach_explanation why = {.size = sizeof(why)};

	assert_int_equal(reach_explain(item->target, &why), TRUE);
	return why.scheduled;
}

/* Everybody left knows the word, and those who are scheduled have told it. */
static bool is_known(void *info)
{
	unsigned int word = *(unsigned int *)info;

	for (int i = 0; i < SLOTS; i++) {
		const struct storm_target *item = storm.slots[i];

		if (item && is_scheduled(item) &&
		    (!load(item->told) || load(item->last) != word))
			return false;
		if (item && test_read(item->target) != word)
			return false;
	}
	return true;
}

static void expect_word(unsigned int word)
{
	if (reach_test_until(is_known, &word, 2 * REACH_TEST_DEADLINE_MS))
		return;
	for (int i = 0; i < SLOTS; i++) {
		const struct storm_target *item = storm.slots[i];

		if (!item)
			continue;
		print_error("%d: 0x%x, scheduled %d, told %u, last 0x%x\n", i,
			    test_read(item->target), is_scheduled(item),
			    load(item->told), load(item->last));
		CFShow(item->target);
	}
	fail_msg("not all know and have told 0x%x", word);
}

static bool is_nobody_inside(void *info)
{
	for (int i = 0; i < SLOTS; i++)
		if (storm.slots[i] && load(storm.slots[i]->inside))
			return false;
	return true;
}

static bool is_zero(void *info)
{
	for (int i = 0; i < SLOTS; i++)
		if (test_read(storm.slots[i]->target))
			return false;
	return true;
}

static void check_survivors(void)
{
	unsigned int scheduled = 0;

	assert_true(reach_test_until(is_nobody_inside, NULL,
				     REACH_TEST_DEADLINE_MS));
	reach_test_run(
		"ip link set v0 up && "
		"ip addr replace 192.0.2.2/24 dev v0 && "
		"ip -6 addr replace 2001:db8:1::2/64 dev v0 nodad && "
		"{ ip route del prohibit 198.51.100.0/24; "
		"ip route del default; ip -6 route del default; true; }");
	reach_test_settle("2001:db8:1::2");
	for (unsigned int i = 0; i < SLOTS; i++) {
		if (!storm.slots[i])
			storm.slots[i] = storm_target_new();
		storm_target_set_callback(storm.slots[i], NULL);
		/* if it is not yet */
		if (i % 2)
			schedule(storm.slots[i], i % THREADS);
		scheduled += is_scheduled(storm.slots[i]);
	}
	assert_true(scheduled >= SLOTS / 2);
	/* So that what comes is a change to all of them. */
	assert_true(
		reach_test_until(is_zero, NULL, 2 * REACH_TEST_DEADLINE_MS));
	reach_test_run("ip route add default via 192.0.2.1 && "
		       "ip -6 route add default via 2001:db8:1::1");
	expect_word(0x2);
	reach_test_run("ip route del default && ip -6 route del default");
	expect_word(0);
}

static bool is_all_given_back(void *info)
{
	return load(storm_counts.targets) == 0 &&
	       load(storm_counts.contexts) == 0;
}

static void end_storm(pthread_t *threads)
{
	for (unsigned int i = 0; i < SLOTS; i++)
		put_item(i, NULL);
	store(storm.phase, 2);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	crew_finish(&storm.crew);
	reach_port_dispatch(storm.port);
	reach_port_release(storm.port);
	if (storm.queue) {
		dispatch_sync_f(storm.queue, NULL, nothing);
		dispatch_release(storm.queue);
	}
	if (!reach_test_until(is_all_given_back, NULL, REACH_TEST_DEADLINE_MS))
		fail_msg("%d targets and %d contexts are left",
			 load(storm_counts.targets),
			 load(storm_counts.contexts));
	assert_int_equal(load(storm_counts.overlaps), 0);
	assert_int_equal(load(storm_counts.strangers), 0);
	assert_true(load(storm_counts.callbacks) > SLOTS);
}

static void in_the_end_everybody_knows_and_all_is_given_back(void **state)
{
	pthread_t threads[THREADS];
	pthread_t feeder;
	struct flapper flapper;

	reach_test_lay_etc("nameserver 192.0.2.99\n");
	reach_test_write("/etc/hosts", "198.51.100.7 www.test\n");
	memset(&storm, 0, sizeof(storm));
	storm_seed = 1234;
	for (int i = 0; i < SLOTS; i++)
		pthread_mutex_init(&storm.locks[i], NULL);
	storm.port = reach_port_create();
	assert_non_null(storm.port);
	if (dispatch_queue_create)
		storm.queue = dispatch_queue_create("storm", NULL);
	crew_start(&storm.crew, 2);
	storm.executor = crew_executor(&storm.crew);
	pthread_barrier_init(&storm.ready, NULL, THREADS + 1);
	flapper_start(&flapper);
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, live, (void *)i);
	pthread_barrier_wait(&storm.ready);
	pthread_create(&feeder, NULL, flap, &flapper);
	let_it_rage();
	store(storm.phase, 1);
	pthread_barrier_wait(&storm.ready);
	pthread_join(feeder, NULL);
	flapper_finish(&flapper);
	check_survivors();
	end_storm(threads);
	watchdog_stop();
}

/* A callback that stays inside until it is let go. */
static struct {
	bool entered;
	bool may_leave;
} gate;

static bool is_true(void *info)
{
	return load(*(bool *)info);
}

static void stay(struct storm_target *item)
{
	bool first = !load(gate.entered);

	store(gate.entered, true);
	if (first)
		reach_test_until(is_true, &gate.may_leave,
				 2 * REACH_TEST_DEADLINE_MS);
}

static void *dispatch_one(void *port)
{
	reach_test_readable(reach_port_get_fd(port), REACH_TEST_DEADLINE_MS);
	reach_port_dispatch(port);
	return NULL;
}

static void a_callback_of_a_former_schedule_is_waited_for(void **state)
{
	reach_port_ref former = reach_port_create();
	reach_port_ref port = reach_port_create();
	struct storm_target *item = storm_target_new();
	pthread_t thread;

	storm_target_set_callback(item, stay);
	assert_int_equal(reach_set_port(item->target, former), TRUE);
	pthread_create(&thread, NULL, dispatch_one, former);
	reach_test_run("ip route del default; ip -6 route del default");
	assert_true(reach_test_until(is_true, &gate.entered,
				     REACH_TEST_DEADLINE_MS));
	assert_int_equal(reach_set_port(item->target, NULL), TRUE);
	assert_int_equal(reach_set_port(item->target, port), TRUE);
	reach_test_run("ip route add default via 192.0.2.1 && "
		       "ip -6 route add default via 2001:db8:1::1");
	assert_true(reach_test_readable(reach_port_get_fd(port),
					REACH_TEST_DEADLINE_MS));
	reach_port_dispatch(port);
	assert_int_equal(load(storm_counts.callbacks), 1);
	store(gate.may_leave, true);
	pthread_join(thread, NULL);
	assert_true(reach_test_readable(reach_port_get_fd(port),
					REACH_TEST_DEADLINE_MS));
	reach_port_dispatch(port);
	assert_int_equal(load(storm_counts.callbacks), 2);
	assert_int_equal(load(storm_counts.overlaps), 0);
	reach_set_port(item->target, NULL);
	CFRelease(item->target);
	storm_target_unref(item);
	reach_port_release(former);
	reach_port_release(port);
	assert_true(reach_test_until(is_all_given_back, NULL,
				     REACH_TEST_DEADLINE_MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_routed,
			      a_callback_of_a_former_schedule_is_waited_for),
		REACH_TEST_IN(reach_test_enter_routed,
			      in_the_end_everybody_knows_and_all_is_given_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
