/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Many targets and one event that concerns them all, and one that concerns
   none. What counts is the CPU time of the library's threads until they rest,
   because there is no moment at which a program could know that nothing has
   changed. */

#include "goals.h"

#include <stdlib.h>
#include <unistd.h>

#include "actor.h"
#include "contestant.h"
#include "network.h"
#include "report.h"
#include "watched.h"
#include "wire.h"

/* Longer than the library's longest window. */
#define REST_MS 150

/* A route that covers all of them, through the gateway of the default route: a
   change for everybody that changes nobody's answer. */
static void make_cover(struct wire_message *message, bool add)
{
	union bench_address prefix = bench_address("8.0.0.0");

	wire_route(message, add, &prefix, 5, NETWORK_GATEWAY, 0);
}

static double cost_of_change(int fd, struct wire_message *change)
{
	uint64_t before = bench_cpu_of_others();

	wire_must(fd, change);
	bench_wait_until_others_rest(REST_MS);
	return (double)(bench_cpu_of_others() - before);
}

/* Microseconds for an event that concerns all of these. */
static double cost_of_all(const union bench_address *addresses, size_t count)
{
	struct watched *watched = watched_start(addresses, count);
	struct wire_message message;
	size_t callbacks = watched->callbacks;
	double cost = 0;
	int fd = wire_open();

	for (int add = 1; add >= 0; add--) {
		make_cover(&message, add);
		cost += cost_of_change(fd, &message) / 2e3;
	}
	reach_port_dispatch(watched->port);
	report_check(watched->callbacks == callbacks,
		     "%zu callbacks without a change",
		     watched->callbacks - callbacks);
	close(fd);
	watched_stop(watched);
	return cost;
}

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

	network_enter();
	/* All are within 8.0.0.0/5. */
	for (size_t i = 0; i < count; i++)
		addresses[i] = bench_address4(0x08000000u + (uint32_t)i * 4099);
	for (size_t i = 0; i < count; i++)
		equal[i] = addresses[i % distinct];
	for (size_t round = 0; round < BENCH_SIZE(10u, 1u); round++) {
		samples_add(&batch, cost_of_batch(addresses, count));
		samples_add(&all, cost_of_all(addresses, count));
		samples_add(&many, cost_of_all(equal, count));
		samples_add(&few, cost_of_all(equal, distinct));
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
