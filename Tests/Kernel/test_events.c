/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the kernel tells of changes, when, and what it keeps to itself: the
 * library is not in here. A test that fails means that the kernel has changed.
 */

#include <errno.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel.h"
#include "namespace.h"

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:2::1"

static int error_of(const char *destination)
{
	return kernel_ask((struct kernel_question){
				  .destination = destination,
				  .flags = RTM_F_FIB_MATCH,
			  })
		.error;
}

static void an_event_is_there_before_the_change_returns(void **state)
{
	static const struct {
		int group;
		int type;
		const char *change;
	} changes[] = {
		{RTNLGRP_LINK, RTM_NEWLINK, "ip link set v0 mtu 1400"},
		{RTNLGRP_LINK, RTM_NEWLINK, "ip link add br0 type bridge"},
		{RTNLGRP_LINK, RTM_DELLINK, "ip link del br0"},
		{RTNLGRP_IPV4_IFADDR, RTM_NEWADDR,
		 "ip addr add 192.0.2.9/24 dev v0"},
		{RTNLGRP_IPV4_IFADDR, RTM_DELADDR,
		 "ip addr del 192.0.2.9/24 dev v0"},
		/* A new one is told when detection has ended, elsewhere. */
		{RTNLGRP_IPV6_IFADDR, RTM_DELADDR,
		 "ip addr del 2001:db8:1::2/64 dev v0"},
		{RTNLGRP_IPV4_ROUTE, RTM_NEWROUTE,
		 "ip route add 203.0.113.0/24 via 192.0.2.1"},
		{RTNLGRP_IPV4_ROUTE, RTM_DELROUTE,
		 "ip route del 203.0.113.0/24"},
		{RTNLGRP_IPV6_ROUTE, RTM_NEWROUTE,
		 "ip -6 route add 2001:db8:9::/48 dev v0"},
		{RTNLGRP_IPV6_ROUTE, RTM_DELROUTE,
		 "ip -6 route del 2001:db8:9::/48"},
		{RTNLGRP_IPV4_RULE, RTM_NEWRULE, "ip rule add pref 7 lookup 7"},
		{RTNLGRP_IPV4_RULE, RTM_DELRULE, "ip rule del pref 7"},
		{RTNLGRP_IPV6_RULE, RTM_NEWRULE,
		 "ip -6 rule add pref 7 lookup 7"},
		{RTNLGRP_IPV6_RULE, RTM_DELRULE, "ip -6 rule del pref 7"},
		{RTNLGRP_NEXTHOP, RTM_NEWNEXTHOP,
		 "ip nexthop add id 5 via 192.0.2.1 dev v0"},
		{RTNLGRP_NEXTHOP, RTM_DELNEXTHOP, "ip nexthop del id 5"},
		{RTNLGRP_IPV4_NETCONF, RTM_NEWNETCONF,
		 "sysctl -qw net.ipv4.conf.v0.ignore_routes_with_linkdown=1"},
		{RTNLGRP_IPV6_NETCONF, RTM_NEWNETCONF,
		 "sysctl -qw net.ipv6.conf.v0.ignore_routes_with_linkdown=1"},
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		int fd = kernel_listen(changes[i].group);

		reach_test_run("%s", changes[i].change);
		if (kernel_count(fd, changes[i].type, 0) < 1)
			fail_msg("nothing told of: %s", changes[i].change);
		close(fd);
	}
}

static void ipv4_routes_vanish_in_silence_with_their_link(void **state)
{
	int links = kernel_listen(RTNLGRP_LINK);
	int routes = kernel_listen(RTNLGRP_IPV4_ROUTE);

	assert_int_equal(error_of(ANYWHERE), 0);
	reach_test_run("ip link set v0 down");
	assert_int_equal(error_of(ANYWHERE), ENETUNREACH);
	assert_int_equal(kernel_count(routes, RTM_DELROUTE, 0), 0);
	assert_true(kernel_count(links, RTM_NEWLINK, 0) > 0);
	close(links);
	close(routes);
}

/* The routes told of are the address's own, not those through its gateway. */
static void ipv4_routes_vanish_in_silence_with_the_last_address(void **state)
{
	int routes;

	reach_test_run("for i in $(seq 100); do echo "
		       "route add 203.0.113.$i via 192.0.2.1; done | "
		       "ip -batch -");
	routes = kernel_listen(RTNLGRP_IPV4_ROUTE);
	reach_test_run("ip addr del 192.0.2.2/24 dev v0");
	assert_int_equal(error_of("203.0.113.1"), ENETUNREACH);
	assert_in_range(kernel_count(routes, RTM_DELROUTE, 0), 0, 10);
	close(routes);
}

