/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What RTM_GETROUTE tells and hides, with RTM_F_FIB_MATCH and without: the
 * library is not in here. A test that fails means that the kernel has changed.
 */

#include <errno.h>
#include <net/if.h>
#include <string.h>

#include "kernel.h"
#include "namespace.h"

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:2::1"

static struct kernel_answer plain(const char *destination)
{
	return kernel_ask((struct kernel_question){.destination = destination});
}

static struct kernel_answer matched(const char *destination)
{
	return kernel_ask((struct kernel_question){
		.destination = destination,
		.flags = RTM_F_FIB_MATCH,
	});
}

static struct kernel_answer plain_by(const char *destination,
				     const char *interface)
{
	return kernel_ask((struct kernel_question){
		.destination = destination,
		.interface = interface,
	});
}

static struct kernel_answer matched_by(const char *destination,
				       const char *interface)
{
	return kernel_ask((struct kernel_question){
		.destination = destination,
		.interface = interface,
		.flags = RTM_F_FIB_MATCH,
	});
}

static uint32_t v0(void)
{
	return if_nametoindex("v0");
}

static uint32_t lo(void)
{
	return if_nametoindex("lo");
}

static void assert_both(const char *destination, int error)
{
	assert_int_equal(plain(destination).error, error);
	assert_int_equal(matched(destination).error, error);
}

/* w0 and w1, both here. */
static void add_second_link(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip link set w1 up && ip link set w0 up && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip addr add 2001:db8:3::2/64 dev w0 nodad");
	reach_test_settle("2001:db8:3::2");
}

static void
a_local_address_is_on_lo_plainly_and_on_its_owner_matched(void **state)
{
	static const char *const addresses[] = {"192.0.2.2", "2001:db8:1::2"};

	for (int i = 0; i < 2; i++) {
		struct kernel_answer answer = plain(addresses[i]);

		assert_int_equal(answer.route.rtm_type, RTN_LOCAL);
		assert_int_equal(answer.interface, lo());
		assert_true(answer.has_source);
		answer = matched(addresses[i]);
		assert_int_equal(answer.route.rtm_type, RTN_LOCAL);
		assert_int_equal(answer.interface, v0());
	}
}

static void a_gateway_is_shown_in_both_forms(void **state)
{
	assert_true(plain(ANYWHERE).has_gateway);
	assert_true(matched(ANYWHERE).has_gateway);
	assert_true(plain(ANYWHERE6).has_gateway);
	assert_true(matched(ANYWHERE6).has_gateway);
	assert_false(plain("192.0.2.1").has_gateway);
	assert_false(matched("192.0.2.1").has_gateway);
	assert_false(plain("2001:db8:1::1").has_gateway);
	assert_false(matched("2001:db8:1::1").has_gateway);
	reach_test_run("ip route add " ANYWHERE
		       " via inet6 2001:db8:1::1 dev v0");
	assert_true(plain(ANYWHERE).has_via);
	assert_true(matched(ANYWHERE).has_via);
}

static void
the_source_is_shown_plainly_and_matched_if_the_route_has_one(void **state)
{
	assert_string_equal(plain(ANYWHERE).source, "192.0.2.2");
	assert_string_equal(plain(ANYWHERE6).source, "2001:db8:1::2");
	assert_false(matched(ANYWHERE).has_source);
	assert_false(matched(ANYWHERE6).has_source);
	reach_test_run("ip route add " ANYWHERE
		       " via 192.0.2.1 src 192.0.2.2 && "
		       "ip -6 route add " ANYWHERE6
		       " via 2001:db8:1::1 src 2001:db8:1::2");
	assert_string_equal(matched(ANYWHERE).source, "192.0.2.2");
	assert_string_equal(matched(ANYWHERE6).source, "2001:db8:1::2");
}

static bool is_link_down(void *info)
{
	return matched(info).route.rtm_flags & RTNH_F_LINKDOWN;
}

static void a_lost_carrier_is_shown_matched_alone(void **state)
{
	reach_test_run_peer("ip link set v1 down");
	assert_true(reach_test_until(is_link_down, ANYWHERE,
				     REACH_TEST_DEADLINE_MS));
	assert_true(is_link_down(ANYWHERE6));
	assert_int_equal(plain(ANYWHERE).error, 0);
	assert_false(plain(ANYWHERE).route.rtm_flags & RTNH_F_LINKDOWN);
	assert_false(plain(ANYWHERE6).route.rtm_flags & RTNH_F_LINKDOWN);
}

/* IPv6 begins with any of them. */
static struct kernel_hop hop_by(const struct kernel_answer *answer,
				const char *interface)
{
	uint32_t index = if_nametoindex(interface);

	for (unsigned int i = 0; i < answer->hops; i++)
		if (answer->hop[i].interface == index)
			return answer->hop[i];
	fail_msg("no nexthop by %s", interface);
	return answer->hop[0];
}

