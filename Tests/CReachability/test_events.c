/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the kernel tells badly or not at all, each as a callback that has to
 * come, or must not. Rows are those of the list of reports by other projects'
 * users; more of them are in test_reports.c, test_storms.c, test_resume.c and
 * test_many_routes.c.
 */

#include "recorder.h"

#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "change.h"

#define ANYWHERE "198.51.100.1"

static void forget_ipv6(void)
{
	reach_test_run("sysctl -qw net.ipv6.conf.v0.disable_ipv6=1");
}

/* Rows 1, 2 and 6: libnl 340, finit 170, frr 8486. */
static void ipv4_routes_vanish_silently_when_a_link_goes_down(void **state)
{
	forget_ipv6();
	test_change("0.0.0.0", 0x2, "ip link set v0 down", 0);
}

/* Row 3: GNOME bug 705102. */
static void gateway_routes_vanish_silently_with_the_last_address(void **state)
{
	forget_ipv6();
	test_change(ANYWHERE, 0x2, "ip addr del 192.0.2.2/24 dev v0", 0);
}

/* Rows 9 and 27: corefx 40269. */
static void a_lost_carrier_is_a_lost_route(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	reach_test_run_peer("ip link set v1 down");
	recorder_expect_flags(recorder, 0);
	reach_test_run_peer("ip link set v1 up");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

/* Row 4: libnl 418. */
static void a_lost_carrier_takes_nexthop_objects_along(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	forget_ipv6();
	reach_test_run("ip nexthop add id 10 via 192.0.2.1 dev v0 && "
		       "ip route add 203.0.113.0/24 nhid 10 && "
		       "ip route del default");
	target = recorder_schedule(recorder, test_target("203.0.113.1"));
	assert_int_equal(test_read(target), 0x2);
	reach_test_run_peer("ip link set v1 down");
	recorder_expect_flags(recorder, 0);
	/* They do not come back with it. */
	reach_test_run_peer("ip link set v1 up");
	reach_test_settle_link("v0");
	recorder_expect_none(recorder);
	reach_test_run("ip route add 203.0.113.0/24 via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

/* Row 5: pyroute2 1188. */
static void a_deleted_nexthop_takes_its_routes_along(void **state)
{
	reach_test_run("ip nexthop add id 10 via 192.0.2.1 dev v0 && "
		       "ip route add 203.0.113.0/24 nhid 10 && "
		       "ip route del default");
	test_change("203.0.113.1", 0x2, "ip nexthop del id 10", 0);
}

/* The deletion is told before the routes are gone. Each route has a metric of
   its own, so that it goes by itself, and the first that was added goes last:
   without the barrier it is still there when it is asked about. */
static void a_deleted_nexthop_of_many_routes_leaves_no_stale_word(void **state)
{
	reach_test_run("ip route del default");
	for (int round = 0; round < 5; round++) {
		reach_test_run(
			"ip nexthop add id 10 via 192.0.2.1 dev v0 && "
			"i=0; while [ $i -lt 20000 ]; do "
			"echo route add 203.0.$((i / 250)).$((i %% 250))/32 "
			"nhid 10 metric $((i + 1)); i=$((i + 1)); done | "
			"ip -batch -");
		test_change("203.0.0.0", 0x2, "ip nexthop del id 10", 0);
	}
}

/* Row 7: basebox 470. */
static void a_nexthop_without_expansion_is_followed(void **state)
{
	reach_test_run("sysctl -qw net.ipv4.nexthop_compat_mode=0 && "
		       "ip nexthop add id 10 via 192.0.2.1 dev v0 && "
		       "ip route replace default nhid 10");
	test_change(ANYWHERE, 0x2, "ip nexthop replace id 10 blackhole", 0);
}

/* Row 8. */
static void an_ipv6_route_that_expires_is_noticed_in_time(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int64_t start;

	reach_test_run("ip -6 route del default && ip -6 route add default "
		       "via 2001:db8:1::1 dev v0 expires 2");
	start = reach_test_now();
	target = recorder_schedule(recorder, test_target("2001:db8:2::1"));
	assert_int_equal(test_read(target), 0x2);
	recorder_expect_flags(recorder, 0);
	/* The kernel's own event would come up to half a minute later. */
	assert_in_range(reach_test_now() - start, 1500, 4500);
	recorder_finish(recorder, target);
}

/* After something else has happened all is looked at again for a while: so
   after silence, by its own event alone. */
static void expect_heard(const char *address, uint32_t before,
			 const char *command, uint32_t after)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(address));

	recorder_expect_none(recorder);
	assert_int_equal(test_read(target), before);
	reach_test_run("%s", command);
	recorder_expect_flags(recorder, after);
	recorder_finish(recorder, target);
}

/* Row 18: tailscale 1591. */
static void rules_of_both_families_are_heard(void **state)
{
	test_change("8.8.8.8", 0x2,
		    "ip rule add pref 10 to 8.8.8.8 unreachable", 0);
	expect_heard("2001:db8:2::1", 0x2,
		     "ip -6 rule add pref 10 to 2001:db8:2::/48 unreachable",
		     0);
	test_change("8.8.8.8", 0, "ip rule del pref 10", 0x2);
}

/* Row 16. */
static void policy_routing_is_the_kernels_business(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default && "
		       "ip route add default via 192.0.2.1 table 200");
	test_change("0.0.0.0", 0, "ip rule add pref 100 lookup 200", 0x2);
}

