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

struct reach_watch {
	unsigned int references;
	/* each with a reference; freed with the watch */
	struct __SCNetworkReachability *target;
	struct reach_space *space;
	struct reach_delivery *delivery;
	/* names, until the schedule ends */
	struct reach_lookup *lookup;
	/* among the watches of the space, under its lock */
	struct reach_watch *next;
	struct reach_watch *previous;
	/* below: under the target's lock */
	struct reach_state state;
	/* what the state was made with, and what came since */
	struct reach_answer *answer;
	struct reach_answer *newer;
	/* names: the first callback was neither delivered nor taken yet */
	bool first_owed;
	/* a change is to be told */
	bool pending;
	/* to be evaluated, whether or not the network changed */
	bool stale;
	/* CLOCK_MONOTONIC in nanoseconds: evaluate again then; 0 never */
	uint64_t deadline;
};

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
   target's lock; true if reach_space_wake() is due after unlocking. */
bool reach_watch_take(struct reach_watch *watch,
		      SCNetworkReachabilityFlags *ret_flags);

/* What a pass over many watches adds up to. */
struct reach_outcome {
	/* when the first of them is due again; 0 never */
	uint64_t deadline;
	/* one of them could not be evaluated and is still stale */
	bool failed;
	/* there are names among them; names without an address */
	bool has_names;
	bool has_unresolved;
};

/* On the watcher's thread: evaluates, and signals if something changed.
   everything: the network changed; otherwise only if stale or due. */
void reach_watch_refresh(struct reach_watch *watch,
			 const struct reach_asker *asker, bool everything,
			 uint64_t now, struct reach_outcome *outcome);

#endif
