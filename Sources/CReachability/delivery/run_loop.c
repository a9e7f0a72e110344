/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Loops and how they run. Knows sources, not what they deliver. Which loop is
 * whose is in current_loop.c.
 */

#include "run_loop.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "cf.h"
#include "current_loop.h"
#include "loop_modes.h"

/* Runs may be nested; each is stopped on its own. */
struct run {
	struct run *outer;
	bool stopped;
};

struct __CFRunLoop {
	struct reach_cf_base base;
	pthread_mutex_t lock;
	pthread_cond_t woken;
	/* below: under the lock */
	struct reach_modes modes;
	struct reach_blocks blocks;
	/* of the loop's thread, on its stack; the innermost */
	struct run *run;
	uint64_t pass;
	/* something may be there to serve; a wait ends at once */
	bool awake;
};

static void drop_blocks(struct __CFRunLoop *loop)
{
	struct reach_block *block;

	pthread_mutex_lock(&loop->lock);
	while ((block = loop->blocks.first)) {
		loop->blocks.first = block->next;
		pthread_mutex_unlock(&loop->lock);
		reach_block_free(block);
		pthread_mutex_lock(&loop->lock);
	}
	pthread_mutex_unlock(&loop->lock);
}

static void finalize(CFTypeRef object)
{
	struct __CFRunLoop *loop = (void *)object;

	/* Those who put sources in hold the loop, so none is left. */
	drop_blocks(loop);
	reach_modes_free(&loop->modes);
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

static void init_lock(struct __CFRunLoop *loop)
{
	pthread_condattr_t attributes;

	pthread_mutex_init(&loop->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&loop->woken, &attributes);
	pthread_condattr_destroy(&attributes);
}

CFRunLoopRef reach_run_loop_new(void)
{
	struct __CFRunLoop *loop = (void *)reach_cf_create(
		NULL, reach_run_loop_type(), sizeof(*loop));

	if (loop)
		init_lock(loop);
	return loop;
}

void reach_run_loop_end(CFRunLoopRef loop)
{
	pthread_mutex_lock(&loop->lock);
	/* The thread may have ended within a callback. */
	loop->run = NULL;
	pthread_mutex_unlock(&loop->lock);
	drop_blocks(loop);
}

void reach_run_loop_start_child(CFRunLoopRef loop, bool running)
{
	/* Threads that are gone may have held the lock, and may have been in
	   the middle of the lists. */
	init_lock(loop);
	loop->modes = (struct reach_modes){.first = NULL};
	loop->blocks = (struct reach_blocks){.first = NULL};
	loop->awake = true;
	if (!running)
		loop->run = NULL;
}

/* Under the loop's lock. */
static void wake(struct __CFRunLoop *loop)
{
	loop->awake = true;
	pthread_cond_signal(&loop->woken);
}

int reach_run_loop_add(CFRunLoopRef loop, struct reach_source *source,
		       CFStringRef mode)
{
	int result;

	pthread_mutex_lock(&loop->lock);
	result = reach_modes_add(&loop->modes, source, mode);
	/* It may have been signalled before. */
	wake(loop);
	pthread_mutex_unlock(&loop->lock);
	return result;
}

void reach_run_loop_remove(CFRunLoopRef loop, struct reach_source *source,
			   CFStringRef mode)
{
	pthread_mutex_lock(&loop->lock);
	reach_modes_remove(&loop->modes, source, mode);
	/* It may have been the last that a run was waiting for. */
	wake(loop);
	pthread_mutex_unlock(&loop->lock);
}

void reach_run_loop_wake(CFRunLoopRef loop)
{
	pthread_mutex_lock(&loop->lock);
	wake(loop);
	pthread_mutex_unlock(&loop->lock);
}

void reach_run_loop_stop(CFRunLoopRef loop)
{
	pthread_mutex_lock(&loop->lock);
	if (loop->run)
		loop->run->stopped = true;
	pthread_cond_signal(&loop->woken);
	pthread_mutex_unlock(&loop->lock);
}

void reach_run_loop_add_block(CFRunLoopRef loop, struct reach_block *block)
{
	pthread_mutex_lock(&loop->lock);
	reach_blocks_add(&loop->blocks, block);
	pthread_mutex_unlock(&loop->lock);
}

/* Those that were there as it began; the lock is given up for each. */
static void call_blocks(struct __CFRunLoop *loop, CFStringRef mode)
{
	const uint64_t limit = loop->blocks.count;
	struct reach_block *block;

	while ((block = reach_blocks_take(&loop->blocks, mode, limit))) {
		pthread_mutex_unlock(&loop->lock);
		reach_block_call(block);
		reach_block_free(block);
		pthread_mutex_lock(&loop->lock);
	}
}

/* Each source at most once; the lock is given up for each. */
static bool serve(struct __CFRunLoop *loop, CFStringRef mode, bool one)
{
	const uint64_t pass = ++loop->pass;
	struct reach_source *source;
	bool served = false;

	while (!(one && served) &&
	       (source = reach_modes_take(&loop->modes, mode, pass))) {
		pthread_mutex_unlock(&loop->lock);
		source->perform(source);
		source->release(source);
		pthread_mutex_lock(&loop->lock);
		served = true;
	}
	return served;
}

static struct timespec deadline_after(double seconds)
{
	/* Thirty years are for ever. */
	const double limited = seconds < 1e9 ? seconds : 1e9;
	const time_t whole = limited > 0 ? (time_t)limited : 0;
	struct timespec deadline;

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

static bool has_passed(const struct timespec *deadline)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > deadline->tv_sec ||
	       (now.tv_sec == deadline->tv_sec &&
		now.tv_nsec >= deadline->tv_nsec);
}

/* Until woken or stopped; true if that came after the deadline. */
static bool wait(struct __CFRunLoop *loop, const struct timespec *deadline)
{
	int result = 0;

	while (!loop->awake && !loop->run->stopped && result != ETIMEDOUT)
		result = pthread_cond_timedwait(&loop->woken, &loop->lock,
						deadline);
	return has_passed(deadline);
}

/* Under the loop's lock. */
static CFRunLoopRunResult run(struct __CFRunLoop *loop, CFStringRef mode,
			      double seconds, bool one)
{
	const struct timespec deadline = deadline_after(seconds);
	bool late = seconds <= 0;

	if (reach_modes_is_empty(&loop->modes, mode) &&
	    !reach_blocks_has(&loop->blocks, mode))
		return kCFRunLoopRunFinished;
	for (;;) {
		loop->awake = false;
		call_blocks(loop, mode);
		if (serve(loop, mode, one) && one)
			return kCFRunLoopRunHandledSource;
		if (late)
			return kCFRunLoopRunTimedOut;
		if (loop->run->stopped)
			return kCFRunLoopRunStopped;
		if (reach_modes_is_empty(&loop->modes, mode))
			return kCFRunLoopRunFinished;
		late = wait(loop, &deadline);
	}
}

CFRunLoopRunResult reach_run_loop_run(CFRunLoopRef loop, CFStringRef mode,
				      double seconds, bool one)
{
	struct run this_run = {.stopped = false};
	CFRunLoopRunResult result;

	/* The common modes are no mode to run in. */
	if (reach_cf_equal(mode, kCFRunLoopCommonModes))
		return kCFRunLoopRunFinished;
	pthread_mutex_lock(&loop->lock);
	this_run.outer = loop->run;
	loop->run = &this_run;
	result = run(loop, mode, seconds, one);
	loop->run = this_run.outer;
	/* A nested run may have slept through, or consumed, what was meant for
	   the outer one. */
	loop->awake = true;
	pthread_mutex_unlock(&loop->lock);
	return result;
}
