/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Over the number of targets: what it takes to know of all again after an event
   that concerns them all. */

#include "axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "network.h"
#include "reevaluation.h"
#include "rounds.h"
#include "watched.h"
#include "wire.h"

#define EQUAL 100

/* Microseconds for all, the event taken in. */
static double ask_all(struct entrant *entrant, size_t count)
{
	const struct contestant *contestant = entrant->contestant;
	uint64_t start = bench_now();

	if (contestant->serve)
		contestant->serve(entrant->instance);
	contestant->ask(entrant->instance, 0, count, entrant->answers);
	return (double)(bench_now() - start) / 1e3;
}

static void report_samples(const char *axis, size_t count, const char *who,
			   const struct samples *samples,
			   const struct samples *reference)
{
	struct report_line line = {
		.over = "targets",
		.place = (double)count,
		.unit = "us",
		.summary = samples_summary(samples),
		.ratio = samples_ratio(samples, reference),
	};

	snprintf(line.axis, sizeof(line.axis), "%s", axis);
	snprintf(line.title, sizeof(line.title),
		 "All %s, after an event for all of them", axis);
	snprintf(line.value, sizeof(line.value), "%zu", count);
	snprintf(line.contestant, sizeof(line.contestant), "%s", who);
	report_line(line);
}

static void leave_out(struct entrant *entrants,
		      const struct contestant *contestant)
{
	while (entrants->contestant != contestant)
		entrants++;
	for (; entrants->contestant; entrants++)
		entrants[0] = entrants[1];
}

/* A scheduled target is up to date by itself: what that took is the line. */
static void run_one(const char *axis, const union bench_address *addresses,
		    size_t count, size_t rounds)
{
	struct entrant entrants[ENTRANTS_MAX];
	struct samples scheduled = {.values = NULL};
	struct watched *watched = watched_start(addresses, count);
	struct wire_message cover;
	bool add = true;
	int fd = wire_open();

	for (size_t round = 0; round < rounds; round++)
		samples_add(&scheduled, reevaluation_cost_of(watched) / 1e3);
	watched_stop(watched);
	rounds_choose(entrants, network_family(), network_routes(), count);
	leave_out(entrants, &contestant_library_scheduled);
	rounds_start(entrants, addresses, count);
	rounds_agree(entrants, addresses, count, axis);
	for (size_t round = 0; round <= rounds; round++)
		for (struct entrant *e = entrants; e->contestant; e++) {
			double time;

			network_make_cover(&cover, add);
			wire_must(fd, &cover);
			add = !add;
			time = ask_all(e, count);
			if (round)
				samples_add(&e->nanoseconds, time);
		}
	for (struct entrant *e = entrants; e->contestant; e++)
		report_samples(axis, count, e->contestant->title,
			       &e->nanoseconds, &entrants->nanoseconds);
	report_samples(axis, count, "libreachability, scheduled, CPU time",
		       &scheduled, &entrants->nanoseconds);
	samples_free(&scheduled);
	rounds_stop(entrants);
	if (!add) {
		network_make_cover(&cover, false);
		wire_must(fd, &cover);
	}
	close(fd);
}

void axis_targets(void)
{
	static const size_t full[] = {1, 1000, 10000, 100000};
	static const size_t small[] = {1, 10, 200, 500};
	size_t most = BENCH_SIZE(full, small)[3];
	union bench_address *distinct = bench_allocate(most, sizeof(*distinct));
	union bench_address *equal = bench_allocate(most, sizeof(*equal));

	network_enter(AF_INET);
	network_grow(1000);
	network_destinations(distinct, most);
	for (size_t i = 0; i < most; i++)
		equal[i] = distinct[i % EQUAL];
	for (size_t i = 0; i < 4; i++) {
		size_t count = BENCH_SIZE(full, small)[i];
		size_t rounds = BENCH_SIZE(count > 10000 ? 3 : 9, 1);

		bench_say("axis: %zu targets", count);
		run_one("targets", distinct, count, rounds);
		if (count > EQUAL)
			run_one("targets on 100 addresses", equal, count,
				rounds);
	}
	free(distinct);
	free(equal);
}
