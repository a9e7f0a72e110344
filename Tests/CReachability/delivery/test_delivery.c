/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The state machine, with kinds of its own that do as they are told. */

#include "carrier.h"

#include <dlfcn.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "listener.h"

/* A journey that ends when the test says so. */
struct fake {
	struct reach_delivery base;
	unsigned int carried;
	/* on its way, with a reference */
	bool underway;
	bool can_withdraw;
	/* cancelled by another thread as it sets out */
	bool is_overtaken;
	bool *destroyed;
};

static struct fake *of(struct reach_delivery *delivery)
{
	return (struct fake *)delivery;
}

static void carry(struct reach_delivery *delivery)
{
	if (of(delivery)->is_overtaken)
		reach_delivery_cancel(delivery);
	reach_delivery_ref(delivery);
	of(delivery)->carried++;
	of(delivery)->underway = true;
}

static bool withdraw(struct reach_delivery *delivery)
{
	if (!of(delivery)->can_withdraw || !of(delivery)->underway)
		return false;
	of(delivery)->underway = false;
	reach_delivery_unref(delivery);
	return true;
}

static void destroy(struct reach_delivery *delivery)
{
	if (of(delivery)->destroyed)
		*of(delivery)->destroyed = true;
	free(delivery);
}

static const struct reach_carrier fake_carrier = {
	.kind = REACH_DELIVERY_PORT,
	.carry = carry,
	.withdraw = withdraw,
	.destroy = destroy,
};

static bool arrive(struct reach_delivery *delivery)
{
	bool told;

	assert_true(of(delivery)->underway);
	of(delivery)->underway = false;
	told = reach_delivery_run(delivery);
	reach_delivery_unref(delivery);
	return told;
}

static struct reach_delivery *begin(struct listener *listener)
{
	struct reach_delivery *delivery;

	listener_init(listener);
	assert_int_equal(reach_delivery_create(&fake_carrier, &listener_client,
					       listener, sizeof(struct fake),
					       &delivery),
			 0);
	listener->delivery = delivery;
	return delivery;
}

static void end(struct listener *listener)
{
	assert_int_equal(listener->held, 0);
	assert_int_equal(listener->delivery->references, 1);
	reach_delivery_free(listener->delivery);
}

static void nothing_happens_by_itself(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	assert_int_equal(reach_delivery_get_kind(delivery),
			 REACH_DELIVERY_PORT);
	assert_int_equal(of(delivery)->carried, 0);
	assert_false(reach_delivery_run(delivery));
	assert_int_equal(listener.told, 0);
	end(&listener);
}

static void many_signals_make_one_journey(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	for (int i = 0; i < 5; i++)
		reach_delivery_signal(delivery);
	assert_int_equal(of(delivery)->carried, 1);
	assert_true(arrive(delivery));
	assert_int_equal(listener.told, 1);
	assert_int_equal(of(delivery)->carried, 1);
	reach_delivery_signal(delivery);
	assert_true(arrive(delivery));
	assert_int_equal(listener.told, 2);
	end(&listener);
}

static void the_client_is_held_from_the_signal_on(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	reach_delivery_signal(delivery);
	assert_int_equal(listener.held, 1);
	reach_delivery_signal(delivery);
	assert_int_equal(listener.held, 1);
	arrive(delivery);
	assert_int_equal(listener.held_inside, 1);
	assert_int_equal(listener.held, 0);
	end(&listener);
}

static void signal_thrice(struct listener *listener)
{
	listener->then = NULL;
	for (int i = 0; i < 3; i++)
		reach_delivery_signal(listener->delivery);
	/* Not before this performance is over. */
	assert_int_equal(of(listener->delivery)->carried, 1);
}

static void signals_inside_lead_to_one_more(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	listener.then = signal_thrice;
	reach_delivery_signal(delivery);
	arrive(delivery);
	assert_int_equal(listener.told, 1);
	assert_int_equal(of(delivery)->carried, 2);
	assert_int_equal(listener.held, 1);
	arrive(delivery);
	assert_int_equal(listener.told, 2);
	assert_int_equal(of(delivery)->carried, 2);
	end(&listener);
}

