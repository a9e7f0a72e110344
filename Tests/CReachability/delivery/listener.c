/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* See listener.h. */

#include "listener.h"

static void perform(void *client)
{
	struct listener *listener = client;

	pthread_mutex_lock(&listener->lock);
	listener->told++;
	listener->inside++;
	if (listener->inside > listener->most)
		listener->most = listener->inside;
	listener->held_inside = listener->held;
	listener->thread = pthread_self();
	pthread_mutex_unlock(&listener->lock);
	if (listener->then)
		listener->then(listener);
	pthread_mutex_lock(&listener->lock);
	listener->inside--;
	pthread_mutex_unlock(&listener->lock);
}

static void hold(struct listener *listener, int change)
{
	pthread_mutex_lock(&listener->lock);
	listener->held += change;
	pthread_mutex_unlock(&listener->lock);
}

static void retain(void *client)
{
	hold(client, 1);
}

static void release(void *client)
{
	hold(client, -1);
}

const struct reach_client listener_client = {
	.perform = perform,
	.retain = retain,
	.release = release,
};

void listener_init(struct listener *listener)
{
	*listener = (struct listener){.lock = PTHREAD_MUTEX_INITIALIZER};
}

void listener_signal(struct listener *listener)
{
	reach_delivery_signal(listener->delivery);
}

void listener_cancel(struct listener *listener)
{
	reach_delivery_cancel(listener->delivery);
}

unsigned int listener_get_told(struct listener *listener)
{
	unsigned int told;

	pthread_mutex_lock(&listener->lock);
	told = listener->told;
	pthread_mutex_unlock(&listener->lock);
	return told;
}

int listener_get_held(struct listener *listener)
{
	int held;

	pthread_mutex_lock(&listener->lock);
	held = listener->held;
	pthread_mutex_unlock(&listener->lock);
	return held;
}

struct expectation {
	struct listener *listener;
	unsigned int times;
};

static bool is_told(void *info)
{
	const struct expectation *expectation = info;

	return listener_get_told(expectation->listener) >= expectation->times;
}

bool listener_is_told(struct listener *listener, unsigned int times)
{
	struct expectation expectation = {listener, times};

	return reach_test_until(is_told, &expectation, REACH_TEST_DEADLINE_MS);
}

static bool is_let_go(void *info)
{
	return listener_get_held(info) == 0;
}

bool listener_is_let_go(struct listener *listener)
{
	return reach_test_until(is_let_go, listener, REACH_TEST_DEADLINE_MS);
}

static int get_order(struct looper *looper)
{
	int order;

	pthread_mutex_lock(&looper->lock);
	while (looper->order == LOOPER_HELD)
		pthread_cond_wait(&looper->changed, &looper->lock);
	order = looper->order;
	pthread_mutex_unlock(&looper->lock);
	return order;
}

static void *run_loop(void *info)
{
	struct looper *looper = info;

	pthread_mutex_lock(&looper->lock);
	looper->loop = (CFRunLoopRef)CFRetain(CFRunLoopGetCurrent());
	reach_delivery_add_loop(looper->listener->delivery, looper->loop,
				looper->mode);
	looper->ready = true;
	pthread_cond_broadcast(&looper->changed);
	pthread_mutex_unlock(&looper->lock);
	while (get_order(looper) == LOOPER_RUNS)
		CFRunLoopRunInMode(looper->mode, 1e9, false);
	pthread_mutex_lock(&looper->lock);
	looper->ended = true;
	pthread_mutex_unlock(&looper->lock);
	return NULL;
}

void looper_start(struct looper *looper, struct listener *listener)
{
	*looper = (struct looper){
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
		.mode = kCFRunLoopDefaultMode,
		.listener = listener,
	};
	pthread_create(&looper->thread, NULL, run_loop, looper);
	pthread_mutex_lock(&looper->lock);
	while (!looper->ready)
		pthread_cond_wait(&looper->changed, &looper->lock);
	pthread_mutex_unlock(&looper->lock);
}

static void give_order(struct looper *looper, int order)
{
	pthread_mutex_lock(&looper->lock);
	looper->order = order;
	pthread_cond_broadcast(&looper->changed);
	pthread_mutex_unlock(&looper->lock);
}

void looper_run(struct looper *looper)
{
	give_order(looper, LOOPER_RUNS);
}

/* Again and again: a stop that comes before the run is forgotten. */
static bool is_stopped(void *info)
{
	struct looper *looper = info;
	bool ended;

	CFRunLoopStop(looper->loop);
	pthread_mutex_lock(&looper->lock);
	ended = looper->ended;
	pthread_mutex_unlock(&looper->lock);
	return ended;
}

void looper_finish(struct looper *looper)
{
	bool empty;

	give_order(looper, LOOPER_ENDS);
	assert_true(
		reach_test_until(is_stopped, looper, REACH_TEST_DEADLINE_MS));
	pthread_join(looper->thread, NULL);
	reach_delivery_remove_loop(looper->listener->delivery, looper->loop,
				   looper->mode, &empty);
	CFRelease(looper->loop);
}
