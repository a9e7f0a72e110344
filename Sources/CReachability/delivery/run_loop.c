/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Loops, their modes and how they run. Knows sources, not what they deliver.
 * Which loop is whose is in current_loop.c.
 */

#include "run_loop.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "cf.h"
#include "current_loop.h"

struct item {
	struct item *next;
	struct reach_source *source;
};

struct mode {
	struct mode *next;
	CFStringRef name;
	struct item *items;
};

struct block {
	struct block *next;
	CFTypeRef mode;
	void *block;
};

struct __CFRunLoop {
	struct reach_cf_base base;
	pthread_mutex_t lock;
	pthread_cond_t woken;
	struct mode *modes;
	struct block *blocks;
	bool stopped;
	/* something may be there to serve; a wait ends at once */
	bool awake;
};

static void finalize(CFTypeRef object)
{
	struct __CFRunLoop *loop = (void *)object;

	/* Sources hold the loop, so none is left. */
	while (loop->modes) {
		struct mode *mode = loop->modes;

		loop->modes = mode->next;
		reach_cf_release(mode->name);
		free(mode);
	}
	while (loop->blocks) {
		struct block *block = loop->blocks;

		loop->blocks = block->next;
		reach_block_drop(block->block);
		reach_cf_release(block->mode);
		free(block);
	}
	pthread_cond_destroy(&loop->woken);
	pthread_mutex_destroy(&loop->lock);
}

static CFStringRef describe(CFTypeRef object)
{
	(void)object;
	return reach_cf_string("<CFRunLoop>");
}

CFTypeID reach_run_loop_type(void)
{
	static const struct reach_cf_class loop_class = {
		.name = "CFRunLoop",
		.finalize = finalize,
		.describe = describe,
	};

	return reach_cf_register(&loop_class);
}

bool reach_run_loop_is(CFTypeRef object)
{
	return reach_cf_is(object, reach_run_loop_type());
}

CFRunLoopRef reach_run_loop_new(void)
{
	struct __CFRunLoop *loop = (void *)reach_cf_create(
		NULL, reach_run_loop_type(), sizeof(*loop));
	pthread_condattr_t attributes;

	if (!loop)
		return NULL;
	pthread_mutex_init(&loop->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&loop->woken, &attributes);
	pthread_condattr_destroy(&attributes);
	return loop;
}

/* The default mode and the common modes are one: no other is made common. */
static CFStringRef resolve(CFStringRef mode)
{
	return reach_cf_equal(mode, kCFRunLoopCommonModes) ?
		       kCFRunLoopDefaultMode :
		       mode;
}

/* Under the loop's lock. */
static struct mode *find_mode(struct __CFRunLoop *loop, CFStringRef name)
{
	struct mode *mode = loop->modes;

	while (mode && !reach_cf_equal(mode->name, name))
		mode = mode->next;
	return mode;
}

static struct mode *need_mode(struct __CFRunLoop *loop, CFStringRef name)
{
	struct mode *mode = find_mode(loop, name);

	if (mode)
		return mode;
	mode = calloc(1, sizeof(*mode));
	if (!mode)
		return NULL;
	mode->name = (CFStringRef)reach_cf_retain(name);
	mode->next = loop->modes;
	loop->modes = mode;
	return mode;
}

static struct item **find_item(struct mode *mode,
			       const struct reach_source *source)
{
	struct item **link = &mode->items;

	while (*link && (*link)->source != source)
		link = &(*link)->next;
	return link;
}

int reach_run_loop_add(CFRunLoopRef loop, struct reach_source *source,
		       CFStringRef name)
{
	struct mode *mode;
	struct item **link;
	int result = -ENOMEM;

	pthread_mutex_lock(&loop->lock);
	mode = need_mode(loop, resolve(name));
	if (mode) {
		link = find_item(mode, source);
		if (!*link)
			*link = calloc(1, sizeof(**link));
		if (*link) {
			(*link)->source = source;
			result = 0;
		}
	}
	/* A run that waits in this mode has one more to look at. */
	loop->awake = true;
	pthread_cond_broadcast(&loop->woken);
	pthread_mutex_unlock(&loop->lock);
	return result;
}

void reach_run_loop_remove(CFRunLoopRef loop, struct reach_source *source,
			   CFStringRef name)
{
	struct mode *mode;
	struct item *item = NULL;

	pthread_mutex_lock(&loop->lock);
	mode = find_mode(loop, resolve(name));
	if (mode) {
		struct item **link = find_item(mode, source);

		item = *link;
		if (item)
			*link = item->next;
	}
	/* It may have been the last that a run was waiting for. */
	loop->awake = true;
	pthread_cond_broadcast(&loop->woken);
	pthread_mutex_unlock(&loop->lock);
	free(item);
}

void reach_run_loop_wake(CFRunLoopRef loop)
{
	pthread_mutex_lock(&loop->lock);
	loop->awake = true;
	pthread_cond_broadcast(&loop->woken);
	pthread_mutex_unlock(&loop->lock);
}

void reach_run_loop_stop(CFRunLoopRef loop)
{
	pthread_mutex_lock(&loop->lock);
	loop->stopped = true;
	pthread_cond_broadcast(&loop->woken);
	pthread_mutex_unlock(&loop->lock);
}

