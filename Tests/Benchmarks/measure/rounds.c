/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Turns. */

#include "rounds.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLICE_MAX 4096

void rounds_choose(struct entrant *entrants, int family, size_t routes,
		   size_t targets)
{
	size_t count = 0;

	memset(entrants, 0, ENTRANTS_MAX * sizeof(*entrants));
	for (size_t i = 0; contestants[i]; i++)
		if ((family == AF_INET || !contestants[i]->ipv4_alone) &&
		    routes <= contestants[i]->most_routes &&
		    targets <= contestants[i]->most_targets)
			entrants[count++].contestant = contestants[i];
}

void rounds_start(struct entrant *entrants,
		  const union bench_address *addresses, size_t count)
{
	for (struct entrant *e = entrants; e->contestant; e++) {
		e->instance = e->contestant->start(addresses, count);
		e->answers = bench_allocate(
			count > SLICE_MAX ? count : SLICE_MAX, 1);
	}
}

void rounds_agree(struct entrant *entrants,
		  const union bench_address *addresses, size_t count,
		  const char *where)
{
	const struct entrant *measure = &entrants[0];
	char text[INET6_ADDRSTRLEN];

	for (struct entrant *e = entrants; e->contestant; e++) {
		uint8_t knows =
			e->contestant->knows & measure->contestant->knows;
		size_t most = e->contestant->most_targets;
		size_t asked = count < most ? count : most;
		size_t wrong = asked;

		if (e->contestant->settle)
			e->contestant->settle(e->instance);
		e->contestant->ask(e->instance, 0, asked, e->answers);
		for (size_t i = asked; i-- > 0;)
			if ((e->answers[i] ^ measure->answers[i]) & knows)
				wrong = i;
		text[0] = '\0';
		if (wrong < asked) {
			size_t size;
			const void *bytes =
				bench_address_bytes(&addresses[wrong], &size);

			inet_ntop(addresses[wrong].any.sa_family, bytes, text,
				  sizeof(text));
		}
		report_check(wrong == asked, "%s: %s and %s disagree about %s",
			     where, e->contestant->title,
			     measure->contestant->title, text);
	}
}

static double time_slice(struct entrant *entrant)
{
	const struct contestant *contestant = entrant->contestant;
	uint64_t start = bench_now();
	uint64_t time;

	if (contestant->serve)
		contestant->serve(entrant->instance);
	contestant->ask(entrant->instance, entrant->position, contestant->slice,
			entrant->answers);
	time = bench_now() - start;
	entrant->position += contestant->slice;
	entrant->spent += time;
	return (double)time / (double)contestant->slice;
}

void rounds_run(struct entrant *entrants, size_t rounds, double budget)
{
	size_t count = 0;

	while (entrants[count].contestant)
		count++;
	/* The first round warms up and is not counted. */
	for (size_t round = 0; round <= rounds; round++)
		for (size_t i = 0; i < count; i++) {
			struct entrant *e = &entrants[(round + i) % count];
			double time;

			if ((double)e->spent > budget * 1e9)
				continue;
			time = time_slice(e);
			if (round)
				samples_add(&e->nanoseconds, time);
		}
}

void rounds_stop(struct entrant *entrants)
{
	for (struct entrant *e = entrants; e->contestant; e++) {
		e->contestant->stop(e->instance);
		samples_free(&e->nanoseconds);
		free(e->answers);
	}
}

void rounds_report(const struct entrant *entrants,
		   const struct report_line *common)
{
	for (const struct entrant *e = entrants; e->contestant; e++) {
		struct report_line line = *common;

		line.unit = "ns";
		line.summary = samples_summary(&e->nanoseconds);
		line.ratio =
			samples_ratio(&e->nanoseconds, &entrants->nanoseconds);
		/* Its first slice alone took longer than it may. */
		if (!line.summary.count)
			continue;
		snprintf(line.contestant, sizeof(line.contestant), "%s",
			 e->contestant->title);
		report_line(line);
	}
}