static void the_linkdown_sysctl_is_heard(void **state)
{
	/* Link-local addresses would be told of while they are checked. */
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip link set w0 addrgenmode none && "
		       "ip link set w1 addrgenmode none && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip addr add 2001:db8:5::2/64 dev w0 nodad && "
		       "ip link set w1 up && ip link set w0 up && "
		       "ip route add 198.18.0.0/15 via 203.0.113.1 metric 1 && "
		       "ip route add 198.18.0.0/15 via 192.0.2.1 metric 2");
	reach_test_settle_link("w0");
	reach_test_settle("2001:db8:5::2");
	reach_test_run("ip -6 route add 2001:db8:6::/48 via 2001:db8:5::1 "
		       "metric 1 && "
		       "ip -6 route add 2001:db8:6::/48 via 2001:db8:1::1 "
		       "metric 2");
	test_change("198.18.0.1", 0x2, "ip link set w1 down", 0);
	expect_heard("198.18.0.1", 0,
		     "sysctl -qw net.ipv4.conf.w0."
		     "ignore_routes_with_linkdown=1",
		     0x2);
	expect_heard("2001:db8:6::1", 0,
		     "sysctl -qw net.ipv6.conf.w0."
		     "ignore_routes_with_linkdown=1",
		     0x2);
}

static void a_replaced_route_is_seen(void **state)
{
	reach_test_run("ip route del default");
	test_change("203.0.113.1", 0,
		    "ip route add 203.0.113.0/24 via 192.0.2.1", 0x2);
	test_change("203.0.113.1", 0x2,
		    "ip route replace blackhole 203.0.113.0/24", 0);
}

/* Row 48: docker for-linux 914. */
static void containers_coming_and_going_are_silent(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("0.0.0.0"));

	for (int i = 0; i < 20; i++)
		reach_test_run("ip link add c0 type veth peer name c1 && "
			       "ip link set c0 up && ip link set c1 up && "
			       "ip addr add 203.0.113.%d/32 dev c0 && "
			       "ip link del c0",
			       i + 1);
	recorder_expect_none(recorder);
	reach_test_run("ip -6 route del default && ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* Rows 36, 37 and 38: libtorrent 2467. */
static void ten_thousand_changes_do_not_deafen(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	reach_test_run(
		"routes() { i=0; while [ $i -lt 10000 ]; do "
		"echo route $1 blackhole 203.0.$((i / 250)).$((i %% 250))/32; "
		"i=$((i + 1)); done; } && routes add | ip -batch - && "
		"routes del | ip -batch - && ip route del default");
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

/* Nobody reads in between, as nobody is scheduled. */
static void after_a_loss_links_are_asked_for_again(void **state)
{
	const struct change_routes routes = {
		.first = 0x0a000000,
		.count = 10000,
		.gateway = 0xc0000201,
		.device = if_nametoindex("v0"),
	};
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	int fd = change_open();

	assert_int_equal(test_read(target), 0x2);
	change_routes(fd, true, &routes);
	close(fd);
	reach_test_run("ip link set v0 mode dormant && "
		       "ip link set v0 state dormant");
	assert_int_equal(test_read(target), 0x6);
	CFRelease(target);
}

/* Row 53. */
static void a_steady_stream_does_not_starve(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));
	int64_t start;

	reach_test_run("(i=0; while [ $i -lt 200000 ]; do echo route add "
		       "203.0.113.9/32 via 192.0.2.1; echo route del "
		       "203.0.113.9/32; i=$((i + 1)); done | "
		       "timeout 4 ip -batch - >/dev/null 2>&1 &)");
	reach_test_readable(-1, 200);
	start = reach_test_now();
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_true(reach_test_now() - start < 1500);
	recorder_finish(recorder, target);
}

static void links_that_are_replaced_are_followed(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("192.0.2.1"));

	reach_test_run("ip link del v0");
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip link add v0 type veth peer name w1 && "
		       "ip link set w1 up && ip addr add 192.0.2.2/24 dev v0 "
		       "&& ip link set v0 up");
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

