/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The source of packets, and whose an address is. */

#include "asking.h"

static void without_a_global_address_no_source_is_usable(void **state)
{
	struct reach_route route;

	reach_test_run("ip addr del 2001:db8:1::2/64 dev v0");
	route = route_to(ANYWHERE6);
	assert_int_equal(route.error, 0);
	assert_true(!route.has_source || IN6_IS_ADDR_LINKLOCAL(&route.source));
}

static bool owns_checked(void *info)
{
	return owns(info);
}

static void a_tentative_address_is_neither_source_nor_owned(void **state)
{
	struct reach_route route;

	reach_test_run("ip addr del 2001:db8:1::2/64 dev v0 && "
		       "sysctl -qw net.ipv6.conf.v0.accept_dad=1 && "
		       "ip addr add 2001:db8:1::3/64 dev v0");
	assert_false(owns("2001:db8:1::3"));
	assert_false(owns("2001:db8:1::3@v0"));
	route = route_to(ANYWHERE6);
	assert_true(!route.has_source || IN6_IS_ADDR_LINKLOCAL(&route.source));
	assert_true(reach_test_until(owns_checked, "2001:db8:1::3",
				     REACH_TEST_DEADLINE_MS));
	assert_source(route_to(ANYWHERE6), "2001:db8:1::3");
}

static bool has_failed(void *info)
{
	return reach_test_try("ip -6 addr show dev v0 | grep -q dadfailed") ==
	       0;
}

static void an_address_somebody_else_has_is_not_owned(void **state)
{
	reach_test_run("sysctl -qw net.ipv6.conf.v0.accept_dad=1 && "
		       "ip addr add 2001:db8:1::1/64 dev v0");
	assert_true(reach_test_until(has_failed, NULL, REACH_TEST_DEADLINE_MS));
	assert_false(owns("2001:db8:1::1"));
	assert_int_equal(route_to("2001:db8:1::1").type, RTN_UNICAST);
	assert_source(route_to(ANYWHERE6), "2001:db8:1::2");
}

static void a_routes_own_source_must_not_be_tentative(void **state)
{
	add_second_link();
	reach_test_run("sysctl -qw net.ipv6.conf.w0.accept_dad=1 && "
		       "sysctl -qw net.ipv6.conf.w0.keep_addr_on_down=1 && "
		       "ip addr add 2001:db8:3::3/64 dev w0");
	assert_true(reach_test_until(owns_checked, "2001:db8:3::3",
				     REACH_TEST_DEADLINE_MS));
	reach_test_run("ip -6 route add " ANYWHERE6
		       " via 2001:db8:1::1 src 2001:db8:3::3");
	assert_source(route_to(ANYWHERE6), "2001:db8:3::3");
	/* Of a target that is bound to an interface it is not looked for. */
	assert_source(route_to(ANYWHERE6 "@v0"), "2001:db8:3::3");
	reach_test_run("ip link set w0 down && ip link set w0 up");
	assert_int_equal(route_to(ANYWHERE6).error, 0);
	assert_false(route_to(ANYWHERE6).has_source);
	assert_true(reach_test_until(owns_checked, "2001:db8:3::3",
				     REACH_TEST_DEADLINE_MS));
	assert_source(route_to(ANYWHERE6), "2001:db8:3::3");
}

static bool is_refused_by_name(void *info)
{
	return route_to(ANYWHERE6 "@w0").error == ENETUNREACH;
}

/* The kernel goes on to use it until it is collected, half a minute later, and
   which of the hops it names first depends on the destination. */
static void a_hop_past_its_end_hides_no_other(void **state)
{
	char destination[64];

	add_second_link();
	reach_test_run("ip -6 route append default via 2001:db8:3::1 dev w0 "
		       "expires 1");
	assert_int_equal(route_to(ANYWHERE6).nexthops, 2);
	assert_true(reach_test_until(is_refused_by_name, NULL,
				     REACH_TEST_DEADLINE_MS));
	for (unsigned int i = 1; i <= 16; i++) {
		struct reach_route route;

		snprintf(destination, sizeof(destination), "2001:db8:f::%x", i);
		route = route_to(destination);
		assert_int_equal(route.error, 0);
		assert_int_equal(route.nexthops, 2);
		assert_true(route.has_source);
		assert_int_equal(route.lifetime, 0);
	}
}

