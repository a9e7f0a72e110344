/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * CONF-18 to CONF-43: the words of unscheduled targets in real topologies.
 * What the decisions add to them is in test_flags_decisions.c.
 */

#include "api.h"

#include <arpa/inet.h>

#include "dns.h"

static void conf_18_nothing_is_reachable_while_lo_is_down(void **state)
{
	assert_flags("0.0.0.0", 0);
	assert_flags("8.8.8.8", 0);
	assert_int_equal(test_name_flags("www.example.com"), 0);
	assert_flags("127.0.0.1", 0);
	assert_flags("::1", 0);
}

static void conf_19_loopback_is_local_and_direct(void **state)
{
	assert_flags("127.0.0.1", 0x30002);
	assert_flags("127.0.0.2", 0x30002);
	assert_flags("::1", 0x30002);
}

static void conf_20_lo_alone_is_no_default_path(void **state)
{
	assert_flags("0.0.0.0", 0);
	assert_flags("::", 0);
}

static void conf_21_a_neighbour_is_direct(void **state)
{
	assert_flags("192.0.2.1", 0x20002);
	assert_flags("2001:db8:1::1", 0x20002);
}

static void conf_22_own_addresses_are_local_and_direct(void **state)
{
	assert_flags("192.0.2.2", 0x30002);
	assert_flags("2001:db8:1::2", 0x30002);
}

static void conf_23_without_a_route_there_is_no_reachability(void **state)
{
	assert_flags("198.51.100.1", 0);
	assert_flags("2001:db8:2::1", 0);
}

static void conf_24_through_a_gateway_is_plainly_reachable(void **state)
{
	assert_flags("198.51.100.1", 0x2);
	assert_flags("2001:db8:2::1", 0x2);
}

static void conf_25_zero_is_the_default_path_of_either_family(void **state)
{
	assert_flags("0.0.0.0", 0x2);
	assert_flags("::", 0x2);
	reach_test_run("ip -6 route del default");
	assert_flags("0.0.0.0", 0x2);
	assert_flags("::", 0x2);
}

static void conf_26_an_ipv6_default_serves_zero_but_no_ipv4(void **state)
{
	reach_test_run("ip route del default");
	assert_flags("0.0.0.0", 0x2);
	assert_flags("::", 0x2);
	assert_flags("198.51.100.1", 0);
}

static void conf_27_zero_as_a_name_is_zero(void **state)
{
	assert_int_equal(test_name_flags("0.0.0.0"), 0x2);
	assert_int_equal(test_name_flags("::"), 0x2);
	reach_test_run("ip route del default && ip -6 route del default");
	assert_int_equal(test_name_flags("0.0.0.0"), 0);
}

static void conf_28_a_link_that_is_down_carries_nothing(void **state)
{
	reach_test_run("ip link set v0 down");
	assert_flags("192.0.2.1", 0);
	assert_flags("198.51.100.1", 0);
	assert_flags("2001:db8:1::1", 0);
	assert_flags("0.0.0.0", 0);
}

/* The kernel tells of a lost carrier when its link watch comes round. */
static bool has_no_carrier(void *info)
{
	return reach_test_try("ip -o link show v0 | grep -q NO-CARRIER") == 0;
}

static void conf_28_a_lost_carrier_counts_as_no_route(void **state)
{
	reach_test_run_peer("ip link set v1 down");
	assert_true(
		reach_test_until(has_no_carrier, NULL, REACH_TEST_DEADLINE_MS));
	assert_flags("192.0.2.1", 0);
	assert_flags("198.51.100.1", 0);
	assert_flags("2001:db8:1::1", 0);
	assert_flags("2001:db8:2::1", 0);
	assert_flags("0.0.0.0", 0);
	/* Own addresses do not need the link. */
	assert_flags("192.0.2.2", 0x30002);
}

static void conf_29_routes_that_reject_make_it_unreachable(void **state)
{
	const char *types[] = {"unreachable", "blackhole", "prohibit", "throw"};

	for (int i = 0; i < 4; i++) {
		reach_test_run("ip route add %s 198.51.100.1/32 && "
			       "ip -6 route add %s 2001:db8:2::1/128 metric 1",
			       types[i], types[i]);
		/* "throw" sends the search on to the next rule, and there is
		   none. */
		assert_flags("198.51.100.1", 0);
		assert_flags("2001:db8:2::1", 0);
		assert_flags("198.51.100.2", 0x2);
		reach_test_run("ip route del %s 198.51.100.1/32 && "
			       "ip -6 route del %s 2001:db8:2::1/128 metric 1",
			       types[i], types[i]);
	}
}

