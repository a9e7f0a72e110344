/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Reports by other projects' users about a wrong model of reachability, each
 * re-enacted under its row of the list. Those about events are in
 * test_events.c, those about storms in test_storms.c.
 */

#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dns.h"
#include "tun.h"

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:9::1"

/* A second way out: w0 (203.0.113.2/24, 2001:db8:3::2/64), joined to w1. */
static void add_second_link(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "sysctl -qw net.ipv6.conf.w0.accept_dad=0 && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip addr add 2001:db8:3::2/64 dev w0 nodad && "
		       "ip link set w1 up && ip link set w0 up");
	reach_test_settle_link("w0");
	reach_test_settle("2001:db8:3::2");
}

static void assert_leaves_by(const char *address, const char *interface)
{
	struct reach_explanation why = test_explain(address);

	assert_in_range(why.path_decided, 0, why.path_count - 1);
	assert_string_equal(why.paths[why.path_decided].interface_name,
			    interface);
}

/* finit 170, subiquity 513: told once, and then no more. */
static void row_2_a_default_route_ends_with_its_link_once(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("8.8.8.8"));

	reach_test_run("sysctl -qw net.ipv6.conf.v0.disable_ipv6=1");
	reach_test_run("ip link set v0 down");
	recorder_expect_flags(recorder, 0);
	recorder_expect_none(recorder);
	reach_test_run("ip link set v0 up && "
		       "ip route add default via 192.0.2.1");
	recorder_expect_more(recorder);
	assert_int_equal(recorder_last(recorder), 0x2);
	recorder_finish(recorder, target);
}

