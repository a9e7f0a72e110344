/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Remembering and waiting. */

#include "recorder.h"

#include <stdlib.h>

/* All there ever were. */
static struct recorder *recorders;

static void end_all(void)
{
	for (struct recorder *recorder = recorders; recorder;
	     recorder = recorder->next) {
		pthread_mutex_lock(&recorder->lock);
		recorder->ended = true;
		pthread_mutex_unlock(&recorder->lock);
	}
}

struct recorder *recorder_new(void)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));

	assert_non_null(recorder);
	pthread_mutex_init(&recorder->lock, NULL);
	recorder->next = recorders;
	recorders = recorder;
	reach_test_at_end(end_all);
	return recorder;
}

static void count_anew(struct recorder *recorder)
{
	pthread_mutex_lock(&recorder->lock);
	recorder->count = recorder->retains = recorder->releases = 0;
	recorder->then = NULL;
	pthread_mutex_unlock(&recorder->lock);
}

static bool has_ended(struct recorder *recorder)
{
	bool ended;

	pthread_mutex_lock(&recorder->lock);
	ended = recorder->ended;
	pthread_mutex_unlock(&recorder->lock);
	return ended;
}

static const void *retain(const void *info)
{
	struct recorder *recorder = (void *)info;

	pthread_mutex_lock(&recorder->lock);
	recorder->retains++;
	pthread_mutex_unlock(&recorder->lock);
	return info;
}

static void release(const void *info)
{
	struct recorder *recorder = (void *)info;

	pthread_mutex_lock(&recorder->lock);
	recorder->releases++;
	pthread_mutex_unlock(&recorder->lock);
}

SCNetworkReachabilityFlags test_read(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityFlags flags = 0xffffffff;

	assert_int_equal(SCNetworkReachabilityGetFlags(target, &flags), TRUE);
	return flags;
}

static void record(SCNetworkReachabilityRef target,
		   SCNetworkReachabilityFlags flags, void *info)
{
	struct recorder *recorder = info;
	SCNetworkReachabilityFlags inside = 0xffffffff;
	void (*then)(struct recorder *, SCNetworkReachabilityRef);
	unsigned int number;

	if (has_ended(recorder))
		return;
	SCNetworkReachabilityGetFlags(target, &inside);
	pthread_mutex_lock(&recorder->lock);
	number = recorder->count % TEST_EVENTS_MAX;
	recorder->flags[number] = flags;
	recorder->inside[number] = inside;
	recorder->thread = pthread_self();
	recorder->count++;
	then = recorder->then;
	pthread_mutex_unlock(&recorder->lock);
	if (then)
		then(recorder, target);
}

void recorder_then(struct recorder *recorder,
		   void (*then)(struct recorder *, SCNetworkReachabilityRef),
		   void *info)
{
	pthread_mutex_lock(&recorder->lock);
	recorder->then = then;
	recorder->info = info;
	pthread_mutex_unlock(&recorder->lock);
}

void recorder_attach(struct recorder *recorder, SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityContext context = {
		.info = recorder,
		.retain = retain,
		.release = release,
	};

	assert_int_equal(
		SCNetworkReachabilitySetCallback(target, record, &context),
		TRUE);
}

unsigned int recorder_count(struct recorder *recorder)
{
	unsigned int count;

	pthread_mutex_lock(&recorder->lock);
	count = recorder->count;
	pthread_mutex_unlock(&recorder->lock);
	return count;
}

SCNetworkReachabilityFlags recorder_last(struct recorder *recorder)
{
	SCNetworkReachabilityFlags flags;

	pthread_mutex_lock(&recorder->lock);
	assert_int_not_equal(recorder->count, 0);
	flags = recorder->flags[(recorder->count - 1) % TEST_EVENTS_MAX];
	pthread_mutex_unlock(&recorder->lock);
	return flags;
}

static void serve_loop(int milliseconds)
{
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, milliseconds / 1000.0, true);
}

