/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Somebody else's threads: executors, and queues of the toolchain's
   libdispatch. */

#include "libdispatch.h"
#include "listener.h"

/* Keeps what it is given until the test does it. */
struct drawer {
	void (*work)(void *info);
	void *info;
	unsigned int given;
	int held;
};

static void put_away(void *info, void (*work)(void *), void *work_info)
{
	struct drawer *drawer = info;

	assert_null(drawer->work);
	drawer->work = work;
	drawer->info = work_info;
	drawer->given++;
}

static void hold(void *info)
{
	((struct drawer *)info)->held++;
}

static void drop(void *info)
{
	((struct drawer *)info)->held--;
}

static void do_work(struct drawer *drawer)
{
	void (*work)(void *) = drawer->work;

	drawer->work = NULL;
	work(drawer->info);
}

static void begin(struct listener *listener, struct drawer *drawer)
{
	const struct reach_executor executor = {
		.info = drawer,
		.execute = put_away,
		.retain = hold,
		.release = drop,
	};

	*drawer = (struct drawer){.work = NULL};
	listener_init(listener);
	assert_int_equal(reach_delivery_new_executor(&listener_client, listener,
						     &executor,
						     &listener->delivery),
			 0);
}

static void an_executor_gets_one_piece_of_work_at_a_time(void **state)
{
	struct listener listener;
	struct drawer drawer;

	begin(&listener, &drawer);
	assert_int_equal(drawer.held, 1);
	for (unsigned int i = 1; i <= 3; i++) {
		listener_signal(&listener);
		listener_signal(&listener);
		assert_int_equal(drawer.given, i);
		do_work(&drawer);
		assert_int_equal(listener.told, i);
	}
	reach_delivery_cancel(listener.delivery);
	assert_int_equal(drawer.held, 1);
	reach_delivery_free(listener.delivery);
	assert_int_equal(drawer.held, 0);
}

static void work_that_comes_late_finds_the_client_and_the_executor(void **state)
{
	struct listener listener;
	struct drawer drawer;

	begin(&listener, &drawer);
	listener_signal(&listener);
	reach_delivery_cancel(listener.delivery);
	reach_delivery_free(listener.delivery);
	assert_int_equal(listener.held, 1);
	assert_int_equal(drawer.held, 1);
	do_work(&drawer);
	assert_int_equal(listener.held, 0);
	assert_int_equal(drawer.held, 0);
}

static void execute_at_once(void *info, void (*work)(void *), void *work_info)
{
	work(work_info);
}

static void signal_twice_more(struct listener *listener)
{
	if (listener->told < 3)
		listener_signal(listener);
}

static void an_executor_may_do_it_at_once(void **state)
{
	const struct reach_executor executor = {.execute = execute_at_once};
	struct listener listener;

	listener_init(&listener);
	listener.then = signal_twice_more;
	assert_int_equal(reach_delivery_new_executor(&listener_client,
						     &listener, &executor,
						     &listener.delivery),
			 0);
	listener_signal(&listener);
	assert_int_equal(listener.told, 3);
	assert_int_equal(listener.most, 1);
	reach_delivery_cancel(listener.delivery);
	reach_delivery_free(listener.delivery);
	assert_int_equal(listener.held, 0);
}

static dispatch_queue_t begin_on_queue(struct listener *listener,
				       bool concurrent)
{
	dispatch_queue_t queue;

	if (!dispatch_queue_create)
		reach_test_skip("libdispatch");
	queue = dispatch_queue_create(
		"test", concurrent ? &_dispatch_queue_attr_concurrent : NULL);
	listener_init(listener);
	assert_int_equal(reach_delivery_new_queue(&listener_client, listener,
						  queue, &listener->delivery),
			 0);
	return queue;
}

static void nothing(void *info)
{
}

static void end_on_queue(struct listener *listener, dispatch_queue_t queue)
{
	reach_delivery_cancel(listener->delivery);
	dispatch_barrier_sync_f(queue, NULL, nothing);
	assert_true(listener_is_let_go(listener));
	reach_delivery_free(listener->delivery);
	dispatch_release(queue);
}

static void a_queue_is_told_once_for_many_signals(void **state)
{
	struct listener listener;
	dispatch_queue_t queue = begin_on_queue(&listener, false);

	for (unsigned int i = 1; i <= 100; i++) {
		dispatch_suspend(queue);
		for (int j = 0; j < 10; j++)
			listener_signal(&listener);
		dispatch_resume(queue);
		dispatch_barrier_sync_f(queue, NULL, nothing);
		assert_int_equal(listener_get_told(&listener), i);
	}
	end_on_queue(&listener, queue);
}

static void *signal_often(void *info)
{
	for (int i = 0; i < 5000; i++)
		listener_signal(info);
	return NULL;
}

static void performances_on_a_concurrent_queue_do_not_overlap(void **state)
{
	struct listener listener;
	dispatch_queue_t queue = begin_on_queue(&listener, true);
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, signal_often, &listener);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert_true(listener_is_let_go(&listener));
	assert_int_equal(listener.most, 1);
	assert_in_range(listener.told, 1, 15000);
	end_on_queue(&listener, queue);
}

static void after_a_cancel_and_a_barrier_there_is_silence(void **state)
{
	for (int i = 0; i < 200; i++) {
		struct listener listener;
		dispatch_queue_t queue = begin_on_queue(&listener, false);
		unsigned int told;

		listener_signal(&listener);
		reach_delivery_cancel(listener.delivery);
		dispatch_barrier_sync_f(queue, NULL, nothing);
		told = listener_get_told(&listener);
		listener_signal(&listener);
		dispatch_barrier_sync_f(queue, NULL, nothing);
		assert_int_equal(listener_get_told(&listener), told);
		end_on_queue(&listener, queue);
	}
}

static void note(void *info)
{
	__atomic_store_n((bool *)info, true, __ATOMIC_SEQ_CST);
}

static bool is_noted(void *info)
{
	return __atomic_load_n((bool *)info, __ATOMIC_SEQ_CST);
}

static void a_queue_lives_as_long_as_its_delivery(void **state)
{
	struct listener listener;
	dispatch_queue_t queue = begin_on_queue(&listener, false);
	bool ended = false;

	dispatch_set_context(queue, &ended);
	dispatch_set_finalizer_f(queue, note);
	dispatch_release(queue);
	listener_signal(&listener);
	assert_true(listener_is_told(&listener, 1));
	assert_true(listener_is_let_go(&listener));
	assert_false(is_noted(&ended));
	reach_delivery_cancel(listener.delivery);
	reach_delivery_free(listener.delivery);
	assert_true(reach_test_until(is_noted, &ended, REACH_TEST_DEADLINE_MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(an_executor_gets_one_piece_of_work_at_a_time),
		REACH_TEST(
			work_that_comes_late_finds_the_client_and_the_executor),
		REACH_TEST(an_executor_may_do_it_at_once),
		REACH_TEST(a_queue_is_told_once_for_many_signals),
		REACH_TEST(performances_on_a_concurrent_queue_do_not_overlap),
		REACH_TEST(after_a_cancel_and_a_barrier_there_is_silence),
		REACH_TEST(a_queue_lives_as_long_as_its_delivery),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
