/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What the tests of this room ask with, and how they look at the answer. */

#ifndef REACH_TEST_ASKING_H
#define REACH_TEST_ASKING_H

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "namespace.h"
#include "netlink.h"
#include "route.h"

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:2::1"

static struct reach_netlink *netlink;

static inline int close_socket(void **state)
{
	reach_netlink_close(netlink);
	netlink = NULL;
	return 0;
}

static inline int set_up(void **state)
{
	int result = reach_test_enter_routed(state);

	close_socket(state);
	return result ? result : reach_netlink_open(&netlink);
}

static inline struct in6_addr parse(const char *text)
{
	struct in6_addr address = {.s6_addr = {[10] = 0xff, 0xff}};

	if (strchr(text, ':'))
		assert_int_equal(inet_pton(AF_INET6, text, &address), 1);
	else
		assert_int_equal(inet_pton(AF_INET, text, &address.s6_addr[12]),
				 1);
	return address;
}

static inline struct reach_route ask(const struct reach_question *question)
{
	struct reach_route route;

	assert_int_equal(reach_route_ask(netlink, question, &route), 0);
	if (route.error) {
		assert_int_equal(route.type, 0);
		assert_int_equal(route.interface, 0);
		assert_int_equal(route.nexthops, 0);
	}
	return route;
}

/* ADDRESS, ADDRESS%SCOPE or ADDRESS@INTERFACE */
static inline struct reach_question question_of(const char *text)
{
	struct reach_question question = {0};
	char address[64];
	char *scope, *interface;

	snprintf(address, sizeof(address), "%s", text);
	interface = strchr(address, '@');
	if (interface) {
		*interface++ = '\0';
		question.interface = if_nametoindex(interface);
	}
	scope = strchr(address, '%');
	if (scope) {
		*scope++ = '\0';
		question.scope = if_nametoindex(scope);
	}
	question.destination = parse(address);
	return question;
}

static inline struct reach_route route_to(const char *text)
{
	struct reach_question question = question_of(text);

	return ask(&question);
}

static inline struct reach_route route_from(const char *source,
					    const char *text)
{
	struct reach_question question = question_of(text);

	question.source = parse(source);
	question.has_source = true;
	return ask(&question);
}

static inline bool owns(const char *text)
{
	struct reach_question question = question_of(text);
	uint32_t lifetime = 0;
	bool owned;

	assert_int_equal(reach_route_owns(netlink, &question.destination,
					  question.scope, question.interface,
					  &lifetime, &owned),
			 0);
	return owned;
}

static inline void assert_is(const struct in6_addr *address,
			     const char *expected)
{
	struct in6_addr parsed = parse(expected);

	assert_memory_equal(address, &parsed, sizeof(parsed));
}

static inline void assert_interface(struct reach_route route, const char *name)
{
	assert_int_equal(route.interface, if_nametoindex(name));
}

static inline void assert_gateway(struct reach_route route,
				  const char *expected)
{
	assert_true(route.has_gateway);
	assert_is(&route.gateway, expected);
}

static inline void assert_source(struct reach_route route, const char *expected)
{
	assert_true(route.has_source);
	assert_is(&route.source, expected);
}

static inline void assert_refused(const char *text, int error)
{
	assert_int_equal(route_to(text).error, error);
}

/* w0 and w1, both here. */
static inline void add_second_link(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "sysctl -qw net.ipv6.conf.w0.accept_dad=0 && "
		       "ip link set w1 up && ip link set w0 up && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip addr add 2001:db8:3::2/64 dev w0 nodad");
	reach_test_settle("2001:db8:3::2");
}

#define test(name) REACH_TEST_IN(set_up, name)

#endif
