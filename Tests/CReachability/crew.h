/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* An executor with threads of its own, which do work in the order it came. */

#ifndef REACH_TEST_CREW_H
#define REACH_TEST_CREW_H

#include <pthread.h>
#include <stdbool.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#define CREW_MAX 4

struct crew_work;

struct crew {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t threads[CREW_MAX];
	unsigned int count;
	struct crew_work *first;
	struct crew_work **last;
	bool ended;
};

void crew_start(struct crew *crew, unsigned int count);
/* For reach_set_executor(); good until the end. */
struct reach_executor crew_executor(struct crew *crew);
/* After all that has come is done. */
void crew_finish(struct crew *crew);

#endif
