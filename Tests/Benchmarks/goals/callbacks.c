/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Ten thousand targets that all become unreachable at once: from the change to
   the last callback, against a program that reads the event and asks about all
   of them in batches. */

#include "goals.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "actor.h"
#include "contestant.h"
#include "network.h"
#include "report.h"
#include "watched.h"

#define DEADLINE_MS 20000

struct scene {
	union bench_address *addresses;
	size_t count;
	struct actor *actor;
	int fd;
	struct wire_message change;
	struct samples library;
	struct samples raw;
};

static void take_library(struct scene *scene)
{
	struct watched *watched = watched_start(scene->addresses, scene->count);
	size_t before = watched->callbacks;
	uint64_t begun;
	bool told;

	actor_go(scene->actor, scene->fd, &scene->change);
	told = watched_serve(watched, DEADLINE_MS, before + scene->count);
	begun = actor_wait(scene->actor);
	if (report_check(told, "%zu of %zu targets were called back",
			 watched->callbacks - before, scene->count))
		samples_add(&scene->library,
			    (double)(watched->last_time - begun) / 1e6);
	network_set_default(true);
	watched_stop(watched);
}

static void take_raw(struct scene *scene)
{
	void *instance = contestant_batch.start(scene->addresses, scene->count);
	uint8_t *answers = bench_allocate(scene->count, 1);
	struct pollfd event = {.fd = wire_open_listener(0), .events = POLLIN};
	char bytes[8192];
	uint64_t begun;
	uint64_t end;

	actor_go(scene->actor, scene->fd, &scene->change);
	if (poll(&event, 1, DEADLINE_MS) != 1 ||
	    recv(event.fd, bytes, sizeof(bytes), 0) < 0)
		bench_die("no event came");
	contestant_batch.ask(instance, 0, scene->count, answers);
	end = bench_now();
	begun = actor_wait(scene->actor);
	samples_add(&scene->raw, (double)(end - begun) / 1e6);
	network_set_default(true);
	close(event.fd);
	contestant_batch.stop(instance);
	free(answers);
}

void goals_callbacks(void)
{
	union bench_address any = bench_address("0.0.0.0");
	struct scene scene = {.count = BENCH_SIZE(10000, 200)};
	struct report_goal *goal;

	network_enter(AF_INET);
	scene.addresses = bench_allocate(scene.count, sizeof(any));
	network_destinations(scene.addresses, scene.count);
	scene.actor = actor_start();
	scene.fd = wire_open();
	wire_route(&scene.change, false, &any, 0, NETWORK_GATEWAY, 0);
	for (size_t round = 0; round < BENCH_SIZE(15u, 1u); round++) {
		take_raw(&scene);
		take_library(&scene);
	}
	goal = report_goal("10,000 callbacks, to reading and asking for all",
			   samples_ratio(&scene.library, &scene.raw),
			   REPORT_ONLY, 0, "x");
	report_note(goal, "%.1f ms, %.1f ms",
		    samples_summary(&scene.library).median,
		    samples_summary(&scene.raw).median);
	actor_stop(scene.actor);
	close(scene.fd);
	samples_free(&scene.library);
	samples_free(&scene.raw);
	free(scene.addresses);
}