static void conf_30_link_local_ipv4_is_direct_over_a_wired_link(void **state)
{
	/* Through the gateway alone, then with a route of its own, then with
	   neither. */
	assert_flags("169.254.0.0", 0x20002);
	reach_test_run("ip route add 169.254.0.0/16 dev v0");
	assert_flags("169.254.0.0", 0x20002);
	reach_test_run("ip route del 169.254.0.0/16 dev v0 && "
		       "ip route del default");
	assert_flags("169.254.0.0", 0);
}

static void conf_32_mapped_ipv4_is_ipv4(void **state)
{
	assert_flags("::ffff:198.51.100.1", 0x2);
	assert_flags("::ffff:192.0.2.1", 0x20002);
	reach_test_run("ip route del default");
	assert_flags("::ffff:198.51.100.1", 0);
	assert_flags("2001:db8:2::1", 0x2);
}

static void conf_33_link_local_ipv6_follows_its_scope(void **state)
{
	reach_test_run("ip addr add fe80::2/64 dev v0 nodad");
	reach_test_settle("fe80::2");
	assert_flags("fe80::1%v0", 0x20002);
	assert_flags("fe80::2%v0", 0x30002);
	reach_test_run("ip link add other0 type veth peer name other1 && "
		       "ip link set other0 down");
	assert_flags("fe80::1%other0", 0);
}

static void conf_34_a_pair_from_the_routing_interface(void **state)
{
	assert_int_equal(test_pair_flags("192.0.2.2", "198.51.100.1"), 0x2);
	assert_int_equal(test_pair_flags("192.0.2.2", "192.0.2.1"), 0x20002);
	assert_int_equal(test_pair_flags("2001:db8:1::2", "2001:db8:2::1"),
			 0x2);
}

static void conf_35_a_pair_from_a_foreign_address(void **state)
{
	assert_int_equal(test_pair_flags("203.0.113.9", "198.51.100.1"), 0);
	assert_int_equal(test_pair_flags("2001:db8:9::9", "2001:db8:2::1"), 0);
}

static void add_second_interface(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip addr add 2001:db8:9::2/64 dev w0 nodad && "
		       "ip link set w1 up && ip link set w0 up");
	reach_test_settle("2001:db8:9::2");
}

static void conf_36_a_pair_from_another_interface(void **state)
{
	add_second_interface();
	assert_int_equal(test_pair_flags("203.0.113.2", "198.51.100.1"), 0);
	assert_int_equal(test_pair_flags("2001:db8:9::2", "2001:db8:2::1"), 0);
	assert_int_equal(test_pair_flags("203.0.113.2", "203.0.113.1"),
			 0x20002);
}

static void conf_37_a_pair_from_loopback_is_the_remote(void **state)
{
	assert_int_equal(test_pair_flags("127.0.0.1", "198.51.100.1"), 0x2);
	reach_test_run("ip route del default");
	assert_int_equal(test_pair_flags("127.0.0.1", "198.51.100.1"), 0);
}

static void conf_38_a_pair_of_one_own_address_is_local(void **state)
{
	assert_int_equal(test_pair_flags("192.0.2.2", "192.0.2.2") & 0x10002,
			 0x10002);
	assert_int_equal(test_pair_flags("2001:db8:1::2", "2001:db8:1::2") &
				 0x10002,
			 0x10002);
	assert_int_equal(test_pair_flags("127.0.0.1", "127.0.0.1") & 0x10002,
			 0x10002);
}

static void conf_39_a_local_address_alone_asks_for_the_default(void **state)
{
	assert_int_equal(test_pair_flags("192.0.2.2", NULL), 0x2);
	assert_int_equal(test_pair_flags("203.0.113.9", NULL), 0);
	reach_test_run("ip route del default && ip -6 route del default");
	assert_int_equal(test_pair_flags("192.0.2.2", NULL), 0);
	assert_int_equal(test_pair_flags("127.0.0.1", NULL) & 0x10002, 0x10002);
}

static void a_pair_of_zero_addresses_keeps_the_family(void **state)
{
	assert_int_equal(test_pair_flags(NULL, "0.0.0.0"), 0x2);
	assert_int_equal(test_pair_flags("0.0.0.0", "::"), 0x2);
	reach_test_run("ip -6 route del default");
	assert_int_equal(test_pair_flags("::", "0.0.0.0"), 0x2);
	assert_int_equal(test_pair_flags(NULL, "::"), 0);
	assert_int_equal(test_pair_flags("0.0.0.0", "198.51.100.1"), 0x2);
}

static void conf_40_an_unscheduled_name_asks_nobody(void **state)
{
	int64_t start;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start_silent();
	start = reach_test_now();
	assert_int_equal(test_name_flags("www.test"), 0x2);
	/* Far below what the silent server would make a resolver wait. */
	assert_true(reach_test_now() - start < REACH_TEST_SILENCE_MS);
	assert_int_equal(reach_test_dns_count_silent(), 0);
	reach_test_run("ip route del default && ip -6 route del default");
	assert_int_equal(test_name_flags("www.test"), 0);
	assert_int_equal(reach_test_dns_count_silent(), 0);
}

