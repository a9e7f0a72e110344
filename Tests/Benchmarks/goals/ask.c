/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What one answer costs while the network is quiet: of a target, of a scheduled
   one, of one made for the purpose; and what making one costs. */

#include "goals.h"

#include <stdio.h>

#include "library.h"
#include "network.h"
#include "rounds.h"

#define TARGETS 64

static union bench_address addresses[TARGETS];

static const char *name(const char *goal)
{
	static char text[REPORT_TEXT];

	snprintf(text, sizeof(text), "%s%s", goal, network_suffix());
	return text;
}

static void ask_quietly(size_t rounds)
{
	struct entrant entrants[] = {
		{.contestant = &contestant_raw},
		{.contestant = &contestant_library},
		{.contestant = &contestant_library_once},
		{.contestant = &contestant_connect},
		{.contestant = NULL},
	};

	rounds_start(entrants, addresses, TARGETS);
	rounds_agree(entrants, addresses, TARGETS, "goals, quiet");
	rounds_run(entrants, rounds, 20);
	report_goal(name("GetFlags, quiet, to one raw look-up"),
		    samples_ratio(&entrants[1].nanoseconds,
				  &entrants[0].nanoseconds),
		    REPORT_AT_MOST, 0.2, "x");
	report_goal(name("create, GetFlags, release, quiet, to a raw look-up"),
		    samples_ratio(&entrants[2].nanoseconds,
				  &entrants[0].nanoseconds),
		    REPORT_ONLY, 0, "x");
	report_goal(name("GetFlags, quiet, to connect() of a UDP socket"),
		    samples_ratio(&entrants[1].nanoseconds,
				  &entrants[3].nanoseconds),
		    REPORT_ONLY, 0, "x");
	rounds_stop(entrants);
}

static void ask_scheduled(size_t rounds)
{
	struct entrant entrants[] = {
		{.contestant = &contestant_raw},
		{.contestant = &contestant_library_scheduled},
		{.contestant = NULL},
	};

	rounds_start(entrants, addresses, TARGETS);
	rounds_agree(entrants, addresses, TARGETS, "goals, scheduled");
	rounds_run(entrants, rounds, 20);
	report_goal(name("GetFlags of a scheduled target"),
		    samples_ratio(&entrants[1].nanoseconds,
				  &entrants[0].nanoseconds),
		    REPORT_AT_MOST, 0.02, "x");
	rounds_stop(entrants);
}

static void create(size_t rounds)
{
	const size_t count = 512;
	struct entrant entrants[] = {
		{.contestant = &contestant_raw},
		{.contestant = NULL},
	};
	struct samples made = {.values = NULL};

	rounds_start(entrants, addresses, TARGETS);
	for (size_t round = 0; round < rounds; round++) {
		uint64_t start = bench_now();

		for (size_t i = 0; i < count; i++)
			CFRelease(library_target(&addresses[i % TARGETS]));
		samples_add(&made,
			    (double)(bench_now() - start) / (double)count);
		rounds_run(entrants, 1, 20);
	}
	report_goal(name("create and release a target"),
		    samples_ratio(&made, &entrants[0].nanoseconds),
		    REPORT_AT_MOST, 0.1, "x");
	samples_free(&made);
	rounds_stop(entrants);
}

void goals_ask(void)
{
	size_t rounds = BENCH_SIZE(400, 10);

	for (size_t i = 0; i < 2; i++) {
		network_enter(i ? AF_INET6 : AF_INET);
		network_destinations(addresses, TARGETS);
		ask_quietly(rounds);
		ask_scheduled(rounds);
		create(rounds);
	}
}