static void arriving_twice_is_told_once(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	reach_delivery_signal(delivery);
	arrive(delivery);
	assert_false(reach_delivery_run(delivery));
	assert_int_equal(listener.told, 1);
	end(&listener);
}

static void cancelling_takes_back_what_is_queued(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	of(delivery)->can_withdraw = true;
	reach_delivery_signal(delivery);
	reach_delivery_cancel(delivery);
	assert_int_equal(listener.held, 0);
	assert_false(reach_delivery_run(delivery));
	assert_int_equal(listener.told, 0);
	end(&listener);
}

static void a_cancel_that_comes_too_early_takes_it_back_too(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	of(delivery)->can_withdraw = true;
	of(delivery)->is_overtaken = true;
	reach_delivery_signal(delivery);
	assert_int_equal(of(delivery)->carried, 1);
	assert_false(of(delivery)->underway);
	assert_int_equal(listener.told, 0);
	end(&listener);
}

static void what_cannot_be_taken_back_still_arrives(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	reach_delivery_signal(delivery);
	reach_delivery_cancel(delivery);
	assert_int_equal(listener.held, 1);
	assert_true(arrive(delivery));
	assert_int_equal(listener.held, 0);
	end(&listener);
}

static void signals_after_a_cancel_have_no_effect(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	reach_delivery_cancel(delivery);
	reach_delivery_signal(delivery);
	assert_int_equal(of(delivery)->carried, 0);
	assert_int_equal(listener.held, 0);
	end(&listener);
}

static void signal_and_cancel(struct listener *listener)
{
	reach_delivery_signal(listener->delivery);
	reach_delivery_cancel(listener->delivery);
}

static void cancelling_inside_is_the_last_of_it(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	listener.then = signal_and_cancel;
	reach_delivery_signal(delivery);
	arrive(delivery);
	assert_int_equal(listener.told, 1);
	assert_int_equal(of(delivery)->carried, 1);
	end(&listener);
}

/* Freed with its client, by the release of what was queued. */
static void free_all(void *client)
{
	reach_delivery_free(*(struct reach_delivery **)client);
}

static void nothing(void *client)
{
}

static void the_client_may_go_with_the_last_release(void **state)
{
	static const struct reach_client client = {
		.perform = nothing,
		.retain = nothing,
		.release = free_all,
	};
	struct reach_delivery *delivery;
	bool destroyed = false;

	assert_int_equal(reach_delivery_create(&fake_carrier, &client,
					       &delivery, sizeof(struct fake),
					       &delivery),
			 0);
	of(delivery)->destroyed = &destroyed;
	reach_delivery_signal(delivery);
	reach_delivery_cancel(delivery);
	assert_false(destroyed);
	arrive(delivery);
	assert_true(destroyed);
}

static void without_libdispatch_there_are_no_queues(void **state)
{
	struct reach_delivery *delivery = NULL;
	struct listener listener;

	/* With it: test_executor.c. */
	if (dlsym(RTLD_DEFAULT, "dispatch_async_f"))
		return;
	listener_init(&listener);
	assert_int_equal(
		reach_delivery_new_queue(&listener_client, &listener,
					 (dispatch_queue_t)(void *)&listener,
					 &delivery),
		-ENOSYS);
	assert_null(delivery);
}

static int in_child(bool (*check)(struct listener *listener),
		    struct listener *listener)
{
	int status = -1;
	pid_t child = fork();

