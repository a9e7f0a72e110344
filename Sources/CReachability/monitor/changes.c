/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Reads of an event only how far its effect can reach. Knows no socket and
 * nothing of what is watched.
 */

#include "changes.h"

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <string.h>

void reach_changes_set(struct reach_changes *changes, unsigned int bits)
{
	changes->bits |= REACH_CHANGED_EVERYTHING | bits;
	changes->count = 0;
}

void reach_changes_clear(struct reach_changes *changes)
{
	changes->bits = 0;
	changes->count = 0;
}

bool reach_changes_is_empty(const struct reach_changes *changes)
{
	return !changes->bits && !changes->count;
}

static bool is_same(const struct reach_prefix *a, const struct reach_prefix *b)
{
	return a->length == b->length &&
	       IN6_ARE_ADDR_EQUAL(&a->address, &b->address);
}

static void add_prefix(struct reach_changes *changes,
		       const struct reach_prefix *prefix)
{
	if (changes->bits & REACH_CHANGED_EVERYTHING)
		return;
	/* A route often goes as it comes. */
	if (changes->count &&
	    is_same(&changes->prefixes[changes->count - 1], prefix))
		return;
	if (changes->count == REACH_PREFIXES_MAX)
		reach_changes_set(changes, 0);
	else
		changes->prefixes[changes->count++] = *prefix;
}

void reach_changes_merge(struct reach_changes *changes,
			 const struct reach_changes *more)
{
	if (more->bits & REACH_CHANGED_EVERYTHING)
		reach_changes_set(changes, 0);
	changes->bits |= more->bits;
	for (unsigned int i = 0; i < more->count; i++)
		add_prefix(changes, &more->prefixes[i]);
}

static bool read_prefix(const struct nlmsghdr *event,
			struct reach_prefix *ret_prefix)
{
	const struct rtmsg *route = nlmsg_data(event);
	bool ipv4 = route->rtm_family == AF_INET;
	struct reach_prefix prefix = {.length = route->rtm_dst_len};
	const struct nlattr *destination = nlmsg_find_attr(
		(struct nlmsghdr *)event, sizeof(*route), RTA_DST);
	size_t size = ipv4 ? sizeof(struct in_addr) : sizeof(struct in6_addr);

	if (prefix.length > size * 8 || (prefix.length && !destination) ||
	    (destination && nla_len(destination) < (int)size))
		return false;
	if (ipv4) {
		memset(&prefix.address.s6_addr[10], 0xff, 2);
		prefix.length += 96;
	}
	if (destination)
		memcpy(&prefix.address.s6_addr[ipv4 ? 12 : 0],
		       nla_data(destination), size);
	*ret_prefix = prefix;
	return true;
}

static void add_route(struct reach_changes *changes,
		      const struct nlmsghdr *event)
{
	const struct rtmsg *route = nlmsg_data(event);
	struct reach_prefix prefix;

	if (!nlmsg_valid_hdr(event, sizeof(*route)) ||
	    (route->rtm_family != AF_INET && route->rtm_family != AF_INET6)) {
		reach_changes_set(changes, REACH_CHANGED_EARLY);
		return;
	}
	/* IPv4 tells of a route's end, and then takes it out. */
	if (event->nlmsg_type == RTM_DELROUTE && route->rtm_family == AF_INET)
		changes->bits |= REACH_CHANGED_EARLY;
	if (route->rtm_dst_len <= REACH_WIDE_PREFIX)
		changes->bits |= REACH_CHANGED_WIDE;
	/* One of our own addresses may be the source of any route. */
	if (route->rtm_type == RTN_LOCAL || !read_prefix(event, &prefix))
		reach_changes_set(changes, 0);
	else
		add_prefix(changes, &prefix);
}

void reach_changes_add(struct reach_changes *changes,
		       const struct nlmsghdr *event)
{
	switch (event->nlmsg_type) {
	case RTM_NEWROUTE:
	case RTM_DELROUTE:
		add_route(changes, event);
		break;
	case RTM_NEWLINK:
	case RTM_DELLINK:
	case RTM_NEWADDR:
	case RTM_DELADDR:
	case RTM_NEWNEXTHOP:
	case RTM_DELNEXTHOP:
		reach_changes_set(changes, REACH_CHANGED_EARLY);
		break;
	case RTM_NEWRULE:
	case RTM_DELRULE:
	case RTM_NEWNETCONF:
	case RTM_DELNETCONF:
		reach_changes_set(changes, 0);
		break;
	default:
		break;
	}
}

bool reach_prefix_covers(const struct reach_prefix *prefix,
			 const struct in6_addr *address)
{
	unsigned int bytes = prefix->length / 8;
	unsigned int bits = prefix->length % 8;
	uint8_t mask = (uint8_t)(0xff00 >> bits);

	if (prefix->length < 96 && IN6_IS_ADDR_V4MAPPED(address))
		return false;
	return !memcmp(&prefix->address, address, bytes) &&
	       (!bits ||
		!((prefix->address.s6_addr[bytes] ^ address->s6_addr[bytes]) &
		  mask));
}

bool reach_changes_concern(const struct reach_changes *changes,
			   const struct in6_addr *address)
{
	if (changes->bits & REACH_CHANGED_EVERYTHING)
		return true;
	for (unsigned int i = 0; i < changes->count; i++)
		if (reach_prefix_covers(&changes->prefixes[i], address))
			return true;
	return false;
}
