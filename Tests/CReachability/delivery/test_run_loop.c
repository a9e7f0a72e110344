/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* How a loop runs: what ends a run, and what is served in it. The same holds
   for the toolchain's loops, except where it is said. */

#include "listener.h"

#include <dlfcn.h>
#include <errno.h>

#include "cf.h"
#include "run_loop.h"

#define DEFAULT kCFRunLoopDefaultMode
#define OTHER CFSTR("another mode")

/* In a mode of the current loop. */
static void join(struct listener *listener, CFStringRef mode)
{
	listener_init(listener);
	assert_int_equal(reach_delivery_new_run_loop(&listener_client, listener,
						     &listener->delivery),
			 0);
	assert_int_equal(reach_delivery_add_loop(listener->delivery,
						 CFRunLoopGetCurrent(), mode),
			 0);
}

static void leave(struct listener *listener)
{
	reach_delivery_cancel(listener->delivery);
	reach_delivery_free(listener->delivery);
	assert_int_equal(listener->held, 0);
}

static void a_mode_with_nothing_in_it_ends_at_once(void **state)
{
	struct listener listener;

	assert_int_equal(CFRunLoopRunInMode(OTHER, 5, false),
			 kCFRunLoopRunFinished);
	join(&listener, DEFAULT);
	assert_int_equal(CFRunLoopRunInMode(OTHER, 5, false),
			 kCFRunLoopRunFinished);
	leave(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, false),
			 kCFRunLoopRunFinished);
	CFRunLoopRun();
}

static void the_common_modes_are_no_mode_to_run_in(void **state)
{
	struct listener listener;

	join(&listener, kCFRunLoopCommonModes);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(kCFRunLoopCommonModes, 5, false),
			 kCFRunLoopRunFinished);
	assert_int_equal(listener.told, 0);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(listener.told, 1);
	leave(&listener);
}

static void a_run_takes_as_long_as_it_was_given(void **state)
{
	struct listener listener;
	int64_t start = reach_test_now();

	join(&listener, DEFAULT);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.05, false),
			 kCFRunLoopRunTimedOut);
	assert_in_range(reach_test_now() - start, 49, REACH_TEST_DEADLINE_MS);
	leave(&listener);
}

static void no_time_does_what_is_due(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0, false),
			 kCFRunLoopRunTimedOut);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0, false),
			 kCFRunLoopRunTimedOut);
	assert_int_equal(listener.told, 1);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, -1, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(listener.told, 2);
	leave(&listener);
}

static void one_call_ends_a_run_that_wants_one(void **state)
{
	struct listener first;
	struct listener second;

	join(&first, DEFAULT);
	join(&second, DEFAULT);
	listener_signal(&first);
	listener_signal(&second);
	for (unsigned int i = 1; i <= 2; i++) {
		assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
				 kCFRunLoopRunHandledSource);
		assert_int_equal(first.told + second.told, i);
	}
	assert_int_equal(first.told, 1);
	leave(&first);
	leave(&second);
}

static void only_what_is_in_the_mode_is_served(void **state)
{
	struct listener listener;
	struct listener idle;

	join(&listener, OTHER);
	join(&idle, DEFAULT);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	assert_int_equal(listener.told, 0);
	assert_int_equal(CFRunLoopRunInMode(OTHER, 5, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(listener.told, 1);
	leave(&listener);
	leave(&idle);
}

static void stop(struct listener *listener)
{
	CFRunLoopStop(CFRunLoopGetCurrent());
}

static void a_stop_inside_ends_the_run_and_no_other(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	listener.then = stop;
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, false),
			 kCFRunLoopRunStopped);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	listener_signal(&listener);
	CFRunLoopRun();
	assert_int_equal(listener.told, 3);
	leave(&listener);
}

static void a_loop_that_does_not_run_cannot_be_stopped(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	CFRunLoopStop(CFRunLoopGetCurrent());
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	leave(&listener);
}

static void nest_and_stop(struct listener *listener)
{
	struct listener *inner = listener->info;

	listener_signal(inner);
	assert_int_equal(CFRunLoopRunInMode(OTHER, 5, false),
			 kCFRunLoopRunStopped);
	assert_int_equal(inner->told, 1);
}

