/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* How far events reach, of events made up; and what is read when many came. */

#include "monitor.h"

#include <arpa/inet.h>
#include <net/if.h>

#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "change.h"
#include "made_message.h"
#include "namespace.h"

/* Monitors and changes are large. */
static struct reach_changes changes;

static struct in6_addr address_of(const char *text)
{
	struct in6_addr address = {0};
	int family = strchr(text, ':') ? AF_INET6 : AF_INET;

	if (family == AF_INET)
		memset(&address.s6_addr[10], 0xff, 2);
	assert_int_equal(
		inet_pton(family, text,
			  &address.s6_addr[family == AF_INET ? 12 : 0]),
		1);
	return address;
}

static void add(uint16_t type, const struct rtmsg *route, const char *text)
{
	const struct in6_addr address = address_of(text);
	size_t skipped = route->rtm_family == AF_INET ? 12 : 0;
	struct test_message message;

	test_message_begin(&message, type, route, sizeof(*route));
	test_message_add(&message, RTA_DST, &address.s6_addr[skipped],
			 sizeof(address) - skipped);
	reach_changes_add(&changes, &message.header);
}

static void add_route(const char *text, unsigned char length)
{
	const struct rtmsg route = {
		.rtm_family = strchr(text, ':') ? AF_INET6 : AF_INET,
		.rtm_dst_len = length,
		.rtm_type = RTN_UNICAST,
	};

	add(RTM_NEWROUTE, &route, text);
}

static bool concerns(const char *text)
{
	const struct in6_addr address = address_of(text);

	return reach_changes_concern(&changes, &address);
}

static bool is_wide(const char *text, unsigned char length)
{
	reach_changes_clear(&changes);
	add_route(text, length);
	return changes.bits & REACH_CHANGED_WIDE;
}

/* Those of a default path, in one piece or in several. */
static void wide_routes_are_told_beside_everything_else(void **state)
{
	assert_true(is_wide("0.0.0.0", 0));
	assert_true(is_wide("128.0.0.0", 1));
	assert_true(is_wide("2000::", 3));
	assert_false(is_wide("16.0.0.0", 4));
	assert_false(is_wide("2000::", 4));
	reach_changes_set(&changes, 0);
	assert_false(changes.bits & REACH_CHANGED_WIDE);
	add_route("0.0.0.0", 0);
	assert_true(changes.bits & REACH_CHANGED_WIDE);
	assert_true(changes.bits & REACH_CHANGED_EVERYTHING);
}

static void a_route_concerns_what_it_covers(void **state)
{
	reach_changes_clear(&changes);
	assert_true(reach_changes_is_empty(&changes));
	add_route("10.128.0.0", 10);
	add_route("2001:db8:8000::", 33);
	assert_int_equal(changes.bits, 0);
	assert_false(reach_changes_is_empty(&changes));
	assert_true(concerns("10.128.0.1"));
	assert_true(concerns("10.191.255.255"));
	assert_false(concerns("10.192.0.0"));
	assert_false(concerns("10.127.255.255"));
	assert_true(concerns("2001:db8:8000::1"));
	assert_false(concerns("2001:db8::1"));
	assert_false(concerns("2001:db9:8000::1"));
}

static void no_ipv6_prefix_covers_ipv4(void **state)
{
	reach_changes_clear(&changes);
	add_route("::", 0);
	assert_true(concerns("2001:db8::1"));
	assert_false(concerns("192.0.2.1"));
	reach_changes_clear(&changes);
	add_route("0.0.0.0", 0);
	assert_true(concerns("192.0.2.1"));
	assert_true(concerns("0.0.0.0"));
	assert_false(concerns("2001:db8::1"));
}

static void only_the_end_of_an_ipv4_route_is_told_early(void **state)
{
	struct rtmsg route = {
		.rtm_family = AF_INET,
		.rtm_dst_len = 32,
		.rtm_type = RTN_UNICAST,
	};

	reach_changes_clear(&changes);
	add(RTM_NEWROUTE, &route, "192.0.2.1");
	assert_int_equal(changes.bits, 0);
	add(RTM_DELROUTE, &route, "192.0.2.2");
	assert_int_equal(changes.bits, REACH_CHANGED_EARLY);
	assert_true(concerns("192.0.2.1"));
	assert_true(concerns("192.0.2.2"));
	assert_false(concerns("192.0.2.3"));
	reach_changes_clear(&changes);
	route.rtm_family = AF_INET6;
	route.rtm_dst_len = 128;
	add(RTM_DELROUTE, &route, "2001:db8::1");
	assert_int_equal(changes.bits, 0);
}

static void our_own_addresses_concern_everybody(void **state)
{
	const struct rtmsg route = {
		.rtm_family = AF_INET,
		.rtm_dst_len = 32,
		.rtm_type = RTN_LOCAL,
	};

	reach_changes_clear(&changes);
	add(RTM_NEWROUTE, &route, "192.0.2.1");
	assert_true(concerns("198.51.100.1"));
}

