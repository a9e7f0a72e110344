/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The library: a target that is asked, one that is scheduled on a port and
   asked, and one that is made, asked and given up each time. */

#include "contestant.h"

#include <stdlib.h>

#include <SystemConfiguration/SystemConfiguration.h>

#include "library.h"
#include "watched.h"

struct library {
	/* NULL unless scheduled */
	struct watched *watched;
	const union bench_address *addresses;
	size_t count;
	SCNetworkReachabilityRef *targets;
};

SCNetworkReachabilityRef library_target(const union bench_address *address)
{
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithAddress(NULL, &address->any);

	if (!target)
		bench_die("no target: %s", SCErrorString(SCError()));
	return target;
}

uint8_t library_read(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityFlags flags;
	uint8_t answer = 0;

	if (!SCNetworkReachabilityGetFlags(target, &flags))
		bench_die("no flags: %s", SCErrorString(SCError()));
	if (flags & kSCNetworkReachabilityFlagsReachable)
		answer |= BENCH_REACHABLE;
	if (flags & kSCNetworkReachabilityFlagsIsDirect)
		answer |= BENCH_DIRECT;
	return answer;
}

static void *start(const union bench_address *addresses, size_t count)
{
	struct library *library = bench_allocate(1, sizeof(*library));

	library->addresses = addresses;
	library->count = count;
	return library;
}

static void *start_targets(const union bench_address *addresses, size_t count)
{
	struct library *library = start(addresses, count);

	library->targets = bench_allocate(count, sizeof(*library->targets));
	for (size_t i = 0; i < count; i++)
		library->targets[i] = library_target(&addresses[i]);
	return library;
}

static void *start_scheduled(const union bench_address *addresses, size_t count)
{
	struct library *library = start(addresses, count);

	library->watched = watched_schedule(addresses, count);
	library->targets = library->watched->targets;
	return library;
}

static void serve(void *instance)
{
	struct library *library = instance;

	reach_port_dispatch(library->watched->port);
}

static void settle(void *instance)
{
	struct library *library = instance;

	watched_settle(library->watched);
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct library *library = instance;
	size_t at = first % library->count;

	for (size_t i = 0; i < count; i++) {
		answers[i] = library_read(library->targets[at]);
		if (++at == library->count)
			at = 0;
	}
}

static void ask_once(void *instance, size_t first, size_t count,
		     uint8_t *answers)
{
	struct library *library = instance;

	for (size_t i = 0; i < count; i++) {
		SCNetworkReachabilityRef target = library_target(
			&library->addresses[(first + i) % library->count]);

		answers[i] = library_read(target);
		CFRelease(target);
	}
}

static void stop(void *instance)
{
	struct library *library = instance;

	if (library->watched) {
		watched_stop(library->watched);
	} else if (library->targets) {
		for (size_t i = 0; i < library->count; i++)
			CFRelease(library->targets[i]);
		free(library->targets);
	}
	free(library);
}

const struct contestant contestant_library = {
	.name = "library",
	.title = "libreachability, GetFlags",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 512,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start_targets,
	.ask = ask,
	.stop = stop,
};

const struct contestant contestant_library_scheduled = {
	.name = "library-scheduled",
	.title = "libreachability, GetFlags, scheduled",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 4096,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start_scheduled,
	.ask = ask,
	.serve = serve,
	.settle = settle,
	.stop = stop,
};

const struct contestant contestant_library_once = {
	.name = "library-once",
	.title = "libreachability, create, GetFlags, release",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 256,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask_once,
	.stop = stop,
};
