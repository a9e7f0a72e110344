/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* CONF-60, CONF-61, CONF-63, CONF-64, CONF-67 on dispatch queues of the
   toolchain's libdispatch, and executors. */

#include "recorder.h"

#include <stdlib.h>

#include "libdispatch.h"

#define DEFAULT kCFRunLoopDefaultMode
#define set_queue SCNetworkReachabilitySetDispatchQueue
#define ANYWHERE "198.51.100.1"

static const char key;

static dispatch_queue_t new_queue(bool concurrent)
{
	dispatch_queue_t queue;

	if (!dispatch_queue_create)
		reach_test_skip("libdispatch");
	queue = dispatch_queue_create(
		"test", concurrent ? &_dispatch_queue_attr_concurrent : NULL);
	dispatch_queue_set_specific(queue, &key, (void *)&key, NULL);
	return queue;
}

struct expectation {
	struct recorder *recorder;
	unsigned int count;
};

static bool has_come(void *info)
{
	const struct expectation *expectation = info;

	return recorder_count(expectation->recorder) >= expectation->count;
}

static void expect_on_queue(struct recorder *recorder, unsigned int count)
{
	struct expectation expectation = {recorder, count};

	assert_true(reach_test_until(has_come, &expectation,
				     REACH_TEST_DEADLINE_MS));
	assert_int_equal(recorder_count(recorder), count);
}

static void expect_none_on_queue(struct recorder *recorder)
{
	struct expectation expectation = {recorder,
					  recorder_count(recorder) + 1};

	assert_false(reach_test_until(has_come, &expectation,
				      REACH_TEST_SILENCE_MS));
}

static void nothing(void *info)
{
}

static SCNetworkReachabilityRef
schedule(struct recorder *recorder, const char *address, dispatch_queue_t queue)
{
	SCNetworkReachabilityRef target = test_target(address);

	recorder_attach(recorder, target);
	assert_int_equal(set_queue(target, queue), TRUE);
	return target;
}

/* Silence, then balance. */
static void finish(struct recorder *recorder, SCNetworkReachabilityRef target,
		   dispatch_queue_t queue)
{
	assert_int_equal(set_queue(target, NULL), TRUE);
	dispatch_barrier_sync_f(queue, NULL, nothing);
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	recorder_expect_balance(recorder);
	dispatch_release(queue);
}

