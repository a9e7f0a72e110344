/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Over the number of threads: how many answers they get together. */

#include "axes.h"

#include <stdio.h>
#include <stdlib.h>

#include "crowd.h"
#include "network.h"
#include "report.h"

#define TARGETS 64

static const struct contestant *const who[] = {
	&contestant_raw,
	&contestant_batch,
	&contestant_connect,
	&contestant_library,
	&contestant_library_scheduled,
	&contestant_library_once,
	&contestant_libnl,
	&contestant_glib,
};
#define WHO (sizeof(who) / sizeof(*who))

void axis_threads(void)
{
	static union bench_address addresses[TARGETS];
	const size_t threads[] = {1, 2, 4};
	size_t rounds = BENCH_SIZE(15, 1);
	double time = BENCH_SIZE(20, 3);

	network_enter(AF_INET);
	network_destinations(addresses, TARGETS);
	for (size_t i = 0; i < 3; i++) {
		struct samples rates[WHO] = {{.values = NULL}};

		bench_say("axis: %zu threads", threads[i]);
		for (size_t round = 0; round < rounds; round++)
			for (size_t j = 0; j < WHO; j++)
				samples_add(&rates[j],
					    crowd_run(who[j], addresses,
						      TARGETS, threads[i],
						      time));
		for (size_t j = 0; j < WHO; j++) {
			struct report_line line = {
				.axis = "threads",
				.title = "Answers of all threads together",
				.over = "threads",
				.place = (double)threads[i],
				.unit = "million/s",
				.summary = samples_summary(&rates[j]),
				.ratio = samples_ratio(&rates[j], &rates[0]),
			};

			snprintf(line.value, sizeof(line.value), "%zu",
				 threads[i]);
			snprintf(line.contestant, sizeof(line.contestant), "%s",
				 who[j]->title);
			report_line(line);
		}
		for (size_t j = 0; j < WHO; j++)
			samples_free(&rates[j]);
	}
}
