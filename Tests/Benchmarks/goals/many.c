/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Many targets and one event that concerns them all. */

#include "goals.h"

#include <stdlib.h>

#include "contestant.h"
#include "network.h"
#include "reevaluation.h"
#include "report.h"

/* Microseconds of CPU. */
static double cost_of_batch(const union bench_address *addresses, size_t count)
{
	void *instance = contestant_batch.start(addresses, count);
	uint8_t *answers = bench_allocate(count, 1);
	uint64_t start;
	double cost;

	contestant_batch.ask(instance, 0, count < 64 ? count : 64, answers);
	start = bench_cpu_of_thread();
	contestant_batch.ask(instance, 0, count, answers);
	cost = (double)(bench_cpu_of_thread() - start) / 1e3;
	contestant_batch.stop(instance);
	free(answers);
	return cost;
}

void goals_many(void)
{
	size_t count = BENCH_SIZE(10000, 200);
	size_t distinct = BENCH_SIZE(100, 10);
	union bench_address *addresses =
		bench_allocate(count, sizeof(*addresses));
	union bench_address *equal = bench_allocate(count, sizeof(*equal));
	struct samples all = {.values = NULL};
	struct samples batch = {.values = NULL};
	struct samples many = {.values = NULL};
	struct samples few = {.values = NULL};

	network_enter(AF_INET);
	network_destinations(addresses, count);
	for (size_t i = 0; i < count; i++)
		equal[i] = addresses[i % distinct];
	for (size_t round = 0; round < BENCH_SIZE(8u, 1u); round++) {
		samples_add(&batch, cost_of_batch(addresses, count));
		samples_add(&all, reevaluation_cost(addresses, count) / 1e3);
		samples_add(&many, reevaluation_cost(equal, count) / 1e3);
		samples_add(&few, reevaluation_cost(equal, distinct) / 1e3);
	}
	report_note(report_goal("10,000 targets after an event for all, to a "
				"raw batched loop",
				samples_ratio(&all, &batch), REPORT_AT_MOST,
				1.3, "x"),
		    "%.1f ms, raw %.1f ms, of CPU",
		    samples_summary(&all).median / 1e3,
		    samples_summary(&batch).median / 1e3);
	report_note(report_goal("10,000 targets on 100 addresses, to 100 "
				"targets",
				samples_ratio(&many, &few), REPORT_AT_MOST, 1.5,
				"x"),
		    "%.0f us, %.0f us", samples_summary(&many).median,
		    samples_summary(&few).median);
	samples_free(&all);
	samples_free(&batch);
	samples_free(&many);
	samples_free(&few);
	free(addresses);
	free(equal);
}
