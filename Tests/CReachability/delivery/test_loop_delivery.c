/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* One delivery in many loops and modes, of both worlds. */

#include "listener.h"

#include <errno.h>
#include <string.h>

#include "cf.h"

#define DEFAULT kCFRunLoopDefaultMode
#define COMMON kCFRunLoopCommonModes
#define OTHER CFSTR("another mode")

static void begin(struct listener *listener)
{
	listener_init(listener);
	assert_int_equal(reach_delivery_new_run_loop(&listener_client, listener,
						     &listener->delivery),
			 0);
	assert_int_equal(reach_delivery_get_kind(listener->delivery),
			 REACH_DELIVERY_RUN_LOOP);
}

static void end(struct listener *listener)
{
	reach_delivery_cancel(listener->delivery);
	assert_true(listener_is_let_go(listener));
	reach_delivery_free(listener->delivery);
}

static void add(struct listener *listener, CFStringRef mode)
{
	assert_int_equal(reach_delivery_add_loop(listener->delivery,
						 CFRunLoopGetCurrent(), mode),
			 0);
}

/* True if it was the last pair. */
static bool drop(struct listener *listener, CFStringRef mode)
{
	bool empty = false;

	assert_int_equal(reach_delivery_remove_loop(listener->delivery,
						    CFRunLoopGetCurrent(), mode,
						    &empty),
			 0);
	return empty;
}

/* What a signal leads to in a mode of this loop. */
static unsigned int deliver_in(struct listener *listener, CFStringRef mode)
{
	unsigned int before = listener->told;

	listener_signal(listener);
	CFRunLoopRunInMode(mode, 0, false);
	return listener->told - before;
}

static void pairs_are_counted(void **state)
{
	struct listener listener;

	begin(&listener);
	add(&listener, DEFAULT);
	add(&listener, DEFAULT);
	add(&listener, OTHER);
	assert_false(drop(&listener, DEFAULT));
	assert_int_equal(deliver_in(&listener, DEFAULT), 1);
	assert_false(drop(&listener, DEFAULT));
	assert_int_equal(deliver_in(&listener, DEFAULT), 0);
	assert_int_equal(deliver_in(&listener, OTHER), 1);
	assert_true(drop(&listener, OTHER));
	end(&listener);
}

static void a_pair_that_is_not_there_is_told_apart(void **state)
{
	struct listener listener;
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	bool empty = true;

	begin(&listener);
	add(&listener, DEFAULT);
	assert_int_equal(reach_delivery_remove_loop(listener.delivery, loop,
						    OTHER, &empty),
			 -ENOENT);
	assert_int_equal(reach_delivery_remove_loop(listener.delivery, loop,
						    COMMON, &empty),
			 -ENOENT);
	assert_true(empty);
	assert_int_equal(deliver_in(&listener, DEFAULT), 1);
	end(&listener);
}

static void modes_are_compared_by_what_they_say(void **state)
{
	struct listener listener;
	CFStringRef first =
		CFStringCreateWithCString(NULL, "same", kCFStringEncodingUTF8);
	CFStringRef second =
		CFStringCreateWithCString(NULL, "same", kCFStringEncodingUTF8);

	begin(&listener);
	add(&listener, first);
	CFRelease(first);
	assert_int_equal(deliver_in(&listener, second), 1);
	assert_true(drop(&listener, second));
	CFRelease(second);
	end(&listener);
}

static void the_common_modes_take_the_default_mode_along(void **state)
{
	struct listener listener;

	begin(&listener);
	add(&listener, COMMON);
	assert_int_equal(deliver_in(&listener, DEFAULT), 1);
	assert_int_equal(deliver_in(&listener, OTHER), 0);
	CFRunLoopRunInMode(DEFAULT, 0, false);
	add(&listener, DEFAULT);
	assert_false(drop(&listener, COMMON));
	assert_int_equal(deliver_in(&listener, DEFAULT), 0);
	assert_true(drop(&listener, DEFAULT));
	end(&listener);
}

static void two_loops_share_each_delivery(void **state)
{
	struct listener listener;
	struct looper first;
	struct looper second;

	begin(&listener);
	looper_start(&first, &listener);
	looper_start(&second, &listener);
	looper_run(&first);
	looper_run(&second);
	for (unsigned int i = 1; i <= 300; i++) {
		listener_signal(&listener);
		assert_true(listener_is_told(&listener, i));
		assert_int_equal(listener_get_told(&listener), i);
	}
	looper_finish(&first);
	looper_finish(&second);
	assert_int_equal(listener.told, 300);
	assert_int_equal(listener.most, 1);
	end(&listener);
}

static void a_loop_that_waits_serves_for_one_that_does_not(void **state)
{
	struct listener listener;
	struct looper blocked;
	struct looper waiting;

	begin(&listener);
	looper_start(&blocked, &listener);
	looper_start(&waiting, &listener);
	looper_run(&waiting);
	for (unsigned int i = 1; i <= 20; i++) {
		listener_signal(&listener);
		assert_true(listener_is_told(&listener, i));
	}
	looper_finish(&waiting);
	assert_true(pthread_equal(listener.thread, waiting.thread));
	/* Left to the one loop that still has it. */
	listener_signal(&listener);
	looper_run(&blocked);
	assert_true(listener_is_told(&listener, 21));
	looper_finish(&blocked);
	assert_true(pthread_equal(listener.thread, blocked.thread));
	end(&listener);
}

