/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What happens on an event. An event may be told before it has taken effect:
 * after such a one everything is evaluated at once, so that news travels
 * fast, and again behind a barrier, so that what stays is true.
 */

#include "pass.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "delivery.h"
#include "resolver.h"
#include "space.h"
#include "watch.h"
#include "watcher.h"

#define RETRY_AFTER UINT64_C(250000000)

static void earliest(uint64_t *deadline, uint64_t candidate)
{
	if (candidate && (!*deadline || candidate < *deadline))
		*deadline = candidate;
}

/* A reference to each watch there is. */
static int list_watches(struct reach_space *space,
			struct reach_watch ***ret_watches, size_t *ret_count)
{
	struct reach_watch **watches;
	size_t count = 0;

	pthread_mutex_lock(&space->lock);
	watches = calloc(space->watch_count + 1, sizeof(struct reach_watch *));
	if (watches)
		for (struct reach_watch *watch = space->watches; watch;
		     watch = watch->next)
			watches[count++] = reach_watch_ref(watch);
	pthread_mutex_unlock(&space->lock);
	if (!watches)
		return -ENOMEM;
	*ret_watches = watches;
	*ret_count = count;
	return 0;
}

/* Evaluates; what fails is tried again later. */
static void refresh_watches(struct reach_pass *pass, bool everything,
			    struct reach_outcome *ret_outcome)
{
	const struct reach_asker asker = {
		.space = pass->space,
		.socket = pass->socket,
	};
	struct reach_outcome outcome = {0};
	uint64_t now = reach_now();
	struct reach_watch **watches;
	size_t count;

	if (list_watches(pass->space, &watches, &count)) {
		ret_outcome->failed = true;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		reach_watch_refresh(watches[i], &asker, everything, now,
				    &outcome);
		reach_watch_unref(watches[i]);
	}
	free(watches);
	*ret_outcome = outcome;
}

/* What has changed since the last time it was asked, by whomever it was read. */
static void take_changes(struct reach_pass *pass,
			 struct reach_changes *ret_changes)
{
	struct reach_space *space = pass->space;

	/* If it fails, what was read is still noted, and that it failed. */
	reach_space_update(space, pass->socket);
	pthread_mutex_lock(&space->lock);
	*ret_changes = space->changes;
	reach_changes_clear(&space->changes);
	pthread_mutex_unlock(&space->lock);
}

static bool is_changed(struct reach_space *space)
{
	bool changed;

	pthread_mutex_lock(&space->lock);
	changed = !reach_changes_is_empty(&space->changes);
	pthread_mutex_unlock(&space->lock);
	return changed;
}

/* For the next pass. */
static void return_changes(struct reach_pass *pass,
			   const struct reach_changes *changes)
{
	pthread_mutex_lock(&pass->space->lock);
	reach_changes_merge(&pass->space->changes, changes);
	pthread_mutex_unlock(&pass->space->lock);
}

static void read_uplink(struct reach_pass *pass, int family,
			struct reach_uplink *ret_uplink)
{
	const struct reach_asker asker = {
		.space = pass->space,
		.socket = pass->socket,
	};
	struct reach_finding finding;

	memset(ret_uplink, 0, sizeof(*ret_uplink));
	if (reach_evaluate_default(&asker, family, &finding))
		return;
	ret_uplink->flags = finding.flags;
	ret_uplink->interface = finding.route.interface;
	ret_uplink->gateway = finding.route.gateway;
	ret_uplink->source = finding.route.source;
}

/* Names are looked up again on another network, those that have no address
   after any change: what they lacked may be there now. */
static void refresh_names(struct reach_pass *pass, bool has_unresolved)
{
	struct reach_uplink uplinks[2];
	bool moved;

	read_uplink(pass, AF_INET, &uplinks[0]);
	read_uplink(pass, AF_INET6, &uplinks[1]);
	moved = pass->uplinks_known &&
		memcmp(uplinks, pass->uplinks, sizeof(uplinks)) != 0;
	if (moved || pass->resumed || has_unresolved)
		reach_resolver_refresh(pass->resolver);
	memcpy(pass->uplinks, uplinks, sizeof(uplinks));
	pass->uplinks_known = true;
}

static void look(struct reach_pass *pass, struct reach_outcome *outcome)
{
	struct reach_space *space = pass->space;
	struct reach_changes changes;
	bool everything;
	uint64_t early;

	take_changes(pass, &changes);
	everything = !reach_changes_is_empty(&changes) || pass->resumed;
	refresh_watches(pass, everything, outcome);
	if (!everything)
		return;
	early = reach_space_get_early(space);
	if (changes.bits & REACH_CHANGED_EARLY) {
		bool passed = !reach_netlink_barrier(pass->socket);

		/* What is told behind the barrier needs one of its own, in
		   the next pass. */
		if (passed)
			reach_space_settle(space, pass->socket, early);
		refresh_watches(pass, true, outcome);
		if (!passed)
			return_changes(pass, &changes);
	}
	if (outcome->has_names)
		refresh_names(pass, outcome->has_unresolved);
	pass->resumed = false;
	reach_pace_passed(&pass->pace, reach_now());
}

static void listen_again(struct reach_pass *pass, bool listening)
{
	int fd = reach_monitor_get_fd(pass->space->monitor);

	if (pass->listening == listening)
		return;
	if (!listening)
		reach_worker_remove_fd(pass->worker, fd);
	else if (reach_worker_add_fd(pass->worker, fd))
		return;
	pass->listening = listening;
}

static void process_names(struct reach_pass *pass, uint64_t now)
{
	uint64_t due = pass->dns ? reach_dns_watch_get_deadline(pass->dns) : 0;

	if (pass->dns && (pass->dns_ready || (due && due <= now)) &&
	    reach_dns_watch_process(pass->dns, now))
		reach_resolver_refresh(pass->resolver);
	pass->dns_ready = false;
	reach_resolver_process(pass->resolver, now);
}

void reach_pass_run(struct reach_pass *pass)
{
	uint64_t now = reach_now();
	uint64_t due = reach_pace_due(&pass->pace, now);
	struct reach_outcome outcome = {0};
	uint64_t deadline = 0;

	process_names(pass, now);
	if (due > now) {
		/* Inside a window the event socket is neither polled nor read:
		   what arrives costs nothing, and what is lost is known to be
		   lost. */
		refresh_watches(pass, false, &outcome);
		listen_again(pass, false);
		earliest(&deadline, due);
	} else {
		look(pass, &outcome);
		listen_again(pass, true);
	}
	if (!pass->listening || is_changed(pass->space))
		earliest(&deadline, reach_pace_due(&pass->pace, now));
	if (outcome.failed)
		earliest(&deadline, now + RETRY_AFTER);
	earliest(&deadline, outcome.deadline);
	earliest(&deadline, reach_resolver_get_deadline(pass->resolver));
	if (pass->dns)
		earliest(&deadline, reach_dns_watch_get_deadline(pass->dns));
	reach_worker_set_deadline(pass->worker, deadline);
}

void reach_pass_resumed(struct reach_pass *pass)
{
	pass->resumed = true;
}
