/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The table of links, by dump and events, of real links and made up ones. */

#include "links.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void a_dump_has_every_link(void **state)
{
	struct if_nameindex *names = if_nameindex();

	assert_non_null(names);
	assert_int_equal(reach_link_table_fill(table, netlink), 0);
	for (int i = 0; names[i].if_index; i++) {
		struct reach_link link = get(names[i].if_index);

		assert_string_equal(link.name, names[i].if_name);
		assert_int_equal(find(link.name).index, link.index);
	}
	if_freenameindex(names);
	assert_int_equal(find("lo").kind, REACH_LINK_LOOPBACK);
	assert_int_equal(find("lo").type, ARPHRD_LOOPBACK);
	assert_true(find("lo").flags & IFF_RUNNING);
	assert_int_equal(find("v0").kind, REACH_LINK_WIRED);
	assert_string_equal(find("v0").driver_kind, "veth");
	/* Its IFLA_LINK is its peer. */
	assert_string_equal(find("v0").lower, "");
	assert_false(find("v0").point_to_point);
	assert_false(has(0));
	assert_false(has(4711));
}

static void a_dump_replaces_what_was_there(void **state)
{
	add_veth(900, "gone", 0);
	assert_int_equal(reach_link_table_fill(table, netlink), 0);
	assert_false(has(900));
	assert_true(has(1));
}

static void a_dump_that_fails_changes_nothing(void **state)
{
	int broken = open("/dev/null", O_RDWR | O_CLOEXEC);

	add_veth(900, "kept", 0);
	dup2(broken, reach_netlink_get_fd(netlink));
	close(broken);
	assert_true(reach_link_table_fill(table, netlink) < 0);
	assert_true(has(900));
	assert_false(has(1));
}

static int listen_to_links(void)
{
	const struct sockaddr_nl address = {
		.nl_family = AF_NETLINK,
		.nl_groups = RTMGRP_LINK,
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
			NETLINK_ROUTE);

	assert_int_equal(
		bind(fd, (const struct sockaddr *)&address, sizeof(address)),
		0);
	return fd;
}

static void apply_events(int fd)
{
	_Alignas(struct nlmsghdr) char buffer[16384];
	ssize_t size;

	while ((size = recv(fd, buffer, sizeof(buffer), 0)) > 0) {
		const struct nlmsghdr *event = (const void *)buffer;

		for (; NLMSG_OK(event, size); event = NLMSG_NEXT(event, size))
			assert_int_equal(reach_link_table_apply(table, event),
					 0);
	}
}

static bool is_same(uint32_t index, struct reach_link_table *other)
{
	struct reach_link left, right;
	bool there = reach_link_get(table, index, &left);

	if (!reach_link_get(other, index, &right) || !there)
		return there == reach_link_get(other, index, &right);
	return !strcmp(left.name, right.name) && left.flags == right.flags &&
	       left.type == right.type && left.operstate == right.operstate &&
	       left.kind == right.kind &&
	       left.point_to_point == right.point_to_point &&
	       !strcmp(left.driver_kind, right.driver_kind) &&
	       !strcmp(left.lower, right.lower);
}

/* Carrier and operstate are told when the kernel gets round to it. */
static bool is_as_dumped(void *info)
{
	struct reach_link_table *dumped;
	bool same = true;

	apply_events(*(int *)info);
	assert_int_equal(reach_link_table_new(&dumped), 0);
	assert_int_equal(reach_link_table_fill(dumped, netlink), 0);
	for (uint32_t index = 1; index < 100; index++)
		same = same && is_same(index, dumped);
	reach_link_table_free(dumped);
	return same;
}

static void events_keep_the_table_as_a_dump_would_fill_it(void **state)
{
	static const char *const changes[] = {
		"ip link add br0 type bridge",
		"ip link set br0 up",
		"ip link set v0 master br0",
		"ip link add link br0 mv0 type macvlan",
		"ip link set mv0 up",
		"ip link set v0 down",
		"ip link set v0 name uplink",
		"ip link set uplink up",
		"ip link set uplink nomaster",
		"ip link add a0 type veth peer name a1",
		"ip link set a0 name tmp",
		"ip link set a1 name a0",
		"ip link set tmp name a1",
		"ip link set a0 master br0",
		"ip link set a1 master br0",
		"ip link del br0",
		"ip link del a0",
	};
	int fd = listen_to_links();

	assert_int_equal(reach_link_table_fill(table, netlink), 0);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		reach_test_run("%s", changes[i]);
		if (!reach_test_until(is_as_dumped, &fd,
				      REACH_TEST_DEADLINE_MS))
			fail_msg("not as dumped after: %s", changes[i]);
	}
	close(fd);
}

