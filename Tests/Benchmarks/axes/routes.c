/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Over the size of the routing table: what one answer costs, and the first. */

#include "axes.h"

#include <stdio.h>

#include "first_use.h"
#include "network.h"
#include "rounds.h"

#define TARGETS 256
#define OVER "routes in the table"

/* Destinations that are on a route, on none, on the link, our own, and ones
   that only the default route reaches: with it and without. */
static void check(struct entrant *entrants,
		  const union bench_address *addresses, const char *value)
{
	static const char *const others[] = {
		NETWORK_GATEWAY,
		"192.0.2.2",
		"203.0.113.7",
		"127.0.0.1",
	};
	static const char *const others6[] = {
		NETWORK_GATEWAY6,
		"2001:db8:1::2",
		"2001:db8:7::7",
		"::1",
	};
	union bench_address mixed[20];
	char where[2 * REPORT_TEXT];

	for (size_t i = 0; i < 4; i++)
		mixed[i] = bench_address(
			network_family() == AF_INET ? others[i] : others6[i]);
	for (size_t i = 4; i < 20; i++)
		mixed[i] = addresses[i];
	for (int present = 1; present >= 0; present--) {
		if (!present)
			network_set_default(false);
		rounds_start(entrants, mixed, 20);
		snprintf(where, sizeof(where), "%s routes, %s default route",
			 value, present ? "with" : "without");
		rounds_agree(entrants, mixed, 20, where);
		rounds_stop(entrants);
	}
	network_set_default(true);
}

static void report_first(const char *what, const char *unit, size_t routes,
			 const char *value, const char *who,
			 const struct samples *samples)
{
	struct report_line line = {
		.over = OVER,
		.place = (double)routes,
		.unit = unit,
		.summary = samples_summary(samples),
	};

	snprintf(line.axis, sizeof(line.axis), "first answer, %s%s", what,
		 network_suffix());
	snprintf(line.title, sizeof(line.title),
		 "The first answer of a process: %s%s", what, network_suffix());
	snprintf(line.value, sizeof(line.value), "%s", value);
	snprintf(line.contestant, sizeof(line.contestant), "%s", who);
	report_line(line);
}

/* Those who keep something have to get it first. */
static void use_first(size_t routes, const char *value)
{
	static const struct contestant *const who[] = {
		&contestant_raw,  &contestant_library, &contestant_libnl,
		&contestant_dump, &contestant_glib,
	};
	const size_t count = sizeof(who) / sizeof(*who);

	for (size_t i = 0; i < count; i++) {
		struct samples milliseconds = {.values = NULL};
		struct samples kilobytes = {.values = NULL};

		if (who[i]->ipv4_alone && network_family() != AF_INET)
			continue;

		for (size_t round = 0; round < BENCH_SIZE(10u, 1u); round++)
			report_check(first_use_measure(who[i], network_family(),
						       &milliseconds,
						       &kilobytes),
				     "first use of %s: not reachable",
				     who[i]->title);
		report_first("time", "ms", routes, value, who[i]->title,
			     &milliseconds);
		report_first("memory", "kB", routes, value, who[i]->title,
			     &kilobytes);
		samples_free(&milliseconds);
		samples_free(&kilobytes);
	}
}

static void run(size_t sizes)
{
	static const size_t full[] = {0, 1000, 100000, 1000000};
	static const size_t small[] = {0, 100, 1000, 2000};
	static union bench_address addresses[TARGETS];
	struct entrant entrants[ENTRANTS_MAX];
	struct report_line common = {.over = OVER};

	snprintf(common.axis, sizeof(common.axis), "routes%s",
		 network_suffix());
	snprintf(common.title, sizeof(common.title),
		 "One answer, and the size of the table%s", network_suffix());
	for (size_t i = 0; i < sizes; i++) {
		size_t routes = BENCH_SIZE(full, small)[i];

		common.place = (double)routes;
		snprintf(common.value, sizeof(common.value), "%zu", routes);
		bench_say("axis: %s: %s", common.axis, common.value);
		network_grow(routes);
		network_destinations(addresses, TARGETS);
		rounds_choose(entrants, network_family(), routes, 1);
		check(entrants, addresses, common.value);
		rounds_choose(entrants, network_family(), routes, 1);
		rounds_start(entrants, addresses, TARGETS);
		rounds_run(entrants, BENCH_SIZE(200, 3), BENCH_SIZE(8, 0.1));
		rounds_report(entrants, &common);
		rounds_stop(entrants);
		use_first(routes, common.value);
	}
}

void axis_routes(void)
{
	/* No table of IPv6 anywhere has a million. */
	network_enter(AF_INET6);
	run(3);
	network_enter(AF_INET);
	run(4);
}