static void a_stop_ends_the_innermost_run(void **state)
{
	struct listener outer;
	struct listener inner;

	join(&outer, DEFAULT);
	join(&inner, OTHER);
	outer.then = nest_and_stop;
	outer.info = &inner;
	inner.then = stop;
	listener_signal(&outer);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	assert_int_equal(outer.told, 1);
	leave(&outer);
	leave(&inner);
}

static void nest_and_signal(struct listener *listener)
{
	listener_signal(listener->info);
	CFRunLoopRunInMode(OTHER, 0.02, false);
}

static void what_is_signalled_in_a_nested_run_is_not_forgotten(void **state)
{
	struct listener waiting;
	struct listener outer;
	struct listener inner;

	join(&waiting, DEFAULT);
	join(&outer, DEFAULT);
	join(&inner, OTHER);
	/* In both orders: it has had its turn, and it has not. */
	for (int i = 0; i < 2; i++) {
		struct listener *first = i ? &outer : &waiting;
		struct listener *second = i ? &waiting : &outer;

		first->then = stop;
		second->then = nest_and_signal;
		second->info = first;
		first->told = 0;
		listener_signal(second);
		assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, false),
				 kCFRunLoopRunStopped);
		assert_int_equal(first->told, 1);
	}
	leave(&waiting);
	leave(&outer);
	leave(&inner);
}

static void one_that_is_always_due_starves_nobody(void **state)
{
	struct listener busy;
	struct listener other;

	join(&busy, DEFAULT);
	join(&other, DEFAULT);
	busy.then = listener_signal;
	listener_signal(&busy);
	listener_signal(&other);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	assert_int_equal(other.told, 1);
	assert_true(busy.told > 1);
	leave(&busy);
	leave(&other);
}

static void each_is_served_once_in_a_pass(void **state)
{
	struct listener listeners[100];

	for (int i = 0; i < 100; i++)
		join(&listeners[i], DEFAULT);
	for (int pass = 0; pass < 3; pass++) {
		for (int i = 0; i < 100; i++)
			listener_signal(&listeners[i]);
		CFRunLoopRunInMode(DEFAULT, 0, false);
	}
	for (int i = 0; i < 100; i++) {
		assert_int_equal(listeners[i].told, 3);
		leave(&listeners[i]);
	}
}

static void leave_inside(struct listener *listener)
{
	struct listener *neighbour = listener->info;

	listener_cancel(listener);
	if (neighbour)
		listener_cancel(neighbour);
}

static void a_loop_may_be_left_inside(void **state)
{
	struct listener first;
	struct listener second;

	join(&first, DEFAULT);
	join(&second, DEFAULT);
	first.then = leave_inside;
	first.info = &second;
	second.then = leave_inside;
	second.info = &first;
	listener_signal(&first);
	listener_signal(&second);
	CFRunLoopRunInMode(DEFAULT, 0.02, false);
	assert_int_equal(first.told + second.told, 1);
	leave(&first);
	leave(&second);
}

static void *signal_later(void *info)
{
	listener_signal(info);
	return NULL;
}

static void another_thread_wakes_a_loop(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	for (unsigned int i = 1; i <= 300; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, signal_later, &listener);
		assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
				 kCFRunLoopRunHandledSource);
		assert_int_equal(listener.told, i);
		pthread_join(thread, NULL);
	}
	leave(&listener);
}

struct waker {
	CFRunLoopRef loop;
	void (*call)(CFRunLoopRef loop);
	bool done;
};

/* Again and again: the first may come before the loop runs. */
static void *call_repeatedly(void *info)
{
	struct waker *waker = info;

	while (!__atomic_load_n(&waker->done, __ATOMIC_ACQUIRE)) {
		waker->call(waker->loop);
		reach_test_readable(-1, 1);
	}
	return NULL;
}

