/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The life of one schedule. Decides what is a change and when a callback is
 * owed; must not know how it travels or when the network is looked at.
 */

#include "watch.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "resolver.h"
#include "space.h"
#include "watcher.h"

struct reach_watch *reach_watch_ref(struct reach_watch *watch)
{
	__atomic_add_fetch(&watch->references, 1, __ATOMIC_RELAXED);
	return watch;
}

void reach_watch_unref(struct reach_watch *watch)
{
	if (__atomic_sub_fetch(&watch->references, 1, __ATOMIC_ACQ_REL))
		return;
	if (watch->name) {
		reach_answer_unref(watch->name->answer);
		reach_answer_unref(watch->name->newer);
		free(watch->name);
	}
	if (watch->delivery)
		reach_delivery_free(watch->delivery);
	reach_space_unref(watch->space);
	reach_cf_release(watch->target);
	free(watch);
}

int reach_watch_new(struct __SCNetworkReachability *target,
		    struct reach_watch **ret_watch)
{
	struct reach_watch *watch = calloc(1, sizeof(*watch));

	if (!watch)
		return -ENOMEM;
	if (target->subject.kind == REACH_SUBJECT_NAME) {
		watch->name = calloc(1, sizeof(*watch->name));
		if (!watch->name) {
			free(watch);
			return -ENOMEM;
		}
	}
	watch->references = 1;
	watch->target = (void *)reach_cf_retain(target);
	*ret_watch = watch;
	return 0;
}

/* Claims the delivery that is due, if one still is. */
static bool claim(struct reach_watch *watch, struct reach_context **ret_context,
		  SCNetworkReachabilityFlags *ret_flags, bool *ret_request)
{
	struct __SCNetworkReachability *target = watch->target;
	bool claimed = false;

	reach_target_lock(target);
	/* SetCallback signals again when it is done, and when it gives the
	   first callout to a name that is still owed one; so does a callback
	   of an earlier schedule that is still under way. */
	if (target->watch == watch && watch->pending && !target->telling &&
	    !target->contexts.replacing &&
	    !(watch->first_owed &&
	      !reach_context_has_callout(target->contexts.current))) {
		claimed = target->telling = true;
		*ret_context = reach_contexts_pin(&target->contexts);
		*ret_flags = watch->state.flags;
		*ret_request = watch->first_owed && watch->name->newer;
		watch->pending = false;
		watch->first_owed = false;
	}
	reach_target_unlock(target);
	return claimed;
}

/* The callback has returned. Another schedule may have waited for it. */
static void end_claim(struct reach_watch *watch, struct reach_context *context)
{
	struct __SCNetworkReachability *target = watch->target;
	struct reach_watch *waiting = NULL;
	bool ended;

	reach_target_lock(target);
	ended = reach_context_unpin(context);
	target->telling = false;
	if (target->watch && target->watch != watch && target->watch->pending)
		waiting = reach_watch_ref(target->watch);
	reach_target_unlock(target);
	if (ended)
		reach_context_end(context);
	if (!waiting)
		return;
	reach_delivery_signal(waiting->delivery);
	reach_watch_unref(waiting);
}

static void perform(void *client)
{
	struct reach_watch *watch = client;
	struct reach_context *context;
	SCNetworkReachabilityFlags flags;
	bool request;

	if (!claim(watch, &context, &flags, &request))
		return;
	if (context)
		reach_context_call(context, watch->target, flags);
	end_claim(watch, context);
	if (request)
		reach_watcher_request(watch);
}

static void retain(void *client)
{
	reach_watch_ref(client);
}

static void release(void *client)
{
	reach_watch_unref(client);
}

const struct reach_client reach_watch_client = {
	.perform = perform,
	.retain = retain,
	.release = release,
};

static void take_answer(struct reach_answer *answer, void *info)
{
	struct reach_watch *watch = info;
	struct __SCNetworkReachability *target = watch->target;
	struct reach_answer *former = NULL;
	bool request = false;

	reach_target_lock(target);
	if (target->watch == watch) {
		former = watch->name->newer;
		watch->name->newer = reach_answer_ref(answer);
		/* Not applied before the first callback. */
		request = !watch->first_owed;
	}
	reach_target_unlock(target);
	reach_answer_unref(former);
	if (request)
		reach_watcher_request(watch);
}

static int evaluate_first(struct reach_watch *watch,
			  struct reach_thread *thread)
{
	struct reach_asker asker = {
		.space = thread->space,
		.socket = thread->socket,
		.user = geteuid(),
	};
	int result = reach_space_update(thread->space, thread->socket);

	if (!result)
		result = reach_evaluate(&asker, &watch->target->subject, NULL,
					&watch->state);
	return result;
}

int reach_watch_begin(struct reach_watch *watch)
{
	struct __SCNetworkReachability *target = watch->target;
	struct reach_thread *thread;
	int result = reach_thread_enter(&thread);

	if (result)
		return result;
	watch->space = reach_space_ref(thread->space);
	/* Among the watches before it is evaluated: a change in between is
	   seen by the one or by the other. */
	result = reach_watcher_add(thread, watch);
	if (result)
		return result;
	result = evaluate_first(watch, thread);
	if (!result && watch->name && !target->subject.no_resolve)
		result = reach_watcher_resolve(watch, target->subject.name,
					       take_answer);
	if (result) {
		reach_watcher_remove(watch);
		return result;
	}
	watch->first_owed = watch->pending = watch->name != NULL;
	target->watch = reach_watch_ref(watch);
	reach_watcher_note_first(watch, &watch->state);
	return 0;
}

void reach_watch_end(struct reach_watch *watch)
{
	if (watch->name && watch->name->lookup)
		reach_resolver_cancel(watch->name->lookup);
	reach_watcher_remove(watch);
	reach_delivery_cancel(watch->delivery);
	reach_watch_unref(watch);
}

bool reach_watch_take(struct reach_watch *watch,
		      SCNetworkReachabilityFlags *ret_flags)
{
	bool request = watch->first_owed && watch->name->newer;

	if (watch->first_owed)
		watch->first_owed = watch->pending = false;
	*ret_flags = watch->state.flags;
	return request;
}

struct reach_answer *reach_watch_get_answer(const struct reach_watch *watch)
{
	return watch->name && watch->name->answer
		       ? reach_answer_ref(watch->name->answer)
		       : NULL;
}

struct reach_answer *reach_watch_renew(struct reach_watch *watch)
{
	struct __SCNetworkReachability *target = watch->target;
	struct reach_watch_name *name = watch->name;
	struct reach_answer *former = NULL;
	struct reach_answer *answer = NULL;

	reach_target_lock(target);
	if (target->watch == watch) {
		if (name->newer && !watch->first_owed) {
			former = name->answer;
			name->answer = name->newer;
			name->newer = NULL;
		}
		answer = reach_watch_get_answer(watch);
	}
	reach_target_unlock(target);
	reach_answer_unref(former);
	return answer;
}

void reach_watch_tell(struct reach_watch *watch,
		      const struct reach_state *state)
{
	struct __SCNetworkReachability *target = watch->target;
	bool signal = false;

	reach_target_lock(target);
	if (target->watch == watch &&
	    reach_state_differs(&watch->state, state)) {
		watch->state = *state;
		signal = !watch->pending;
		watch->pending = true;
	}
	reach_target_unlock(target);
	if (signal)
		reach_delivery_signal(watch->delivery);
}
