/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The decisions where Linux has no equivalent of Apple's rules, a test for
 * each: rules and tables, dead nexthops, default paths, sources, link kinds.
 */

#include "api.h"

#include <net/if_arp.h>
#include <net/if.h>
#include <linux/if_tun.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tun.h"

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:2::1"

/* Routes and rules. */

static void rules_that_reject_make_it_unreachable(void **state)
{
	const char *actions[] = {"unreachable", "prohibit", "blackhole"};

	for (int i = 0; i < 3; i++) {
		reach_test_run("ip rule add pref 10 to " ANYWHERE " %s && "
			       "ip -6 rule add pref 10 to " ANYWHERE6 " %s",
			       actions[i], actions[i]);
		assert_flags(ANYWHERE, 0);
		assert_flags(ANYWHERE6, 0);
		assert_flags("198.51.100.2", 0x2);
		reach_test_run("ip rule del pref 10 && ip -6 rule del pref 10");
	}
	assert_flags(ANYWHERE, 0x2);
}

static void the_rule_says_what_was_seen(void **state)
{
	reach_test_run("ip route add prohibit " ANYWHERE);
	assert_int_equal(test_explain(ANYWHERE).rule, REACH_RULE_REJECTED);
	reach_test_run("ip route del default");
	assert_int_equal(test_explain("198.51.100.2").rule,
			 REACH_RULE_NO_ROUTE);
}

static void policy_tables_are_followed(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default && "
		       "ip route add default via 192.0.2.1 table 100");
	assert_flags(ANYWHERE, 0);
	assert_flags("0.0.0.0", 0);
	reach_test_run("ip rule add pref 100 lookup 100");
	assert_flags(ANYWHERE, 0x2);
	assert_flags("0.0.0.0", 0x2);
}

static bool is_w0_without_carrier(void *info)
{
	return reach_test_try("ip -o link show w0 | grep -q NO-CARRIER") == 0;
}

static void add_second_path(void)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip link set w1 up && ip link set w0 up");
	reach_test_settle_link("w0");
}

static void one_live_nexthop_is_enough(void **state)
{
	add_second_path();
	reach_test_run("ip route replace default nexthop via 203.0.113.1 "
		       "nexthop via 192.0.2.1");
	assert_flags(ANYWHERE, 0x2);
	reach_test_run("ip link set w1 down");
	assert_true(reach_test_until(is_w0_without_carrier, NULL,
				     REACH_TEST_DEADLINE_MS));
	assert_flags(ANYWHERE, 0x2);
	assert_string_equal(test_explain(ANYWHERE).paths[0].interface_name,
			    "v0");
	reach_test_run("ip link set v0 down");
	assert_flags(ANYWHERE, 0);
}

/* Each way is judged with the link it takes, and the best one counts. */
static void every_nexthop_is_looked_at(void **state)
{
	add_second_path();
	reach_test_run("ip route replace default nexthop via 192.0.2.1 "
		       "nexthop via 203.0.113.1");
	assert_int_equal(test_pair_flags("192.0.2.2", ANYWHERE), 0x2);
	assert_int_equal(test_pair_flags("203.0.113.2", ANYWHERE), 0x2);
	reach_test_run("ip route add 198.18.0.0/15 nexthop via 192.0.2.1 "
		       "nexthop dev w0");
	assert_flags("198.18.0.1", 0x2);
	/* An IPv4 nexthop over IPv6 is not marked when its link has lost the
	   carrier. */
	reach_test_run("ip route add 198.51.100.0/24 "
		       "nexthop via inet6 fe80::1 dev w0 nexthop dev v0");
	reach_test_run("ip link set w1 down");
	assert_true(reach_test_until(is_w0_without_carrier, NULL,
				     REACH_TEST_DEADLINE_MS));
	assert_flags("198.51.100.1", 0x20002);
	assert_string_equal(
		test_explain("198.51.100.1").paths[0].interface_name, "v0");
}

static void nexthop_objects_are_followed(void **state)
{
	const char *compat[] = {"1", "0"};

	for (int i = 0; i < 2; i++) {
		reach_test_run("sysctl -qw net.ipv4.nexthop_compat_mode=%s && "
			       "ip nexthop add id 10 via 192.0.2.1 dev v0 && "
			       "ip route add 203.0.113.0/24 nhid 10",
			       compat[i]);
		assert_flags("203.0.113.1", 0x2);
		reach_test_run("ip route del default");
		assert_flags("203.0.113.1", 0x2);
		reach_test_run("ip nexthop del id 10");
		assert_flags("203.0.113.1", 0);
		reach_test_run("ip route add default via 192.0.2.1");
	}
}

static void a_blackhole_nexthop_is_unreachable(void **state)
{
	reach_test_run("ip nexthop add id 11 blackhole && "
		       "ip route add 203.0.113.0/24 nhid 11");
	assert_flags("203.0.113.1", 0);
}