/* Row 55: netlink 786. From a process of the same namespace that may do so, but is not the
   kernel. */
static void forged_messages_are_not_believed(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));
	const struct sockaddr_nl everybody = {
		.nl_family = AF_NETLINK,
		.nl_groups = 1 << (RTNLGRP_LINK - 1),
	};
	struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
	} forged = {
		.header = {.nlmsg_len = sizeof(forged),
			   .nlmsg_type = RTM_DELLINK},
		.link = {.ifi_index = (int)if_nametoindex("v0")},
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	/* The multicast may be refused as there are no other listeners. */
	sendto(fd, &forged, sizeof(forged), 0,
	       (const struct sockaddr *)&everybody, sizeof(everybody));
	close(fd);
	recorder_expect_none(recorder);
	assert_int_equal(test_read(target), 0x2);
	assert_flags(ANYWHERE, 0x2);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

/* Row 60: GLib without IPv6. */
static void without_ipv6_ipv4_works(void **state)
{
	reach_test_run("sysctl -qw net.ipv6.conf.all.disable_ipv6=1");
	assert_flags("2001:db8:2::1", 0);
	test_change("0.0.0.0", 0x2, "ip route del default", 0);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

/* An executor that gives up the schedule it is called for and makes another,
   so that a new watcher of the namespace begins before the former has ended
   its pass. */
struct handover {
	SCNetworkReachabilityRef target;
	unsigned int calls;
	bool inside;
	bool overtaken;
};

static bool is_overtaken(void *info)
{
	struct handover *handover = info;

	return __atomic_load_n(&handover->overtaken, __ATOMIC_ACQUIRE);
}

static void hand_over(void *info, void (*work)(void *work_info),
		      void *work_info)
{
	struct handover *handover = info;
	const struct reach_executor executor = {
		.info = info,
		.execute = hand_over,
	};

	if (__atomic_exchange_n(&handover->inside, true, __ATOMIC_ACQ_REL))
		__atomic_store_n(&handover->overtaken, true, __ATOMIC_RELEASE);
	if (__atomic_fetch_add(&handover->calls, 1, __ATOMIC_ACQ_REL) == 0) {
		reach_set_executor(handover->target, NULL);
		reach_set_executor(handover->target, &executor);
		reach_test_run("ip route add default via 192.0.2.1");
		reach_test_until(is_overtaken, info, REACH_TEST_SILENCE_MS);
	}
	__atomic_store_n(&handover->inside, false, __ATOMIC_RELEASE);
	work(work_info);
}

static bool has_called_twice(void *info)
{
	struct handover *handover = info;

	return __atomic_load_n(&handover->calls, __ATOMIC_ACQUIRE) >= 2;
}

static void a_pass_is_not_overtaken_by_the_next_watchers(void **state)
{
	struct handover handover = {.target = test_target(ANYWHERE)};
	const struct reach_executor executor = {
		.info = &handover,
		.execute = hand_over,
	};

	assert_true(reach_set_executor(handover.target, &executor));
	reach_test_run("ip route del default");
	assert_true(reach_test_until(has_called_twice, &handover,
				     REACH_TEST_DEADLINE_MS));
	assert_false(is_overtaken(&handover));
	assert_int_equal(test_read(handover.target), 0x2);
	assert_true(reach_set_executor(handover.target, NULL));
	CFRelease(handover.target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(ipv4_routes_vanish_silently_when_a_link_goes_down),
		IN(gateway_routes_vanish_silently_with_the_last_address),
		IN(a_lost_carrier_is_a_lost_route),
		IN(a_lost_carrier_takes_nexthop_objects_along),
		IN(a_deleted_nexthop_takes_its_routes_along),
		IN(a_deleted_nexthop_of_many_routes_leaves_no_stale_word),
		IN(a_nexthop_without_expansion_is_followed),
		IN(an_ipv6_route_that_expires_is_noticed_in_time),
		IN(rules_of_both_families_are_heard),
		IN(policy_routing_is_the_kernels_business),
		IN(the_linkdown_sysctl_is_heard),
		IN(a_replaced_route_is_seen),
		IN(a_pass_is_not_overtaken_by_the_next_watchers),
		IN(containers_coming_and_going_are_silent),
		IN(ten_thousand_changes_do_not_deafen),
		IN(after_a_loss_links_are_asked_for_again),
		IN(a_steady_stream_does_not_starve),
		IN(links_that_are_replaced_are_followed),
		IN(forged_messages_are_not_believed),
		IN(without_ipv6_ipv4_works),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
