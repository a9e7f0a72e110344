/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * When to look up again: after a failure, and after one of many changes of the
 * network. Pure; times are nanoseconds of any monotonic clock.
 */

#ifndef REACH_RETRY_H
#define REACH_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#define REACH_SECOND UINT64_C(1000000000)
#define REACH_BURST_FIRST (REACH_SECOND / 64)
#define REACH_BURST_LONGEST REACH_SECOND

/* The error, an EAI_ number, says that nobody answered, not that there is no
   such name. */
bool reach_retry_is_temporary(int error);

/*
 * How long to wait after the given number of failures in a row, of which this
 * was the last; 0 is: until something changes. If nobody answered 1, 2, 4 and
 * so on to 256 seconds; if there is no such name 2, 8, 32, 128 and 512.
 */
uint64_t reach_retry_delay(int error, unsigned int failures);

/* Refreshes that follow hard upon one another. */
struct reach_burst {
	/* none before this */
	uint64_t not_before;
	uint64_t gap;
};

/* The earliest time for a refresh asked for now. */
uint64_t reach_burst_due(const struct reach_burst *burst, uint64_t now);
/* One was made now. The gap doubles while they keep coming, and is short again
   after a pause. */
void reach_burst_passed(struct reach_burst *burst, uint64_t now);

#endif