static void a_signal_waits_for_a_loop(void **state)
{
	struct listener listener;

	begin(&listener);
	listener_signal(&listener);
	assert_int_equal(listener.held, 1);
	add(&listener, OTHER);
	CFRunLoopRunInMode(OTHER, 0, false);
	assert_int_equal(listener.told, 1);
	end(&listener);
}

static void what_is_cancelled_is_not_told(void **state)
{
	struct listener listener;

	begin(&listener);
	add(&listener, DEFAULT);
	listener_signal(&listener);
	reach_delivery_cancel(listener.delivery);
	assert_int_equal(listener.held, 0);
	assert_int_equal(deliver_in(&listener, DEFAULT), 0);
	reach_delivery_free(listener.delivery);
}

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool inside;
	bool open;
};

static void wait_at_gate(struct listener *listener)
{
	struct gate *gate = listener->info;

	pthread_mutex_lock(&gate->lock);
	gate->inside = true;
	pthread_cond_broadcast(&gate->changed);
	while (!gate->open)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

static void a_cancel_does_not_wait_for_a_performance(void **state)
{
	struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER,
			    .changed = PTHREAD_COND_INITIALIZER};
	struct listener listener;
	struct looper looper;

	begin(&listener);
	listener.then = wait_at_gate;
	listener.info = &gate;
	looper_start(&looper, &listener);
	looper_run(&looper);
	listener_signal(&listener);
	pthread_mutex_lock(&gate.lock);
	while (!gate.inside)
		pthread_cond_wait(&gate.changed, &gate.lock);
	pthread_mutex_unlock(&gate.lock);
	listener_signal(&listener);
	reach_delivery_cancel(listener.delivery);
	assert_int_equal(listener_get_held(&listener), 1);
	pthread_mutex_lock(&gate.lock);
	gate.open = true;
	pthread_cond_broadcast(&gate.changed);
	pthread_mutex_unlock(&gate.lock);
	assert_true(listener_is_let_go(&listener));
	assert_int_equal(listener_get_told(&listener), 1);
	looper_finish(&looper);
	reach_delivery_free(listener.delivery);
}

static void *signal_often(void *info)
{
	for (int i = 0; i < 50; i++)
		listener_signal(info);
	return NULL;
}

static void cancels_race_with_signals_and_loops(void **state)
{
	for (int i = 0; i < 200; i++) {
		struct listener listener;
		struct looper looper;
		pthread_t thread;

		begin(&listener);
		looper_start(&looper, &listener);
		looper_run(&looper);
		pthread_create(&thread, NULL, signal_often, &listener);
		/* At a different moment each time. */
		if (i % 2)
			listener_is_told(&listener, 1);
		reach_delivery_cancel(listener.delivery);
		pthread_join(thread, NULL);
		assert_true(listener_is_let_go(&listener));
		assert_in_range(listener.most, 0, 1);
		looper_finish(&looper);
		reach_delivery_free(listener.delivery);
	}
}

static void a_loop_whose_thread_has_ended_can_be_left(void **state)
{
	struct listener listener;
	struct looper looper;
	CFRunLoopRef loop;
	bool empty = false;

	begin(&listener);
	looper_start(&looper, &listener);
	loop = looper.loop;
	/* Once more, so that the thread leaves it behind. */
	assert_int_equal(
		reach_delivery_add_loop(listener.delivery, loop, DEFAULT), 0);
	looper_finish(&looper);
	listener_signal(&listener);
	assert_int_equal(reach_delivery_remove_loop(listener.delivery, loop,
						    DEFAULT, &empty),
			 0);
	assert_true(empty);
	end(&listener);
}

static void loops_are_told_from_other_objects(void **state)
{
	assert_true(reach_delivery_is_run_loop(CFRunLoopGetCurrent()));
	assert_true(reach_delivery_is_run_loop(CFRunLoopGetMain()));
	assert_false(reach_delivery_is_run_loop(NULL));
	assert_false(reach_delivery_is_run_loop(DEFAULT));
}

/* Whoever prints a loop sees whose source that is. */
static void it_describes_itself_in_the_toolchains_loop(void **state)
{
	static char text[65536];
	struct listener listener;
	CFStringRef description;

	if (!reach_cf_is_genuine())
		return;
	begin(&listener);
	add(&listener, DEFAULT);
	description = CFCopyDescription(CFRunLoopGetCurrent());
	assert_true(CFStringGetCString(description, text, sizeof(text),
				       kCFStringEncodingUTF8));
	assert_non_null(strstr(text, "<SCNetworkReachability RLS>"));
	CFRelease(description);
	assert_true(drop(&listener, DEFAULT));
	end(&listener);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(pairs_are_counted),
		REACH_TEST(it_describes_itself_in_the_toolchains_loop),
		REACH_TEST(a_pair_that_is_not_there_is_told_apart),
		REACH_TEST(modes_are_compared_by_what_they_say),
		REACH_TEST(the_common_modes_take_the_default_mode_along),
		REACH_TEST(two_loops_share_each_delivery),
		REACH_TEST(a_loop_that_waits_serves_for_one_that_does_not),
		REACH_TEST(a_signal_waits_for_a_loop),
		REACH_TEST(what_is_cancelled_is_not_told),
		REACH_TEST(a_cancel_does_not_wait_for_a_performance),
		REACH_TEST(cancels_race_with_signals_and_loops),
		REACH_TEST(a_loop_whose_thread_has_ended_can_be_left),
		REACH_TEST(loops_are_told_from_other_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