static void wait_for(struct recorder *recorder, unsigned int count)
{
	int64_t end = reach_test_now() + REACH_TEST_DEADLINE_MS;

	while (recorder_count(recorder) < count) {
		if (reach_test_now() >= end)
			fail_msg("%u callbacks, not %u, the last with 0x%x",
				 recorder_count(recorder), count,
				 recorder_count(recorder)
					 ? recorder_last(recorder)
					 : 0);
		serve_loop(100);
	}
}

void recorder_expect(struct recorder *recorder, unsigned int count)
{
	wait_for(recorder, count);
	assert_int_equal(recorder_count(recorder), count);
}

void recorder_expect_more(struct recorder *recorder)
{
	wait_for(recorder, recorder_count(recorder) + 1);
}

void recorder_expect_none(struct recorder *recorder)
{
	unsigned int before = recorder_count(recorder);
	int64_t end = reach_test_now() + REACH_TEST_SILENCE_MS;

	while (reach_test_now() < end) {
		/* Nothing scheduled: the loop returns at once. */
		if (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, true) ==
		    kCFRunLoopRunFinished)
			reach_test_readable(-1, 20);
	}
	assert_int_equal(recorder_count(recorder), before);
}

void recorder_expect_on_port(struct recorder *recorder, reach_port_ref port,
			     unsigned int count)
{
	int64_t end = reach_test_now() + REACH_TEST_DEADLINE_MS;

	while (recorder_count(recorder) < count) {
		if (reach_test_now() >= end)
			fail_msg("%u callbacks, not %u",
				 recorder_count(recorder), count);
		if (reach_test_readable(reach_port_get_fd(port), 100))
			reach_port_dispatch(port);
	}
	assert_int_equal(recorder_count(recorder), count);
}

/* For the time of silence; true if there was none. */
static bool is_heard_on_port(struct recorder *recorder, reach_port_ref port)
{
	unsigned int before = recorder_count(recorder);
	int64_t end = reach_test_now() + REACH_TEST_SILENCE_MS;

	while (reach_test_now() < end)
		if (reach_test_readable(reach_port_get_fd(port), 50))
			reach_port_dispatch(port);
	return recorder_count(recorder) != before;
}

void recorder_expect_none_on_port(struct recorder *recorder,
				  reach_port_ref port)
{
	assert_false(is_heard_on_port(recorder, port));
}

void recorder_settle_on_port(struct recorder *recorder, reach_port_ref port)
{
	while (is_heard_on_port(recorder, port))
		;
}

SCNetworkReachabilityRef recorder_schedule(struct recorder *recorder,
					   SCNetworkReachabilityRef target)
{
	count_anew(recorder);
	recorder_attach(recorder, target);
	assert_int_equal(
		SCNetworkReachabilityScheduleWithRunLoop(
			target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode),
		TRUE);
	return target;
}

void recorder_finish(struct recorder *recorder, SCNetworkReachabilityRef target)
{
	assert_int_equal(
		SCNetworkReachabilityUnscheduleFromRunLoop(
			target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode),
		TRUE);
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	assert_int_equal(recorder->retains, recorder->count + 1);
	assert_int_equal(recorder->releases, recorder->count + 1);
}

void test_change(const char *address, uint32_t before, const char *command,
		 uint32_t after)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(address));

	assert_int_equal(test_read(target), before);
	reach_test_run("%s", command);
	do
		recorder_expect_more(recorder);
	while (recorder_last(recorder) != after);
	recorder_finish(recorder, target);
	assert_flags(address, after);
}

static bool is_balanced(void *info)
{
	struct recorder *recorder = info;
	bool balanced;

	pthread_mutex_lock(&recorder->lock);
	balanced = recorder->releases == recorder->retains;
	pthread_mutex_unlock(&recorder->lock);
	return balanced;
}

void recorder_expect_balance(struct recorder *recorder)
{
	assert_true(reach_test_until(is_balanced, recorder,
				     REACH_TEST_DEADLINE_MS));
}
