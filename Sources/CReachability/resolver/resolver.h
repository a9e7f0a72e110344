/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Names to addresses, never on a caller's thread. A resolver belongs to one
 * network namespace: its threads live there. One look-up per distinct name,
 * however many ask for it. Knows nothing of targets, routes or run loops.
 */

#ifndef REACH_RESOLVER_H
#define REACH_RESOLVER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reach_resolver;

/* Starts a detached thread that runs main(info), signals blocked, in the
   resolver's namespace. Given by the owner, as this room makes no threads. */
typedef int reach_resolver_spawn(void (*main)(void *), void *info,
				 void *spawn_info);

struct reach_resolved {
	struct in6_addr address; /* IPv4 as ::ffff:a.b.c.d */
	uint32_t scope;
};

/* A reference-counted, immutable result. */
struct reach_answer {
	/* 0, or the EAI_ number */
	int error;
	/* in the resolver's order, duplicates dropped */
	size_t count;
	struct reach_resolved addresses[];
};
struct reach_answer *reach_answer_ref(struct reach_answer *answer);
void reach_answer_unref(struct reach_answer *answer);

/* Has a new result: called on a resolver thread, no lock held. The answer is
   borrowed; take a reference to keep it. */
typedef void reach_resolver_done(struct reach_answer *answer, void *info);

int reach_resolver_new(reach_resolver_spawn *spawn, void *spawn_info,
		       struct reach_resolver **ret_resolver);
/* Returns at once; threads that hang in a look-up end when it returns, and
   touch nothing of the owner's. */
void reach_resolver_free(struct reach_resolver *resolver);

/* Someone's interest in a name. */
struct reach_lookup;

/*
 * Starts the look-up, or shares the one that is there; if an answer is known
 * already, done is called with it soon, never before this returns on the
 * calling thread. done is called again whenever the name was looked up anew,
 * also with an equal result. info must stay valid until cancel has returned
 * and any done that was already running has ended; retain and release bracket
 * each call of done so that its owner can make sure of that.
 */
int reach_resolver_subscribe(struct reach_resolver *resolver, const char *name,
			     reach_resolver_done *done,
			     void (*retain)(void *), void (*release)(void *),
			     void *info, struct reach_lookup **ret_lookup);
/* After it returns done is not entered any more for this subscription, apart
   from a call that had already begun. */
void reach_resolver_cancel(struct reach_lookup *lookup);

/* The network changed, or the DNS configuration did: names whose last look-up
   is complete are looked up again; failed ones at once. */
void reach_resolver_refresh(struct reach_resolver *resolver);

/*
 * When something is to be done without an event: nanoseconds of
 * CLOCK_MONOTONIC for the next retry of a failed look-up, or 0. process does
 * what is due.
 */
uint64_t reach_resolver_get_deadline(struct reach_resolver *resolver);
void reach_resolver_process(struct reach_resolver *resolver, uint64_t now);

/*
 * The DNS configuration: /etc/resolv.conf with every step of its chain of
 * symbolic links, hosts, nsswitch.conf and gai.conf. An inotify descriptor to
 * poll; process returns true if contents differ from what they were.
 */
struct reach_dns_watch;
int reach_dns_watch_open(const char *resolv_conf,
			 struct reach_dns_watch **ret_watch);
void reach_dns_watch_close(struct reach_dns_watch *watch);
int reach_dns_watch_get_fd(const struct reach_dns_watch *watch);
bool reach_dns_watch_process(struct reach_dns_watch *watch);

#endif
