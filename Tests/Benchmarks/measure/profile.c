/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The three paths that everything takes, so often: an answer that is kept, one
 * that has to be asked for, and all targets again after an event. Roles for
 * "profile", which counts instructions; nothing is timed here.
 */

#include <stdlib.h>
#include <unistd.h>

#include "child.h"
#include "library.h"
#include "network.h"
#include "reevaluation.h"
#include "watched.h"
#include "wire.h"

#define TARGETS 64

static void ask(size_t times, bool event_before_each)
{
	union bench_address addresses[TARGETS];
	SCNetworkReachabilityRef targets[TARGETS];
	union bench_address prefix = bench_address("60.0.0.0");
	struct wire_message message;
	int fd;

	network_enter(AF_INET);
	network_destinations(addresses, TARGETS);
	fd = wire_open();
	for (size_t i = 0; i < TARGETS; i++)
		targets[i] = library_target(&addresses[i]);
	for (size_t i = 0; i < times; i++) {
		if (event_before_each) {
			wire_route(&message, i % 2 == 0, &prefix, 24,
				   NETWORK_GATEWAY, 0);
			wire_must(fd, &message);
		}
		library_read(targets[i % TARGETS]);
	}
	for (size_t i = 0; i < TARGETS; i++)
		CFRelease(targets[i]);
	close(fd);
	network_leave();
}

void child_profile_kept(size_t times)
{
	ask(times, false);
}

void child_profile_fresh(size_t times)
{
	ask(times, true);
}

void child_profile_pass(size_t times)
{
	union bench_address *addresses =
		bench_allocate(CHILD_PROFILE_TARGETS, sizeof(*addresses));
	struct watched *watched;

	network_enter(AF_INET);
	network_destinations(addresses, CHILD_PROFILE_TARGETS);
	watched = watched_start(addresses, CHILD_PROFILE_TARGETS);
	/* Two events each. */
	for (size_t i = 0; i < times; i += 2)
		reevaluation_cost_of(watched);
	watched_stop(watched);
	free(addresses);
	network_leave();
}
