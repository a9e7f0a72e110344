/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * <CoreFoundation/CFRunLoop.h> as programs call it: each thread's loop, and
 * the toolchain's instead of ours where the process has it.
 */

#include "current_loop.h"

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cf.h"
#include "delivery.h"
#include "genuine_loop.h"

/* The loops; the key holds each thread's, main is held for good. */
static struct {
	pthread_once_t once;
	pthread_key_t key;
	pthread_mutex_t lock;
	CFRunLoopRef main;
} loops = {
	.once = PTHREAD_ONCE_INIT,
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

static void make_key(void)
{
	pthread_key_create(&loops.key, (void (*)(void *))reach_cf_release);
}

static bool is_main_thread(void)
{
	return syscall(SYS_gettid) == getpid();
}

static CFRunLoopRef get_main(void)
{
	CFRunLoopRef loop;

	pthread_mutex_lock(&loops.lock);
	if (!loops.main)
		loops.main = reach_run_loop_new();
	loop = loops.main;
	pthread_mutex_unlock(&loops.lock);
	return loop;
}

static CFRunLoopRef get_current(void)
{
	CFRunLoopRef loop;

	pthread_once(&loops.once, make_key);
	loop = pthread_getspecific(loops.key);
	if (loop)
		return loop;
	loop = is_main_thread() ? (CFRunLoopRef)reach_cf_retain(get_main()) :
				  reach_run_loop_new();
	pthread_setspecific(loops.key, loop);
	return loop;
}

void reach_delivery_after_fork(void)
{
	/* The loops' locks may have been held by threads that are gone. */
	pthread_once(&loops.once, make_key);
	pthread_setspecific(loops.key, NULL);
	pthread_mutex_init(&loops.lock, NULL);
	loops.main = NULL;
}

bool reach_delivery_is_run_loop(CFTypeRef object)
{
	if (!reach_cf_is_genuine())
		return reach_run_loop_is(object);
	return object && CFGetTypeID(object) == genuine_CFRunLoopGetTypeID();
}

CFTypeID CFRunLoopGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetTypeID() :
				       reach_run_loop_type();
}

CFRunLoopRef CFRunLoopGetCurrent(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetCurrent() :
				       get_current();
}

CFRunLoopRef CFRunLoopGetMain(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetMain() : get_main();
}

CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode,
				      CFTimeInterval seconds, Boolean one)
{
	if (reach_cf_is_genuine())
		return genuine_CFRunLoopRunInMode(mode, seconds, one);
	return reach_run_loop_run(get_current(), mode, seconds, one);
}

void CFRunLoopRun(void)
{
	CFRunLoopRunResult result;

	if (reach_cf_is_genuine()) {
		genuine_CFRunLoopRun();
		return;
	}
	do {
		result = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 1e9, 0);
	} while (result == kCFRunLoopRunTimedOut);
}

void CFRunLoopWakeUp(CFRunLoopRef loop)
{
	if (reach_cf_is_genuine())
		genuine_CFRunLoopWakeUp(loop);
	else
		reach_run_loop_wake(loop);
}

void CFRunLoopStop(CFRunLoopRef loop)
{
	if (reach_cf_is_genuine())
		genuine_CFRunLoopStop(loop);
	else
		reach_run_loop_stop(loop);
}

void reach_block_call(void *block)
{
	/* The block ABI: isa, flags and reserved, then the function. */
	struct layout {
		void *isa;
		int flags;
		int reserved;
		void (*invoke)(void *block);
	} *layout = block;

	layout->invoke(block);
}

void reach_block_drop(void *block)
{
	genuine__Block_release(block);
}

int reach_delivery_perform_block(CFRunLoopRef loop, CFTypeRef mode,
				 const void *block)
{
	void *copy;
	int result;

	if (reach_cf_is_genuine()) {
		genuine_CFRunLoopPerformBlock(loop, mode, (void *)block);
		return 0;
	}
	if (!genuine__Block_copy || !genuine__Block_release)
		return -ENOSYS;
	copy = genuine__Block_copy(block);
	if (!copy)
		return -ENOMEM;
	result = reach_run_loop_add_block(loop, mode, copy);
	if (result)
		reach_block_drop(copy);
	return result;
}