static bool hop_by_w0_is_down(void *info)
{
	struct kernel_answer answer = matched(info);

	return hop_by(&answer, "w0").flags & RTNH_F_LINKDOWN;
}

static void all_nexthops_are_shown_matched_alone(void **state)
{
	struct kernel_answer answer;

	add_second_link();
	reach_test_run("ip route add " ANYWHERE " nexthop via 203.0.113.1 "
		       "dev w0 nexthop via 192.0.2.1 dev v0 && "
		       "ip -6 route add " ANYWHERE6 " "
		       "nexthop via 2001:db8:3::1 dev w0 "
		       "nexthop via 2001:db8:1::1 dev v0");
	reach_test_run("ip link set w1 down");
	assert_true(reach_test_until(hop_by_w0_is_down, ANYWHERE,
				     REACH_TEST_DEADLINE_MS));
	assert_true(hop_by_w0_is_down(ANYWHERE6));
	for (int i = 0; i < 2; i++) {
		answer = matched(i ? ANYWHERE6 : ANYWHERE);
		assert_int_equal(answer.hops, 2);
		assert_int_equal(answer.interface, 0);
		assert_int_equal(hop_by(&answer, "v0").flags, 0);
		assert_true(hop_by(&answer, "v0").has_gateway);
	}
	assert_false(plain(ANYWHERE).has_multipath);
	assert_true(plain(ANYWHERE).interface > 0);
	assert_false(plain(ANYWHERE6).has_multipath);
}

static void
a_nexthop_object_is_expanded_plainly_and_a_number_matched(void **state)
{
	struct kernel_answer answer;

	reach_test_run("ip nexthop add id 10 via 192.0.2.1 dev v0 && "
		       "ip route add " ANYWHERE " nhid 10 && "
		       "ip nexthop add id 20 via 2001:db8:1::1 dev v0 && "
		       "ip -6 route add " ANYWHERE6 " nhid 20");
	answer = matched(ANYWHERE);
	assert_int_equal(answer.nexthop_id, 10);
	assert_int_equal(answer.interface, v0());
	reach_test_run("sysctl -qw net.ipv4.nexthop_compat_mode=0");
	answer = matched(ANYWHERE);
	assert_int_equal(answer.nexthop_id, 10);
	assert_int_equal(answer.interface, 0);
	assert_false(answer.has_gateway || answer.has_multipath);
	answer = matched(ANYWHERE6);
	assert_int_equal(answer.nexthop_id, 20);
	assert_int_equal(answer.interface, 0);
	assert_int_equal(plain(ANYWHERE).interface, v0());
	assert_true(plain(ANYWHERE).has_gateway);
	assert_int_equal(plain(ANYWHERE6).interface, v0());
	assert_true(plain(ANYWHERE6).has_gateway);
}

static bool nexthop_is_gone(void *info)
{
	return reach_test_try("ip nexthop get id 10 2>/dev/null") != 0;
}

/* So an object's nexthops need not be looked at for that. */
static void a_nexthop_object_does_not_outlive_the_carrier(void **state)
{
	reach_test_run("ip nexthop add id 10 via 192.0.2.1 dev v0");
	reach_test_run_peer("ip link set v1 down");
	assert_true(reach_test_until(nexthop_is_gone, NULL,
				     REACH_TEST_DEADLINE_MS));
	assert_int_not_equal(
		reach_test_try("ip nexthop add id 10 via 192.0.2.1 dev v0"), 0);
}

static void an_ipv6_lifetime_is_shown_matched_alone(void **state)
{
	reach_test_run("ip -6 route add " ANYWHERE6
		       " via 2001:db8:1::1 expires 100");
	assert_true(matched(ANYWHERE6).expires > 0);
	assert_int_equal(plain(ANYWHERE6).expires, 0);
}

static void multicast_is_shown_rightly_only_plainly(void **state)
{
	static const char *const groups[] = {"239.1.2.3", "255.255.255.255"};
	static const int types[] = {RTN_MULTICAST, RTN_BROADCAST};

	for (int i = 0; i < 2; i++) {
		struct kernel_answer answer = plain(groups[i]);

		assert_int_equal(answer.route.rtm_type, types[i]);
		assert_int_equal(answer.interface, v0());
		assert_false(answer.has_gateway);
		answer = matched(groups[i]);
		assert_int_equal(answer.route.rtm_type, types[i]);
		assert_int_equal(answer.route.rtm_dst_len, 0);
		assert_true(answer.has_gateway);
	}
	/* Those that have routes of their own are shown rightly. */
	assert_int_equal(matched("192.0.2.255").route.rtm_type, RTN_BROADCAST);
	assert_false(matched("192.0.2.255").has_gateway);
	assert_int_equal(matched("ff02::1").route.rtm_type, RTN_MULTICAST);
	assert_false(matched("ff02::1").has_gateway);
}

