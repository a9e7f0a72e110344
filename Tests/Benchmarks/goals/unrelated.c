/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A change that concerns nobody, with one target and with many: what it costs
   the library's threads. The changes are so far apart that each is seen
   alone. */

#include "goals.h"

#include <stdlib.h>
#include <unistd.h>

#include "network.h"
#include "report.h"
#include "watched.h"
#include "wire.h"

#define GAP_MS 25

/* Microseconds a change. */
static double cost_of_changes(const union bench_address *addresses,
			      size_t count, size_t changes)
{
	struct watched *watched = watched_start(addresses, count);
	union bench_address prefix = bench_address("60.0.0.0");
	struct wire_message message;
	uint64_t before = bench_cpu_of_others();
	size_t callbacks = watched->callbacks;
	int fd = wire_open();
	double cost;

	for (size_t i = 0; i < changes; i++) {
		wire_route(&message, i % 2 == 0, &prefix, 24, NETWORK_GATEWAY,
			   0);
		wire_must(fd, &message);
		watched_serve(watched, GAP_MS, SIZE_MAX);
	}
	bench_wait_until_others_rest(150);
	cost = (double)(bench_cpu_of_others() - before) / 1e3 / (double)changes;
	report_check(watched->callbacks == callbacks,
		     "%zu callbacks for unrelated changes",
		     watched->callbacks - callbacks);
	close(fd);
	watched_stop(watched);
	return cost;
}

void goals_unrelated(void)
{
	size_t count = BENCH_SIZE(10000, 200);
	size_t changes = BENCH_SIZE(80, 4);
	union bench_address *addresses =
		bench_allocate(count, sizeof(*addresses));
	struct samples one = {.values = NULL};
	struct samples many = {.values = NULL};

	network_enter(AF_INET);
	network_destinations(addresses, count);
	for (size_t round = 0; round < BENCH_SIZE(3u, 1u); round++) {
		samples_add(&one, cost_of_changes(addresses, 1, changes));
		samples_add(&many, cost_of_changes(addresses, count, changes));
	}
	report_note(report_goal("unrelated route change, 10,000 targets to one",
				samples_ratio(&many, &one), REPORT_AT_MOST, 2,
				"x"),
		    "%.0f us, %.0f us of CPU", samples_summary(&many).median,
		    samples_summary(&one).median);
	samples_free(&one);
	samples_free(&many);
	free(addresses);
}
