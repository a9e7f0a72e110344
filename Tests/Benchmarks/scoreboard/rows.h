/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What can happen to a network. The numbers are those of the list of known
   faults in comparable programs. */

#ifndef REACH_BENCH_ROWS_H
#define REACH_BENCH_ROWS_H

#include <stdbool.h>

enum row_circumstance {
	ROW_PLAIN = 0,
	/* the link has IPv4 alone */
	ROW_IPV4 = 1,
	/* it happens at the other end of the link */
	ROW_BY_PEER = 2,
	/* nobody must be told of anything */
	ROW_SILENT = 4,
	/* ten thousand unrelated changes a second meanwhile */
	ROW_CHURN = 8,
	/* the programs are busy while it happens */
	ROW_BUSY = 16,
	/* a tun device with somebody attached is there */
	ROW_TUN = 32,
	/* a name server is there, which nobody knows yet */
	ROW_NAMES = 64,
};

struct row {
	const char *event;
	/* address or name */
	const char *target;
	/* before it happens; NULL: nothing */
	const char *prepare;
	const char *change;
	/* reachable afterwards, and not before; or the other way round */
	bool reachable;
	unsigned int circumstances;
};

/* ended by one without an event */
extern const struct row rows[];

#endif
