/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Routes to destinations in real topologies. */

#include "asking.h"

static void own_addresses_are_local_on_their_own_interface(void **state)
{
	static const char *const addresses[][2] = {
		{"192.0.2.2", "v0"}, {"2001:db8:1::2", "v0"},
		{"127.0.0.1", "lo"}, {"127.9.9.9", "lo"},
		{"::1", "lo"},
	};

	for (int i = 0; i < 5; i++) {
		struct reach_route route = route_to(addresses[i][0]);

		assert_int_equal(route.error, 0);
		assert_int_equal(route.type, RTN_LOCAL);
		assert_interface(route, addresses[i][1]);
		assert_false(route.has_gateway);
	}
}

static void neighbours_are_on_link(void **state)
{
	struct reach_route route = route_to("192.0.2.1");

	assert_int_equal(route.type, RTN_UNICAST);
	assert_int_equal(route.prefix_length, 24);
	assert_interface(route, "v0");
	assert_false(route.has_gateway);
	assert_int_equal(route.nexthops, 1);
	assert_int_equal(route.nexthops_alive, 1);
	route = route_to("2001:db8:1::1");
	assert_int_equal(route.type, RTN_UNICAST);
	assert_int_equal(route.prefix_length, 64);
	assert_interface(route, "v0");
	assert_false(route.has_gateway);
	assert_source(route, "2001:db8:1::2");
}

static void others_are_behind_a_gateway(void **state)
{
	struct reach_route route = route_to(ANYWHERE);

	assert_int_equal(route.type, RTN_UNICAST);
	assert_int_equal(route.prefix_length, 0);
	assert_int_equal(route.table, RT_TABLE_MAIN);
	assert_interface(route, "v0");
	assert_gateway(route, "192.0.2.1");
	route = route_to(ANYWHERE6);
	assert_int_equal(route.prefix_length, 0);
	assert_int_equal(route.metric, 1024);
	assert_gateway(route, "2001:db8:1::1");
	assert_source(route, "2001:db8:1::2");
}

static void the_table_of_a_rule_is_named(void **state)
{
	reach_test_run(
		"ip rule add pref 100 to " ANYWHERE " lookup 1000 && "
		"ip route add default via 192.0.2.9 metric 7 table 1000");
	assert_int_equal(route_to(ANYWHERE).table, 1000);
	assert_int_equal(route_to(ANYWHERE).metric, 7);
	assert_gateway(route_to(ANYWHERE), "192.0.2.9");
	assert_gateway(route_to("198.51.100.2"), "192.0.2.1");
}

static void no_route_is_a_refusal(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default");
	assert_refused(ANYWHERE, ENETUNREACH);
	assert_refused(ANYWHERE6, ENETUNREACH);
}

static void a_rejecting_route_says_how(void **state)
{
	static const struct {
		const char *type;
		int error;
	} types[] = {
		{"unreachable", EHOSTUNREACH},
		{"prohibit", EACCES},
		{"blackhole", EINVAL},
		{"throw", ENETUNREACH},
	};

	for (int i = 0; i < 4; i++) {
		reach_test_run("ip route add %s " ANYWHERE " && "
			       "ip -6 route add %s " ANYWHERE6,
			       types[i].type, types[i].type);
		assert_refused(ANYWHERE, types[i].error);
		assert_refused(ANYWHERE6, types[i].error);
		assert_refused(ANYWHERE "@v0", types[i].error);
		reach_test_run("ip route del " ANYWHERE " && "
			       "ip -6 route del " ANYWHERE6);
	}
}

static void a_rejecting_rule_says_how(void **state)
{
	static const struct {
		const char *action;
		int error;
	} actions[] = {
		{"unreachable", ENETUNREACH},
		{"prohibit", EACCES},
		{"blackhole", EINVAL},
	};

	for (int i = 0; i < 3; i++) {
		reach_test_run("ip rule add pref 10 to " ANYWHERE " %s && "
			       "ip -6 rule add pref 10 to " ANYWHERE6 " %s",
			       actions[i].action, actions[i].action);
		assert_refused(ANYWHERE, actions[i].error);
		assert_refused(ANYWHERE6, actions[i].error);
		reach_test_run("ip rule del pref 10 && ip -6 rule del pref 10");
	}
}