static void a_source_may_be_given(void **state)
{
	struct reach_route route = route_from("192.0.2.2", ANYWHERE);

	assert_int_equal(route.error, 0);
	assert_source(route, "192.0.2.2");
	assert_int_equal(route_from("203.0.113.9", ANYWHERE).error,
			 ENETUNREACH);
	assert_source(route_from("2001:db8:1::2", ANYWHERE6), "2001:db8:1::2");
	/* Whose it is, is another question. */
	assert_source(route_from("2001:db8:9::9", ANYWHERE6), "2001:db8:9::9");
	/* Of the other family: as if it were not there. */
	assert_int_equal(route_from("2001:db8:9::9", ANYWHERE).error, 0);
	assert_source(route_from("203.0.113.9", ANYWHERE6), "2001:db8:1::2");
}

static void the_source_of_ipv4_is_told_when_it_is_wanted(void **state)
{
	struct reach_question question = question_of(ANYWHERE);

	assert_false(ask(&question).has_source);
	question.wants_source = true;
	assert_source(ask(&question), "192.0.2.2");
	assert_gateway(ask(&question), "192.0.2.1");
}

static void
of_several_nexthops_the_source_is_that_of_the_one_named(void **state)
{
	add_second_link();
	reach_test_run("ip route replace default nexthop via 203.0.113.1 "
		       "dev w0 nexthop via 192.0.2.1 dev v0");
	for (int i = 1; i < 32; i++) {
		struct reach_question question;
		char destination[32];

		snprintf(destination, sizeof(destination), "198.51.100.%d", i);
		question = question_of(destination);
		question.wants_source = true;
		assert_interface(ask(&question), "w0");
		assert_source(ask(&question), "203.0.113.2");
	}
}

static void addresses_are_owned_on_their_interface(void **state)
{
	add_second_link();
	assert_true(owns("192.0.2.2"));
	assert_true(owns("192.0.2.2@v0"));
	assert_false(owns("192.0.2.2@w0"));
	assert_true(owns("2001:db8:1::2"));
	assert_true(owns("2001:db8:1::2@v0"));
	assert_false(owns("2001:db8:1::2@w0"));
	assert_false(owns("192.0.2.1"));
	assert_false(owns("192.0.2.255"));
	assert_false(owns(ANYWHERE));
	assert_false(owns(ANYWHERE6));
	assert_false(owns("2001:db8:1::1@v0"));
	reach_test_run("ip addr add 192.0.2.3/24 dev v0");
	assert_true(owns("192.0.2.3@v0"));
	reach_test_run("ip addr del 192.0.2.3/24 dev v0");
	assert_false(owns("192.0.2.3"));
}

static void an_address_on_two_interfaces_is_owned_on_both(void **state)
{
	add_second_link();
	reach_test_run("ip addr add 192.0.2.2/24 dev w0 && "
		       "ip addr add 2001:db8:1::2/64 dev w0 nodad");
	assert_true(reach_test_until(owns_checked, "2001:db8:1::2@w0",
				     REACH_TEST_DEADLINE_MS));
	assert_true(owns("192.0.2.2@v0"));
	assert_true(owns("192.0.2.2@w0"));
	assert_true(owns("2001:db8:1::2@v0"));
	assert_true(owns("2001:db8:1::2@w0"));
}

static void loopback_addresses_are_owned(void **state)
{
	assert_true(owns("127.0.0.1"));
	assert_true(owns("127.1.2.3@lo"));
	assert_true(owns("::1"));
	assert_true(owns("::1@lo"));
	assert_false(owns("127.0.0.1@v0"));
	assert_false(owns("::1@v0"));
}

static void own_link_local_addresses_have_a_scope(void **state)
{
	add_second_link();
	reach_test_run("ip addr add fe80::77/64 dev v0 nodad");
	reach_test_settle("fe80::77");
	assert_true(owns("fe80::77%v0"));
	assert_true(owns("fe80::77%v0@v0"));
	assert_false(owns("fe80::77%w0"));
	assert_false(owns("fe80::77%w0@v0"));
	assert_false(owns("fe80::78%v0"));
	assert_int_equal(route_to("fe80::77%v0").type, RTN_LOCAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(without_a_global_address_no_source_is_usable),
		test(a_tentative_address_is_neither_source_nor_owned),
		test(an_address_somebody_else_has_is_not_owned),
		test(a_routes_own_source_must_not_be_tentative),
		test(a_hop_past_its_end_hides_no_other),
		test(a_source_may_be_given),
		test(the_source_of_ipv4_is_told_when_it_is_wanted),
		test(of_several_nexthops_the_source_is_that_of_the_one_named),
		test(addresses_are_owned_on_their_interface),
		test(an_address_on_two_interfaces_is_owned_on_both),
		test(loopback_addresses_are_owned),
		test(own_link_local_addresses_have_a_scope),
	};

	return cmocka_run_group_tests(tests, NULL, close_socket);
}
