/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Which question gets a true answer from the kernel, and when to ask a second
 * one. Knows what each form of RTM_GETROUTE hides; must not know what the
 * answer is for.
 */

#include "route.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "netlink.h"
#include "reply.h"

struct request {
	struct nlmsghdr header;
	struct rtmsg route;
	/* destination, source, interface */
	char attributes[2 * RTA_SPACE(sizeof(struct in6_addr)) +
			RTA_SPACE(sizeof(uint32_t))];
};

/* The kernel's reply as it is: nothing, a verdict, or a route. */
struct answer {
	struct reach_verdict verdict;
	bool matched;
	bool routed;
	struct reach_route route;
};

static bool is_ipv4(const struct in6_addr *address)
{
	return IN6_IS_ADDR_V4MAPPED(address);
}

static bool is_link_scope(const struct in6_addr *address)
{
	return IN6_IS_ADDR_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_NODELOCAL(address);
}

static bool is_loopback(const struct in6_addr *address)
{
	return IN6_IS_ADDR_LOOPBACK(address) ||
	       (is_ipv4(address) && address->s6_addr[12] == IN_LOOPBACKNET);
}

/* RTM_F_FIB_MATCH answers with the default route for these, and refuses them
   when an interface is given. */
static bool is_outside_fib(const struct in6_addr *address)
{
	static const uint8_t broadcast[4] = {255, 255, 255, 255};

	return is_ipv4(address) &&
	       ((address->s6_addr[12] & 0xf0) == 0xe0 ||
		!memcmp(&address->s6_addr[12], broadcast, sizeof(broadcast)));
}

/* A source of the other family says nothing about this destination. */
static bool has_source(const struct reach_question *question)
{
	return question->has_source &&
	       is_ipv4(&question->source) == is_ipv4(&question->destination);
}

static bool needs_source(const struct reach_question *question)
{
	return !is_ipv4(&question->destination) &&
	       !is_link_scope(&question->destination);
}

static void add_attribute(struct request *request, uint16_t type,
			  const void *data, size_t size)
{
	struct rtattr *attribute =
		(void *)((char *)request +
			 NLMSG_ALIGN(request->header.nlmsg_len));

	attribute->rta_type = type;
	attribute->rta_len = (uint16_t)RTA_LENGTH(size);
	memcpy(RTA_DATA(attribute), data, size);
	request->header.nlmsg_len = NLMSG_ALIGN(request->header.nlmsg_len) +
				    (uint32_t)RTA_SPACE(size);
}

static void add_address(struct request *request, uint16_t type,
			const struct in6_addr *address, uint8_t *ret_length)
{
	size_t skipped = is_ipv4(address) ? 12 : 0;
	size_t size = sizeof(*address) - skipped;

	add_attribute(request, type, &address->s6_addr[skipped], size);
	*ret_length = (uint8_t)(size * 8);
}

/* Strict checking allows nothing but what is filled in here. */
static void build_request(const struct reach_question *question, bool matched,
			  struct request *ret_request)
{
	struct request *request = ret_request;
	uint32_t interface = question->interface;

	memset(request, 0, sizeof(*request));
	request->header.nlmsg_len =
		(uint32_t)offsetof(struct request, attributes);
	request->header.nlmsg_type = RTM_GETROUTE;
	request->route.rtm_family =
		is_ipv4(&question->destination) ? AF_INET : AF_INET6;
	request->route.rtm_flags = matched ? RTM_F_FIB_MATCH : 0;
	add_address(request, RTA_DST, &question->destination,
		    &request->route.rtm_dst_len);
	if (has_source(question))
		add_address(request, RTA_SRC, &question->source,
			    &request->route.rtm_src_len);
	if (!interface && is_link_scope(&question->destination))
		interface = question->scope;
	if (interface)
		add_attribute(request, RTA_OIF, &interface, sizeof(interface));
}

static void take_reply(const struct nlmsghdr *reply, void *info)
{
	struct answer *answer = info;

	answer->routed =
		reach_route_read(reply, answer->matched, &answer->route);
}

static int ask(struct reach_netlink *socket,
	       const struct reach_question *question, bool matched,
	       struct answer *ret_answer)
{
	struct request request;

	memset(ret_answer, 0, sizeof(*ret_answer));
	ret_answer->matched = matched;
	build_request(question, matched, &request);
	return reach_netlink_ask(socket, &request.header, take_reply,
				 ret_answer, &ret_answer->verdict);
}

static void refuse(struct reach_route *route, int error)
{
	memset(route, 0, sizeof(*route));
	route->error = error;
}

/*
 * The refusal in an answer: 0 if there is none, negative if what the kernel
 * said is no answer at all.
 */
static int refusal_of(const struct reach_question *question,
		      const struct answer *answer)
{
	bool ipv6 = !is_ipv4(&question->destination);
	int error = answer->verdict.error;

	if (!error && answer->routed)
		return answer->route.error;
	switch (error) {
	case ENETUNREACH:
	case EHOSTUNREACH:
	case EACCES:
		return error;
	case EINVAL:
		/* Also what a blackhole says, though without words. */
		return answer->verdict.malformed ? -EINVAL : EINVAL;
	case ENODEV:
	case ENETDOWN:
		return ENETUNREACH;
	case EAFNOSUPPORT:
	case EOPNOTSUPP:
		/* A kernel without IPv6 has no routes for it. */
		return ipv6 ? ENETUNREACH : -error;
	case 0:
		return -EBADMSG;
	default:
		return -error;
	}
}

