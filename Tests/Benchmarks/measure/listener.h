/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The program to compare with: it sleeps in epoll, reads one event and asks the
   kernel once. Nothing less can know of a change. */

#ifndef REACH_BENCH_LISTENER_H
#define REACH_BENCH_LISTENER_H

#include "wire.h"

struct listener;

struct listener_answer {
	/* when it had asked for the first time; 0: no event came */
	uint64_t first_time;
	bool first_right;
	/* when it first had the right answer, asking again after each event; 0:
	   never */
	uint64_t right_time;
};

struct listener *listener_start(const union bench_address *address);
/* Waits for events until the answer is no longer "reachable". */
struct listener_answer listener_wait(struct listener *listener,
				     double milliseconds);
/* Throws away what has come meanwhile. */
void listener_drain(struct listener *listener);
void listener_stop(struct listener *listener);

#endif