static void ipv4_through_an_ipv6_nexthop_has_a_gateway(void **state)
{
	reach_test_run(
		"ip route del default && "
		"ip -4 route add 0.0.0.0/0 via inet6 2001:db8:1::1 dev v0");
	assert_flags(ANYWHERE, 0x2);
	assert_string_equal(test_explain(ANYWHERE).paths[0].gateway,
			    "2001:db8:1::1");
}

static void an_off_link_address_without_gateway_is_direct(void **state)
{
	reach_test_run("ip route replace default dev v0");
	assert_flags(ANYWHERE, 0x20002);
}

static void multicast_and_broadcast_are_on_link(void **state)
{
	assert_flags("224.0.0.251", 0x20002);
	assert_flags("192.0.2.255", 0x20002);
	assert_flags("255.255.255.255", 0x20002);
	assert_flags("ff02::fb%v0", 0x20002);
	reach_test_run("ip route del default");
	assert_flags("224.0.0.251", 0);
}

/* Default paths. */

static void split_defaults_are_a_default_path(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default");
	assert_flags("0.0.0.0", 0);
	reach_test_run("ip route add 0.0.0.0/1 via 192.0.2.1 && "
		       "ip route add 128.0.0.0/1 via 192.0.2.1");
	assert_flags("0.0.0.0", 0x2);
	reach_test_run("ip route del 0.0.0.0/1");
	assert_flags("0.0.0.0", 0x2);
	reach_test_run("ip route del 128.0.0.0/1");
	reach_test_run("ip -6 route add 2000::/3 via 2001:db8:1::1");
	assert_flags("0.0.0.0", 0x2);
}

static void a_longer_prefix_is_no_default_path(void **state)
{
	reach_test_run("ip route del default && ip -6 route del default && "
		       "ip route add 8.0.0.0/7 via 192.0.2.1 && "
		       "ip -6 route add 2001::/16 via 2001:db8:1::1");
	assert_flags("8.8.8.8", 0x2);
	assert_flags("0.0.0.0", 0);
}

static void a_default_without_gateway_is_not_direct(void **state)
{
	reach_test_run("ip -6 route del default && "
		       "ip route replace default dev v0");
	assert_flags("0.0.0.0", 0x2);
	assert_flags("::", 0x2);
}

static void a_rule_against_one_probe_hides_no_default(void **state)
{
	reach_test_run("ip rule add pref 10 to 8.8.8.8 unreachable && "
		       "ip -6 rule add pref 10 to 2001:4860::/32 unreachable");
	assert_flags("8.8.8.8", 0);
	assert_flags("0.0.0.0", 0x2);
	reach_test_run("ip route del default");
	assert_flags("0.0.0.0", 0x2);
}

static void suppressed_defaults_are_none(void **state)
{
	reach_test_run("ip rule add pref 10 lookup main suppress_prefixlength "
		       "0 && ip rule del pref 32766 && "
		       "ip -6 rule add pref 10 lookup main "
		       "suppress_prefixlength 0 && ip -6 rule del pref 32766");
	assert_flags("192.0.2.1", 0x20002);
	assert_flags(ANYWHERE, 0);
	assert_flags("0.0.0.0", 0);
}

static void a_default_of_type_unreachable_is_none(void **state)
{
	reach_test_run("ip route replace unreachable default && "
		       "ip -6 route del default");
	assert_flags("0.0.0.0", 0);
}

/* Sources. */

static void ipv6_without_a_global_source_is_unreachable(void **state)
{
	reach_test_run("ip addr add fe80::2/64 dev v0 nodad && "
		       "ip -6 addr del 2001:db8:1::2/64 dev v0 && "
		       "ip -6 route replace default via fe80::1 dev v0");
	reach_test_settle("fe80::2");
	assert_flags(ANYWHERE6, 0);
	assert_int_equal(test_explain(ANYWHERE6).rule, REACH_RULE_NO_SOURCE);
	assert_flags("fe80::1%v0", 0x20002);
	reach_test_run("ip route del default");
	assert_flags("::", 0);
	reach_test_run("ip addr add 2001:db8:1::2/64 dev v0 nodad");
	reach_test_settle("2001:db8:1::2");
	assert_flags(ANYWHERE6, 0x2);
	assert_flags("::", 0x2);
}

static void a_tentative_source_does_not_count(void **state)
{
	/* Nobody answers for a link without a peer that is up, but detection
	   never ends either while its timer is that long. */
	reach_test_run("sysctl -qw net.ipv6.conf.v0.accept_dad=1 && "
		       "sysctl -qw net.ipv6.conf.v0.dad_transmits=600 && "
		       "ip -6 addr del 2001:db8:1::2/64 dev v0 && "
		       "ip addr add 2001:db8:1::3/64 dev v0 && "
		       "ip -6 route replace default via 2001:db8:1::1 dev v0");
	reach_test_run("ip -6 addr show dev v0 | grep -q tentative");
	assert_flags(ANYWHERE6, 0);
	assert_int_equal(test_pair_flags("2001:db8:1::3", "2001:db8:1::1"), 0);
}

