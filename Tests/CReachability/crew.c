/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A queue and threads. */

#include "crew.h"

#include "namespace.h"

#include <stdlib.h>

struct crew_work {
	struct crew_work *next;
	void (*call)(void *info);
	void *info;
};

static void execute(void *info, void (*call)(void *), void *call_info)
{
	struct crew *crew = info;
	struct crew_work *work = malloc(sizeof(*work));

	if (!work)
		abort();
	*work = (struct crew_work){.call = call, .info = call_info};
	pthread_mutex_lock(&crew->lock);
	*crew->last = work;
	crew->last = &work->next;
	pthread_cond_signal(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
}

/* Waits for some; NULL when there will be none. */
static struct crew_work *take(struct crew *crew)
{
	struct crew_work *work;

	while (!crew->first && !crew->ended)
		pthread_cond_wait(&crew->changed, &crew->lock);
	work = crew->first;
	if (!work)
		return NULL;
	crew->first = work->next;
	if (!crew->first)
		crew->last = &crew->first;
	return work;
}

static void *serve(void *info)
{
	struct crew *crew = info;
	struct crew_work *work;

	pthread_mutex_lock(&crew->lock);
	while ((work = take(crew))) {
		pthread_mutex_unlock(&crew->lock);
		work->call(work->info);
		free(work);
		pthread_mutex_lock(&crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

void crew_start(struct crew *crew, unsigned int count)
{
	*crew = (struct crew){
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
		.last = &crew->first,
	};
	for (; crew->count < count; crew->count++)
		assert_int_equal(pthread_create(&crew->threads[crew->count],
						NULL, serve, crew),
				 0);
}

struct reach_executor crew_executor(struct crew *crew)
{
	return (struct reach_executor){.info = crew, .execute = execute};
}

void crew_finish(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	crew->ended = true;
	pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
	while (crew->count > 0)
		pthread_join(crew->threads[--crew->count], NULL);
}
