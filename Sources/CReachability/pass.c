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
#include <unistd.h>

#include "delivery.h"
#include "refresh.h"
#include "resolver.h"
#include "space.h"
#include "watch.h"
#include "watcher.h"

/* Topics that are asked about once instead of twice. */
#define MANY 256

#define RETRY_AFTER UINT64_C(250000000)
/* More than what was told ever waits to be read. */
#define MOMENT UINT64_C(1000000000)
#define SHORTEST_PAUSE UINT64_C(1000000000)
#define LONGEST_PAUSE (64 * SHORTEST_PAUSE)

static void earliest(uint64_t *deadline, uint64_t candidate)
{
	if (candidate && (!*deadline || candidate < *deadline))
		*deadline = candidate;
}

static struct reach_asker asker_of(const struct reach_pass *pass)
{
	return (struct reach_asker){
		.space = pass->space,
		.socket = pass->socket,
		.user = geteuid(),
	};
}

/* All there are now. While one is on the list it is not requested anew, which
   would take its place on the list away. */
static struct reach_watch *take_requests(struct reach_space *space)
{
	struct reach_watch *requests;

	pthread_mutex_lock(&space->lock);
	requests = space->requests;
	space->requests = NULL;
	pthread_mutex_unlock(&space->lock);
	return requests;
}

static struct reach_watch *take_first(struct reach_space *space,
				      struct reach_watch **requests)
{
	struct reach_watch *first = *requests;

	if (!first)
		return NULL;
	pthread_mutex_lock(&space->lock);
	*requests = first->name->next_request;
	first->name->requested = false;
	pthread_mutex_unlock(&space->lock);
	return first;
}

/* A watch whose name has a new answer asks about something else from now on.
   False without the memory for it. */
static bool move(struct reach_space *space, struct reach_watch *watch,
		 struct reach_topic_list *list)
{
	struct reach_answer *answer = reach_watch_renew(watch);
	bool moved = true;

	pthread_mutex_lock(&space->lock);
	if (answer && watch->topic && watch->topic->answer != answer) {
		moved = !reach_topics_join(&space->topics, watch, answer);
		if (moved)
			reach_topic_list_add(list, watch->topic);
	}
	pthread_mutex_unlock(&space->lock);
	if (answer)
		reach_answer_unref(answer);
	return moved;
}

/* For a later pass, with the reference there is. */
static void return_request(struct reach_space *space, struct reach_watch *watch)
{
	bool requested;

	pthread_mutex_lock(&space->lock);
	requested = watch->name->requested;
	if (!requested) {
		watch->name->requested = true;
		watch->name->next_request = space->requests;
		space->requests = watch;
	}
	pthread_mutex_unlock(&space->lock);
	if (requested)
		reach_watch_unref(watch);
}

static void move_requested(struct reach_pass *pass,
			   struct reach_topic_list *list)
{
	struct reach_watch *requests = take_requests(pass->space);
	struct reach_watch *watch;

	pass->unmoved = false;
	while ((watch = take_first(pass->space, &requests))) {
		if (move(pass->space, watch, list)) {
			reach_watch_unref(watch);
		} else {
			pass->unmoved = true;
			return_request(pass->space, watch);
		}
	}
}

/* What needs no event to be looked at, and what the changes concern. */
static void list_concerned(struct reach_pass *pass,
			   struct reach_topic_list *list)
{
	struct reach_space *space = pass->space;

	move_requested(pass, list);
	pthread_mutex_lock(&space->lock);
	reach_topics_list_due(&space->topics, reach_now(), list);
	reach_topics_list_changed(&space->topics, &pass->changes, list);
	/* Without memory for a list, what was changed stays so. */
	if (list->incomplete)
		reach_changes_set(&space->changes, REACH_CHANGED_EARLY);
	pthread_mutex_unlock(&space->lock);
}

static void refresh(struct reach_pass *pass)
{
	const struct reach_asker asker = asker_of(pass);
	struct reach_topic_list list = {0};

	list_concerned(pass, &list);
	reach_refresh(&asker, &list);
}

