/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A subject in, its state out: asks the kernel, looks at the link, lets the
 * rules judge. GetFlags, Explain and the watcher all come through here.
 */

#ifndef REACH_EVALUATE_H
#define REACH_EVALUATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link.h"
#include "route.h"
#include "target.h"

struct reach_answer;
struct reach_changes;
struct reach_space;

/* What a change is measured by, and until when it holds without an event. */
struct reach_state {
	SCNetworkReachabilityFlags flags;
	/* 0 when unreachable */
	uint32_t interface;
	/* resolved addresses */
	uint32_t endpoints;
	/* milliseconds until an IPv6 route that was seen ends; 0 is never */
	uint32_t lifetime;
};

/* Is the one a change from the other? How long it lasts is none. */
bool reach_state_differs(const struct reach_state *a,
			 const struct reach_state *b);

/* One address that was asked about, and everything seen on the way. */
struct reach_finding {
	struct reach_question question;
	struct reach_route route;
	struct reach_link link;
	SCNetworkReachabilityFlags flags;
	enum reach_rule rule;
};

/* Told of each finding, in order; deciding is called after the one that the
   state was taken from, if any. */
struct reach_observer {
	void (*found)(const struct reach_finding *finding, void *info);
	void (*decided)(enum reach_rule rule, void *info);
	void *info;
};

/* What to ask with, and as whom. */
struct reach_asker {
	struct reach_space *space;
	struct reach_netlink *socket;
	uid_t user;
	/* may be NULL */
	const struct reach_observer *observer;
	/* the only question of a single subject, if it was asked already; NULL
	   otherwise */
	const struct reach_inquiry *asked;
};

/*
 * resolved is what is known of a name: NULL while there is nothing, then the
 * name gets the zero address's answer. The space must have been updated, or its
 * link table may be out of date. Fails when the kernel cannot be asked.
 */
int reach_evaluate(const struct reach_asker *asker,
		   const struct reach_subject *subject,
		   const struct reach_answer *resolved,
		   struct reach_state *ret_state);

/* What a single subject asks; false if it is none. */
bool reach_evaluate_question(const struct reach_asker *asker,
			     const struct reach_subject *subject,
			     struct reach_question *ret_question);

/* Can the changes concern any address that is asked about? */
bool reach_evaluate_depends(const struct reach_subject *subject,
			    const struct reach_answer *resolved,
			    const struct reach_changes *changes);

/* The default path of one family (AF_INET, AF_INET6), for telling whether the
   network is still the same. A finding with flags 0 if there is none. */
int reach_evaluate_default(const struct reach_asker *asker, int family,
			   struct reach_finding *ret_finding);

#endif
