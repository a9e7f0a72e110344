/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Threads. */

#include "crowd.h"

#include <pthread.h>
#include <stdlib.h>

#define SLICE 64

struct member {
	pthread_t thread;
	const struct contestant *contestant;
	const union bench_address *addresses;
	size_t count;
	pthread_barrier_t *barrier;
	const bool *end;
	size_t done;
	uint64_t time;
};

static void *work(void *info)
{
	struct member *member = info;
	const struct contestant *contestant = member->contestant;
	uint8_t answers[SLICE];
	size_t done = 0;
	uint64_t start;
	void *instance =
		contestant ? contestant->start(member->addresses, member->count)
			   : NULL;

	contestant->ask(instance, 0, SLICE, answers);
	pthread_barrier_wait(member->barrier);
	start = bench_now();
	while (!__atomic_load_n(member->end, __ATOMIC_RELAXED)) {
		contestant->ask(instance, done, SLICE, answers);
		done += SLICE;
	}
	member->time = bench_now() - start;
	member->done = done;
	contestant->stop(instance);
	return NULL;
}

double crowd_run(const struct contestant *contestant,
		 const union bench_address *addresses, size_t count,
		 size_t threads, double milliseconds)
{
	struct member members[CROWD_MAX];
	pthread_barrier_t barrier;
	bool end = false;
	double rate = 0;

	pthread_barrier_init(&barrier, NULL, (unsigned int)threads + 1);
	for (size_t i = 0; i < threads; i++) {
		members[i] = (struct member){
			.contestant = contestant,
			.addresses = addresses,
			.count = count,
			.barrier = &barrier,
			.end = &end,
		};
		if (pthread_create(&members[i].thread, NULL, work, &members[i]))
			bench_die("no thread");
	}
	pthread_barrier_wait(&barrier);
	bench_pause(milliseconds);
	__atomic_store_n(&end, true, __ATOMIC_RELAXED);
	for (size_t i = 0; i < threads; i++) {
		pthread_join(members[i].thread, NULL);
		rate += 1e3 * (double)members[i].done / (double)members[i].time;
	}
	pthread_barrier_destroy(&barrier);
	return rate;
}
