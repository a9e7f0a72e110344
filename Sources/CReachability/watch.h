/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A scheduled target: its last state, what is known of its name, and whether
 * a callback is due. One watch is one schedule; scheduling anew makes a new
 * one, so that what is still queued for the old one finds nothing to tell.
 */

#ifndef REACH_WATCH_H
#define REACH_WATCH_H

#include "delivery.h"
#include "evaluate.h"
#include "target.h"

struct reach_thread;
struct reach_answer;

struct reach_topic;

/* What only a watch of a name needs. */
struct reach_watch_name {
	/* until the schedule ends; NULL if it is not looked up */
	struct reach_lookup *lookup;
	/* under the target's lock: what the state is made with, and what came
	   since */
	struct reach_answer *answer;
	struct reach_answer *newer;
	/* under the space's lock: among those with news of their own */
	struct reach_watch *next_request;
	bool requested;
};

struct reach_watch {
	unsigned int references;
	/* below: under the target's lock */
	/* names: the first callback was neither delivered nor taken yet */
	bool first_owed;
	/* a change is to be told */
	bool pending;
	struct reach_state state;
	/* each with a reference; freed with the watch */
	struct __SCNetworkReachability *target;
	struct reach_space *space;
	struct reach_delivery *delivery;
	/* NULL for others */
	struct reach_watch_name *name;
	/* below: under the space's lock */
	/* when it joined its topic, and the others who did */
	uint32_t joined;
	struct reach_topic *topic;
	struct reach_watch *next;
	struct reach_watch *previous;
};

/* What is known of the name and applied, under the target's lock; with a
   reference, or NULL. */
struct reach_answer *reach_watch_get_answer(const struct reach_watch *watch);

struct reach_watch *reach_watch_ref(struct reach_watch *watch);
void reach_watch_unref(struct reach_watch *watch);

/* What a delivery needs to serve a watch. */
extern const struct reach_client reach_watch_client;

/* A watch that is not yet begun; the caller gives it its delivery. */
int reach_watch_new(struct __SCNetworkReachability *target,
		    struct reach_watch **ret_watch);

/*
 * Makes the target scheduled; it then holds a reference. Under the target's
 * lock. Afterwards, without it, the caller signals the delivery if
 * watch->pending.
 */
int reach_watch_begin(struct reach_watch *watch);

/* Ends the schedule. The caller has taken the watch out of the target under
   its lock and holds that lock no more. */
void reach_watch_end(struct reach_watch *watch);

/* The cached flags, for GetFlags: takes the first callback's place. Under the
   target's lock; true if reach_watcher_request() is due after unlocking. */
bool reach_watch_take(struct reach_watch *watch,
		      SCNetworkReachabilityFlags *ret_flags);

/* On the watcher's thread. What its state is to be made with from now on: the
   newest that is known of the name and may be applied. A reference, or NULL. */
struct reach_answer *reach_watch_renew(struct reach_watch *watch);
/* Its state is this one; signals if that is a change. */
void reach_watch_tell(struct reach_watch *watch,
		      const struct reach_state *state);

#endif