	if (!child)
		_exit(check(listener) ? 0 : 1);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_dead(struct listener *listener)
{
	/* As if a thread that is gone had held it. */
	pthread_mutex_lock(&listener->delivery->lock);
	reach_delivery_after_fork();
	reach_delivery_signal(listener->delivery);
	return !reach_delivery_run(listener->delivery) && !listener->told &&
	       of(listener->delivery)->carried == 1;
}

static void in_a_child_what_was_made_before_is_dead(void **state)
{
	struct listener listener;
	struct reach_delivery *delivery = begin(&listener);

	reach_delivery_signal(delivery);
	assert_int_equal(in_child(is_dead, &listener), 0);
	assert_true(arrive(delivery));
	end(&listener);
}

/* A kind that is served by three threads. */
static struct {
	sem_t due;
	pthread_mutex_t lock;
	struct reach_delivery *queue[64];
	unsigned int first;
	unsigned int last;
} crowd;

static void hand_over(struct reach_delivery *delivery)
{
	reach_delivery_ref(delivery);
	pthread_mutex_lock(&crowd.lock);
	crowd.queue[crowd.last++ % 64] = delivery;
	pthread_mutex_unlock(&crowd.lock);
	sem_post(&crowd.due);
}

static void *serve(void *info)
{
	for (;;) {
		struct reach_delivery *delivery = NULL;

		sem_wait(&crowd.due);
		pthread_mutex_lock(&crowd.lock);
		if (crowd.first != crowd.last)
			delivery = crowd.queue[crowd.first++ % 64];
		pthread_mutex_unlock(&crowd.lock);
		if (!delivery)
			return NULL;
		reach_delivery_run(delivery);
		reach_delivery_unref(delivery);
	}
}

static bool stays(struct reach_delivery *delivery)
{
	return false;
}

static const struct reach_carrier crowd_carrier = {
	.kind = REACH_DELIVERY_EXECUTOR,
	.carry = hand_over,
	.withdraw = stays,
	.destroy = destroy,
};

#define SIGNALS 20000

/* What is to be told, and what was last seen of it. */
struct news {
	unsigned int made;
	unsigned int seen;
};

static void look(struct listener *listener)
{
	struct news *news = listener->info;

	__atomic_store_n(&news->seen,
			 __atomic_load_n(&news->made, __ATOMIC_SEQ_CST),
			 __ATOMIC_SEQ_CST);
}

static void *make_news(void *info)
{
	struct listener *listener = info;
	struct news *news = listener->info;

	for (int i = 0; i < SIGNALS; i++) {
		__atomic_add_fetch(&news->made, 1, __ATOMIC_SEQ_CST);
		reach_delivery_signal(listener->delivery);
	}
	return NULL;
}

static bool is_all_seen(void *info)
{
	struct listener *listener = info;
	const struct news *news = listener->info;

	return __atomic_load_n(&news->seen, __ATOMIC_SEQ_CST) == 2 * SIGNALS &&
	       listener_get_held(listener) == 0;
}

static void no_signal_is_lost_and_no_two_performances_overlap(void **state)
{
	struct news news = {0};
	struct listener listener;
	pthread_t threads[5];

	sem_init(&crowd.due, 0, 0);
	pthread_mutex_init(&crowd.lock, NULL);
	listener_init(&listener);
	listener.then = look;
	listener.info = &news;
	assert_int_equal(reach_delivery_create(&crowd_carrier, &listener_client,
					       &listener, sizeof(struct fake),
					       &listener.delivery),
			 0);
	for (int i = 0; i < 5; i++)
		pthread_create(&threads[i], NULL, i < 2 ? make_news : serve,
			       &listener);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert_true(reach_test_until(is_all_seen, &listener,
				     REACH_TEST_DEADLINE_MS));
	for (int i = 0; i < 3; i++)
		sem_post(&crowd.due);
	for (int i = 2; i < 5; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(listener.most, 1);
	assert_in_range(listener.told, 1, 2 * SIGNALS);
	reach_delivery_free(listener.delivery);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(nothing_happens_by_itself),
		REACH_TEST(many_signals_make_one_journey),
		REACH_TEST(the_client_is_held_from_the_signal_on),
		REACH_TEST(signals_inside_lead_to_one_more),
		REACH_TEST(arriving_twice_is_told_once),
		REACH_TEST(cancelling_takes_back_what_is_queued),
		REACH_TEST(a_cancel_that_comes_too_early_takes_it_back_too),
		REACH_TEST(what_cannot_be_taken_back_still_arrives),
		REACH_TEST(signals_after_a_cancel_have_no_effect),
		REACH_TEST(cancelling_inside_is_the_last_of_it),
		REACH_TEST(the_client_may_go_with_the_last_release),
		REACH_TEST(without_libdispatch_there_are_no_queues),
		REACH_TEST(in_a_child_what_was_made_before_is_dead),
		REACH_TEST(no_signal_is_lost_and_no_two_performances_overlap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
