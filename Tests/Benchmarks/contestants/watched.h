/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Targets scheduled on a port that the calling thread serves, and what became
   of them. */

#ifndef REACH_BENCH_WATCHED_H
#define REACH_BENCH_WATCHED_H

#include <semaphore.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "bench.h"

struct watched {
	/* NULL: callbacks are made on the library's thread, and counted here */
	reach_port_ref port;
	int told;
	SCNetworkReachabilityRef *targets;
	size_t count;
	/* callbacks so far; the last one's time and word */
	size_t callbacks;
	uint64_t last_time;
	uint32_t last_flags;
	/* by the library, for callbacks that may still come, and by who started
	   it; posted when nobody does any more */
	size_t holders;
	sem_t unheld;
};

/* Scheduled on a port. An address has its word at once; no callback is owed. */
struct watched *watched_schedule(const union bench_address *addresses,
				 size_t count);
/* Returns when the library rests, too; one thread at a time can wait for
   that. */
struct watched *watched_start(const union bench_address *addresses,
			      size_t count);
/* The same without a port: callbacks come on the thread that found out. */
struct watched *watched_start_inline(const union bench_address *addresses,
				     size_t count);
/* Until no other thread does anything and nothing is owed. */
void watched_settle(struct watched *watched);
/* Serves for so long, or until so many callbacks have come in all; false if
   they have not. */
bool watched_serve(struct watched *watched, double milliseconds,
		   size_t callbacks);
void watched_stop(struct watched *watched);

#endif
