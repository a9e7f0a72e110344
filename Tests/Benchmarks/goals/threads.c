/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Two threads that ask: how much more they get done than one, beside what two
   threads can do on this machine at this moment when they share nothing. */

#include "goals.h"

#include "crowd.h"
#include "network.h"
#include "report.h"

#define TARGETS 64

void goals_threads(void)
{
	static union bench_address addresses[TARGETS];
	size_t rounds = BENCH_SIZE(60, 3);
	double time = BENCH_SIZE(20, 5);
	struct samples library = {.values = NULL};
	struct samples raw = {.values = NULL};
	struct samples spinning = {.values = NULL};
	struct report_goal *goal;

	network_enter(AF_INET);
	network_destinations(addresses, TARGETS);
	for (size_t round = 0; round < rounds; round++) {
		const struct contestant *const who[] = {&contestant_library,
							&contestant_raw,
							&contestant_counting};
		struct samples *const where[] = {&library, &raw, &spinning};

		for (size_t i = 0; i < 3; i++) {
			double one =
				crowd_run(who[i], addresses, TARGETS, 1, time);
			double two =
				crowd_run(who[i], addresses, TARGETS, 2, time);

			samples_add(where[i], two / one);
		}
	}
	goal = report_goal("GetFlags on two threads, to one",
			   samples_summary(&library), REPORT_AT_LEAST, 1.7,
			   "x");
	report_note(goal, "raw look-ups %.2f, counting %.2f",
		    samples_summary(&raw).median,
		    samples_summary(&spinning).median);
	samples_free(&library);
	samples_free(&raw);
	samples_free(&spinning);
}
