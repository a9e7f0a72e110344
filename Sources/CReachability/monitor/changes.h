/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What a number of events add up to: which destinations they can concern, and
 * whether what they tell may still be about to happen. Not what has changed:
 * that is asked of the kernel.
 */

#ifndef REACH_CHANGES_H
#define REACH_CHANGES_H

#include <linux/netlink.h>
#include <netinet/in.h>
#include <stdbool.h>

enum {
	/* more than the prefixes below tell */
	REACH_CHANGED_EVERYTHING = 1 << 0,
	/* told before it has taken effect, or it may be: an answer asked for
	   since then may be kept only after reach_netlink_barrier() */
	REACH_CHANGED_EARLY = 1 << 1,
	/* events were lost: links may have changed too */
	REACH_CHANGED_LOST = 1 << 2,
	/* a route was told that covers an eighth of its family or more, as all
	   those of a default path do; also beside REACH_CHANGED_EVERYTHING */
	REACH_CHANGED_WIDE = 1 << 3,
};

/* In bits. */
#define REACH_WIDE_PREFIX 3

/* Of addresses as they are written in this library: IPv4 is ::ffff:a.b.c.d,
   with a length of at least 96, and is not covered by any IPv6 prefix. */
struct reach_prefix {
	struct in6_addr address;
	unsigned int length;
};

#define REACH_PREFIXES_MAX 2048

struct reach_changes {
	unsigned int bits;
	/* without REACH_CHANGED_EVERYTHING: only routes to these changed */
	unsigned int count;
	struct reach_prefix prefixes[REACH_PREFIXES_MAX];
};

/* Any message of the groups that are listened to; others are ignored. */
void reach_changes_add(struct reach_changes *changes,
		       const struct nlmsghdr *event);
void reach_changes_merge(struct reach_changes *changes,
			 const struct reach_changes *more);
/* REACH_CHANGED_EVERYTHING with others. */
void reach_changes_set(struct reach_changes *changes, unsigned int bits);
void reach_changes_clear(struct reach_changes *changes);
bool reach_changes_is_empty(const struct reach_changes *changes);

bool reach_prefix_covers(const struct reach_prefix *prefix,
			 const struct in6_addr *address);
/* Do the changes concern this destination? */
bool reach_changes_concern(const struct reach_changes *changes,
			   const struct in6_addr *address);

#endif