static void rules_for_users_are_followed(void **state)
{
	assert_refused(ANYWHERE, 0);
	reach_test_run("ip rule add pref 10 uidrange 0-0 prohibit");
	assert_refused(ANYWHERE, EACCES);
}

static void ipv6_switched_off_has_no_route(void **state)
{
	reach_test_run("sysctl -qw net.ipv6.conf.all.disable_ipv6=1");
	assert_refused(ANYWHERE6, ENETUNREACH);
	assert_refused("::1", ENETUNREACH);
	assert_refused(ANYWHERE, 0);
}

static void an_interface_does_not_invent_a_route(void **state)
{
	assert_refused(ANYWHERE "@v0", 0);
	assert_refused(ANYWHERE "@lo", ENETUNREACH);
	assert_refused(ANYWHERE6 "@lo", ENETUNREACH);
	reach_test_run("ip route del default && ip -6 route del default");
	assert_refused(ANYWHERE "@v0", ENETUNREACH);
	assert_refused(ANYWHERE6 "@v0", ENETUNREACH);
}

static void an_interface_that_is_not_there_has_no_route(void **state)
{
	struct reach_question question = question_of(ANYWHERE);

	question.interface = 4711;
	assert_int_equal(ask(&question).error, ENETUNREACH);
	question = question_of(ANYWHERE6);
	question.interface = 4711;
	assert_int_equal(ask(&question).error, ENETUNREACH);
}

static void loopback_addresses_never_leave_by_another_interface(void **state)
{
	assert_refused("127.0.0.1@v0", ENETUNREACH);
	assert_refused("::1@v0", ENETUNREACH);
	reach_test_run("ip link set lo down");
	assert_refused("::1", ENETUNREACH);
	assert_int_equal(route_to("127.0.0.1").type, RTN_LOCAL);
}

static void assert_multicast(const char *text, int type)
{
	struct reach_route route = route_to(text);

	assert_int_equal(route.error, 0);
	assert_int_equal(route.type, type);
	assert_interface(route, "v0");
	assert_false(route.has_gateway);
	assert_int_equal(route.nexthops_alive, 1);
}

static void multicast_and_broadcast_do_not_go_to_a_gateway(void **state)
{
	assert_multicast("239.1.2.3", RTN_MULTICAST);
	assert_multicast("224.0.0.251@v0", RTN_MULTICAST);
	assert_multicast("255.255.255.255", RTN_BROADCAST);
	assert_multicast("255.255.255.255@v0", RTN_BROADCAST);
	assert_multicast("192.0.2.255", RTN_BROADCAST);
	assert_multicast("ff02::1%v0", RTN_MULTICAST);
	assert_multicast("ff0e::1", RTN_MULTICAST);
	reach_test_run("ip route del default");
	assert_multicast("239.1.2.3@v0", RTN_MULTICAST);
	assert_refused("239.1.2.3", ENETUNREACH);
	assert_refused("255.255.255.255", ENETUNREACH);
	reach_test_run("ip route add prohibit 239.0.0.0/8");
	assert_refused("239.1.2.3", EACCES);
}

static void link_local_addresses_go_where_their_scope_says(void **state)
{
	struct reach_route route;

	add_second_link();
	route = route_to("fe80::1%v0");
	assert_interface(route, "v0");
	route = route_to("fe80::1%w0");
	assert_interface(route, "w0");
	assert_false(route.has_gateway);
	route = route_to("ff02::1%w0");
	assert_interface(route, "w0");
	assert_refused("fe80::1%lo", ENETUNREACH);
	assert_refused("fe80::1%v0@w0", ENETUNREACH);
	assert_refused("fe80::1%w0@w0", 0);
	/* Beyond link scope it means nothing. */
	assert_refused("2001:db8:1::1%w0", 0);
}

static bool second_hop_is_dead(void *info)
{
	return route_to(info).nexthops_alive == 1;
}

