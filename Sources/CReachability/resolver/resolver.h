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

/* Starts a detached thread that runs main(info), signals blocked, with at
   least 256 KiB of stack (name service modules are foreign code). Only called
   from reach_resolver_process and on its thread: whose namespace the new one
   inherits. */
typedef int reach_resolver_spawn(void (*main)(void *), void *info,
				 void *spawn_info);

struct reach_resolved {
	struct in6_addr address; /* IPv4 as ::ffff:a.b.c.d */
	uint32_t scope;
};

/* A reference-counted, immutable result. */
struct reach_answer {
	unsigned int references;
	/* 0, or the EAI_ number; then there are no addresses */
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
/* Returns at once. No done is entered any more; threads that hang in a
   look-up end when it returns, and touch nothing of the owner's. The owner has
   stopped polling the descriptor. Interests may be cancelled before or after
   it. In the child of a fork the owner closes the descriptor and forgets the
   rest: the lock may be held by a thread that is not there. */
void reach_resolver_free(struct reach_resolver *resolver);

/* Someone's interest in a name. */
struct reach_lookup;

/*
 * Starts the look-up, or shares the one that is there; if a fresh answer is
 * known already, done is called with it soon, never before this returns on the
 * calling thread, and never for one interest on two threads at a time. done is
 * called again whenever the name was looked up anew, also with an equal
 * result; but a look-up that only found that nobody answers does not displace
 * addresses that are known. retain is called once, here; release once, when
 * done cannot be called any more: inside cancel, or after a done that was
 * running then.
 */
int reach_resolver_subscribe(struct reach_resolver *resolver, const char *name,
			     reach_resolver_done *done, void (*retain)(void *),
			     void (*release)(void *), void *info,
			     struct reach_lookup **ret_lookup);
/* After it returns done is not entered any more for this subscription, apart
   from a call that had already begun. Any thread, also inside done. */
void reach_resolver_cancel(struct reach_lookup *lookup);

/*
 * The network changed, or the DNS configuration did: every name is looked up
 * again, one that is being looked up (maybe by a server that is no longer
 * there) once more. The first call acts at once, those that follow hard upon
 * it together, some time later. Old results stay until new ones arrive.
 */
void reach_resolver_refresh(struct reach_resolver *resolver);
/* Is a look-up under way, or was one answered since then? It may have seen a
   network that was there for a moment. */
bool reach_resolver_was_busy(struct reach_resolver *resolver, uint64_t since);

/*
 * The owner's part: call process when the descriptor is readable or the
 * deadline has passed, then ask for the deadline again. It is in nanoseconds
 * of CLOCK_MONOTONIC; 0 is none. The descriptor becomes readable when the
 * deadline has come nearer than the last one told.
 */
int reach_resolver_get_fd(const struct reach_resolver *resolver);
uint64_t reach_resolver_get_deadline(struct reach_resolver *resolver);
void reach_resolver_process(struct reach_resolver *resolver, uint64_t now);

/*
 * The DNS configuration: resolv.conf with every step of its chain of symbolic
 * links, and hosts, nsswitch.conf and gai.conf beside it. An inotify
 * descriptor to poll and a deadline, as above; process returns true if a
 * look-up that began before may have seen another one: the contents are no
 * longer what they were, or they are so again. A file that is empty, gone or
 * without a nameserver is believed only when it has been so for a second.
 * While the kernel has no more watches for this user, it has a deadline now
 * and then to compare. Used by one thread at a time; close is allowed in the
 * child of a fork.
 */
struct reach_dns_watch;
/* An absolute path. Negative errno if there is no inotify descriptor. */
int reach_dns_watch_open(const char *resolv_conf,
			 struct reach_dns_watch **ret_watch);
void reach_dns_watch_close(struct reach_dns_watch *watch);
int reach_dns_watch_get_fd(const struct reach_dns_watch *watch);
uint64_t reach_dns_watch_get_deadline(const struct reach_dns_watch *watch);
bool reach_dns_watch_process(struct reach_dns_watch *watch, uint64_t now);

#endif
