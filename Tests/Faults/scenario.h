/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A client that uses everything once: every kind of target, unscheduled and
 * scheduled in every way, through changes of the network and of a name. Each
 * call may fail once, if it says so; in the end it must have been told the
 * truth, and everything must have been given back.
 */

#ifndef REACH_TEST_SCENARIO_H
#define REACH_TEST_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/ReachabilityExtensions.h>

#define SCENARIO_TARGETS 4

struct client {
	const char *what;
	SCNetworkReachabilityRef target;
	reach_port_ref port;
	/* last word told and how many; the executor tells on another thread */
	SCNetworkReachabilityFlags told;
	unsigned int count;
	int retains;
};

struct scenario {
	struct client clients[SCENARIO_TARGETS];
	/* a socket that changes routes */
	int routes;
	/* no call may fail: what fails is only interrupted */
	bool strict;
	/* what went wrong, in words */
	char complaint[512];
	bool failed;
};

/* Lays out the namespace of this thread; fails like a test. */
void scenario_prepare(struct scenario *scenario);
/* All of it, on a thread of its own; false: see the complaint. */
bool scenario_run(struct scenario *scenario);
/* The same on this thread, whose run loop it uses. */
bool scenario_run_here(struct scenario *scenario);

/* Descriptors of this process; threads and memory of the library. */
struct census {
	size_t descriptors;
	size_t threads;
	size_t memory;
};
struct census census_take(void);
/* Once no thread of the library is left; false if one stays. */
bool census_take_quiet(struct census *ret_census);
/* Waits until there is no more than there was. */
bool census_settles(const struct census *before);
/* Says what there is that was not there before. */
void census_print(const struct census *before);

#endif