static void a_port_that_leaves_its_bridge_lives_on(void **state)
{
	add_veth(10, "port", 20);
	apply_gone(10, AF_BRIDGE);
	assert_true(has(10));
	apply_gone(10, AF_UNSPEC);
	assert_false(has(10));
	apply_gone(10, AF_UNSPEC);
}

static void wireless_events_change_nothing(void **state)
{
	struct ifinfomsg header = {.ifi_index = 10};
	struct test_message message;

	add_veth(10, "w", 0);
	test_message_begin(&message, RTM_NEWLINK, &header, sizeof(header));
	test_message_add(&message, IFLA_WIRELESS, "abcdefgh", 8);
	assert_int_equal(reach_link_table_apply(table, &message.header), 0);
	assert_string_equal(get(10).name, "w");
	assert_int_equal(get(10).flags, WORKING);
	header.ifi_index = 11;
	test_message_begin(&message, RTM_NEWLINK, &header, sizeof(header));
	assert_int_equal(reach_link_table_apply(table, &message.header), 0);
	assert_false(has(11));
}

static void other_events_are_ignored(void **state)
{
	struct ifinfomsg header = {.ifi_index = 10};
	struct test_message message;

	test_message_begin(&message, RTM_NEWADDR, &header, sizeof(header));
	test_message_add_text(&message, IFLA_IFNAME, "x");
	assert_int_equal(reach_link_table_apply(table, &message.header), 0);
	assert_false(has(10));
}

static void state_is_followed(void **state)
{
	struct made made = {.index = 10, .name = "s", .flags = WORKING};

	apply(made);
	assert_int_equal(get(10).operstate, 6);
	made.flags = IFF_UP;
	apply(made);
	assert_int_equal(get(10).flags, IFF_UP);
}

static void point_to_point_is_what_says_so_and_every_tunnel(void **state)
{
	struct made made = {
		.index = 10,
		.name = "p",
		.driver_kind = "veth",
		.flags = WORKING,
	};

	apply(made);
	assert_false(get(10).point_to_point);
	made.flags |= IFF_POINTOPOINT;
	apply(made);
	assert_true(get(10).point_to_point);
	made.flags = WORKING;
	made.driver_kind = "wireguard";
	made.type = ARPHRD_NONE;
	apply(made);
	assert_int_equal(get(10).kind, REACH_LINK_TUNNEL);
	assert_true(get(10).point_to_point);
}

static void a_kind_is_forgotten_with_the_name(void **state)
{
	struct made made = {.index = 10, .name = "old", .flags = WORKING};

	reach_test_lay_sys_class_net();
	lay("old", 10, "wlan");
	apply(made);
	assert_int_equal(get(10).kind, REACH_LINK_WIFI);
	lay("old", 10, "wwan");
	apply(made);
	assert_int_equal(get(10).kind, REACH_LINK_WIFI);
	made.name = "new";
	apply(made);
	assert_int_equal(get(10).kind, REACH_LINK_WIRED);
	assert_int_equal(find("new").index, 10);
	lay("new2", 10, "wwan");
	made.name = "new2";
	apply(made);
	assert_int_equal(get(10).kind, REACH_LINK_WWAN);
}

static void spoilt_events_do_no_harm(void **state)
{
	struct made made = {
		.index = 10,
		.name = "spoilt",
		.driver_kind = "macvlan",
		.lower = 11,
		.master = 12,
		.foreign = true,
	};
	struct test_message message;

	build(&made, &message);
	for (uint32_t seed = 0; seed < 100000; seed++) {
		struct nlmsghdr *spoilt = test_message_spoil(&message, seed);
		struct reach_link link;

		assert_non_null(spoilt);
		assert_int_equal(reach_link_table_apply(table, spoilt), 0);
		free(spoilt);
		if (reach_link_get(table, 10, &link))
			assert_true(strlen(link.name) < IFNAMSIZ);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_dump_has_every_link),
		test(a_dump_replaces_what_was_there),
		test(a_dump_that_fails_changes_nothing),
		test(events_keep_the_table_as_a_dump_would_fill_it),
		test(a_port_that_leaves_its_bridge_lives_on),
		test(wireless_events_change_nothing),
		test(other_events_are_ignored),
		test(state_is_followed),
		test(point_to_point_is_what_says_so_and_every_tunnel),
		test(a_kind_is_forgotten_with_the_name),
		test(spoilt_events_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, close_all);
}
