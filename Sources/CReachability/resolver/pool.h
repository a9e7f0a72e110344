/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The jobs of a resolver and how many threads they need. A bookkeeper: it
 * starts nothing and locks nothing; every call is made under the resolver's
 * lock. Threads end when no job is left, so that an idle resolver has none.
 */

#ifndef REACH_POOL_H
#define REACH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As many while look-ups are answered. More, one for each job that had to
   wait, only when they hang: then up to the limit. With that many hanging, the
   others wait for the first to end, in glibc 10 to 30 seconds. */
#define REACH_POOL_USUAL 4
#define REACH_POOL_LIMIT 16
#define REACH_POOL_PATIENCE UINT64_C(500000000)
/* after a thread could not be started */
#define REACH_POOL_PAUSE UINT64_C(1000000000)

struct reach_job {
	struct reach_job *next;
	uint64_t since;
	bool queued;
};

struct reach_pool {
	struct reach_job *first;
	struct reach_job *last;
	size_t queued;
	unsigned int threads;
	/* of them those that have not asked for their first job */
	unsigned int starting;
	uint64_t not_before;
};

/* Nothing if it is queued already. */
void reach_pool_push(struct reach_pool *pool, struct reach_job *job,
		     uint64_t now);
/* The oldest job, or NULL. */
struct reach_job *reach_pool_pop(struct reach_pool *pool);
void reach_pool_remove(struct reach_pool *pool, struct reach_job *job);

/* When one more thread is to be started; 0 if none. */
uint64_t reach_pool_get_deadline(const struct reach_pool *pool);

/* A thread is being started; it called in; it ends; it could not start. */
void reach_pool_start(struct reach_pool *pool);
void reach_pool_started(struct reach_pool *pool);
void reach_pool_ended(struct reach_pool *pool);
void reach_pool_failed(struct reach_pool *pool, uint64_t now);

#endif
