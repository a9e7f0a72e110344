/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A target that many threads use, its contexts, and what was told of it; both
 * are counted and end the program when they are used after their end.
 */

#ifndef REACH_TEST_STORM_TARGET_H
#define REACH_TEST_STORM_TARGET_H

#include "api.h"

#define add(counter, number) \
	__atomic_add_fetch(&(counter), number, __ATOMIC_SEQ_CST)
#define load(counter) __atomic_load_n(&(counter), __ATOMIC_SEQ_CST)
#define store(counter, number) \
	__atomic_store_n(&(counter), number, __ATOMIC_SEQ_CST)

/* Lives as long as anybody may tell of it; the target belongs to whom made
   it. */
struct storm_target {
	unsigned int references;
	SCNetworkReachabilityRef target;
	/* nobody schedules it any more, or if so ends it */
	bool dropped;
	/* callbacks under way */
	unsigned int inside;
	/* by a callback that only listens: how often, and the last word */
	unsigned int told;
	unsigned int last;
};

extern struct storm_counts {
	int targets;
	int contexts;
	unsigned int callbacks;
	/* callbacks of a target during another of it */
	unsigned int overlaps;
	/* callbacks for another target than they were set for */
	unsigned int strangers;
} storm_counts;

/* Of the calling thread, from its seed. */
extern __thread uint32_t storm_seed;
unsigned int storm_draw(unsigned int below);

/* A target of any kind whose way is the default route; one reference to
   each. */
struct storm_target *storm_target_new(void);
void storm_target_ref(struct storm_target *target);
void storm_target_unref(struct storm_target *target);

/* A callback with a context of its own that calls this; NULL: it only
   listens. */
void storm_target_set_callback(struct storm_target *target,
			       void (*call)(struct storm_target *target));

#endif
