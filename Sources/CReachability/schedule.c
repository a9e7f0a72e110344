/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Apple's functions for callbacks and schedules, and ours for executors and
 * ports: which combinations are allowed, and in what order things happen.
 * Knows nothing of how a delivery travels.
 */

#include "schedule.h"

#include <errno.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "SCError.h"
#include "delivery.h"
#include "space.h"
#include "watch.h"
#include "watcher.h"

static Boolean answer(int result)
{
	if (result)
		reach_status_set_result(result);
	return result == 0;
}

bool reach_schedule_get_flags(struct __SCNetworkReachability *target,
			      SCNetworkReachabilityFlags *ret_flags,
			      struct reach_kept *ret_kept)
{
	struct reach_watch *request = NULL;
	struct reach_watch *watch;

	reach_target_lock(target);
	watch = target->watch;
	if (!watch)
		*ret_kept = target->kept;
	else if (reach_watch_take(watch, ret_flags))
		request = reach_watch_ref(watch);
	reach_target_unlock(target);
	if (request) {
		reach_watcher_request(request);
		reach_watch_unref(request);
	}
	return watch != NULL;
}

/* Something may be due for a callout that was not there before. */
static void signal_pending(struct __SCNetworkReachability *target)
{
	struct reach_watch *watch = NULL;

	reach_target_lock(target);
	if (target->watch && target->watch->pending &&
	    !target->contexts.replacing)
		watch = reach_watch_ref(target->watch);
	reach_target_unlock(target);
	if (!watch)
		return;
	reach_delivery_signal(watch->delivery);
	reach_watch_unref(watch);
}

/* The current record makes way for another. Release comes at once unless a
   delivery is using it; then the delivery sees to it. */
static void replace_context(struct __SCNetworkReachability *target,
			    struct reach_context *context, int replacing)
{
	struct reach_context *former;
	bool ended;

	reach_target_lock(target);
	former = reach_contexts_swap(&target->contexts, context);
	ended = reach_context_drop(former);
	target->contexts.replacing += (unsigned int)replacing;
	reach_target_unlock(target);
	if (ended)
		reach_context_end(former);
}

Boolean SCNetworkReachabilitySetCallback(SCNetworkReachabilityRef reference,
					 SCNetworkReachabilityCallBack callout,
					 SCNetworkReachabilityContext *context)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_context *record = NULL;
	int result;

	if (!target)
		return 0;
	result = reach_context_new(callout, context, &record);
	if (result)
		return answer(result);
	/* Apple's order: release the old, then retain the new. */
	replace_context(target, NULL, 1);
	reach_context_begin(record);
	replace_context(target, record, -1);
	signal_pending(target);
	return 1;
}

/* Makes the delivery of a new watch. */
typedef int make_delivery(struct reach_watch *watch, const void *where);

static int make_for_run_loop(struct reach_watch *watch, const void *where)
{
	(void)where;
	return reach_delivery_new_run_loop(&reach_watch_client, watch,
					   &watch->delivery);
}

static int make_for_queue(struct reach_watch *watch, const void *where)
{
	return reach_delivery_new_queue(&reach_watch_client, watch,
					(dispatch_queue_t)where,
					&watch->delivery);
}

static int make_for_executor(struct reach_watch *watch, const void *where)
{
	return reach_delivery_new_executor(&reach_watch_client, watch, where,
					   &watch->delivery);
}

static int make_for_port(struct reach_watch *watch, const void *where)
{
	return reach_delivery_new_port(&reach_watch_client, watch,
				       (reach_port_ref)where, &watch->delivery);
}

/* A first callback is owed. */
static void signal_first(struct reach_watch *watch, bool owed)
{
	if (owed)
		reach_delivery_signal(watch->delivery);
}

/* Schedules a target that must not be scheduled yet. */
static int begin(struct __SCNetworkReachability *target, make_delivery *make,
		 const void *where)
{
	struct reach_watch *watch;
	bool owed = false;
	int result = reach_watch_new(target, &watch);

	if (result)
		return result;
	result = make(watch, where);
	if (!result) {
		reach_target_lock(target);
		result = target->watch ? -EINVAL : reach_watch_begin(watch);
		owed = !result && watch->pending;
		reach_target_unlock(target);
		if (result)
			reach_delivery_cancel(watch->delivery);
	}
	signal_first(watch, owed);
	reach_watch_unref(watch);
	return result;
}

