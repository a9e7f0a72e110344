/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Changes that end the reachability of an address, each as one message that
   can be sent at an exact time, and how to undo them. */

#ifndef REACH_BENCH_CHANGES_H
#define REACH_BENCH_CHANGES_H

#include "wire.h"

struct change {
	const char *name;
	/* reachable before, not after */
	const char *address;
	/* what has to be there; NULL: nothing more */
	const char *prepare;
	void (*make)(struct wire_message *message);
	/* it is made at the other end of the link */
	bool by_peer;
	/* in this order: at the other end, the link, the rest */
	const char *restore_peer;
	const char *restore_link;
	const char *restore;
	/* milliseconds between the repair and the next change */
	double rest;
	/* how often it is worth repeating */
	size_t rounds;
};

/* ended by one without a name */
extern const struct change changes[];

void change_prepare(const struct change *change);
/* A socket where it has to be made. */
int change_open(const struct change *change);
/* Undoes it and waits until the network is as before. */
void change_restore(const struct change *change);

#endif