static void zero_is_this_host_plainly_and_nothing_matched(void **state)
{
	assert_int_equal(plain("0.0.0.0").route.rtm_type, RTN_LOCAL);
	assert_int_equal(plain("0.0.0.0").interface, lo());
	assert_int_equal(matched("0.0.0.0").error, EHOSTUNREACH);
}

static void the_table_has_to_be_asked_for_with_ipv4_alone(void **state)
{
	struct kernel_question question = {
		.destination = ANYWHERE,
		.flags = RTM_F_FIB_MATCH,
	};

	reach_test_run(
		"ip rule add pref 100 lookup 1000 && "
		"ip route add default via 192.0.2.1 table 1000 && "
		"ip route del default && "
		"ip -6 rule add pref 100 lookup 1000 && "
		"ip -6 route add default via 2001:db8:1::1 table 1000 && "
		"ip -6 route del default");
	assert_int_equal(kernel_ask(question).table, RT_TABLE_MAIN);
	question.flags |= RTM_F_LOOKUP_TABLE;
	assert_int_equal(kernel_ask(question).table, 1000);
	question.destination = ANYWHERE6;
	assert_int_equal(kernel_ask(question).error, EINVAL);
	assert_true(kernel_ask(question).in_words);
	question.flags = RTM_F_FIB_MATCH;
	assert_int_equal(kernel_ask(question).table, 1000);
}

static void an_interface_makes_ipv4_invent_a_route_plainly(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default");
	assert_int_equal(plain_by(ANYWHERE, "v0").error, 0);
	assert_false(plain_by(ANYWHERE, "v0").has_gateway);
	assert_int_equal(matched_by(ANYWHERE, "v0").error, EHOSTUNREACH);
	assert_int_equal(plain_by(ANYWHERE6, "v0").error, ENETUNREACH);
	assert_int_equal(matched_by(ANYWHERE6, "v0").error, ENETUNREACH);
	/* Even against a route that rejects. */
	reach_test_run("ip route add prohibit " ANYWHERE);
	assert_int_equal(plain_by(ANYWHERE, "v0").error, 0);
	assert_int_equal(matched_by(ANYWHERE, "v0").error, EHOSTUNREACH);
}

static void an_interface_that_is_not_there_is_no_device(void **state)
{
	assert_int_equal(matched_by(ANYWHERE, "none").error, ENODEV);
	assert_int_equal(plain_by(ANYWHERE, "none").error, ENODEV);
}

static void each_rejecting_route_has_its_errno(void **state)
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
		assert_both(ANYWHERE, types[i].error);
		assert_both(ANYWHERE6, types[i].error);
		assert_false(matched(ANYWHERE).in_words);
		assert_false(matched(ANYWHERE6).in_words);
		reach_test_run("ip route del " ANYWHERE " && "
			       "ip -6 route del " ANYWHERE6);
	}
	reach_test_run("ip route del default && ip -6 route del default");
	assert_both(ANYWHERE, ENETUNREACH);
	assert_both(ANYWHERE6, ENETUNREACH);
}

static void each_rejecting_rule_has_its_errno(void **state)
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
		assert_both(ANYWHERE, actions[i].error);
		assert_both(ANYWHERE6, actions[i].error);
		assert_false(matched(ANYWHERE).in_words);
		assert_false(matched(ANYWHERE6).in_words);
		reach_test_run("ip rule del pref 10 && ip -6 rule del pref 10");
	}
}

static void a_malformed_question_is_refused_in_words(void **state)
{
	struct kernel_question question = {
		.destination = ANYWHERE,
		.table = RT_TABLE_MAIN,
	};

	assert_int_equal(kernel_ask(question).error, EINVAL);
	assert_true(kernel_ask(question).in_words);
	question.destination = ANYWHERE6;
	assert_int_equal(kernel_ask(question).error, EINVAL);
	assert_true(kernel_ask(question).in_words);
}

static void ipv6_switched_off_has_no_route(void **state)
{
	reach_test_run("sysctl -qw net.ipv6.conf.all.disable_ipv6=1");
	assert_both(ANYWHERE6, ENETUNREACH);
}