static SInt32 run_while_called(void (*call)(CFRunLoopRef loop), double seconds)
{
	struct waker waker = {.loop = CFRunLoopGetCurrent(), .call = call};
	pthread_t thread;
	SInt32 result;

	pthread_create(&thread, NULL, call_repeatedly, &waker);
	result = CFRunLoopRunInMode(DEFAULT, seconds, true);
	__atomic_store_n(&waker.done, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	return result;
}

static void another_thread_stops_a_loop(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	assert_int_equal(run_while_called(CFRunLoopStop, 5),
			 kCFRunLoopRunStopped);
	leave(&listener);
}

static void waking_for_nothing_ends_nothing(void **state)
{
	struct listener listener;

	join(&listener, DEFAULT);
	assert_int_equal(run_while_called(CFRunLoopWakeUp, 0.05),
			 kCFRunLoopRunTimedOut);
	leave(&listener);
}

static void *cancel_later(void *info)
{
	listener_cancel(info);
	return NULL;
}

static void do_nothing(struct reach_source *source)
{
}

/* Where it is not it cannot be removed, and stays where it is. */
static void removing_from_another_mode_has_no_effect(void **state)
{
	struct reach_source source = {
		.perform = do_nothing,
		.retain = do_nothing,
		.release = do_nothing,
	};
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	struct listener listener;

	if (reach_cf_is_genuine())
		return;
	join(&listener, OTHER);
	assert_int_equal(reach_run_loop_add(loop, &source, DEFAULT), 0);
	reach_run_loop_remove(loop, &source, OTHER);
	reach_run_loop_remove(loop, &source, CFSTR("a third"));
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0, false),
			 kCFRunLoopRunTimedOut);
	reach_run_loop_remove(loop, &source, DEFAULT);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, false),
			 kCFRunLoopRunFinished);
	leave(&listener);
}

static void a_wait_for_nothing_more_ends(void **state)
{
	struct listener listener;
	pthread_t thread;

	/* The toolchain's loops go on until they are woken. */
	if (reach_cf_is_genuine())
		return;
	join(&listener, DEFAULT);
	pthread_create(&thread, NULL, cancel_later, &listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, false),
			 kCFRunLoopRunFinished);
	pthread_join(thread, NULL);
	leave(&listener);
}

static void without_a_block_runtime_there_are_no_blocks(void **state)
{
	/* With one: test_current_loop.c. */
	if (dlsym(RTLD_DEFAULT, "_Block_copy"))
		return;
	assert_int_equal(reach_delivery_perform_block(CFRunLoopGetCurrent(),
						      DEFAULT, &state),
			 -ENOSYS);
}

/* The toolchain's main loop always has the main queue to wait for. */
static void *run_all(void *info)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(a_mode_with_nothing_in_it_ends_at_once),
		REACH_TEST(the_common_modes_are_no_mode_to_run_in),
		REACH_TEST(a_run_takes_as_long_as_it_was_given),
		REACH_TEST(no_time_does_what_is_due),
		REACH_TEST(one_call_ends_a_run_that_wants_one),
		REACH_TEST(only_what_is_in_the_mode_is_served),
		REACH_TEST(a_stop_inside_ends_the_run_and_no_other),
		REACH_TEST(a_loop_that_does_not_run_cannot_be_stopped),
		REACH_TEST(a_stop_ends_the_innermost_run),
		REACH_TEST(what_is_signalled_in_a_nested_run_is_not_forgotten),
		REACH_TEST(one_that_is_always_due_starves_nobody),
		REACH_TEST(each_is_served_once_in_a_pass),
		REACH_TEST(a_loop_may_be_left_inside),
		REACH_TEST(another_thread_wakes_a_loop),
		REACH_TEST(another_thread_stops_a_loop),
		REACH_TEST(waking_for_nothing_ends_nothing),
		REACH_TEST(removing_from_another_mode_has_no_effect),
		REACH_TEST(a_wait_for_nothing_more_ends),
		REACH_TEST(without_a_block_runtime_there_are_no_blocks),
	};

	return (void *)(intptr_t)cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
	pthread_t thread;
	void *failures;

	if (pthread_create(&thread, NULL, run_all, NULL) ||
	    pthread_join(thread, &failures))
		return 1;
	return (int)(intptr_t)failures;
}
