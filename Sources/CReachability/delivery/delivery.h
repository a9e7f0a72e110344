/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Where news arrives: run loops, a dispatch queue, an executor or a port. A
 * delivery belongs to one scheduled client; what it delivers is not its
 * business: it calls perform, at the right place, once for any number of
 * signals. Whether anything is still to be told is decided by the client, in
 * perform.
 */

#ifndef REACH_DELIVERY_H
#define REACH_DELIVERY_H

#include <stdbool.h>
#include <stdint.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

struct reach_delivery;

/* Who is told. retain and release keep client alive while something is
   queued for it; release may be the last. perform is never called twice at the same time for one
   delivery; a signal during perform leads to one more perform after it. */
struct reach_client {
	void (*perform)(void *client);
	void (*retain)(void *client);
	void (*release)(void *client);
};

enum reach_delivery_kind {
	REACH_DELIVERY_RUN_LOOP,
	REACH_DELIVERY_QUEUE,
	REACH_DELIVERY_EXECUTOR,
	REACH_DELIVERY_PORT,
};

/* Each makes a delivery, owned by the client. Nothing is called yet. */
int reach_delivery_new_run_loop(const struct reach_client *client, void *info,
				struct reach_delivery **ret_delivery);
/* -ENOSYS when libdispatch is not in the process. Retains the queue. */
int reach_delivery_new_queue(const struct reach_client *client, void *info,
			     dispatch_queue_t queue,
			     struct reach_delivery **ret_delivery);
int reach_delivery_new_executor(const struct reach_client *client, void *info,
				const struct reach_executor *executor,
				struct reach_delivery **ret_delivery);
int reach_delivery_new_port(const struct reach_client *client, void *info,
			    reach_port_ref port,
			    struct reach_delivery **ret_delivery);

/* Behind reach_port_create(), which sets the status. */
int reach_port_new(struct reach_port **ret_port);

enum reach_delivery_kind
reach_delivery_get_kind(const struct reach_delivery *delivery);

/* Is it a run loop, of whichever world? As CFRunLoopGetTypeID() says, which is
   this room's too: all of <CoreFoundation/CFRunLoop.h> is implemented here. Our
   own loops are made with reach_cf_create() and a class named "CFRunLoop". */
bool reach_delivery_is_run_loop(CFTypeRef object);

/* Run-loop deliveries: a multiset of (loop, mode). The source leaves a pair
   when its last entry goes. remove gives -ENOENT for a pair that is not in it;
   ret_empty says that none is left. */
int reach_delivery_add_loop(struct reach_delivery *delivery, CFRunLoopRef loop,
			    CFStringRef mode);
int reach_delivery_remove_loop(struct reach_delivery *delivery,
			       CFRunLoopRef loop, CFStringRef mode,
			       bool *ret_empty);

/* Behind CFRunLoopPerformBlock(), which sets the status. -ENOSYS when the
   process has no block runtime. */
int reach_delivery_perform_block(CFRunLoopRef loop, CFTypeRef mode,
				 const void *block);

/* Something is to be told. Any thread; calls out, so no lock of the caller's
   may be held. */
void reach_delivery_signal(struct reach_delivery *delivery);

/* Ends it: leaves every run loop, queue or port. What is queued already may
   still call perform; signals from now on have no effect. Calls out. */
void reach_delivery_cancel(struct reach_delivery *delivery);

/* After cancel, when the client is freed: nothing is queued for it any more,
   as what is queued retains the client. */
void reach_delivery_free(struct reach_delivery *delivery);

/* Detached, all signals blocked, small stack; the only way threads are made. */
int reach_thread_start(void (*main)(void *), void *info);

/*
 * A thread with a loop: descriptors, one deadline, and wake-ups. The monitor,
 * the resolver and the timers of one network namespace run on one. Callbacks
 * run on the worker's thread.
 */
struct reach_worker;
struct reach_worker_client {
	/* fd is readable */
	void (*ready)(int fd, void *info);
	/* woken, or the deadline has passed */
	void (*wake)(void *info);
	/* the thread has ended; nothing is called after this */
	void (*ended)(void *info);
};
int reach_worker_start(const struct reach_worker_client *client, void *info,
		       struct reach_worker **ret_worker);
int reach_worker_add_fd(struct reach_worker *worker, int fd);
void reach_worker_remove_fd(struct reach_worker *worker, int fd);
/* Nanoseconds of CLOCK_MONOTONIC; 0 is none. Any thread. */
void reach_worker_set_deadline(struct reach_worker *worker, uint64_t deadline);
void reach_worker_wake(struct reach_worker *worker);
/* Asks the thread to end; does not wait. */
void reach_worker_stop(struct reach_worker *worker);
/* After stop, once no other thread will call any of these. The thread may
   still be on its way to ended. */
void reach_worker_free(struct reach_worker *worker);
/* In the child of a fork, where its thread is not: closes the copies of its
   descriptors. Not to be used any more, not even freed. */
void reach_worker_start_child(const struct reach_worker *worker);

/* In the child of a fork: no thread but this one is there, and its run loop
   starts clean. */
void reach_delivery_after_fork(void);

#endif
