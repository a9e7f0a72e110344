/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* CONF-44, CONF-45, CONF-51 to CONF-67 on run loops. Names are in
   test_schedule_name.c, the context in test_context.c. */

#include "recorder.h"

#include <dlfcn.h>

#define DEFAULT kCFRunLoopDefaultMode
#define schedule SCNetworkReachabilityScheduleWithRunLoop
#define unschedule SCNetworkReachabilityUnscheduleFromRunLoop

static const char anywhere[] = "198.51.100.1";

static void conf_44_what_is_no_loop_or_mode_is_refused(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	CFRunLoopRef loop = CFRunLoopGetCurrent();

	assert_int_equal(schedule(target, NULL, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(schedule(target, loop, NULL), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(schedule(target, (CFRunLoopRef)DEFAULT, DEFAULT),
			 FALSE);
	assert_int_equal(schedule(NULL, loop, DEFAULT), FALSE);
	assert_int_equal(schedule((void *)DEFAULT, loop, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

static void conf_45_an_address_is_silent_while_nothing_changes(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));

	assert_int_equal(test_read(target), 0x2);
	recorder_expect_none(recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_51_the_default_route_goes_and_comes(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("0.0.0.0"));

	reach_test_run("ip -6 route del default");
	for (int i = 0; i < 5; i++) {
		reach_test_run("ip route del default");
		recorder_expect_flags(recorder, 0);
		reach_test_run("ip route add default via 192.0.2.1");
		recorder_expect_flags(recorder, 0x2);
	}
	for (unsigned int i = 0; i < recorder->count; i++)
		assert_int_equal(recorder->inside[i], recorder->flags[i]);
	recorder_finish(recorder, target);
}

static void add_second_interface(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip link set w1 up && ip link set w0 up");
	reach_test_settle_link("w0");
}

static void conf_52_another_interface_is_a_change(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	add_second_interface();
	target = recorder_schedule(recorder, test_target(anywhere));
	reach_test_run("ip route replace default via 203.0.113.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

static void conf_53_unrelated_changes_are_silent(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));

	reach_test_run("ip route add 203.0.113.0/24 via 192.0.2.1 && "
		       "ip addr add 192.0.2.77/32 dev v0 && "
		       "ip route add blackhole 203.0.113.9/32 && "
		       "ip link add x0 type veth peer name x1 && "
		       "ip link set x0 up && ip link del x0");
	recorder_expect_none(recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* A witness on a port tells when the last change was looked at. */
static void conf_54_a_blocked_loop_hears_the_current_word_once(void **state)
{
	struct recorder *recorder = recorder_new();
	struct recorder *witness = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));
	SCNetworkReachabilityRef other = test_target(anywhere);
	reach_port_ref port = reach_port_create();

	recorder_attach(witness, other);
	assert_int_equal(reach_set_port(other, port), TRUE);
	for (int i = 0; i < 5; i++)
		reach_test_run("ip route del default && "
			       "ip route add default via 192.0.2.1");
	recorder_settle_on_port(witness, port);
	assert_int_equal(test_read(other), 0x2);
	assert_int_equal(reach_set_port(other, NULL), TRUE);
	CFRelease(other);
	reach_port_release(port);
	/* None if every look found it reachable. */
	CFRunLoopRunInMode(DEFAULT, REACH_TEST_SILENCE_MS / 1000.0, true);
	if (recorder_count(recorder)) {
		recorder_expect(recorder, 1);
		assert_int_equal(recorder_last(recorder), 0x2);
	}
	assert_int_equal(test_read(target), 0x2);
	recorder_expect_none(recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_55_pairs_of_loop_and_mode_are_counted(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));
	CFRunLoopRef loop = CFRunLoopGetCurrent();

	assert_int_equal(schedule(target, loop, DEFAULT), TRUE);
	assert_int_equal(unschedule(target, loop, DEFAULT), TRUE);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_int_equal(unschedule(target, loop, DEFAULT), TRUE);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_none(recorder);
	assert_int_equal(unschedule(target, loop, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(schedule(target, loop, DEFAULT), TRUE);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_56_only_the_mode_it_is_in_delivers(void **state)
{
	CFStringRef mode = CFSTR("another mode");
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	SCNetworkReachabilityRef target = test_target(anywhere);
	struct recorder *recorder = recorder_new();

	recorder_attach(recorder, target);
	assert_int_equal(schedule(target, loop, mode), TRUE);
	reach_test_run("ip route del default");
	recorder_expect_none(recorder);
	assert_int_equal(CFRunLoopRunInMode(mode, 5, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(recorder_count(recorder), 1);
	assert_int_equal(unschedule(target, loop, mode), TRUE);
	CFRelease(target);
}

struct looper {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ready;
	CFRunLoopRef loop;
	SCNetworkReachabilityRef target;
};

static void *run_loop(void *info)
{
	struct looper *looper = info;

	schedule(looper->target, CFRunLoopGetCurrent(), DEFAULT);
	pthread_mutex_lock(&looper->lock);
	looper->loop = (CFRunLoopRef)CFRetain(CFRunLoopGetCurrent());
	pthread_cond_signal(&looper->ready);
	pthread_mutex_unlock(&looper->lock);
	CFRunLoopRun();
	return NULL;
}

static void start_looper(struct looper *looper, SCNetworkReachabilityRef target)
{
	*looper = (struct looper){.lock = PTHREAD_MUTEX_INITIALIZER,
				  .ready = PTHREAD_COND_INITIALIZER,
				  .target = target};
	pthread_create(&looper->thread, NULL, run_loop, looper);
	pthread_mutex_lock(&looper->lock);
	while (!looper->loop)
		pthread_cond_wait(&looper->ready, &looper->lock);
	pthread_mutex_unlock(&looper->lock);
}

static void stop_looper(struct looper *looper)
{
	CFRunLoopStop(looper->loop);
	pthread_join(looper->thread, NULL);
	CFRelease(looper->loop);
}

static bool has_one(void *info)
{
	return recorder_count(info) >= 1;
}

static void conf_57_two_loops_share_one_callback(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	struct recorder *recorder = recorder_new();
	struct looper first;
	struct looper second;

	recorder_attach(recorder, target);
	start_looper(&first, target);
	start_looper(&second, target);
	reach_test_run("ip route del default");
	assert_true(
		reach_test_until(has_one, recorder, REACH_TEST_DEADLINE_MS));
	recorder_expect_none(recorder);
	assert_int_equal(recorder_count(recorder), 1);
	assert_int_equal(unschedule(target, first.loop, DEFAULT), TRUE);
	assert_int_equal(unschedule(target, second.loop, DEFAULT), TRUE);
	stop_looper(&first);
	stop_looper(&second);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

static void conf_58_what_was_never_scheduled_is_refused(void **state)
{
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	SCNetworkReachabilityRef target = test_target(anywhere);

	assert_int_equal(unschedule(target, loop, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

static void
conf_59_a_pair_that_was_never_scheduled_changes_nothing(void **state)
{
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));

	assert_int_equal(unschedule(target, loop, CFSTR("never")), TRUE);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_62_no_queue_ends_every_loop(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));
	CFRunLoopRef loop = CFRunLoopGetCurrent();

	assert_int_equal(schedule(target, loop, CFSTR("another")), TRUE);
	assert_int_equal(SCNetworkReachabilitySetDispatchQueue(target, NULL),
			 TRUE);
	assert_int_equal(unschedule(target, loop, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	reach_test_run("ip route del default");
	recorder_expect_none(recorder);
	assert_int_equal(SCNetworkReachabilitySetDispatchQueue(target, NULL),
			 FALSE);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

static void conf_63_the_callback_runs_on_the_loops_thread(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));

	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_true(pthread_equal(recorder->thread, pthread_self()));
	recorder_finish(recorder, target);
}

static void unschedule_inside(struct recorder *recorder,
			      SCNetworkReachabilityRef target)
{
	*(Boolean *)recorder->info =
		unschedule(target, CFRunLoopGetCurrent(), DEFAULT);
}

static void conf_64_unscheduling_inside_the_callback_ends_it(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));
	Boolean result = FALSE;

	recorder_then(recorder, unschedule_inside, &result);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_int_equal(result, TRUE);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_none(recorder);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

static void conf_65_a_schedule_keeps_the_target_alive(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));

	CFRelease(target);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_int_equal(recorder->releases, 1);
	assert_int_equal(unschedule(target, CFRunLoopGetCurrent(), DEFAULT),
			 TRUE);
	recorder_expect_balance(recorder);
}

static void conf_66_schedules_follow_one_another(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(anywhere));
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	reach_port_ref port = reach_port_create();

	assert_non_null(port);
	assert_int_equal(unschedule(target, loop, DEFAULT), TRUE);
	reach_test_run("ip route del default");
	assert_int_equal(test_read(target), 0);
	assert_int_equal(reach_set_port(target, port), TRUE);
	assert_int_equal(schedule(target, loop, DEFAULT), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_on_port(recorder, port, 1);
	assert_int_equal(reach_set_port(target, port), FALSE);
	assert_int_equal(reach_set_port(target, NULL), TRUE);
	assert_int_equal(reach_set_port(target, NULL), FALSE);
	assert_int_equal(schedule(target, loop, DEFAULT), TRUE);
	assert_int_equal(reach_set_port(target, port), FALSE);
	assert_int_equal(test_read(target), 0x2);
	reach_test_run("ip route del default");
	recorder_expect(recorder, 2);
	reach_port_release(port);
	recorder_finish(recorder, target);
}

static void a_port_delivers_when_it_is_dispatched(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	reach_port_ref port = reach_port_create();
	struct recorder *recorder = recorder_new();

	assert_non_null(port);
	recorder_attach(recorder, target);
	assert_int_equal(reach_set_port(target, port), TRUE);
	recorder_expect_none_on_port(recorder, port);
	reach_test_run("ip route del default");
	assert_true(reach_test_readable(reach_port_get_fd(port),
					REACH_TEST_DEADLINE_MS));
	assert_int_equal(recorder_count(recorder), 0);
	assert_int_equal(reach_port_dispatch(port), 1);
	assert_int_equal(recorder_count(recorder), 1);
	assert_int_equal(reach_port_dispatch(port), 0);
	assert_false(reach_test_readable(reach_port_get_fd(port), 0));
	assert_int_equal(reach_set_port(target, NULL), TRUE);
	reach_port_release(port);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

static void without_libdispatch_there_are_no_queues(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	dispatch_queue_t queue = (dispatch_queue_t)(void *)anywhere;

	/* The tests with queues are in test_schedule_queue.c. */
	if (!dlsym(RTLD_DEFAULT, "dispatch_async_f")) {
		assert_int_equal(
			SCNetworkReachabilitySetDispatchQueue(target, queue),
			FALSE);
		assert_int_equal(SCError(), kSCStatusFailed);
	}
	assert_int_equal(SCNetworkReachabilitySetDispatchQueue(target, NULL),
			 FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

/* As the headers declare CFRunLoopPerformBlock for compilers with blocks. */
void reach_CFRunLoopPerformBlock(CFRunLoopRef loop, CFTypeRef mode,
				 const void *block);

static void without_a_block_runtime_no_block_is_called(void **state)
{
	if (dlsym(RTLD_DEFAULT, "_Block_copy"))
		return;
	assert_false(SCNetworkReachabilityGetFlags(NULL, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	reach_CFRunLoopPerformBlock(CFRunLoopGetCurrent(),
				    kCFRunLoopDefaultMode, NULL);
	assert_int_equal(SCError(), kSCStatusFailed);
	assert_int_equal(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true),
			 kCFRunLoopRunFinished);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter_routed,
			conf_44_what_is_no_loop_or_mode_is_refused),
		TEST_IN(reach_test_enter_routed,
			conf_45_an_address_is_silent_while_nothing_changes),
		TEST_IN(reach_test_enter_routed,
			conf_51_the_default_route_goes_and_comes),
		TEST_IN(reach_test_enter_routed,
			conf_52_another_interface_is_a_change),
		TEST_IN(reach_test_enter_routed,
			conf_53_unrelated_changes_are_silent),
		TEST_IN(reach_test_enter_routed,
			conf_54_a_blocked_loop_hears_the_current_word_once),
		TEST_IN(reach_test_enter_routed,
			conf_55_pairs_of_loop_and_mode_are_counted),
		TEST_IN(reach_test_enter_routed,
			conf_56_only_the_mode_it_is_in_delivers),
		TEST_IN(reach_test_enter_routed,
			conf_57_two_loops_share_one_callback),
		TEST_IN(reach_test_enter_routed,
			conf_58_what_was_never_scheduled_is_refused),
		TEST_IN(reach_test_enter_routed,
			conf_59_a_pair_that_was_never_scheduled_changes_nothing),
		TEST_IN(reach_test_enter_routed,
			conf_62_no_queue_ends_every_loop),
		TEST_IN(reach_test_enter_routed,
			conf_63_the_callback_runs_on_the_loops_thread),
		TEST_IN(reach_test_enter_routed,
			conf_64_unscheduling_inside_the_callback_ends_it),
		TEST_IN(reach_test_enter_routed,
			conf_65_a_schedule_keeps_the_target_alive),
		TEST_IN(reach_test_enter_routed,
			conf_66_schedules_follow_one_another),
		TEST_IN(reach_test_enter_routed,
			a_port_delivers_when_it_is_dispatched),
		REACH_TEST_IN(reach_test_enter_routed,
			      without_libdispatch_there_are_no_queues),
		TEST_IN(reach_test_enter_routed,
			without_a_block_runtime_no_block_is_called),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