static bool is_changed(struct reach_space *space)
{
	bool changed;

	pthread_mutex_lock(&space->lock);
	changed = !reach_changes_is_empty(&space->changes);
	pthread_mutex_unlock(&space->lock);
	return changed;
}

static void read_uplink(struct reach_pass *pass, int family,
			struct reach_uplink *ret_uplink)
{
	const struct reach_asker asker = asker_of(pass);
	struct reach_finding finding;

	memset(ret_uplink, 0, sizeof(*ret_uplink));
	if (reach_evaluate_default(&asker, family, &finding))
		return;
	ret_uplink->flags = finding.flags;
	ret_uplink->interface = finding.route.interface;
	ret_uplink->gateway = finding.route.gateway;
	ret_uplink->source = finding.route.source;
}

/* Are they others than before? */
static bool read_uplinks(struct reach_pass *pass)
{
	struct reach_uplink uplinks[2];
	bool moved;

	read_uplink(pass, AF_INET, &uplinks[0]);
	read_uplink(pass, AF_INET6, &uplinks[1]);
	moved = !pass->uplinks_known ||
		memcmp(uplinks, pass->uplinks, sizeof(uplinks)) != 0;
	memcpy(pass->uplinks, uplinks, sizeof(uplinks));
	pass->uplinks_known = true;
	return moved;
}

/* It may have been another one for a moment, of which a route of the default
   path told, or what was lost would have; a router that says again what it said
   before does so when no name is being looked up. */
static bool may_have_moved(const struct reach_pass *pass, uint64_t now)
{
	unsigned int signs = REACH_CHANGED_WIDE | REACH_CHANGED_LOST;

	return pass->changes.bits & signs &&
	       reach_resolver_was_busy(pass->resolver, now - MOMENT);
}

/* Names are looked up again on another network, those that have no address
   after any change: what they lacked may be there now. */
static void refresh_names(struct reach_pass *pass, bool has_unresolved,
			  uint64_t now)
{
	bool moved = read_uplinks(pass) || may_have_moved(pass, now);

	if (moved || pass->resumed || has_unresolved)
		reach_resolver_refresh(pass->resolver);
}

/* What was told early has taken effect then. What is told meanwhile needs a
   barrier of its own, in the next pass. */
static void pass_barrier(struct reach_pass *pass)
{
	struct reach_space *space = pass->space;
	uint64_t early = reach_space_get_early(space);

	if (!reach_netlink_barrier(pass->socket)) {
		reach_space_settle(space, pass->socket, early);
		return;
	}
	pthread_mutex_lock(&space->lock);
	reach_changes_merge(&space->changes, &pass->changes);
	pthread_mutex_unlock(&space->lock);
}

static uint32_t get_joins(struct reach_space *space)
{
	uint32_t joins;

	pthread_mutex_lock(&space->lock);
	joins = space->topics.joins;
	pthread_mutex_unlock(&space->lock);
	return joins;
}

/* At once, and behind the barrier; a great many are only asked about there, as
   that takes longer than the barrier. */
static void refresh_early(struct reach_pass *pass)
{
	const struct reach_asker asker = asker_of(pass);
	uint32_t joins = get_joins(pass->space);
	struct reach_topic_list list = {0};
	bool any;

	list_concerned(pass, &list);
	any = list.count > 0;
	if (list.count < MANY)
		reach_refresh(&asker, &list);
	pass_barrier(pass);
	/* Also those that were added meanwhile. */
	if (any || joins != get_joins(pass->space))
		list_concerned(pass, &list);
	reach_refresh(&asker, &list);
}