static void ipv4_sources_are_not_examined(void **state)
{
	reach_test_run("ip addr flush dev v0 && "
		       "ip route add default dev v0");
	assert_flags(ANYWHERE, 0x20002);
}

/* Link kinds. */

static void a_tun_is_transient_and_never_direct_conf_31(void **state)
{
	int fd = reach_test_tun("t0", 0);

	reach_test_run("ip addr add 203.0.113.2/24 dev t0 && "
		       "ip -6 route del default && "
		       "ip route replace default dev t0");
	assert_flags("203.0.113.1", 0x3);
	assert_flags(ANYWHERE, 0x3);
	assert_flags("0.0.0.0", 0x3);
	assert_flags("::", 0x3);
	assert_flags("203.0.113.2", 0x30002);
	assert_int_equal(test_explain(ANYWHERE).paths[0].link_kind,
			 REACH_LINK_TUNNEL);
	close(fd);
}

static void ppp_is_a_tunnel_and_raw_ip_a_modem(void **state)
{
	int ppp = reach_test_tun("t0", ARPHRD_PPP);
	int modem = reach_test_tun("t1", 519);

	reach_test_run("ip route add 203.0.113.0/25 dev t0 && "
		       "ip route add 203.0.113.128/25 dev t1");
	assert_flags("203.0.113.1", 0x3);
	assert_flags("203.0.113.129", 0x40003);
	close(ppp);
	close(modem);
}

static bool is_dormant(void *info)
{
	return reach_test_try("ip -o link show %s | grep -q 'state DORMANT'",
			      (const char *)info) == 0;
}

static void a_dormant_link_needs_a_connection(void **state)
{
	int fd;

	reach_test_run("ip link set v0 down && ip link set v0 mode dormant && "
		       "ip link set v0 up && "
		       "ip route replace default via 192.0.2.1");
	assert_true(reach_test_until(is_dormant, "v0", REACH_TEST_DEADLINE_MS));
	assert_flags("192.0.2.1", 0x6);
	assert_flags(ANYWHERE, 0x6);
	assert_int_equal(test_explain(ANYWHERE).rule, REACH_RULE_DORMANT);
	fd = reach_test_tun("t0", 0);
	reach_test_run("ip link set t0 mode dormant && "
		       "ip route add 203.0.113.0/24 dev t0");
	/* The mode counts from the next change of carrier. */
	assert_int_equal(ioctl(fd, TUNSETCARRIER, &(int){0}), 0);
	assert_int_equal(ioctl(fd, TUNSETCARRIER, &(int){1}), 0);
	assert_true(reach_test_until(is_dormant, "t0", REACH_TEST_DEADLINE_MS));
	assert_flags("203.0.113.1", 0xF);
	close(fd);
}

static void a_dormant_default_gives_way_to_a_ready_one(void **state)
{
	reach_test_run("ip link add w0 type veth peer name w1 && "
		       "ip link set w1 up && ip link set w0 mode dormant && "
		       "ip link set w0 up && "
		       "ip addr add 203.0.113.2/24 dev w0 && "
		       "ip route replace default via 203.0.113.1");
	assert_flags(ANYWHERE, 0x6);
	/* IPv6 is ready. */
	assert_flags("0.0.0.0", 0x2);
	reach_test_run("ip -6 route del default");
	assert_flags("0.0.0.0", 0x6);
}

/* The device as sysfs shows a wireless or a cellular one. */
static void lay_device(const char *name, const char *device_type)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/net/%s/uevent", name);
	reach_test_write(path, "DEVTYPE=%s\nINTERFACE=%s\nIFINDEX=%u\n",
			 device_type, name, if_nametoindex(name));
	snprintf(path, sizeof(path), "/sys/class/net/%s/ifindex", name);
	reach_test_write(path, "%u\n", if_nametoindex(name));
}

static void wifi_is_an_ordinary_link_with_a_name_of_its_own(void **state)
{
	reach_test_lay_sys_class_net();
	lay_device("v0", "wlan");
	assert_flags("192.0.2.1", 0x20002);
	assert_flags(ANYWHERE, 0x2);
	assert_flags("169.254.1.1", 0x20002);
	assert_int_equal(test_explain(ANYWHERE).paths[0].link_kind,
			 REACH_LINK_WIFI);
}

