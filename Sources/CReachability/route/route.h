/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * One question to the kernel's routing, one answer struct. Everything past
 * this header is ours: nobody else reads route messages. Addresses are struct
 * in6_addr throughout, IPv4 as ::ffff:a.b.c.d.
 */

#ifndef REACH_ROUTE_H
#define REACH_ROUTE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

struct reach_netlink;

struct reach_question {
	struct in6_addr destination;
	/* sin6_scope_id; used for addresses of link scope only */
	uint32_t scope;
	/* the address packets would come from, for pairs; of the destination's
	   family, else ignored */
	struct in6_addr source;
	bool has_source;
	/* ask as if bound to this interface; 0 is any */
	uint32_t interface;
	/* as which user; rules may tell them apart. Without: the real one of
	   the thread, though sockets belong to the effective one. */
	uid_t user;
	bool has_user;
	/* name the source also where no rule depends on it, for explaining */
	bool wants_source;
};

/* One way of several. */
struct reach_hop {
	uint32_t interface;
	struct in6_addr gateway;
	bool has_gateway;
	/* neither dead nor linkdown, as far as the kernel marks them: it does
	   not for IPv4 over an IPv6 gateway */
	bool alive;
};

#define REACH_HOPS_MAX 8

struct reach_route {
	/* the kernel's refusal, positive: ENETUNREACH no route (or no such
	   interface, or no IPv6 at all, or a loopback address that is not
	   here); EHOSTUNREACH, EACCES, EINVAL a route or rule that rejects;
	   0 there is a route */
	int error;
	/* RTN_UNICAST, RTN_LOCAL, RTN_BROADCAST, ...; 0 with an error */
	uint8_t type;
	uint8_t prefix_length;
	uint32_t table;
	uint32_t metric;
	uint32_t nexthop_id;
	/* of all nexthops, and of those neither dead nor linkdown */
	uint32_t nexthops;
	uint32_t nexthops_alive;
	/* the first nexthop alive, else the first: interface and gateway */
	uint32_t interface;
	struct in6_addr gateway;
	bool has_gateway;
	/* the question's source, else the one the kernel would take if it is
	   known. For an IPv6 destination beyond link scope it is; none, ::1 or
	   a link-local one there means that none is usable. */
	struct in6_addr source;
	bool has_source;
	/* IPv6: milliseconds after which this route has ended; 0 is never */
	uint32_t lifetime;
	/* of a list of nexthops those that differ in interface or in having a
	   gateway, up to a limit, and how many these are. Last, as they are
	   most of the bytes and most routes have no list. */
	uint32_t hop_count;
	struct reach_hop hops[REACH_HOPS_MAX];
};

/* As memset() and an assignment would, except that no hop is touched beyond
   those that are there. */
static inline void reach_route_clear(struct reach_route *route)
{
	memset(route, 0, offsetof(struct reach_route, hops));
}

static inline void reach_route_copy(struct reach_route *to,
				    const struct reach_route *from)
{
	memcpy(to, from, offsetof(struct reach_route, hops));
	if (from->hop_count)
		memcpy(to->hops, from->hops,
		       from->hop_count * sizeof(from->hops[0]));
}

/*
 * Asks with RTM_F_FIB_MATCH; plainly instead where that misleads (IPv4
 * multicast and limited broadcast), and plainly as well where it says too
 * little: the source for IPv6 beyond link scope, the device behind a nexthop
 * object, an answer not to be believed. Never call it for a zero address.
 *
 * Returns 0 when the kernel answered, be it a refusal; a negative errno when
 * it could not be asked.
 */
int reach_route_ask(struct reach_netlink *socket,
		    const struct reach_question *question,
		    struct reach_route *ret_route);

/* A question, and what became of it: as reach_route_ask() would return. */
struct reach_inquiry {
	struct reach_question question;
	struct reach_route route;
	int result;
};

/* Many at once, for much less each. */
void reach_route_ask_many(struct reach_netlink *socket,
			  struct reach_inquiry *const *inquiries,
			  unsigned int count);

/*
 * Is this one of our own addresses, assigned, past duplicate address
 * detection, and on this interface (0: on any)? The scope is used for
 * link-local addresses only. lifetime (as in struct reach_route) is shortened
 * if that ends sooner.
 */
int reach_route_owns(struct reach_netlink *socket,
		     const struct in6_addr *address, uint32_t scope,
		     uint32_t interface, uint32_t *lifetime, bool *ret_owns);

#endif