static void one_live_nexthop_is_enough(void **state)
{
	struct reach_route route;

	add_second_link();
	reach_test_run("ip route replace default nexthop via 203.0.113.1 "
		       "dev w0 nexthop via 192.0.2.1 dev v0 && "
		       "ip -6 route add " ANYWHERE6 " "
		       "nexthop via 2001:db8:3::1 dev w0 "
		       "nexthop via 2001:db8:1::1 dev v0");
	route = route_to(ANYWHERE);
	assert_int_equal(route.nexthops, 2);
	assert_int_equal(route.nexthops_alive, 2);
	assert_interface(route, "w0");
	assert_gateway(route, "203.0.113.1");
	reach_test_run("ip link set w1 down");
	assert_true(reach_test_until(second_hop_is_dead, ANYWHERE,
				     REACH_TEST_DEADLINE_MS));
	route = route_to(ANYWHERE);
	assert_int_equal(route.nexthops, 2);
	assert_interface(route, "v0");
	assert_gateway(route, "192.0.2.1");
	route = route_to(ANYWHERE6);
	assert_int_equal(route.nexthops, 2);
	assert_int_equal(route.nexthops_alive, 1);
	assert_interface(route, "v0");
	assert_gateway(route, "2001:db8:1::1");
	assert_source(route, "2001:db8:1::2");
}

static bool no_hop_is_alive(void *info)
{
	return route_to(info).nexthops_alive == 0;
}

static void a_lost_carrier_is_seen_in_the_route(void **state)
{
	reach_test_run_peer("ip link set v1 down");
	assert_true(reach_test_until(no_hop_is_alive, ANYWHERE,
				     REACH_TEST_DEADLINE_MS));
	assert_refused(ANYWHERE, 0);
	assert_int_equal(route_to(ANYWHERE).nexthops, 1);
	assert_int_equal(route_to(ANYWHERE6).nexthops_alive, 0);
	assert_int_equal(route_to("192.0.2.1").nexthops_alive, 0);
}

static void a_gateway_may_be_of_the_other_family(void **state)
{
	reach_test_run("ip route add " ANYWHERE
		       " via inet6 2001:db8:1::1 dev v0");
	assert_gateway(route_to(ANYWHERE), "2001:db8:1::1");
	assert_interface(route_to(ANYWHERE), "v0");
}

static void make_nexthops(void)
{
	add_second_link();
	reach_test_run("ip nexthop add id 10 via 192.0.2.1 dev v0 && "
		       "ip nexthop add id 11 via 203.0.113.1 dev w0 && "
		       "ip nexthop add id 12 group 10/11 && "
		       "ip nexthop add id 13 blackhole && "
		       "ip nexthop add id 20 via 2001:db8:1::1 dev v0 && "
		       "ip -6 nexthop add id 21 blackhole && "
		       "ip route add 198.51.100.10 nhid 10 && "
		       "ip route add 198.51.100.12 nhid 12 && "
		       "ip route add 198.51.100.13 nhid 13 && "
		       "ip route add 198.51.100.20 nhid 20 && "
		       "ip -6 route add 2001:db8:2::20 nhid 20 && "
		       "ip -6 route add 2001:db8:2::21 nhid 21");
}

static void nexthop_objects_are_followed(void **state)
{
	make_nexthops();
	for (int compatible = 1; compatible >= 0; compatible--) {
		struct reach_route route;

		reach_test_run("sysctl -qw net.ipv4.nexthop_compat_mode=%d",
			       compatible);
		route = route_to("198.51.100.10");
		assert_int_equal(route.nexthop_id, 10);
		assert_int_equal(route.prefix_length, 32);
		assert_int_equal(route.nexthops_alive, 1);
		assert_interface(route, "v0");
		assert_gateway(route, "192.0.2.1");
		route = route_to("198.51.100.12");
		assert_int_equal(route.nexthop_id, 12);
		assert_true(route.nexthops_alive >= 1);
		assert_true(route.has_gateway);
		assert_refused("198.51.100.13", EINVAL);
		assert_gateway(route_to("198.51.100.20"), "2001:db8:1::1");
		route = route_to("2001:db8:2::20");
		assert_int_equal(route.nexthop_id, 20);
		assert_interface(route, "v0");
		assert_gateway(route, "2001:db8:1::1");
		assert_source(route, "2001:db8:1::2");
		assert_refused("2001:db8:2::21", EINVAL);
	}
}

static void an_ipv6_lifetime_is_told(void **state)
{
	reach_test_run("ip -6 route add " ANYWHERE6
		       " via 2001:db8:1::1 expires 100");
	assert_in_range(route_to(ANYWHERE6).lifetime, 90000, 100100);
	assert_int_equal(route_to("2001:db8:2::2").lifetime, 0);
	assert_int_equal(route_to("2001:db8:1::1").lifetime, 0);
}

static bool is_past(void *info)
{
	return reach_test_now() > *(int64_t *)info;
}