/* What is no answer to the matching question (an old kernel does not know it)
   is asked again plainly before it is believed. */
static int ask_route(struct reach_netlink *socket,
		     const struct reach_question *question, bool matched,
		     struct reach_route *ret_route)
{
	struct answer answer;
	int error;
	int result = ask(socket, question, matched, &answer);

	if (result)
		return result;
	error = refusal_of(question, &answer);
	if (error < 0)
		return matched ? ask_route(socket, question, false, ret_route)
			       : error;
	if (error)
		refuse(&answer.route, error);
	*ret_route = answer.route;
	return 0;
}

/* EHOSTUNREACH with an interface is either a route that rejects, or none at
   all: only in the latter case does the plain question invent one. */
static int ask_who_refuses(struct reach_netlink *socket,
			   const struct reach_question *question,
			   struct reach_route *route)
{
	struct reach_route plain;
	int result = ask_route(socket, question, false, &plain);

	if (!result && !plain.error)
		refuse(route, ENETUNREACH);
	return result;
}

/* A route's own source may be tentative: after the link was down and its
   addresses were kept, they are checked anew. A VRF's are not looked for. */
static int check_source(struct reach_netlink *socket,
			const struct reach_question *question,
			struct reach_route *route)
{
	if (question->interface)
		return 0;
	return reach_route_owns(socket, &route->source, 0, 0,
				&route->has_source);
}

/* What the matching route leaves out: the device behind a nexthop object
   (net.ipv4.nexthop_compat_mode=0), the source the kernel would take. */
static int complete(struct reach_netlink *socket,
		    const struct reach_question *question,
		    struct reach_route *route)
{
	struct reach_question plain_question = *question;
	struct reach_route plain;
	bool needed = needs_source(question) && route->type != RTN_LOCAL;
	int result;

	if (has_source(question)) {
		route->source = question->source;
		route->has_source = true;
	}
	if (route->nexthops && route->has_source)
		return needed && !has_source(question)
			       ? check_source(socket, question, route)
			       : 0;
	if (route->nexthops && !needed && !question->wants_source)
		return 0;
	/* Of several nexthops the kernel picks any, also one that is dead. */
	if (route->nexthops > 1)
		plain_question.interface = route->interface;
	result = ask_route(socket, &plain_question, false, &plain);
	if (result)
		return result;
	/* It changed between the two questions. */
	if (plain.error) {
		refuse(route, plain.error);
		return 0;
	}
	if (!route->nexthops) {
		/* Objects whose link has no carrier are removed, so what is
		   picked here is alive. */
		route->interface = plain.interface;
		route->gateway = plain.gateway;
		route->has_gateway = plain.has_gateway;
		route->nexthops = plain.nexthops;
		route->nexthops_alive = plain.nexthops_alive;
	}
	if (!route->has_source) {
		route->source = plain.source;
		route->has_source = plain.has_source;
	}
	return 0;
}

static int ask_fib(struct reach_netlink *socket,
		   const struct reach_question *question,
		   struct reach_route *route)
{
	int result = ask_route(socket, question, true, route);

	if (result)
		return result;
	if (!route->error)
		return complete(socket, question, route);
	if (route->error == EHOSTUNREACH && question->interface)
		return ask_who_refuses(socket, question, route);
	return 0;
}

int reach_route_ask(struct reach_netlink *socket,
		    const struct reach_question *question,
		    struct reach_route *ret_route)
{
	const struct in6_addr *destination = &question->destination;
	struct reach_route route;
	int result;

	if (is_link_scope(destination) && question->scope &&
	    question->interface && question->scope != question->interface) {
		refuse(ret_route, ENETUNREACH);
		return 0;
	}
	if (is_outside_fib(destination))
		result = ask_route(socket, question, false, &route);
	else
		result = ask_fib(socket, question, &route);
	if (result)
		return result;
	/* With lo down, or another interface given, ::1 and 127/8 take the
	   default route; no packet to them ever leaves a machine. */
	if (!route.error && route.type != RTN_LOCAL && is_loopback(destination))
		refuse(&route, ENETUNREACH);
	*ret_route = route;
	return 0;
}

/* An address has its local route only once it is past duplicate address
   detection, and one on each interface that has it; IPv4's outlive a link that
   is set down, as the address does. */
int reach_route_owns(struct reach_netlink *socket,
		     const struct in6_addr *address, uint32_t scope,
		     uint32_t interface, bool *ret_owns)
{
	struct reach_question question = {
		.destination = *address,
		.scope = scope,
		.interface = interface,
	};
	struct reach_route route;
	int result;

	if (is_link_scope(address) && scope && interface &&
	    scope != interface) {
		*ret_owns = false;
		return 0;
	}
	result = ask_route(socket, &question, true, &route);
	if (result)
		return result;
	*ret_owns = !route.error && route.type == RTN_LOCAL;
	return 0;
}