static void only_ipv4_checks_whose_a_source_is(void **state)
{
	struct kernel_question question = {
		.destination = ANYWHERE,
		.source = "203.0.113.9",
		.flags = RTM_F_FIB_MATCH,
	};

	assert_int_equal(kernel_ask(question).error, ENETUNREACH);
	question.source = "192.0.2.2";
	assert_int_equal(kernel_ask(question).error, 0);
	question.destination = ANYWHERE6;
	question.source = "2001:db8:9::9";
	assert_int_equal(kernel_ask(question).error, 0);
}

static bool is_local(void *info)
{
	return matched(info).route.rtm_type == RTN_LOCAL;
}

static void an_address_has_a_local_route_once_it_is_checked(void **state)
{
	reach_test_run("sysctl -qw net.ipv6.conf.v0.accept_dad=1 && "
		       "ip addr add 2001:db8:1::3/64 dev v0");
	assert_int_equal(matched("2001:db8:1::3").route.rtm_type, RTN_UNICAST);
	assert_true(reach_test_until(is_local, "2001:db8:1::3",
				     REACH_TEST_DEADLINE_MS));
	assert_int_equal(reach_test_try("ip -6 addr show dev v0 tentative | "
					"grep -q 2001:db8:1::3"),
			 1);
}

static bool is_local_on_w0(void *info)
{
	return matched_by(info, "w0").route.rtm_type == RTN_LOCAL;
}

static void an_address_on_two_interfaces_has_a_local_route_on_each(void **state)
{
	static const char *const addresses[] = {"192.0.2.2", "2001:db8:1::2"};
	static const char *const interfaces[] = {"v0", "w0"};

	add_second_link();
	reach_test_run("ip addr add 192.0.2.2/24 dev w0 && "
		       "ip addr add 2001:db8:1::2/64 dev w0 nodad");
	assert_true(reach_test_until(is_local_on_w0, "2001:db8:1::2",
				     REACH_TEST_DEADLINE_MS));
	for (int i = 0; i < 4; i++) {
		struct kernel_answer answer =
			matched_by(addresses[i / 2], interfaces[i % 2]);

		assert_int_equal(answer.route.rtm_type, RTN_LOCAL);
		assert_int_equal(answer.interface,
				 if_nametoindex(interfaces[i % 2]));
	}
}

static void with_lo_down_ipv6_loopback_takes_the_default_route(void **state)
{
	reach_test_run("ip link set lo down");
	assert_int_equal(matched("::1").route.rtm_type, RTN_UNICAST);
	assert_int_equal(matched("127.0.0.1").route.rtm_type, RTN_LOCAL);
	assert_int_equal(matched("192.0.2.2").route.rtm_type, RTN_LOCAL);
}

static void a_mapped_address_takes_the_ipv6_default_route(void **state)
{
	assert_int_equal(matched("::ffff:192.0.2.1").route.rtm_dst_len, 0);
	assert_true(matched("::ffff:192.0.2.1").has_gateway);
}

static void without_a_global_address_the_source_is_link_local(void **state)
{
	reach_test_run("ip addr flush dev v0 scope global && "
		       "ip addr add fe80::77/64 dev v0 nodad && "
		       "ip -6 route replace default via fe80::1 dev v0");
	reach_test_settle("fe80::77");
	assert_int_equal(plain(ANYWHERE6).error, 0);
	assert_memory_equal(plain(ANYWHERE6).source, "fe80:", 5);
}

#define test(name) REACH_TEST_IN(reach_test_enter_routed, name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_local_address_is_on_lo_plainly_and_on_its_owner_matched),
		test(a_gateway_is_shown_in_both_forms),
		test(the_source_is_shown_plainly_and_matched_if_the_route_has_one),
		test(a_lost_carrier_is_shown_matched_alone),
		test(all_nexthops_are_shown_matched_alone),
		test(a_nexthop_object_is_expanded_plainly_and_a_number_matched),
		test(a_nexthop_object_does_not_outlive_the_carrier),
		test(an_ipv6_lifetime_is_shown_matched_alone),
		test(multicast_is_shown_rightly_only_plainly),
		test(zero_is_this_host_plainly_and_nothing_matched),
		test(the_table_has_to_be_asked_for_with_ipv4_alone),
		test(an_interface_makes_ipv4_invent_a_route_plainly),
		test(an_interface_that_is_not_there_is_no_device),
		test(each_rejecting_route_has_its_errno),
		test(each_rejecting_rule_has_its_errno),
		test(a_malformed_question_is_refused_in_words),
		test(ipv6_switched_off_has_no_route),
		test(only_ipv4_checks_whose_a_source_is),
		test(an_address_has_a_local_route_once_it_is_checked),
		test(an_address_on_two_interfaces_has_a_local_route_on_each),
		test(with_lo_down_ipv6_loopback_takes_the_default_route),
		test(a_mapped_address_takes_the_ipv6_default_route),
		test(without_a_global_address_the_source_is_link_local),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
