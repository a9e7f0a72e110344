/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who listens to route events alone, as "ip monitor route" does, and asks the
   kernel at each. Lost events are an event. */

#include "watcher.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

struct instance {
	int events;
	int asking;
	struct wire_message question;
	struct watcher_belief belief;
};

static bool ask(struct instance *instance)
{
	return wire_ask(instance->asking, &instance->question) &
	       BENCH_REACHABLE;
}

static void *start(const char *text)
{
	struct instance *instance = bench_allocate(1, sizeof(*instance));
	union bench_address address = bench_address(text);

	instance->events = wire_open_route_listener();
	instance->asking = wire_open();
	wire_question(&instance->question, &address, RTM_F_FIB_MATCH);
	instance->belief.reachable = ask(instance);
	instance->belief.since = bench_now();
	return instance;
}

static void serve(void *info)
{
	struct instance *instance = info;
	char bytes[8192];

	while (recv(instance->events, bytes, sizeof(bytes), 0) > 0 ||
	       errno == ENOBUFS) {
		bool before = instance->belief.reachable;

		watcher_note(&instance->belief, ask(instance));
		instance->belief.told += instance->belief.reachable != before;
		errno = 0;
	}
}

static struct watcher_belief believe(void *info)
{
	struct instance *instance = info;

	return instance->belief;
}

static void stop(void *info)
{
	struct instance *instance = info;

	close(instance->events);
	close(instance->asking);
	free(instance);
}

const struct watcher watcher_routes = {
	.name = "route events alone",
	.start = start,
	.serve = serve,
	.believe = believe,
	.stop = stop,
};