/* tailscale 643. */
static void row_11_an_unrelated_route_is_no_change(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	reach_test_run("ip route add 203.0.113.7/32 via 192.0.2.1 && "
		       "ip route del 203.0.113.7/32");
	recorder_expect_none(recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* mullvadvpn-app 2744: after a resume routes come later than links. */
static void row_12_a_route_that_returns_by_itself_is_heard(void **state)
{
	test_change(ANYWHERE, 0x2, "ip route del default", 0);
	test_change(ANYWHERE, 0, "ip route add default via 192.0.2.1", 0x2);
}

/* mullvadvpn-app 2591. */
static void row_14_a_route_to_elsewhere_is_no_network(void **state)
{
	reach_test_run("ip route add 203.0.113.0/24 dev v0 && "
		       "ip -6 route add 2001:db8:7::/48 dev v0");
	test_change("8.8.8.8", 0x2,
		    "ip route del default && ip -6 route del default", 0);
	assert_flags("2001:4860:4860::8888", 0);
	assert_flags("0.0.0.0", 0);
	assert_int_equal(test_name_flags("www.test"), 0);
	assert_flags("203.0.113.1", 0x20002);
	/* And loopback alone is none either. */
	reach_test_run("ip link del v0");
	assert_flags("8.8.8.8", 0);
	assert_flags("0.0.0.0", 0);
	assert_flags("127.0.0.1", 0x30002);
}

/* tailscale 11447. */
static void row_15_a_policy_route_leads_into_the_tun(void **state)
{
	int fd = reach_test_tun("t0", 0);

	reach_test_run("ip route add default dev t0 table 200");
	assert_leaves_by(ANYWHERE, "v0");
	test_change(ANYWHERE, 0x2, "ip rule add pref 100 lookup 200", 0x3);
	assert_leaves_by(ANYWHERE, "t0");
	assert_leaves_by("0.0.0.0", "t0");
	assert_int_equal(test_explain(ANYWHERE).paths[0].table, 200);
	test_change(ANYWHERE, 0x3, "ip rule del pref 100", 0x2);
	assert_leaves_by(ANYWHERE, "v0");
	close(fd);
}

/* The same as wg-quick does it: the main table first, without its default, and
   what has no mark into the tunnel's own. */
static void row_15_a_tunnel_with_marks_leaves_neighbours_alone(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int fd = reach_test_tun("t0", 0);

	reach_test_run("ip addr add 203.0.113.2/32 dev t0 && "
		       "ip route add default dev t0 table 51820");
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	reach_test_run("ip rule add not fwmark 51820 table 51820 && "
		       "ip rule add table main suppress_prefixlength 0");
	recorder_expect_flags(recorder, 0x3);
	assert_leaves_by(ANYWHERE, "t0");
	assert_leaves_by("0.0.0.0", "t0");
	assert_flags("192.0.2.1", 0x20002);
	assert_leaves_by("192.0.2.1", "v0");
	/* The tunnel's program ends, its device goes, and the main table's
	   default is the next in line. */
	close(fd);
	do
		recorder_expect_more(recorder);
	while (recorder_last(recorder) != 0x2);
	assert_leaves_by(ANYWHERE, "v0");
	reach_test_run("ip rule del table 51820");
	recorder_expect_none(recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* strongswan 3138: what covers everything, for a few only. */
static void row_17_a_rule_for_others_changes_nothing(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	reach_test_run("ip route add blackhole default table 220 && "
		       "ip rule add pref 220 to 203.0.113.0/24 lookup 220");
	recorder_expect_none(recorder);
	assert_flags(ANYWHERE, 0x2);
	assert_flags("203.0.113.1", 0);
	assert_flags("0.0.0.0", 0x2);
	reach_test_run("ip rule add pref 221 lookup 220");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* libnl 410: each refusal is an answer, and one that can be taken back. */
static void row_19_refusals_are_answers(void **state)
{
	static const struct {
		const char *address;
		const char *change;
	} refusals[] = {
		{ANYWHERE, "route %s blackhole " ANYWHERE},
		{ANYWHERE, "route %s unreachable " ANYWHERE},
		{ANYWHERE, "route %s prohibit " ANYWHERE},
		{ANYWHERE, "rule %s pref 9 to " ANYWHERE " blackhole"},
		{ANYWHERE, "rule %s pref 9 to " ANYWHERE " unreachable"},
		{ANYWHERE, "rule %s pref 9 to " ANYWHERE " prohibit"},
		{ANYWHERE6, "-6 route %s blackhole " ANYWHERE6},
		{ANYWHERE6, "-6 route %s unreachable " ANYWHERE6},
		{ANYWHERE6, "-6 route %s prohibit " ANYWHERE6},
		{ANYWHERE6, "-6 rule %s pref 9 to " ANYWHERE6 " blackhole"},
		{ANYWHERE6, "-6 rule %s pref 9 to " ANYWHERE6 " unreachable"},
		{ANYWHERE6, "-6 rule %s pref 9 to " ANYWHERE6 " prohibit"},
	};

	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		char arguments[128];
		char command[256];

		snprintf(arguments, sizeof(arguments), refusals[i].change,
			 "add");
		snprintf(command, sizeof(command), "ip %s", arguments);
		test_change(refusals[i].address, 0x2, command, 0);
		snprintf(arguments, sizeof(arguments), refusals[i].change,
			 "del");
		snprintf(command, sizeof(command), "ip %s", arguments);
		test_change(refusals[i].address, 0, command, 0x2);
	}
	/* A throw route says "not here", and there is nowhere else. */
	test_change(ANYWHERE, 0x2, "ip route add throw " ANYWHERE, 0);
}

/* netifaces 4, ovn-kubernetes 1957. */
static void row_20_a_default_of_two_gateways_is_one(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	add_second_link();
	reach_test_run("ip route replace default nexthop via 192.0.2.1 "
		       "nexthop via 203.0.113.1");
	assert_flags(ANYWHERE, 0x2);
	assert_flags("0.0.0.0", 0x2);
	assert_int_equal(test_explain(ANYWHERE).paths[0].nexthops, 2);
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	assert_leaves_by(ANYWHERE, "v0");
	reach_test_run_peer("ip link set v1 down");
	/* By the other way, which is a change too. */
	recorder_expect_flags(recorder, 0x2);
	assert_leaves_by(ANYWHERE, "w0");
	reach_test_run("ip link set w1 down");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* moby 14633. */
static void row_21_a_neighbour_has_no_gateway(void **state)
{
	assert_flags("192.0.2.1", 0x20002);
	assert_string_equal(test_explain("192.0.2.1").paths[0].gateway, "");
	assert_string_equal(test_explain(ANYWHERE).paths[0].gateway,
			    "192.0.2.1");
}

/* libnl 271, 288: one message for each nexthop, and several ways to put them
   together. */
static void row_23_ipv6_nexthops_come_and_go_one_by_one(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	add_second_link();
	reach_test_run("ip -6 route del default && "
		       "ip -6 route add 2001:db8:9::/48 "
		       "nexthop via 2001:db8:1::1 "
		       "nexthop via 2001:db8:3::1");
	assert_flags(ANYWHERE6, 0x2);
	assert_int_equal(test_explain(ANYWHERE6).paths[0].nexthops, 2);
	assert_leaves_by(ANYWHERE6, "v0");
	target = recorder_schedule(recorder, test_target(ANYWHERE6));
	reach_test_run("ip -6 route del 2001:db8:9::/48 via 2001:db8:1::1");
	recorder_expect_flags(recorder, 0x2);
	assert_leaves_by(ANYWHERE6, "w0");
	/* One more by another gateway of the same link changes nothing. */
	reach_test_run("ip -6 route append 2001:db8:9::/48 via 2001:db8:3::9");
	recorder_expect_none(recorder);
	assert_int_equal(test_explain(ANYWHERE6).paths[0].nexthops, 2);
	reach_test_run("ip -6 route replace 2001:db8:9::/48 "
		       "via 2001:db8:1::1");
	recorder_expect_flags(recorder, 0x2);
	assert_leaves_by(ANYWHERE6, "v0");
	reach_test_run("ip -6 route del 2001:db8:9::/48");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* i3status-rust 350 and five more: "unknown" is as good as "up". */
static void row_24_an_unknown_operstate_is_usable(void **state)
{
	int fd = reach_test_tun("t0", 0);

	reach_test_run("ip addr add 203.0.113.2/24 dev t0 && "
		       "ip -o link show t0 | grep -q 'state UNKNOWN'");
	assert_flags("203.0.113.1", 0x3);
	assert_int_equal(test_explain("203.0.113.1").paths[0].link_operstate,
			 0);
	close(fd);
}

/* electron 11290: a virtual adapter that is up is no network. */
static void row_26_a_bridge_of_its_own_leads_nowhere(void **state)
{
	reach_test_run("ip link add br0 type bridge && ip link set br0 up && "
		       "ip addr add 172.17.0.1/16 dev br0");
	test_change("8.8.8.8", 0x2, "ip link del v0", 0);
	assert_flags("0.0.0.0", 0);
	assert_flags("172.17.0.1", 0x30002);
}

/* How many sockets of the local kind, such as a bus has, are open. */
static int count_local_sockets(void)
{
	int count = 0;

	for (int fd = 0; fd < 256; fd++) {
		int domain;
		socklen_t size = sizeof(domain);

		count += !getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain,
				     &size) &&
			 domain == AF_UNIX;
	}
	return count;
}

/* PackageKit 336, gpt4all 2040, xdg-desktop-portal 208: no manager, no bus, no
   sysfs, as in a sandbox. */
static void rows_29_30_31_no_manager_is_needed(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int before = count_local_sockets();

	unsetenv("DBUS_SESSION_BUS_ADDRESS");
	unsetenv("DBUS_SYSTEM_BUS_ADDRESS");
	reach_test_run("mount -t tmpfs none /run && mount -t tmpfs none /sys");
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	assert_int_equal(test_read(target), 0x2);
	assert_flags("0.0.0.0", 0x2);
	assert_int_equal(test_explain(ANYWHERE).paths[0].link_kind,
			 REACH_LINK_WIRED);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_int_equal(count_local_sockets(), before);
	recorder_finish(recorder, target);
}

static unsigned long count_sent(void)
{
	unsigned long count = 0;
	FILE *file = fopen("/sys/class/net/v0/statistics/tx_packets", "re");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%lu", &count), 1);
	fclose(file);
	return count;
}

static bool has_sent(void *info)
{
	return count_sent() > *(unsigned long *)info;
}

static bool has_calmed_down(void *info)
{
	unsigned long before = count_sent();

	reach_test_readable(-1, 100);
	return count_sent() == before;
}

/* mullvadvpn-app 1845, nordvpn 13: probes fail where packets would not. */
static void row_33_nothing_is_sent(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	union test_address neighbour = test_address("192.0.2.99");
	unsigned long before;
	int fd;

	neighbour.ipv4.sin_port = htons(9);
	reach_test_run("sysctl -qw net.ipv6.conf.v0.disable_ipv6=1");
	assert_true(reach_test_until(has_calmed_down, NULL,
				     REACH_TEST_DEADLINE_MS));
	before = count_sent();
	assert_flags(ANYWHERE, 0x2);
	assert_flags("192.0.2.1", 0x20002);
	assert_flags("192.0.2.99", 0x20002);
	assert_flags("0.0.0.0", 0x2);
	assert_int_equal(test_name_flags("www.test"), 0x2);
	target = recorder_schedule(recorder, test_target("192.0.2.99"));
	reach_test_run("ip route del default");
	recorder_expect_none(recorder);
	assert_int_equal(count_sent(), before);
	/* And what is sent would be counted. */
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	sendto(fd, "", 1, 0, &neighbour.any, sizeof(neighbour.ipv4));
	assert_true(
		reach_test_until(has_sent, &before, REACH_TEST_DEADLINE_MS));
	close(fd);
	reach_test_run("ip link set v0 down");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(row_2_a_default_route_ends_with_its_link_once),
		IN(row_11_an_unrelated_route_is_no_change),
		IN(row_12_a_route_that_returns_by_itself_is_heard),
		IN(row_14_a_route_to_elsewhere_is_no_network),
		IN(row_15_a_policy_route_leads_into_the_tun),
		IN(row_15_a_tunnel_with_marks_leaves_neighbours_alone),
		IN(row_17_a_rule_for_others_changes_nothing),
		IN(row_19_refusals_are_answers),
		IN(row_20_a_default_of_two_gateways_is_one),
		IN(row_21_a_neighbour_has_no_gateway),
		IN(row_23_ipv6_nexthops_come_and_go_one_by_one),
		IN(row_24_an_unknown_operstate_is_usable),
		IN(row_26_a_bridge_of_its_own_leads_nowhere),
		IN(rows_29_30_31_no_manager_is_needed),
		IN(row_33_nothing_is_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
