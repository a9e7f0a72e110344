/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A name somebody is interested in, and those who are. Everything here is
 * called under the resolver's lock; only serve gives it up in between.
 */

#ifndef REACH_NAME_H
#define REACH_NAME_H

#include <pthread.h>

#include "pool.h"
#include "resolver.h"
#include "retry.h"

struct reach_lookup {
	struct reach_lookup *next;
	struct reach_lookup *previous;
	struct reach_resolver *resolver;
	struct reach_name *name;
	reach_resolver_done *done;
	void (*release)(void *info);
	void *info;
	/* has not been told the answer there is */
	bool owed;
	/* done is running, or about to */
	bool entered;
	bool cancelled;
};

struct reach_name {
	/* first: a job is a name */
	struct reach_job job;
	struct reach_name *next;
	struct reach_resolver *resolver;
	struct reach_lookup *first;
	struct reach_lookup *last;
	/* the last that counted; NULL before the first */
	struct reach_answer *answer;
	uint64_t answered;
	/* in a row */
	unsigned int failures;
	/* 0 is: not by itself */
	uint64_t retry;
	/* to be looked up (once more) */
	bool wanted;
	/* the look-up whose result counts: a token on its thread's stack */
	const void *flight;
	/* it took the place of one that is among the strays */
	bool replaced;
	/* look-ups that began before the network changed and are still out */
	unsigned int strays;
	/* some thread is calling those who are owed */
	bool telling;
	char text[];
};

struct reach_resolver {
	pthread_mutex_t lock;
	/* the owner, each look-up and each thread; atomic */
	unsigned int references;
	bool closed;
	reach_resolver_spawn *spawn;
	void *spawn_info;
	int wake_fd;
	/* the deadline the owner knows of */
	uint64_t told;
	struct reach_name *names;
	struct reach_pool pool;
	struct reach_burst burst;
	/* a refresh that waits for its turn, or 0 */
	uint64_t refresh;
};

/* Releases what it holds. Calls out: not under the lock. */
void reach_lookup_free(struct reach_lookup *lookup);

/* Wakes the owner if it would be too late for this; 0 is never. */
void reach_resolver_nudge(struct reach_resolver *resolver, uint64_t deadline);

/* The one there is, or a new one; NULL if there is no memory. */
struct reach_name *reach_name_get(struct reach_resolver *resolver,
				  const char *text);
/* Frees it if nobody and nothing needs it any more. */
void reach_name_forget(struct reach_name *name);

/* Looks it up, as soon as a thread is free. */
void reach_name_want(struct reach_name *name, uint64_t now);
void reach_name_add(struct reach_name *name, struct reach_lookup *lookup,
		    uint64_t now);
/* False if done is running: then serve frees it. */
bool reach_name_remove(struct reach_lookup *lookup);

/* What a thread does with a job. May free it. */
void reach_name_serve(struct reach_name *name);

uint64_t reach_resolver_now(void);

#endif
