/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A queue of jobs and the count of threads; knows nothing of names. */

#include "pool.h"

void reach_pool_push(struct reach_pool *pool, struct reach_job *job,
		     uint64_t now)
{
	if (job->queued)
		return;
	job->queued = true;
	job->since = now;
	job->next = NULL;
	if (pool->last)
		pool->last->next = job;
	else
		pool->first = job;
	pool->last = job;
	pool->queued++;
}

struct reach_job *reach_pool_pop(struct reach_pool *pool)
{
	struct reach_job *job = pool->first;

	if (job)
		reach_pool_remove(pool, job);
	return job;
}

void reach_pool_remove(struct reach_pool *pool, struct reach_job *job)
{
	struct reach_job *before = NULL;

	if (!job->queued)
		return;
	if (job == pool->first) {
		pool->first = job->next;
	} else {
		before = pool->first;
		while (before->next != job)
			before = before->next;
		before->next = job->next;
	}
	if (job == pool->last)
		pool->last = before;
	job->queued = false;
	pool->queued--;
}

uint64_t reach_pool_get_deadline(const struct reach_pool *pool)
{
	uint64_t due;

	if (pool->queued <= pool->starting || pool->threads >= REACH_POOL_LIMIT)
		return 0;
	due = pool->first->since;
	if (pool->threads >= REACH_POOL_USUAL)
		due += REACH_POOL_PATIENCE;
	return due < pool->not_before ? pool->not_before : due;
}

void reach_pool_start(struct reach_pool *pool)
{
	pool->threads++;
	pool->starting++;
}

void reach_pool_started(struct reach_pool *pool)
{
	pool->starting--;
}

void reach_pool_ended(struct reach_pool *pool)
{
	pool->threads--;
}

void reach_pool_failed(struct reach_pool *pool, uint64_t now)
{
	pool->threads--;
	pool->starting--;
	pool->not_before = now + REACH_POOL_PAUSE;
}