static void after_its_lifetime_a_route_has_ended(void **state)
{
	struct reach_route route;
	int64_t end;

	reach_test_run("ip -6 route del default && "
		       "ip -6 route add default via 2001:db8:1::1 dev v0 "
		       "expires 1");
	route = route_to(ANYWHERE6);
	assert_int_equal(route.error, 0);
	assert_in_range(route.lifetime, 1, 1100);
	/* The kernel compares whole jiffies, of 10 ms at most. */
	end = reach_test_now() + route.lifetime + 10;
	assert_true(reach_test_until(is_past, &end, REACH_TEST_DEADLINE_MS));
	assert_refused(ANYWHERE6, ENETUNREACH);
}

/* One answer is longer than there is room for when several are asked. */
static void add_a_route_of_many_hops(void)
{
	reach_test_run("for i in $(seq 200); do "
		       "echo nexthop via 192.0.2.$((i + 2)) dev v0; done | "
		       "xargs ip route add 203.0.114.0/24");
}

static void many_questions_get_the_answers_of_each_alone(void **state)
{
	static const char *const addresses[] = {
		"127.0.0.1",	   "192.0.2.2",
		"192.0.2.1",	   ANYWHERE,
		"203.0.113.1",	   "224.0.0.1",
		ANYWHERE6,	   "2001:db8:1::1",
		"255.255.255.255", "::1",
		"fe80::1%v0",	   "fe80::1%v0@lo",
		"198.51.100.1@lo", "198.51.100.1@v0",
		"203.0.114.1",
	};
	enum { KINDS = sizeof(addresses) / sizeof(addresses[0]), COUNT = 100 };
	struct reach_inquiry inquiries[COUNT];
	struct reach_inquiry *pointers[COUNT];

	reach_test_run("ip route add unreachable 203.0.113.0/24");
	for (int round = 0; round < 2; round++) {
		memset(inquiries, 0, sizeof(inquiries));
		for (int i = 0; i < COUNT; i++) {
			inquiries[i].question =
				question_of(addresses[i % KINDS]);
			pointers[i] = &inquiries[i];
		}
		reach_route_ask_many(netlink, pointers, COUNT);
		for (int i = 0; i < COUNT; i++) {
			struct reach_route alone =
				route_to(addresses[i % KINDS]);

			assert_int_equal(inquiries[i].result, 0);
			assert_memory_equal(
				&inquiries[i].route, &alone,
				offsetof(struct reach_route, hops) +
					alone.hop_count *
						sizeof(alone.hops[0]));
		}
		if (!round)
			add_a_route_of_many_hops();
	}
}

static void questions_that_contradict_themselves_are_not_asked(void **state)
{
	struct reach_inquiry inquiries[2] = {
		{.question = question_of("fe80::1%v0@lo"), .result = -1},
		{.question = question_of("ff02::1%v0@lo"), .result = -1},
	};
	struct reach_inquiry *pointers[2] = {&inquiries[0], &inquiries[1]};

	reach_route_ask_many(netlink, pointers, 2);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(inquiries[i].result, 0);
		assert_int_equal(inquiries[i].route.error, ENETUNREACH);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(own_addresses_are_local_on_their_own_interface),
		test(neighbours_are_on_link),
		test(others_are_behind_a_gateway),
		test(the_table_of_a_rule_is_named),
		test(no_route_is_a_refusal),
		test(a_rejecting_route_says_how),
		test(a_rejecting_rule_says_how),
		test(rules_for_users_are_followed),
		test(ipv6_switched_off_has_no_route),
		test(an_interface_does_not_invent_a_route),
		test(an_interface_that_is_not_there_has_no_route),
		test(loopback_addresses_never_leave_by_another_interface),
		test(multicast_and_broadcast_do_not_go_to_a_gateway),
		test(link_local_addresses_go_where_their_scope_says),
		test(one_live_nexthop_is_enough),
		test(a_lost_carrier_is_seen_in_the_route),
		test(a_gateway_may_be_of_the_other_family),
		test(nexthop_objects_are_followed),
		test(an_ipv6_lifetime_is_told),
		test(after_its_lifetime_a_route_has_ended),
		test(many_questions_get_the_answers_of_each_alone),
		test(questions_that_contradict_themselves_are_not_asked),
	};

	return cmocka_run_group_tests(tests, NULL, close_socket);
}
