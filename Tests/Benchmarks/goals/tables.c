/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What must not depend on the size of the routing table: the cost of an
   answer, and of the first use in a process. Sizes are measured one after the
   other, each against counting in the same rounds, so that a machine that has
   become slower meanwhile does not look like a table that is too large. */

#include "goals.h"

#include <stdio.h>

#include "first_use.h"
#include "network.h"
#include "rounds.h"

#define TARGETS 64

struct at_size {
	struct summary library;
	struct summary raw;
	/* as many times what the machine took to count */
	struct summary relative;
	struct summary milliseconds;
	struct summary kilobytes;
};

static void ask(struct at_size *result)
{
	static union bench_address addresses[TARGETS];
	struct entrant entrants[] = {
		{.contestant = &contestant_raw},
		{.contestant = &contestant_library},
		{.contestant = &contestant_counting},
		{.contestant = NULL},
	};

	network_destinations(addresses, TARGETS);
	rounds_start(entrants, addresses, TARGETS);
	rounds_agree(entrants, addresses, TARGETS, "goals, tables");
	rounds_run(entrants, BENCH_SIZE(200, 5), 20);
	result->raw = samples_summary(&entrants[0].nanoseconds);
	result->library = samples_summary(&entrants[1].nanoseconds);
	result->relative = samples_ratio(&entrants[1].nanoseconds,
					 &entrants[2].nanoseconds);
	rounds_stop(entrants);
}

static void use_first(struct at_size *result)
{
	struct samples milliseconds = {.values = NULL};
	struct samples kilobytes = {.values = NULL};

	for (size_t i = 0; i < BENCH_SIZE(30u, 2u); i++)
		report_check(first_use_measure(&contestant_library,
					       network_family(), &milliseconds,
					       &kilobytes),
			     "first use: not reachable");
	result->milliseconds = samples_summary(&milliseconds);
	result->kilobytes = samples_summary(&kilobytes);
	samples_free(&milliseconds);
	samples_free(&kilobytes);
}

static void run(size_t sizes)
{
	static const size_t full[] = {0, 1000, 100000, 1000000};
	static const size_t small[] = {0, 100, 1000, 2000};
	struct at_size results[sizeof(full) / sizeof(*full)];
	char name[REPORT_TEXT];

	for (size_t i = 0; i < sizes; i++) {
		size_t routes = BENCH_SIZE(full, small)[i];

		network_grow(routes);
		ask(&results[i]);
		use_first(&results[i]);
		snprintf(name, sizeof(name), "first use, %zu routes%s: time",
			 routes, network_suffix());
		report_goal(name, results[i].milliseconds, REPORT_AT_MOST, 1,
			    "ms");
		snprintf(name, sizeof(name), "first use, %zu routes%s: memory",
			 routes, network_suffix());
		report_goal(name, results[i].kilobytes, REPORT_AT_MOST, 300,
			    "kB");
	}
	for (size_t i = 1; i < sizes; i++) {
		snprintf(name, sizeof(name), "GetFlags, %zu routes, to none%s",
			 BENCH_SIZE(full, small)[i], network_suffix());
		report_note(report_value(name,
					 results[i].relative.median /
						 results[0].relative.median,
					 REPORT_AT_MOST, 1.3, "x"),
			    "%.0f ns, none %.0f ns; raw %.0f ns, none %.0f ns",
			    results[i].library.median,
			    results[0].library.median, results[i].raw.median,
			    results[0].raw.median);
	}
}

void goals_tables(void)
{
	/* No table of IPv6 anywhere has a million. */
	network_enter(AF_INET6);
	run(3);
	network_enter(AF_INET);
	run(4);
}