int reach_run_loop_add_block(CFRunLoopRef loop, CFTypeRef mode, void *block)
{
	struct block *added = calloc(1, sizeof(*added));
	struct block **last;

	if (!added)
		return -ENOMEM;
	added->mode = reach_cf_retain(mode);
	added->block = block;
	pthread_mutex_lock(&loop->lock);
	for (last = &loop->blocks; *last; last = &(*last)->next)
		;
	*last = added;
	pthread_mutex_unlock(&loop->lock);
	return 0;
}

/* A mode, or an array of modes. */
static bool is_for_mode(CFTypeRef modes, CFStringRef mode)
{
	if (reach_cf_is_string(modes))
		return reach_cf_equal(resolve((CFStringRef)modes), mode);
	for (CFIndex i = CFArrayGetCount((CFArrayRef)modes); i > 0; i--) {
		CFStringRef name = (CFStringRef)CFArrayGetValueAtIndex(
			(CFArrayRef)modes, i - 1);

		if (reach_cf_equal(resolve(name), mode))
			return true;
	}
	return false;
}

/* Under the loop's lock: the first block for a mode, taken out. */
static struct block *take_block(struct __CFRunLoop *loop, CFStringRef mode)
{
	struct block **link = &loop->blocks;
	struct block *block;

	while (*link && !is_for_mode((*link)->mode, mode))
		link = &(*link)->next;
	block = *link;
	if (block)
		*link = block->next;
	return block;
}

static void call_block(struct block *block)
{
	reach_block_call(block->block);
	reach_block_drop(block->block);
	reach_cf_release(block->mode);
	free(block);
}

/* Under the loop's lock: a source that was signalled, its flag taken down,
   with a reference. */
static struct reach_source *take_source(struct __CFRunLoop *loop,
					CFStringRef name)
{
	const struct mode *mode = find_mode(loop, name);

	for (struct item *item = mode ? mode->items : NULL; item;
	     item = item->next)
		if (__atomic_exchange_n(&item->source->signalled, false,
					__ATOMIC_ACQ_REL)) {
			item->source->retain(item->source);
			return item->source;
		}
	return NULL;
}

/* Serves what is due in a mode; the lock is given up for each call out. */
static void serve(struct __CFRunLoop *loop, CFStringRef mode, bool one,
		  bool *ret_handled)
{
	struct block *block;
	struct reach_source *source;

	while (!loop->stopped && (block = take_block(loop, mode))) {
		pthread_mutex_unlock(&loop->lock);
		call_block(block);
		pthread_mutex_lock(&loop->lock);
	}
	while (!loop->stopped && (source = take_source(loop, mode))) {
		pthread_mutex_unlock(&loop->lock);
		source->perform(source);
		source->release(source);
		pthread_mutex_lock(&loop->lock);
		*ret_handled = true;
		if (one)
			break;
	}
}

static bool is_empty(struct __CFRunLoop *loop, CFStringRef name)
{
	const struct mode *mode = find_mode(loop, name);

	return !mode || !mode->items;
}

static struct timespec deadline_after(double seconds)
{
	struct timespec deadline;
	/* A hundred years is for ever. */
	double limited = seconds < 3.2e9 ? seconds : 3.2e9;
	time_t whole = limited > 0 ? (time_t)limited : 0;

	clock_gettime(CLOCK_MONOTONIC, &deadline);
	deadline.tv_sec += whole;
	if (limited > 0)
		deadline.tv_nsec += (long)((limited - (double)whole) * 1e9);
	if (deadline.tv_nsec >= 1000000000) {
		deadline.tv_sec++;
		deadline.tv_nsec -= 1000000000;
	}
	return deadline;
}

/* Until woken, stopped or the deadline; false then. */
static bool wait(struct __CFRunLoop *loop, const struct timespec *deadline)
{
	int result = 0;

	while (!loop->awake && !loop->stopped && result != ETIMEDOUT)
		result = pthread_cond_timedwait(&loop->woken, &loop->lock,
						deadline);
	return result != ETIMEDOUT;
}

/* Under the loop's lock. */
static CFRunLoopRunResult run(struct __CFRunLoop *loop, CFStringRef mode,
			      double seconds, bool one)
{
	const struct timespec deadline = deadline_after(seconds);
	bool handled = false;

	for (;;) {
		if (is_empty(loop, mode) && !loop->blocks)
			return kCFRunLoopRunFinished;
		loop->awake = false;
		serve(loop, mode, one, &handled);
		if (one && handled)
			return kCFRunLoopRunHandledSource;
		if (loop->stopped) {
			loop->stopped = false;
			return kCFRunLoopRunStopped;
		}
		if (is_empty(loop, mode))
			return kCFRunLoopRunFinished;
		if (seconds <= 0 || !wait(loop, &deadline))
			return kCFRunLoopRunTimedOut;
	}
}

CFRunLoopRunResult reach_run_loop_run(CFRunLoopRef loop, CFStringRef mode,
				      double seconds, bool one)
{
	CFRunLoopRunResult result;

	/* The common modes are no mode to run in. */
	if (reach_cf_equal(mode, kCFRunLoopCommonModes))
		return kCFRunLoopRunFinished;
	pthread_mutex_lock(&loop->lock);
	result = run(loop, mode, seconds, one);
	pthread_mutex_unlock(&loop->lock);
	return result;
}