/* Row 67: what the kernel knows of a modem, no manager is asked. */
static void a_modem_is_wwan_and_never_direct(void **state)
{
	reach_test_lay_sys_class_net();
	lay_device("v0", "wwan");
	assert_flags("192.0.2.1", 0x40003);
	assert_flags(ANYWHERE, 0x40003);
	assert_flags("0.0.0.0", 0x40003);
	assert_flags("192.0.2.2", 0x30002);
}

static void stacked_links_inherit_from_what_they_stand_on(void **state)
{
	reach_test_run("ip link add br0 type bridge && "
		       "ip link set v0 master br0 && ip link set br0 up && "
		       "ip addr flush dev v0 && "
		       "ip addr add 192.0.2.2/24 dev br0 && "
		       "ip link add link br0 mv0 type macvlan && "
		       "ip link set mv0 up && "
		       "ip addr add 203.0.113.2/24 dev mv0");
	assert_flags("192.0.2.1", 0x20002);
	reach_test_lay_sys_class_net();
	lay_device("v0", "wwan");
	reach_thread_reset();
	assert_flags("192.0.2.1", 0x40003);
	assert_flags("203.0.113.1", 0x40003);
	assert_string_equal(test_explain("203.0.113.1").paths[0].link_lower,
			    "v0");
}

static void a_bridge_without_a_port_is_usable(void **state)
{
	reach_test_run("ip link add br0 type bridge && ip link set br0 up && "
		       "ip addr add 203.0.113.2/24 dev br0");
	/* Its operstate decides, not its having ports. */
	if (reach_test_try("ip -o link show br0 | grep -q NO-CARRIER") == 0)
		assert_flags("203.0.113.1", 0);
	else
		assert_flags("203.0.113.1", 0x20002);
}

static void a_renamed_link_is_seen_under_its_new_name(void **state)
{
	assert_string_equal(test_explain(ANYWHERE).paths[0].interface_name,
			    "v0");
	reach_test_run("ip link set v0 down && ip link set v0 name uplink && "
		       "ip link set uplink up && "
		       "ip route replace default via 192.0.2.1");
	assert_string_equal(test_explain(ANYWHERE).paths[0].interface_name,
			    "uplink");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter_routed,
			rules_that_reject_make_it_unreachable),
		TEST_IN(reach_test_enter_routed, the_rule_says_what_was_seen),
		TEST_IN(reach_test_enter_routed, policy_tables_are_followed),
		TEST_IN(reach_test_enter_routed, one_live_nexthop_is_enough),
		TEST_IN(reach_test_enter_routed, every_nexthop_is_looked_at),
		TEST_IN(reach_test_enter_routed, nexthop_objects_are_followed),
		TEST_IN(reach_test_enter_routed,
			a_blackhole_nexthop_is_unreachable),
		TEST_IN(reach_test_enter_routed,
			ipv4_through_an_ipv6_nexthop_has_a_gateway),
		TEST_IN(reach_test_enter_routed,
			an_off_link_address_without_gateway_is_direct),
		TEST_IN(reach_test_enter_routed,
			multicast_and_broadcast_are_on_link),
		TEST_IN(reach_test_enter_routed,
			split_defaults_are_a_default_path),
		TEST_IN(reach_test_enter_routed,
			a_longer_prefix_is_no_default_path),
		TEST_IN(reach_test_enter_routed,
			a_default_without_gateway_is_not_direct),
		TEST_IN(reach_test_enter_routed,
			a_rule_against_one_probe_hides_no_default),
		TEST_IN(reach_test_enter_routed, suppressed_defaults_are_none),
		TEST_IN(reach_test_enter_routed,
			a_default_of_type_unreachable_is_none),
		TEST_IN(reach_test_enter_routed,
			ipv6_without_a_global_source_is_unreachable),
		TEST_IN(reach_test_enter_veth,
			a_tentative_source_does_not_count),
		TEST_IN(reach_test_enter_veth, ipv4_sources_are_not_examined),
		TEST_IN(reach_test_enter_routed,
			a_tun_is_transient_and_never_direct_conf_31),
		TEST_IN(reach_test_enter_veth,
			ppp_is_a_tunnel_and_raw_ip_a_modem),
		TEST_IN(reach_test_enter_routed,
			a_dormant_link_needs_a_connection),
		TEST_IN(reach_test_enter_routed,
			a_dormant_default_gives_way_to_a_ready_one),
		TEST_IN(reach_test_enter_routed,
			wifi_is_an_ordinary_link_with_a_name_of_its_own),
		TEST_IN(reach_test_enter_routed,
			a_modem_is_wwan_and_never_direct),
		TEST_IN(reach_test_enter_veth,
			stacked_links_inherit_from_what_they_stand_on),
		TEST_IN(reach_test_enter_lo, a_bridge_without_a_port_is_usable),
		TEST_IN(reach_test_enter_routed,
			a_renamed_link_is_seen_under_its_new_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
