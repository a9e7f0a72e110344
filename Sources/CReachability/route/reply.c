/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What an RTM_NEWROUTE says. Knows the message format, and nothing of why it
 * was asked for.
 */

#include "reply.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define DEAD (RTNH_F_DEAD | RTNH_F_LINKDOWN)

static bool read_number(const struct nlattr *attribute, uint32_t *ret_number)
{
	if (!attribute || nla_len(attribute) < (int)sizeof(*ret_number))
		return false;
	memcpy(ret_number, nla_data(attribute), sizeof(*ret_number));
	return true;
}

static bool copy_address(const void *data, int size, int family,
			 struct in6_addr *ret_address)
{
	static const struct in6_addr mapped = {
		.s6_addr = {[10] = 0xff, 0xff},
	};

	if (family == AF_INET && size >= (int)sizeof(struct in_addr)) {
		*ret_address = mapped;
		memcpy(&ret_address->s6_addr[12], data, sizeof(struct in_addr));
		return true;
	}
	if (family == AF_INET6 && size >= (int)sizeof(*ret_address)) {
		memcpy(ret_address, data, sizeof(*ret_address));
		return true;
	}
	return false;
}

static bool read_address(const struct nlattr *attribute, int family,
			 struct in6_addr *ret_address)
{
	return attribute &&
	       copy_address(nla_data(attribute), nla_len(attribute), family,
			    ret_address);
}

/* RTA_VIA is a gateway of another family: IPv4 over an IPv6 neighbour. */
static bool read_gateway(struct nlattr *const *attributes, int family,
			 struct in6_addr *ret_gateway)
{
	const struct nlattr *attribute = attributes[RTA_VIA];
	const struct rtvia *via;
	int head = offsetof(struct rtvia, rtvia_addr);

	if (read_address(attributes[RTA_GATEWAY], family, ret_gateway))
		return true;
	if (!attribute || nla_len(attribute) < head)
		return false;
	via = nla_data(attribute);
	return copy_address(via->rtvia_addr, nla_len(attribute) - head,
			    via->rtvia_family, ret_gateway);
}

/* Of many that are alike one is enough; a live one, if there is. */
static void keep_hop(struct reach_route *route, const struct reach_hop *hop)
{
	for (uint32_t i = 0; i < route->hop_count; i++) {
		struct reach_hop *kept = &route->hops[i];

		if (kept->interface != hop->interface ||
		    kept->has_gateway != hop->has_gateway)
			continue;
		if (!kept->alive)
			*kept = *hop;
		return;
	}
	if (route->hop_count < REACH_HOPS_MAX)
		route->hops[route->hop_count++] = *hop;
}

static struct reach_hop read_hop(struct nlattr *const *attributes, int family,
				 uint32_t interface, unsigned int flags)
{
	struct reach_hop hop = {
		.interface = interface,
		.alive = !(flags & DEAD),
	};

	hop.has_gateway = read_gateway(attributes, family, &hop.gateway);
	return hop;
}

static void add_nexthop(struct reach_route *route, const struct reach_hop *hop)
{
	if (route->nexthops == 0 ||
	    (hop->alive && route->nexthops_alive == 0)) {
		route->interface = hop->interface;
		route->has_gateway = hop->has_gateway;
		route->gateway = hop->gateway;
	}
	route->nexthops++;
	route->nexthops_alive += hop->alive;
}

static void read_nexthops(const struct nlattr *list, int family,
			  struct reach_route *route)
{
	const struct rtnexthop *next = nla_data(list);
	int left = nla_len(list);

	while (left >= (int)sizeof(*next) && next->rtnh_len >= sizeof(*next) &&
	       next->rtnh_len <= left) {
		struct nlattr *attributes[RTA_MAX + 1];
		int step = (int)NLMSG_ALIGN(next->rtnh_len);
		struct reach_hop hop;

		/* It only fails where there is a policy. */
		nla_parse(attributes, RTA_MAX, (struct nlattr *)RTNH_DATA(next),
			  next->rtnh_len - (int)sizeof(*next), NULL);
		hop = read_hop(attributes, family, (uint32_t)next->rtnh_ifindex,
			       next->rtnh_flags);
		add_nexthop(route, &hop);
		keep_hop(route, &hop);
		left -= step;
		next = (const void *)((const char *)next + step);
	}
}

/* The kernel counts in ticks of the user's clock, and rounds down: one tick
   more, so that a timer set by this does not fire before the end. */
static uint32_t read_lifetime(const struct nlattr *attribute)
{
	struct rta_cacheinfo info;
	long ticks = sysconf(_SC_CLK_TCK);
	int64_t milliseconds;

	if (!attribute || nla_len(attribute) < (int)sizeof(info))
		return 0;
	memcpy(&info, nla_data(attribute), sizeof(info));
	/* Past its end, and used until it is collected, which is told. */
	if (info.rta_expires <= 0)
		return 0;
	milliseconds = ((int64_t)info.rta_expires + 1) * 1000 / ticks;
	return milliseconds < UINT32_MAX ? (uint32_t)milliseconds : UINT32_MAX;
}

/* Kernels before RTM_F_FIB_MATCH answer with the rejecting route itself. */
static int error_of_type(unsigned int type)
{
	switch (type) {
	case RTN_BLACKHOLE:
		return EINVAL;
	case RTN_UNREACHABLE:
		return EHOSTUNREACH;
	case RTN_PROHIBIT:
		return EACCES;
	case RTN_THROW:
		return ENETUNREACH;
	default:
		return 0;
	}
}

static void read_route(const struct rtmsg *header,
		       struct nlattr *const *attributes, bool matched,
		       struct reach_route *route)
{
	uint32_t interface;

	reach_route_clear(route);
	route->error = error_of_type(header->rtm_type);
	if (route->error)
		return;
	route->type = header->rtm_type;
	route->prefix_length = header->rtm_dst_len;
	if (!read_number(attributes[RTA_TABLE], &route->table))
		route->table = header->rtm_table;
	read_number(attributes[RTA_PRIORITY], &route->metric);
	read_number(attributes[RTA_NH_ID], &route->nexthop_id);
	if (read_number(attributes[RTA_OIF], &interface)) {
		const struct reach_hop hop =
			read_hop(attributes, header->rtm_family, interface,
				 header->rtm_flags);

		add_nexthop(route, &hop);
	} else if (attributes[RTA_MULTIPATH]) {
		read_nexthops(attributes[RTA_MULTIPATH], header->rtm_family,
			      route);
	}
	route->has_source = read_address(attributes[RTA_PREFSRC],
					 header->rtm_family, &route->source);
	if (matched && header->rtm_family == AF_INET6)
		route->lifetime = read_lifetime(attributes[RTA_CACHEINFO]);
}

bool reach_route_read(const struct nlmsghdr *reply, bool matched,
		      struct reach_route *ret_route)
{
	struct nlmsghdr *message = (struct nlmsghdr *)reply;
	const struct rtmsg *header = nlmsg_data(message);
	struct nlattr *attributes[RTA_MAX + 1];

	if (message->nlmsg_type != RTM_NEWROUTE ||
	    nlmsg_parse(message, sizeof(*header), attributes, RTA_MAX, NULL))
		return false;
	read_route(header, attributes, matched, ret_route);
	return true;
}
