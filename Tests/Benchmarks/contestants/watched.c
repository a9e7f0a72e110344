/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Scheduling and serving. */

#include "watched.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "library.h"

static void note(SCNetworkReachabilityRef target,
		 SCNetworkReachabilityFlags flags, void *info)
{
	struct watched *watched = info;

	(void)target;
	watched->last_time = bench_now();
	watched->last_flags = flags;
	__atomic_add_fetch(&watched->callbacks, 1, __ATOMIC_RELEASE);
	if (!watched->port)
		eventfd_write(watched->told, 1);
}

static const void *hold(const void *info)
{
	struct watched *watched = (struct watched *)info;

	__atomic_add_fetch(&watched->holders, 1, __ATOMIC_RELAXED);
	return info;
}

static void let_go(const void *info)
{
	struct watched *watched = (struct watched *)info;

	if (__atomic_sub_fetch(&watched->holders, 1, __ATOMIC_ACQ_REL) == 0)
		sem_post(&watched->unheld);
}

static void execute(void *info, void (*work)(void *), void *work_info)
{
	(void)info;
	work(work_info);
}

static void schedule(struct watched *watched, SCNetworkReachabilityRef target)
{
	static const struct reach_executor at_once = {.execute = execute};
	SCNetworkReachabilityContext context = {
		.info = watched,
		.retain = hold,
		.release = let_go,
	};

	if (!SCNetworkReachabilitySetCallback(target, note, &context) ||
	    !(watched->port ? reach_set_port(target, watched->port)
			    : reach_set_executor(target, &at_once)))
		bench_die("not scheduled: %s", SCErrorString(SCError()));
}

static struct watched *start(const union bench_address *addresses, size_t count,
			     bool with_port)
{
	struct watched *watched = bench_allocate(1, sizeof(*watched));

	watched->count = count;
	watched->told = -1;
	watched->holders = 1;
	sem_init(&watched->unheld, 0, 0);
	watched->targets = bench_allocate(count, sizeof(*watched->targets));
	if (with_port) {
		watched->port = reach_port_create();
		if (!watched->port)
			bench_die("no port: %s", SCErrorString(SCError()));
	} else {
		watched->told = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (watched->told < 0)
			bench_die("no eventfd");
	}
	for (size_t i = 0; i < count; i++) {
		watched->targets[i] = library_target(&addresses[i]);
		schedule(watched, watched->targets[i]);
	}
	return watched;
}

struct watched *watched_schedule(const union bench_address *addresses,
				 size_t count)
{
	return start(addresses, count, true);
}

struct watched *watched_start(const union bench_address *addresses,
			      size_t count)
{
	struct watched *watched = start(addresses, count, true);

	watched_settle(watched);
	return watched;
}

struct watched *watched_start_inline(const union bench_address *addresses,
				     size_t count)
{
	struct watched *watched = start(addresses, count, false);

	watched_settle(watched);
	return watched;
}

/* Longer than any window of the library. */
void watched_settle(struct watched *watched)
{
	do
		bench_wait_until_others_rest(150);
	while (watched->port && reach_port_dispatch(watched->port));
}

bool watched_serve(struct watched *watched, double milliseconds,
		   size_t callbacks)
{
	struct pollfd ready = {
		.fd = watched->port ? reach_port_get_fd(watched->port)
				    : watched->told,
		.events = POLLIN,
	};
	uint64_t end = bench_now() + (uint64_t)(milliseconds * 1e6);
	eventfd_t told;

	while (__atomic_load_n(&watched->callbacks, __ATOMIC_ACQUIRE) <
	       callbacks) {
		uint64_t now = bench_now();

		if (now >= end)
			return false;
		if (poll(&ready, 1, (int)((end - now) / 1000000) + 1) != 1)
			continue;
		if (watched->port)
			reach_port_dispatch(watched->port);
		else
			eventfd_read(watched->told, &told);
	}
	return true;
}

void watched_stop(struct watched *watched)
{
	for (size_t i = 0; i < watched->count; i++) {
		if (watched->port)
			reach_set_port(watched->targets[i], NULL);
		else
			reach_set_executor(watched->targets[i], NULL);
		SCNetworkReachabilitySetCallback(watched->targets[i], NULL,
						 NULL);
		CFRelease(watched->targets[i]);
	}
	/* A callback on another thread may still be at it. */
	let_go(watched);
	while (sem_wait(&watched->unheld))
		;
	sem_destroy(&watched->unheld);
	reach_port_release(watched->port);
	if (!watched->port)
		close(watched->told);
	free(watched->targets);
	free(watched);
}