static void ipv4_routes_vanish_in_silence_with_a_nexthop(void **state)
{
	int nexthops = kernel_listen(RTNLGRP_NEXTHOP);
	int routes;

	reach_test_run("ip route del default && "
		       "ip nexthop add id 5 via 192.0.2.1 dev v0 && "
		       "ip route add " ANYWHERE " nhid 5");
	routes = kernel_listen(RTNLGRP_IPV4_ROUTE);
	reach_test_run("ip nexthop del id 5");
	assert_int_equal(error_of(ANYWHERE), ENETUNREACH);
	assert_int_equal(kernel_count(routes, RTM_DELROUTE, 0), 0);
	assert_int_equal(kernel_count(nexthops, RTM_DELNEXTHOP, 0), 1);
	close(nexthops);
	close(routes);
}

static bool hears_link(void *info)
{
	return kernel_count(*(int *)info, RTM_NEWLINK, 0) > 0;
}

static void a_lost_carrier_is_told_of_the_link_alone(void **state)
{
	int links = kernel_listen(RTNLGRP_LINK);
	int routes = kernel_listen(RTNLGRP_IPV4_ROUTE);
	int routes6 = kernel_listen(RTNLGRP_IPV6_ROUTE);

	reach_test_run_peer("ip link set v1 down");
	assert_true(
		reach_test_until(hears_link, &links, REACH_TEST_DEADLINE_MS));
	assert_int_equal(kernel_count(routes, RTM_DELROUTE, 0), 0);
	assert_int_equal(kernel_count(routes6, RTM_DELROUTE, 0), 0);
	close(links);
	close(routes);
	close(routes6);
}

static void
ignoring_links_without_carrier_is_told_as_configuration(void **state)
{
	int links = kernel_listen(RTNLGRP_LINK);
	int routes = kernel_listen(RTNLGRP_IPV4_ROUTE);
	int settings = kernel_listen(RTNLGRP_IPV4_NETCONF);

	reach_test_run("sysctl -qw "
		       "net.ipv4.conf.v0.ignore_routes_with_linkdown=1");
	assert_int_equal(kernel_count(links, RTM_NEWLINK, 0), 0);
	assert_int_equal(kernel_count(routes, RTM_NEWROUTE, 0), 0);
	assert_int_equal(kernel_count(settings, RTM_NEWNETCONF, 0), 1);
	close(links);
	close(routes);
	close(settings);
}

static bool has_ended(void *info)
{
	return error_of(info) != 0;
}

static void an_ipv6_route_ends_before_it_is_told(void **state)
{
	int routes;

	reach_test_run("ip -6 route del default && "
		       "ip -6 route add default via 2001:db8:1::1 dev v0 "
		       "expires 1");
	routes = kernel_listen(RTNLGRP_IPV6_ROUTE);
	assert_true(
		reach_test_until(has_ended, ANYWHERE6, REACH_TEST_DEADLINE_MS));
	assert_int_equal(kernel_count(routes, RTM_DELROUTE, 0), 0);
	close(routes);
}

static void
a_port_that_leaves_its_bridge_is_told_as_a_deleted_link(void **state)
{
	int links;

	reach_test_run("ip link add br0 type bridge && "
		       "ip link set v0 master br0");
	links = kernel_listen(RTNLGRP_LINK);
	reach_test_run("ip link set v0 nomaster");
	assert_int_equal(kernel_count(links, RTM_DELLINK, AF_BRIDGE), 1);
	close(links);
	links = kernel_listen(RTNLGRP_LINK);
	reach_test_run("ip link set v0 master br0 && ip link set v0 nomaster");
	assert_int_equal(kernel_count(links, RTM_DELLINK, 0), 1);
	assert_int_not_equal(if_nametoindex("v0"), 0);
	close(links);
}

static void after_a_loss_events_come_again_once_all_are_read(void **state)
{
	int routes = kernel_listen(RTNLGRP_IPV4_ROUTE);

	reach_test_run("for i in $(seq 5000); do "
		       "echo route add 203.0.113.1 via 192.0.2.1; "
		       "echo route del 203.0.113.1; done | ip -batch -");
	assert_int_equal(kernel_count(routes, RTM_NEWROUTE, 0), -1);
	reach_test_run("ip route add 203.0.113.1 via 192.0.2.1");
	assert_int_equal(kernel_count(routes, RTM_NEWROUTE, 0), 1);
	close(routes);
}

#define test(name) REACH_TEST_IN(reach_test_enter_routed, name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(an_event_is_there_before_the_change_returns),
		test(ipv4_routes_vanish_in_silence_with_their_link),
		test(ipv4_routes_vanish_in_silence_with_the_last_address),
		test(ipv4_routes_vanish_in_silence_with_a_nexthop),
		test(a_lost_carrier_is_told_of_the_link_alone),
		test(ignoring_links_without_carrier_is_told_as_configuration),
		test(an_ipv6_route_ends_before_it_is_told),
		test(a_port_that_leaves_its_bridge_is_told_as_a_deleted_link),
		test(after_a_loss_events_come_again_once_all_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
