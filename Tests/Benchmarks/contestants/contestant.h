/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The common face of everybody who can be asked "is this reachable?". Each
 * file beside this one is one way to ask; none knows of the others, nor of how
 * it is measured.
 */

#ifndef REACH_BENCH_CONTESTANT_H
#define REACH_BENCH_CONTESTANT_H

#include "bench.h"
#include "wire.h"

struct contestant {
	/* short and without spaces, for files */
	const char *name;
	/* for people */
	const char *title;
	/* which BENCH_ bits of an answer it can tell */
	uint8_t knows;
	/* how many are asked in one timed slice */
	size_t slice;
	/* it has no IPv6 */
	bool ipv4_alone;
	/* larger tables, and more targets, are not asked of it */
	size_t most_routes;
	size_t most_targets;
	/* Makes ready to be asked about these, in the calling thread and the
	   network as it is. The addresses stay. */
	void *(*start)(const union bench_address *addresses, size_t count);
	/* Asks about count of them from the first; wraps round at the end. */
	void (*ask)(void *instance, size_t first, size_t count,
		    uint8_t *answers);
	/* Takes in what has arrived; its time counts. NULL: nothing to do. */
	void (*serve)(void *instance);
	/* Waits until it knows all that has happened. NULL: no need. */
	void (*settle)(void *instance);
	void (*stop)(void *instance);
};

/* The library. */
extern const struct contestant contestant_library;
extern const struct contestant contestant_library_scheduled;
extern const struct contestant contestant_library_once;
/* The kernel, by hand. */
extern const struct contestant contestant_raw;
extern const struct contestant contestant_raw_plain;
extern const struct contestant contestant_batch;
extern const struct contestant contestant_connect;
/* Others. */
extern const struct contestant contestant_libnl;
extern const struct contestant contestant_dump;
extern const struct contestant contestant_glib;
extern const struct contestant contestant_process;

/* Nobody: see there. */
extern const struct contestant contestant_counting;

/* All, ended by NULL; what ratios refer to comes first. */
extern const struct contestant *const contestants[];

#endif