static void look(struct reach_pass *pass, uint64_t now)
{
	struct reach_space *space = pass->space;
	bool has_names, has_unresolved;

	reach_space_take_changes(space, pass->socket, &pass->changes);
	if (pass->resumed)
		reach_changes_set(&pass->changes, 0);
	if (pass->changes.bits & REACH_CHANGED_EARLY)
		refresh_early(pass);
	else
		refresh(pass);
	if (reach_changes_is_empty(&pass->changes))
		return;
	pthread_mutex_lock(&space->lock);
	has_names = space->name_count > 0;
	has_unresolved = space->topics.unresolved > 0;
	pthread_mutex_unlock(&space->lock);
	if (has_names)
		refresh_names(pass, has_unresolved, now);
	else
		pass->uplinks_known = false;
	pass->resumed = false;
	reach_pace_passed(&pass->pace, now, reach_now());
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

/* Without a descriptor the files are watched as soon as there is one. */
static void watch_files(struct reach_pass *pass, uint64_t now)
{
	if (pass->dns || now < pass->dns_retry)
		return;
	pass->dns_pause =
		pass->dns_pause ? 2 * pass->dns_pause : SHORTEST_PAUSE;
	if (pass->dns_pause > LONGEST_PAUSE)
		pass->dns_pause = LONGEST_PAUSE;
	pass->dns_retry = now + pass->dns_pause;
	if (reach_dns_watch_open("/etc/resolv.conf", &pass->dns)) {
		pass->dns = NULL;
	} else if (reach_worker_add_fd(pass->worker,
				       reach_dns_watch_get_fd(pass->dns))) {
		struct reach_dns_watch *dns = pass->dns;

		/* A fork looks for it, and closes its descriptor. */
		pass->dns = NULL;
		reach_dns_watch_close(dns);
	} else {
		/* What they said in between was not seen. */
		reach_resolver_refresh(pass->resolver);
	}
}

static void process_names(struct reach_pass *pass, uint64_t now)
{
	uint64_t due = pass->dns ? reach_dns_watch_get_deadline(pass->dns) : 0;
	uint64_t start = reach_resolver_get_deadline(pass->resolver);

	if (pass->dns && (pass->dns_ready || (due && due <= now)) &&
	    reach_dns_watch_process(pass->dns, now))
		reach_resolver_refresh(pass->resolver);
	pass->dns_ready = false;
	/* Before the first look-up: on which network it is made. */
	if (!pass->uplinks_known && start && start <= now)
		read_uplinks(pass);
	reach_resolver_process(pass->resolver, now);
}

static uint64_t get_due(struct reach_space *space)
{
	uint64_t deadline;

	pthread_mutex_lock(&space->lock);
	deadline = space->topics.deadline;
	pthread_mutex_unlock(&space->lock);
	return deadline;
}

static void run(struct reach_pass *pass)
{
	uint64_t now = reach_now();
	uint64_t due = reach_pace_due(&pass->pace, now);
	uint64_t deadline;

	watch_files(pass, now);
	process_names(pass, now);
	if (due > now) {
		/* Inside a window the event socket is neither polled nor read:
		   what arrives costs nothing, and what is lost is known to be
		   lost. */
		reach_changes_clear(&pass->changes);
		refresh(pass);
		listen_again(pass, false);
	} else {
		look(pass, now);
		listen_again(pass, true);
	}
	deadline = get_due(pass->space);
	if (pass->unmoved)
		earliest(&deadline, now + RETRY_AFTER);
	if (!pass->listening || is_changed(pass->space))
		earliest(&deadline, reach_pace_due(&pass->pace, now));
	earliest(&deadline, reach_resolver_get_deadline(pass->resolver));
	earliest(&deadline, pass->dns ? reach_dns_watch_get_deadline(pass->dns)
				      : pass->dns_retry);
	reach_worker_set_deadline(pass->worker, deadline);
}

void reach_pass_run(struct reach_pass *pass)
{
	/* What one asked the kernel must not be told after what the next one
	   did. */
	pthread_mutex_lock(&pass->space->turn);
	run(pass);
	pthread_mutex_unlock(&pass->space->turn);
}

void reach_pass_resumed(struct reach_pass *pass)
{
	pass->resumed = true;
}
