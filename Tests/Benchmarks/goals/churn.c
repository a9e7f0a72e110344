/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Thousands of route changes a second that concern nobody: what they cost, that
   nobody is called for them, and that a real change still comes through. */

#include "goals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network.h"
#include "report.h"
#include "watched.h"

#define RATE 10000
#define DEADLINE_MS 20000
/* The library's longest window, and time to evaluate. */
#define WINDOW_MS 100

struct result {
	double share;
	double rate;
	size_t callbacks;
	double first_ms;
	double last_ms;
};

/* Takes the default route away and waits for who must hear of it. */
static void make_real_change(struct watched *watched, struct result *result)
{
	size_t before = watched->callbacks;
	uint64_t start = bench_now();

	network_set_default(false);
	result->first_ms = result->last_ms = NAN;
	if (watched_serve(watched, DEADLINE_MS, before + 1))
		result->first_ms = (double)(bench_now() - start) / 1e6;
	if (watched_serve(watched, DEADLINE_MS, before + watched->count))
		result->last_ms = (double)(bench_now() - start) / 1e6;
	network_set_default(true);
}

static struct result run(size_t targets, double seconds)
{
	union bench_address *addresses =
		bench_allocate(targets, sizeof(*addresses));
	struct watched *watched;
	struct network_churn *churn;
	struct result result;
	uint64_t start;
	uint64_t cpu;
	size_t before;

	network_enter(AF_INET);
	network_destinations(addresses, targets);
	watched = watched_start(addresses, targets);
	start = bench_now();
	cpu = bench_cpu_of_process();
	before = watched->callbacks;
	churn = network_churn_start(RATE);
	watched_serve(watched, seconds * 1000, SIZE_MAX);
	result.callbacks = watched->callbacks - before;
	result.share = 100.0 * (double)(bench_cpu_of_process() - cpu) /
		       (double)(bench_now() - start);
	make_real_change(watched, &result);
	result.rate = (double)network_churn_stop(churn) * 1e9 /
		      (double)(bench_now() - start);
	watched_stop(watched);
	free(addresses);
	return result;
}

static void report_run(size_t targets, const char *name, double limit)
{
	struct result result = run(targets, BENCH_SIZE(10, 0.3));
	char text[REPORT_TEXT];

	snprintf(text, sizeof(text), "10,000 changes/s, %s: CPU", name);
	report_note(report_value(text, result.share, REPORT_AT_MOST, limit,
				 "% of a core"),
		    "%.0f changes/s were made", result.rate);
	snprintf(text, sizeof(text), "10,000 changes/s, %s: callbacks", name);
	report_value(text, (double)result.callbacks, REPORT_EQUAL, 0, "");
	snprintf(text, sizeof(text), "10,000 changes/s, %s: real change", name);
	report_note(report_value(text, result.first_ms, REPORT_AT_MOST,
				 WINDOW_MS, "ms"),
		    "the last target after %.1f ms", result.last_ms);
}

void goals_churn(void)
{
	report_run(1, "1 target", 1);
	report_run(BENCH_SIZE(10000, 100), "10,000 targets", 3);
}