/* Whatever it is scheduled on; -EINVAL if on nothing. */
static int end(struct __SCNetworkReachability *target)
{
	struct reach_watch *watch;

	reach_target_lock(target);
	watch = target->watch;
	target->watch = NULL;
	reach_target_unlock(target);
	if (!watch)
		return -EINVAL;
	reach_watch_end(watch);
	return 0;
}

static bool is_on_run_loop(const struct reach_watch *watch)
{
	return watch && reach_delivery_get_kind(watch->delivery) ==
				REACH_DELIVERY_RUN_LOOP;
}

/* Internal: another thread scheduled the target in between. */
#define OVERTAKEN 1

/* One more loop for a target that is on some already, or the first. */
static int begin_on_loop(struct __SCNetworkReachability *target,
			 CFRunLoopRef loop, CFStringRef mode)
{
	struct reach_watch *watch;
	bool owed = false;
	int result;

	reach_target_lock(target);
	if (target->watch) {
		result = is_on_run_loop(target->watch)
				 ? reach_delivery_add_loop(
					   target->watch->delivery, loop, mode)
				 : -EINVAL;
		reach_target_unlock(target);
		return result;
	}
	reach_target_unlock(target);
	result = reach_watch_new(target, &watch);
	if (result)
		return result;
	result = make_for_run_loop(watch, NULL);
	if (!result)
		result = reach_delivery_add_loop(watch->delivery, loop, mode);
	if (!result) {
		reach_target_lock(target);
		result = target->watch ? OVERTAKEN : reach_watch_begin(watch);
		owed = !result && watch->pending;
		reach_target_unlock(target);
	}
	if (result && watch->delivery)
		reach_delivery_cancel(watch->delivery);
	signal_first(watch, owed);
	reach_watch_unref(watch);
	return result;
}

static bool are_loop_arguments(CFRunLoopRef loop, CFStringRef mode)
{
	if (reach_delivery_is_run_loop(loop) && reach_cf_is_string(mode))
		return true;
	reach_status_set(kSCStatusInvalidArgument);
	return false;
}

Boolean
SCNetworkReachabilityScheduleWithRunLoop(SCNetworkReachabilityRef reference,
					 CFRunLoopRef loop, CFStringRef mode)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	int result;

	if (!target || !are_loop_arguments(loop, mode))
		return 0;
	do {
		result = begin_on_loop(target, loop, mode);
	} while (result == OVERTAKEN);
	return answer(result);
}

/* A pair it is not scheduled with is no error, and has no effect. */
Boolean
SCNetworkReachabilityUnscheduleFromRunLoop(SCNetworkReachabilityRef reference,
					   CFRunLoopRef loop, CFStringRef mode)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_watch *ended = NULL;
	bool empty = false;
	int result = -EINVAL;

	if (!target || !are_loop_arguments(loop, mode))
		return 0;
	reach_target_lock(target);
	if (is_on_run_loop(target->watch)) {
		reach_delivery_remove_loop(target->watch->delivery, loop, mode,
					   &empty);
		result = 0;
	}
	if (empty) {
		ended = target->watch;
		target->watch = NULL;
	}
	reach_target_unlock(target);
	if (ended)
		reach_watch_end(ended);
	return answer(result);
}

static Boolean schedule(SCNetworkReachabilityRef reference, make_delivery *make,
			const void *where)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);

	if (!target)
		return 0;
	return answer(where ? begin(target, make, where) : end(target));
}

Boolean SCNetworkReachabilitySetDispatchQueue(SCNetworkReachabilityRef target,
					      dispatch_queue_t queue)
{
	return schedule(target, make_for_queue, queue);
}

Boolean reach_set_executor(SCNetworkReachabilityRef target,
			   const struct reach_executor *executor)
{
	if (executor && !executor->execute) {
		reach_status_set(kSCStatusInvalidArgument);
		return 0;
	}
	return schedule(target, make_for_executor, executor);
}

Boolean reach_set_port(SCNetworkReachabilityRef target, reach_port_ref port)
{
	return schedule(target, make_for_port, port);
}
