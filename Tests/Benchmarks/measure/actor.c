/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* One thread, one change at a time. */

#include "actor.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct actor {
	pthread_t thread;
	sem_t go;
	sem_t made;
	bool end;
	int fd;
	struct wire_message change;
	uint64_t begun;
	uint32_t random;
};

static void *act(void *info)
{
	struct actor *actor = info;

	for (;;) {
		sem_wait(&actor->go);
		if (actor->end)
			return NULL;
		/* Not in step with anything. */
		bench_pause(2 + (double)(bench_random(&actor->random) % 1000) /
					1000);
		actor->begun = bench_now();
		wire_must(actor->fd, &actor->change);
		sem_post(&actor->made);
	}
}

struct actor *actor_start(void)
{
	struct actor *actor = bench_allocate(1, sizeof(*actor));

	sem_init(&actor->go, 0, 0);
	sem_init(&actor->made, 0, 0);
	actor->random = 1;
	if (pthread_create(&actor->thread, NULL, act, actor))
		bench_die("no thread");
	return actor;
}

void actor_go(struct actor *actor, int fd, const struct wire_message *change)
{
	actor->fd = fd;
	actor->change = *change;
	sem_post(&actor->go);
}

uint64_t actor_wait(struct actor *actor)
{
	sem_wait(&actor->made);
	return actor->begun;
}

void actor_stop(struct actor *actor)
{
	actor->end = true;
	sem_post(&actor->go);
	pthread_join(actor->thread, NULL);
	sem_destroy(&actor->go);
	sem_destroy(&actor->made);
	free(actor);
}
