/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Over the number of unrelated route changes a second: what one answer costs
   meanwhile, and what it costs to pay attention. */

#include "axes.h"

#include <stdio.h>
#include <stdlib.h>

#include "attention.h"
#include "network.h"
#include "rounds.h"

#define TARGETS 256
#define ATTENTIVE 4
#define OVER "changes a second"

static void ask(const union bench_address *addresses, unsigned int rate,
		const char *value)
{
	struct entrant entrants[ENTRANTS_MAX];
	struct network_churn *churn;
	struct report_line common = {
		.axis = "churn",
		.title = "One answer while others change routes",
		.over = OVER,
		.place = rate,
	};

	rounds_choose(entrants, AF_INET, 0, 1);
	rounds_start(entrants, addresses, TARGETS);
	churn = network_churn_start(rate);
	rounds_run(entrants, BENCH_SIZE(100, 3), BENCH_SIZE(4, 0.1));
	network_churn_stop(churn);
	rounds_agree(entrants, addresses, TARGETS, "churn");
	snprintf(common.value, sizeof(common.value), "%s", value);
	rounds_report(entrants, &common);
	rounds_stop(entrants);
}

static void attend(const union bench_address *addresses, size_t most,
		   unsigned int rate, const char *value)
{
	const struct attention attentive[ATTENTIVE] = {
		{"reads and asks, each event", 1, attention_of_reader},
		{"libreachability, 1 target", 1, attention_of_library},
		{"libreachability, 10,000 targets", most, attention_of_library},
		{"GLib, GNetworkMonitor", 1, attention_of_glib},
	};
	struct samples shares[ATTENTIVE] = {{.values = NULL}};

	for (size_t round = 0; round < BENCH_SIZE(2u, 1u); round++)
		for (size_t i = 0; i < ATTENTIVE; i++)
			samples_add(&shares[i],
				    attentive[i].run(addresses,
						     attentive[i].targets, rate,
						     BENCH_SIZE(1500, 100)));
	for (size_t i = 0; i < ATTENTIVE; i++) {
		struct report_line line = {
			.axis = "attention",
			.title = "Paying attention to changes of others",
			.over = OVER,
			.place = rate,
			.unit = "% CPU",
			.summary = samples_summary(&shares[i]),
		};

		if (rate)
			line.ratio = samples_ratio(&shares[i], &shares[0]);
		snprintf(line.value, sizeof(line.value), "%s", value);
		snprintf(line.contestant, sizeof(line.contestant), "%s",
			 attentive[i].title);
		report_line(line);
	}
	for (size_t i = 0; i < ATTENTIVE; i++)
		samples_free(&shares[i]);
}

void axis_churn(void)
{
	static const unsigned int full[] = {0, 10, 1000, 10000};
	static const unsigned int small[] = {0, 1000};
	size_t most = BENCH_SIZE(10000, 100);
	union bench_address *addresses = bench_allocate(
		most < TARGETS ? TARGETS : most, sizeof(*addresses));

	network_enter(AF_INET);
	network_destinations(addresses, most < TARGETS ? TARGETS : most);
	for (size_t i = 0; i < BENCH_SIZE(4u, 2u); i++) {
		unsigned int rate = BENCH_SIZE(full, small)[i];
		char value[32];

		snprintf(value, sizeof(value), "%u", rate);
		bench_say("axis: %s changes a second", value);
		ask(addresses, rate, value);
		attend(addresses, most, rate, value);
	}
	free(addresses);
}
