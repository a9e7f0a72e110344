/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The object behind SCNetworkReachabilityRef: what it asks about, who is told,
 * and, while it is scheduled, its watch.
 */

#ifndef REACH_TARGET_H
#define REACH_TARGET_H

#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cf.h"
#include "context.h"

struct reach_watch;

enum reach_subject_kind {
	REACH_SUBJECT_ADDRESS,
	REACH_SUBJECT_PAIR,
	REACH_SUBJECT_NAME,
};

/* An address as it was given. Asked about as IPv6, IPv4 as ::ffff:a.b.c.d;
   the family only matters for its text and for pairs of zero addresses. */
struct reach_endpoint {
	struct in6_addr address;
	uint32_t scope;
	/* AF_INET, AF_INET6, or 0: there is none */
	sa_family_t family;
};

/* What is asked about. Never changes once the target is made. */
struct reach_subject {
	/* enum reach_subject_kind */
	uint8_t kind;
	/* names: never looked up */
	bool no_resolve;
	/* paths are taken through this interface only; 0 is any */
	uint32_t interface;
	/* zeros for a name */
	struct reach_endpoint remote;
	/* of its own; freed with it */
	union {
		char *name;
		/* pairs */
		struct reach_endpoint *local;
		void *memory;
	};
};

/* The last answer while unscheduled, and what it is good for. */
struct reach_kept {
	/* of the space it was asked in; 0: nothing is kept */
	uint64_t generation;
	/* CLOCK_MONOTONIC in nanoseconds; 0 never */
	uint64_t expiry;
	/* rules may tell users apart */
	uid_t user;
	SCNetworkReachabilityFlags flags;
	uint32_t interface;
	/* the routes it was made of seemed to have no end */
	bool endless;
};

struct __SCNetworkReachability {
	struct reach_cf_base base;
	pthread_mutex_t lock;
	/* the process it was made in, counted in forks */
	unsigned int process;
	/* under the lock: a callback is under way, perhaps of a schedule that
	   has ended */
	bool telling;
	struct reach_subject subject;
	/* below: under the lock */
	struct reach_contexts contexts;
	struct reach_watch *watch;
	struct reach_kept kept;
};

CFTypeID reach_target_type(void);

/* Takes over subject->memory, also when it fails. NULL sets the status. */
SCNetworkReachabilityRef reach_target_new(CFAllocatorRef allocator,
					  const struct reach_subject *subject);

/* The target to work on, or NULL with status 1002. */
struct __SCNetworkReachability *
reach_target_check(SCNetworkReachabilityRef target);

/* In the child of a fork the first lock makes the target unscheduled: the
   threads that served it are the parent's. */
void reach_target_lock(struct __SCNetworkReachability *target);
void reach_target_unlock(struct __SCNetworkReachability *target);

/* It asks about one address, its remote one, and about nothing else. */
bool reach_subject_is_single(const struct reach_subject *subject);
/* Makes it a pair. -ENOMEM. */
int reach_subject_set_local(struct reach_subject *subject,
			    const struct reach_endpoint *local);
/* One without a family, if it has none. */
const struct reach_endpoint *
reach_subject_get_local(const struct reach_subject *subject);

bool reach_endpoint_is_zero(const struct reach_endpoint *endpoint);
bool reach_endpoint_is_loopback(const struct reach_endpoint *endpoint);

#endif