static void conf_41_a_name_that_cannot_be_is_optimistic(void **state)
{
	assert_int_equal(test_name_flags("no.such.name.invalid"), 0x2);
	assert_int_equal(test_name_flags("http://x"), 0x2);
}

static void conf_42_43_no_other_bits_appear(void **state)
{
	const char *addresses[] = {"127.0.0.1",	    "::1",
				   "0.0.0.0",	    "::",
				   "192.0.2.1",	    "192.0.2.2",
				   "192.0.2.255",   "224.0.0.1",
				   "198.51.100.1",  "255.255.255.255",
				   "2001:db8:2::1", "2001:db8:1::1",
				   "fe80::1%v0",    "ff02::1%v0",
				   "ff0e::1",	    "240.0.0.1"};

	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		assert_int_equal(test_flags(addresses[i]) & ~0x30003u, 0);
}

static void the_legacy_calls_give_the_same_words(void **state)
{
	union test_address address = test_address("192.0.2.1");
	SCNetworkConnectionFlags flags = 0;

	assert_int_equal(SCNetworkCheckReachabilityByAddress(
				 &address.any, sizeof(address.ipv4), &flags),
			 TRUE);
	assert_int_equal(flags, 0x20002);
	assert_int_equal(SCNetworkCheckReachabilityByName("::1", &flags), TRUE);
	assert_int_equal(flags, 0x30002);
	assert_int_equal(SCNetworkCheckReachabilityByAddress(
				 NULL, sizeof(address.ipv4), &flags),
			 FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(
		SCNetworkCheckReachabilityByAddress(&address.any, 0, &flags),
		FALSE);
	assert_int_equal(
		SCNetworkCheckReachabilityByAddress(&address.any, 129, &flags),
		FALSE);
	assert_int_equal(SCNetworkCheckReachabilityByName(NULL, &flags), FALSE);
	assert_int_equal(flags, 0x30002);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter,
			conf_18_nothing_is_reachable_while_lo_is_down),
		TEST_IN(reach_test_enter_lo,
			conf_19_loopback_is_local_and_direct),
		TEST_IN(reach_test_enter_lo,
			conf_20_lo_alone_is_no_default_path),
		TEST_IN(reach_test_enter_veth, conf_21_a_neighbour_is_direct),
		TEST_IN(reach_test_enter_veth,
			conf_22_own_addresses_are_local_and_direct),
		TEST_IN(reach_test_enter_veth,
			conf_23_without_a_route_there_is_no_reachability),
		TEST_IN(reach_test_enter_routed,
			conf_24_through_a_gateway_is_plainly_reachable),
		TEST_IN(reach_test_enter_routed,
			conf_25_zero_is_the_default_path_of_either_family),
		TEST_IN(reach_test_enter_routed,
			conf_26_an_ipv6_default_serves_zero_but_no_ipv4),
		TEST_IN(reach_test_enter_routed,
			conf_27_zero_as_a_name_is_zero),
		TEST_IN(reach_test_enter_routed,
			conf_28_a_link_that_is_down_carries_nothing),
		TEST_IN(reach_test_enter_routed,
			conf_28_a_lost_carrier_counts_as_no_route),
		TEST_IN(reach_test_enter_routed,
			conf_29_routes_that_reject_make_it_unreachable),
		TEST_IN(reach_test_enter_routed,
			conf_30_link_local_ipv4_is_direct_over_a_wired_link),
		TEST_IN(reach_test_enter_routed, conf_32_mapped_ipv4_is_ipv4),
		TEST_IN(reach_test_enter_veth,
			conf_33_link_local_ipv6_follows_its_scope),
		TEST_IN(reach_test_enter_routed,
			conf_34_a_pair_from_the_routing_interface),
		TEST_IN(reach_test_enter_routed,
			conf_35_a_pair_from_a_foreign_address),
		TEST_IN(reach_test_enter_routed,
			conf_36_a_pair_from_another_interface),
		TEST_IN(reach_test_enter_routed,
			conf_37_a_pair_from_loopback_is_the_remote),
		TEST_IN(reach_test_enter_routed,
			conf_38_a_pair_of_one_own_address_is_local),
		TEST_IN(reach_test_enter_routed,
			conf_39_a_local_address_alone_asks_for_the_default),
		TEST_IN(reach_test_enter_routed,
			a_pair_of_zero_addresses_keeps_the_family),
		TEST_IN(reach_test_enter_routed,
			conf_40_an_unscheduled_name_asks_nobody),
		TEST_IN(reach_test_enter_routed,
			conf_41_a_name_that_cannot_be_is_optimistic),
		TEST_IN(reach_test_enter_routed,
			conf_42_43_no_other_bits_appear),
		TEST_IN(reach_test_enter_routed,
			the_legacy_calls_give_the_same_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
