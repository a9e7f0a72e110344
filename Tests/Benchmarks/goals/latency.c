/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* From a change to who is told of it: a target on a port against a program that
   reads one event and asks once. They take turns, event by event; while one
   waits the other does not listen. */

#include "goals.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "actor.h"
#include "changes.h"
#include "listener.h"
#include "network.h"
#include "report.h"
#include "watched.h"

/* Longer than it takes the kernel to notice a lost carrier. */
#define DEADLINE_MS 20000
/* How long the listener waits for further events after a wrong answer. */
#define PATIENCE_MS 3000
#define REACHABLE kSCNetworkReachabilityFlagsReachable

struct latency {
	const struct change *change;
	union bench_address address;
	int fd;
	struct wire_message message;
	struct actor *actor;
	/* microseconds */
	struct samples port;
	struct samples at_once;
	struct samples once;
	struct samples right;
	size_t stale;
	size_t stale_for_ever;
	size_t missed;
};

static void restore(const struct latency *latency)
{
	change_restore(latency->change);
}

static void take_library(struct latency *latency, bool with_port)
{
	struct watched *watched =
		with_port ? watched_start(&latency->address, 1)
			  : watched_start_inline(&latency->address, 1);
	size_t seen = watched->callbacks;
	uint64_t begun;
	bool told;

	actor_go(latency->actor, latency->fd, &latency->message);
	do
		told = watched_serve(watched, DEADLINE_MS, ++seen);
	while (told && watched->last_flags & REACHABLE);
	begun = actor_wait(latency->actor);
	if (!told)
		latency->missed++;
	else
		samples_add(with_port ? &latency->port : &latency->at_once,
			    (double)(watched->last_time - begun) / 1e3);
	watched_stop(watched);
	restore(latency);
}

static void take_listener(struct latency *latency)
{
	struct listener *listener = listener_start(&latency->address);
	struct listener_answer answer;
	uint64_t begun;

	actor_go(latency->actor, latency->fd, &latency->message);
	answer = listener_wait(listener, PATIENCE_MS);
	begun = actor_wait(latency->actor);
	if (answer.first_time) {
		samples_add(&latency->once,
			    (double)(answer.first_time - begun) / 1e3);
		latency->stale += !answer.first_right;
	}
	if (answer.right_time)
		samples_add(&latency->right,
			    (double)(answer.right_time - begun) / 1e3);
	else
		latency->stale_for_ever++;
	listener_stop(listener);
	restore(latency);
}

static void report_latency(const struct latency *latency)
{
	struct summary port = samples_summary(&latency->port);
	struct summary once = samples_summary(&latency->once);
	struct summary right = samples_summary(&latency->right);
	struct summary at_once = samples_summary(&latency->at_once);
	char name[REPORT_TEXT];
	struct report_goal *goal;

	snprintf(name, sizeof(name), "%s to callback, to reading and asking",
		 latency->change->name);
	goal = report_value(name,
			    latency->missed ? NAN : port.median / once.median,
			    REPORT_AT_MOST, 1.3, "x");
	report_note(goal,
		    "%.0f us, on the library's thread %.0f us; once asked "
		    "%.0f us, wrong %zu of %zu; right %.0f us, never %zu",
		    port.median, at_once.median, once.median, latency->stale,
		    once.count, right.median, latency->stale_for_ever);
}

static void run(const struct change *change)
{
	struct latency latency = {.change = change};
	size_t rounds = BENCH_SIZE(change->rounds, 2);

	network_enter(AF_INET);
	change_prepare(change);
	latency.address = bench_address(change->address);
	latency.fd = change_open(change);
	change->make(&latency.message);
	latency.actor = actor_start();
	for (size_t round = 0; round < rounds; round++) {
		take_listener(&latency);
		take_library(&latency, true);
		take_library(&latency, false);
	}
	report_check(!latency.missed, "%s: %zu of %zu were missed",
		     change->name, latency.missed, 2 * rounds);
	report_latency(&latency);
	actor_stop(latency.actor);
	close(latency.fd);
	samples_free(&latency.port);
	samples_free(&latency.at_once);
	samples_free(&latency.once);
	samples_free(&latency.right);
}

void goals_latency(void)
{
	for (const struct change *change = changes; change->name; change++)
		run(change);
}