static void what_is_no_route_concerns_everybody(void **state)
{
	static const struct {
		uint16_t type;
		unsigned int bits;
	} events[] = {
		{RTM_NEWLINK, REACH_CHANGED_EARLY},
		{RTM_DELLINK, REACH_CHANGED_EARLY},
		{RTM_NEWADDR, REACH_CHANGED_EARLY},
		{RTM_DELADDR, REACH_CHANGED_EARLY},
		{RTM_NEWNEXTHOP, REACH_CHANGED_EARLY},
		{RTM_DELNEXTHOP, REACH_CHANGED_EARLY},
		{RTM_NEWRULE, 0},
		{RTM_DELRULE, 0},
		{RTM_NEWNETCONF, 0},
		{RTM_DELNETCONF, 0},
	};
	const struct rtmsg nothing = {0};
	struct test_message message;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		reach_changes_clear(&changes);
		test_message_begin(&message, events[i].type, &nothing,
				   sizeof(nothing));
		reach_changes_add(&changes, &message.header);
		assert_int_equal(changes.bits,
				 REACH_CHANGED_EVERYTHING | events[i].bits);
	}
	reach_changes_clear(&changes);
	test_message_begin(&message, RTM_NEWNEIGH, &nothing, sizeof(nothing));
	reach_changes_add(&changes, &message.header);
	assert_true(reach_changes_is_empty(&changes));
}

static void more_than_there_is_room_for_is_everything(void **state)
{
	char text[INET_ADDRSTRLEN];

	reach_changes_clear(&changes);
	for (int i = 0; i < REACH_PREFIXES_MAX; i++) {
		snprintf(text, sizeof(text), "10.0.%d.%d", i / 256, i % 256);
		add_route(text, 32);
		/* the same once more needs no room */
		add_route(text, 32);
	}
	assert_int_equal(changes.count, REACH_PREFIXES_MAX);
	assert_int_equal(changes.bits, 0);
	assert_false(concerns("192.0.2.1"));
	add_route("10.1.0.0", 32);
	assert_int_equal(changes.bits, REACH_CHANGED_EVERYTHING);
	assert_int_equal(changes.count, 0);
	assert_true(concerns("192.0.2.1"));
}

static void two_lists_become_one(void **state)
{
	static struct reach_changes more;

	reach_changes_clear(&changes);
	add_route("10.0.0.1", 32);
	more = changes;
	reach_changes_clear(&changes);
	add_route("10.0.0.2", 32);
	reach_changes_merge(&changes, &more);
	assert_int_equal(changes.bits, 0);
	assert_true(concerns("10.0.0.1"));
	assert_true(concerns("10.0.0.2"));
	assert_false(concerns("10.0.0.3"));
	reach_changes_set(&more, REACH_CHANGED_EARLY);
	reach_changes_merge(&changes, &more);
	assert_int_equal(changes.bits,
			 REACH_CHANGED_EVERYTHING | REACH_CHANGED_EARLY);
	assert_true(concerns("10.0.0.3"));
}

static void ignore(const struct nlmsghdr *event, void *info)
{
}

static void add_routes(unsigned int count)
{
	const struct change_routes routes = {
		.first = 0x0a000000,
		.count = count,
		.gateway = 0xc0000201,
		.device = if_nametoindex("v0"),
	};
	int fd = change_open();

	change_routes(fd, true, &routes);
	close(fd);
}

/* As one call reads several, and is only told of the next by another. */
static void one_call_reads_all_there_is(void **state)
{
	struct reach_monitor *monitor;

	assert_int_equal(reach_monitor_open(&monitor), 0);
	reach_changes_clear(&changes);
	add_routes(50);
	assert_true(reach_monitor_drain(monitor, ignore, NULL, &changes) > 0);
	assert_true(concerns("10.0.0.0"));
	assert_true(concerns("10.0.0.49"));
	assert_false(concerns("10.0.0.50"));
	assert_int_equal(reach_monitor_drain(monitor, ignore, NULL, &changes),
			 0);
	reach_monitor_close(monitor);
}

static void a_loss_is_told_and_the_rest_is_read(void **state)
{
	struct reach_monitor *monitor;
	int size = 4096;

	assert_int_equal(reach_monitor_open(&monitor), 0);
	assert_int_equal(setsockopt(reach_monitor_get_fd(monitor), SOL_SOCKET,
				    SO_RCVBUF, &size, sizeof(size)),
			 0);
	reach_changes_clear(&changes);
	add_routes(200);
	assert_true(reach_monitor_drain(monitor, ignore, NULL, &changes) > 0);
	assert_int_equal(changes.bits, REACH_CHANGED_EVERYTHING |
					       REACH_CHANGED_EARLY |
					       REACH_CHANGED_LOST);
	reach_changes_clear(&changes);
	reach_test_run("ip route add 198.51.100.0/24 via 192.0.2.1");
	assert_true(reach_monitor_drain(monitor, ignore, NULL, &changes) > 0);
	assert_int_equal(changes.bits, 0);
	assert_true(concerns("198.51.100.1"));
	reach_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_route_concerns_what_it_covers),
		cmocka_unit_test(wide_routes_are_told_beside_everything_else),
		cmocka_unit_test(no_ipv6_prefix_covers_ipv4),
		cmocka_unit_test(only_the_end_of_an_ipv4_route_is_told_early),
		cmocka_unit_test(our_own_addresses_concern_everybody),
		cmocka_unit_test(what_is_no_route_concerns_everybody),
		cmocka_unit_test(more_than_there_is_room_for_is_everything),
		cmocka_unit_test(two_lists_become_one),
		REACH_TEST_IN(reach_test_enter_veth,
			      one_call_reads_all_there_is),
		REACH_TEST_IN(reach_test_enter_veth,
			      a_loss_is_told_and_the_rest_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
