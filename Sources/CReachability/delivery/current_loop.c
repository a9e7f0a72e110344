/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * <CoreFoundation/CFRunLoop.h> as programs call it: each thread's loop, and
 * the toolchain's instead of ours where the process has it.
 */

#include "current_loop.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carrier.h"
#include "cf.h"
#include "genuine_loop.h"

/* The key is there for its destructor. */
static struct {
	pthread_key_t key;
	/* atomic; set under the lock */
	bool has_key;
	pthread_mutex_t lock;
	/* under the lock; held for good */
	CFRunLoopRef main;
} loops = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

/* With a reference. */
static __thread CFRunLoopRef current;
/* It ends with the thread. */
static __thread bool is_kept;

static void forget(void *loop)
{
	current = NULL;
	is_kept = false;
	reach_run_loop_end(loop);
	reach_cf_release(loop);
}

/* The process may have no key to give; later there may be one. */
static bool has_key(void)
{
	bool made;

	if (__atomic_load_n(&loops.has_key, __ATOMIC_ACQUIRE))
		return true;
	pthread_mutex_lock(&loops.lock);
	made = loops.has_key || !pthread_key_create(&loops.key, forget);
	__atomic_store_n(&loops.has_key, made, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&loops.lock);
	return made;
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

/* NULL without memory. */
static CFRunLoopRef get_current(void)
{
	if (is_kept)
		return current;
	if (!current)
		current = is_main_thread()
				  ? (CFRunLoopRef)reach_cf_retain(get_main())
				  : reach_run_loop_new();
	/* Without a key, or memory for its value, the loop stays when the
	   thread ends, unless the next call gets them. */
	if (current && has_key())
		is_kept = !pthread_setspecific(loops.key, current);
	return current;
}

/* The only thread there is goes on with its loop, as the main one; programs may
   have kept a reference. */
static void start_child(void)
{
	pthread_mutex_init(&loops.lock, NULL);
	if (current && loops.main != current)
		loops.main = (CFRunLoopRef)reach_cf_retain(current);
	if (loops.main)
		reach_run_loop_start_child(loops.main, current != NULL);
}

void reach_delivery_after_fork(void)
{
	start_child();
	reach_delivery_start_child();
	reach_port_start_child();
}

bool reach_delivery_is_run_loop(CFTypeRef object)
{
	if (!reach_cf_is_genuine())
		return reach_run_loop_is(object);
	return object && CFGetTypeID(object) == genuine_CFRunLoopGetTypeID();
}

CFTypeID CFRunLoopGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetTypeID()
				     : reach_run_loop_type();
}

CFRunLoopRef CFRunLoopGetCurrent(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetCurrent()
				     : get_current();
}

CFRunLoopRef CFRunLoopGetMain(void)
{
	return reach_cf_is_genuine() ? genuine_CFRunLoopGetMain() : get_main();
}

CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode,
				      CFTimeInterval seconds, Boolean one)
{
	CFRunLoopRef loop;

	if (reach_cf_is_genuine())
		return genuine_CFRunLoopRunInMode(mode, seconds, one);
	/* One that cannot be made has nothing in it. */
	loop = get_current();
	return loop ? reach_run_loop_run(loop, mode, seconds, one)
		    : kCFRunLoopRunFinished;
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

int reach_delivery_perform_block(CFRunLoopRef loop, CFTypeRef mode,
				 const void *block)
{
	struct reach_block *added;
	int result;

	if (reach_cf_is_genuine()) {
		genuine_CFRunLoopPerformBlock(loop, mode, (void *)block);
		return 0;
	}
	result = reach_block_new(mode, block, &added);
	if (!result)
		reach_run_loop_add_block(loop, added);
	return result;
}