static void conf_60_one_schedule_at_a_time(void **state)
{
	dispatch_queue_t queue = new_queue(false);
	dispatch_queue_t other = new_queue(false);
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = schedule(recorder, ANYWHERE, queue);

	assert_int_equal(set_queue(target, queue), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(set_queue(target, other), FALSE);
	assert_int_equal(
		SCNetworkReachabilityScheduleWithRunLoop(target, loop, DEFAULT),
		FALSE);
	assert_int_equal(SCNetworkReachabilityUnscheduleFromRunLoop(
				 target, loop, DEFAULT),
			 FALSE);
	reach_test_run("ip route del default");
	expect_on_queue(recorder, 1);
	finish(recorder, target, queue);
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	assert_int_equal(set_queue(target, other), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
	dispatch_release(other);
}

static void conf_61_no_queue_twice_is_an_error(void **state)
{
	dispatch_queue_t queue = new_queue(false);
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	assert_int_equal(set_queue(target, NULL), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(set_queue(target, queue), TRUE);
	assert_int_equal(set_queue(target, NULL), TRUE);
	assert_int_equal(set_queue(target, NULL), FALSE);
	assert_int_equal(set_queue(NULL, queue), FALSE);
	CFRelease(target);
	dispatch_release(queue);
}

static void note_queue(struct recorder *recorder,
		       SCNetworkReachabilityRef target)
{
	*(void **)recorder->info = dispatch_get_specific(&key);
}

static void conf_63_callbacks_run_on_the_queue(void **state)
{
	dispatch_queue_t queue = new_queue(false);
	void *seen = NULL;
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = schedule(recorder, ANYWHERE, queue);

	recorder_then(recorder, note_queue, &seen);
	reach_test_run("ip route del default");
	expect_on_queue(recorder, 1);
	dispatch_sync_f(queue, NULL, nothing);
	assert_ptr_equal(seen, &key);
	assert_int_equal(recorder_last(recorder), 0);
	finish(recorder, target, queue);
}

static void leave_inside(struct recorder *recorder,
			 SCNetworkReachabilityRef target)
{
	/* The queue orders this, but no sanitizer sees into it. */
	__atomic_store_n((Boolean *)recorder->info, set_queue(target, NULL),
			 __ATOMIC_RELEASE);
}

static void conf_64_leaving_inside_the_callback_ends_it(void **state)
{
	dispatch_queue_t queue = new_queue(false);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = schedule(recorder, ANYWHERE, queue);
	Boolean result = FALSE;

	recorder_then(recorder, leave_inside, &result);
	reach_test_run("ip route del default");
	expect_on_queue(recorder, 1);
	dispatch_sync_f(queue, NULL, nothing);
	assert_int_equal(__atomic_load_n(&result, __ATOMIC_ACQUIRE), TRUE);
	reach_test_run("ip route add default via 192.0.2.1");
	expect_none_on_queue(recorder);
	assert_int_equal(set_queue(target, queue), TRUE);
	finish(recorder, target, queue);
}

static void read_on_queue(void *info)
{
	test_read(info);
}

static void conf_67_reading_on_the_queue_never_deadlocks(void **state)
{
	dispatch_queue_t queue = new_queue(false);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = schedule(recorder, ANYWHERE, queue);
	int64_t end = reach_test_now() + 1500;

	reach_test_run("(i=0; while [ $i -lt 20000 ]; do echo route del "
		       "default; echo route add default via 192.0.2.1; "
		       "i=$((i + 1)); done | timeout 1 ip -batch - "
		       ">/dev/null 2>&1 &)");
	while (reach_test_now() < end)
		dispatch_sync_f(queue, (void *)target, read_on_queue);
	reach_test_try("ip route del default");
	finish(recorder, target, queue);
}

/* How many are inside at once, and at the most. */
struct crowd {
	int inside;
	int most;
};

static void count_inside(struct recorder *recorder,
			 SCNetworkReachabilityRef target)
{
	struct crowd *crowd = recorder->info;
	int inside = __atomic_add_fetch(&crowd->inside, 1, __ATOMIC_SEQ_CST);

	if (inside > __atomic_load_n(&crowd->most, __ATOMIC_SEQ_CST))
		__atomic_store_n(&crowd->most, inside, __ATOMIC_SEQ_CST);
	reach_test_readable(-1, 2);
	__atomic_sub_fetch(&crowd->inside, 1, __ATOMIC_SEQ_CST);
}

static bool was_last_told_zero(void *info)
{
	return recorder_count(info) && recorder_last(info) == 0;
}

static void callbacks_never_overlap_on_a_concurrent_queue(void **state)
{
	dispatch_queue_t queue = new_queue(true);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = schedule(recorder, ANYWHERE, queue);
	struct crowd crowd = {0};

	recorder_then(recorder, count_inside, &crowd);
	for (int i = 0; i < 50; i++)
		reach_test_run("ip route del default; "
			       "ip route add default via 192.0.2.1");
	reach_test_run("ip route del default");
	assert_true(reach_test_until(was_last_told_zero, recorder,
				     REACH_TEST_DEADLINE_MS));
	dispatch_barrier_sync_f(queue, NULL, nothing);
	assert_int_equal(__atomic_load_n(&crowd.most, __ATOMIC_SEQ_CST), 1);
	finish(recorder, target, queue);
}

static void after_a_barrier_there_is_silence(void **state)
{
	dispatch_queue_t queue = new_queue(false);

	for (int i = 0; i < 30; i++) {
		struct recorder *recorder = recorder_new();
		SCNetworkReachabilityRef target =
			schedule(recorder, ANYWHERE, queue);
		unsigned int heard;

		reach_test_run("ip route del default; "
			       "ip route add default via 192.0.2.1");
		assert_int_equal(set_queue(target, NULL), TRUE);
		dispatch_sync_f(queue, NULL, nothing);
		heard = recorder_count(recorder);
		reach_test_readable(-1, 5);
		assert_int_equal(recorder_count(recorder), heard);
		CFRelease(target);
		recorder_expect_balance(recorder);
	}
	dispatch_release(queue);
}

/* An executor that collects work for the test to do. */
struct collector {
	pthread_mutex_t lock;
	void (*work)(void *info);
	void *info;
	int retains;
	int releases;
};

static void collect(void *info, void (*work)(void *), void *work_info)
{
	struct collector *collector = info;

	pthread_mutex_lock(&collector->lock);
	assert_null(collector->work);
	collector->info = work_info;
	collector->work = work;
	pthread_mutex_unlock(&collector->lock);
}

static void hold(void *info)
{
	((struct collector *)info)->retains++;
}

static void drop(void *info)
{
	((struct collector *)info)->releases++;
}

static bool has_work(void *info)
{
	struct collector *collector = info;
	bool has;

	pthread_mutex_lock(&collector->lock);
	has = collector->work != NULL;
	pthread_mutex_unlock(&collector->lock);
	return has;
}

static void do_work(struct collector *collector)
{
	void (*work)(void *) = collector->work;

	collector->work = NULL;
	work(collector->info);
}

static void an_executor_decides_when(void **state)
{
	struct collector collector = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const struct reach_executor executor = {
		.info = &collector,
		.execute = collect,
		.retain = hold,
		.release = drop,
	};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	recorder_attach(recorder, target);
	assert_int_equal(reach_set_executor(target, &executor), TRUE);
	assert_int_equal(reach_set_executor(target, &executor), FALSE);
	assert_int_equal(collector.retains, collector.releases + 1);
	reach_test_run("ip route del default");
	assert_true(
		reach_test_until(has_work, &collector, REACH_TEST_DEADLINE_MS));
	assert_int_equal(recorder_count(recorder), 0);
	do_work(&collector);
	assert_int_equal(recorder_count(recorder), 1);
	reach_test_run("ip route add default via 192.0.2.1");
	assert_true(
		reach_test_until(has_work, &collector, REACH_TEST_DEADLINE_MS));
	/* Ended before its work is done: nothing is told, and all is given
	   back. */
	assert_int_equal(reach_set_executor(target, NULL), TRUE);
	do_work(&collector);
	assert_int_equal(recorder_count(recorder), 1);
	assert_int_equal(collector.retains, collector.releases);
	assert_int_equal(reach_set_executor(target, NULL), FALSE);
	assert_int_equal(
		reach_set_executor(target, &(struct reach_executor){0}), FALSE);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(conf_60_one_schedule_at_a_time),
		IN(conf_61_no_queue_twice_is_an_error),
		IN(conf_63_callbacks_run_on_the_queue),
		IN(conf_64_leaving_inside_the_callback_ends_it),
		IN(conf_67_reading_on_the_queue_never_deadlocks),
		IN(callbacks_never_overlap_on_a_concurrent_queue),
		IN(after_a_barrier_there_is_silence),
		IN(an_executor_decides_when),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
