/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Route messages made up, right and wrong ones. */

#include <errno.h>
#include <limits.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "made_message.h"
#include "namespace.h"
#include "reply.h"

static void begin(struct test_message *message, const struct rtmsg *header)
{
	test_message_begin(message, RTM_NEWROUTE, header, sizeof(*header));
}

static struct reach_route read_matched(const struct test_message *message)
{
	struct reach_route route;

	/* Nothing of what was there before shows through. */
	memset(&route, 0xff, sizeof(route));
	assert_true(reach_route_read(&message->header, true, &route));
	return route;
}

static void add_hop(struct test_message *message, int interface, uint8_t flags,
		    const uint8_t gateway[4])
{
	size_t start = message->header.nlmsg_len;
	struct rtnexthop hop = {
		.rtnh_flags = flags,
		.rtnh_ifindex = interface,
	};

	message->header.nlmsg_len += sizeof(hop);
	test_message_add(message, RTA_GATEWAY, gateway, 4);
	hop.rtnh_len = (unsigned short)(message->header.nlmsg_len - start);
	memcpy(&message->bytes[start], &hop, sizeof(hop));
}

static void make_multipath(struct test_message *message)
{
	const struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_dst_len = 24,
		.rtm_table = RT_TABLE_MAIN,
		.rtm_type = RTN_UNICAST,
	};
	size_t opened;

	begin(message, &header);
	opened = test_message_open(message, RTA_MULTIPATH);
	add_hop(message, 4, RTNH_F_DEAD, (uint8_t[4]){192, 0, 2, 4});
	add_hop(message, 5, RTNH_F_LINKDOWN, (uint8_t[4]){192, 0, 2, 5});
	add_hop(message, 6, RTNH_F_ONLINK, (uint8_t[4]){192, 0, 2, 6});
	add_hop(message, 7, 0, (uint8_t[4]){192, 0, 2, 7});
	test_message_close(message, opened);
}

static void the_first_live_nexthop_is_taken(void **state)
{
	struct test_message message;
	struct reach_route route;

	make_multipath(&message);
	route = read_matched(&message);
	assert_int_equal(route.nexthops, 4);
	assert_int_equal(route.nexthops_alive, 2);
	assert_int_equal(route.interface, 6);
	assert_true(route.has_gateway);
	assert_int_equal(route.gateway.s6_addr[10], 0xff);
	assert_int_equal(route.gateway.s6_addr[15], 6);
}

static void more_nexthops_than_there_is_room_for_are_counted(void **state)
{
	const struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_UNICAST,
	};
	struct test_message message;
	struct reach_route route;
	size_t opened;

	begin(&message, &header);
	opened = test_message_open(&message, RTA_MULTIPATH);
	for (int i = 1; i <= REACH_HOPS_MAX + 2; i++)
		add_hop(&message, i, 0, (uint8_t[4]){192, 0, 2, 1});
	test_message_close(&message, opened);
	route = read_matched(&message);
	assert_int_equal(route.nexthops, REACH_HOPS_MAX + 2);
	assert_int_equal(route.nexthops_alive, REACH_HOPS_MAX + 2);
	assert_int_equal(route.hop_count, REACH_HOPS_MAX);
	assert_int_equal(route.hops[REACH_HOPS_MAX - 1].interface,
			 REACH_HOPS_MAX);
}

static void a_copy_has_what_the_route_has(void **state)
{
	struct test_message message;
	struct reach_route route;
	struct reach_route copy;

	make_multipath(&message);
	route = read_matched(&message);
	memset(&copy, 0xff, sizeof(copy));
	reach_route_copy(&copy, &route);
	assert_int_equal(copy.interface, 6);
	assert_int_equal(copy.hop_count, 4);
	for (uint32_t i = 0; i < copy.hop_count; i++)
		assert_memory_equal(&copy.hops[i], &route.hops[i],
				    sizeof(copy.hops[i]));
}

static void a_dead_device_counts_as_a_nexthop_that_is_not_alive(void **state)
{
	struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_UNICAST,
		.rtm_flags = RTNH_F_LINKDOWN,
	};
	struct test_message message;

	begin(&message, &header);
	test_message_add_number(&message, RTA_OIF, 9);
	assert_int_equal(read_matched(&message).nexthops, 1);
	assert_int_equal(read_matched(&message).nexthops_alive, 0);
	assert_int_equal(read_matched(&message).interface, 9);
}

static void an_object_by_number_has_no_nexthop(void **state)
{
	struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_UNICAST,
	};
	struct test_message message;

	begin(&message, &header);
	test_message_add_number(&message, RTA_NH_ID, 77);
	assert_int_equal(read_matched(&message).nexthop_id, 77);
	assert_int_equal(read_matched(&message).nexthops, 0);
	assert_int_equal(read_matched(&message).error, 0);
}

static void tables_beyond_a_byte_are_read(void **state)
{
	struct rtmsg header = {
		.rtm_family = AF_INET6,
		.rtm_type = RTN_UNICAST,
		.rtm_table = RT_TABLE_COMPAT,
	};
	struct test_message message;

	begin(&message, &header);
	assert_int_equal(read_matched(&message).table, RT_TABLE_COMPAT);
	test_message_add_number(&message, RTA_TABLE, 123456);
	assert_int_equal(read_matched(&message).table, 123456);
}

/* As kernels before RTM_F_FIB_MATCH answer. */
static void a_route_that_rejects_is_an_error(void **state)
{
	static const int types[][2] = {
		{RTN_BLACKHOLE, EINVAL},
		{RTN_UNREACHABLE, EHOSTUNREACH},
		{RTN_PROHIBIT, EACCES},
		{RTN_THROW, ENETUNREACH},
	};

	for (int i = 0; i < 4; i++) {
		struct rtmsg header = {
			.rtm_family = AF_INET6,
			.rtm_type = (unsigned char)types[i][0],
		};
		struct test_message message;

		begin(&message, &header);
		test_message_add_number(&message, RTA_OIF, 1);
		assert_int_equal(read_matched(&message).error, types[i][1]);
		assert_int_equal(read_matched(&message).type, 0);
		assert_int_equal(read_matched(&message).interface, 0);
	}
}

static void make_lifetime(struct test_message *message, int family, int ticks)
{
	struct rtmsg header = {
		.rtm_family = (unsigned char)family,
		.rtm_type = RTN_UNICAST,
	};
	struct rta_cacheinfo info = {.rta_expires = ticks};

	begin(message, &header);
	test_message_add(message, RTA_CACHEINFO, &info, sizeof(info));
}

static uint32_t lifetime_of(int ticks)
{
	struct test_message message;

	make_lifetime(&message, AF_INET6, ticks);
	return read_matched(&message).lifetime;
}

static void lifetimes_are_milliseconds_rounded_up(void **state)
{
	int second = (int)sysconf(_SC_CLK_TCK);

	assert_int_equal(lifetime_of(0), 0);
	assert_int_equal(lifetime_of(second), 1000 + 1000 / second);
	assert_int_equal(lifetime_of(60 * second), 60000 + 1000 / second);
	/* Over, but still there. */
	assert_int_equal(lifetime_of(-5), 0);
	assert_int_equal(lifetime_of(INT_MAX), UINT32_MAX);
}

static void only_matched_ipv6_routes_have_lifetimes(void **state)
{
	struct test_message message;
	struct reach_route route;

	make_lifetime(&message, AF_INET, 100);
	assert_int_equal(read_matched(&message).lifetime, 0);
	make_lifetime(&message, AF_INET6, 100);
	assert_true(reach_route_read(&message.header, false, &route));
	assert_int_equal(route.lifetime, 0);
}

static void what_is_too_short_is_as_if_it_were_not_there(void **state)
{
	struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_UNICAST,
	};
	struct test_message message;

	begin(&message, &header);
	test_message_add(&message, RTA_OIF, "\1\0", 2);
	test_message_add(&message, RTA_GATEWAY, "\1\2\3", 3);
	test_message_add(&message, RTA_PREFSRC, "", 0);
	test_message_add(&message, RTA_VIA, "\2", 1);
	assert_int_equal(read_matched(&message).nexthops, 0);
	assert_false(read_matched(&message).has_gateway);
	assert_false(read_matched(&message).has_source);
}

static void a_lifetime_that_is_too_short_is_none(void **state)
{
	struct rtmsg header = {
		.rtm_family = AF_INET6,
		.rtm_type = RTN_UNICAST,
	};
	struct rta_cacheinfo info = {.rta_expires = 100};
	struct test_message message;

	begin(&message, &header);
	test_message_add(&message, RTA_CACHEINFO, &info, sizeof(info) - 1);
	assert_int_equal(read_matched(&message).lifetime, 0);
}

static void a_nexthop_without_length_ends_the_list(void **state)
{
	struct test_message message;
	struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_UNICAST,
	};
	struct rtnexthop hop = {.rtnh_len = 0, .rtnh_ifindex = 3};

	begin(&message, &header);
	test_message_add(&message, RTA_MULTIPATH, &hop, sizeof(hop));
	assert_int_equal(read_matched(&message).nexthops, 0);
}

static void other_messages_are_no_route(void **state)
{
	struct reach_route route = {.type = 99};
	struct test_message message;

	make_multipath(&message);
	message.header.nlmsg_type = RTM_DELROUTE;
	assert_false(reach_route_read(&message.header, true, &route));
	message.header.nlmsg_type = RTM_NEWROUTE;
	message.header.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)) - 1;
	assert_false(reach_route_read(&message.header, true, &route));
	assert_int_equal(route.type, 99);
}

/* For the address sanitizer, and against endless loops. */
static void spoilt_messages_do_no_harm(void **state)
{
	struct test_message message;

	make_multipath(&message);
	test_message_add(&message, RTA_VIA, "\12\0\1\2\3\4\5\6\7\10", 10);
	test_message_add_number(&message, RTA_OIF, 3);
	for (uint32_t seed = 0; seed < 100000; seed++) {
		struct nlmsghdr *spoilt = test_message_spoil(&message, seed);
		struct reach_route route = {0};

		assert_non_null(spoilt);
		if (reach_route_read(spoilt, true, &route))
			assert_true(route.nexthops_alive <= route.nexthops);
		free(spoilt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(the_first_live_nexthop_is_taken),
		cmocka_unit_test(
			more_nexthops_than_there_is_room_for_are_counted),
		REACH_TEST(a_copy_has_what_the_route_has),
		REACH_TEST(a_dead_device_counts_as_a_nexthop_that_is_not_alive),
		REACH_TEST(an_object_by_number_has_no_nexthop),
		REACH_TEST(tables_beyond_a_byte_are_read),
		REACH_TEST(a_route_that_rejects_is_an_error),
		REACH_TEST(lifetimes_are_milliseconds_rounded_up),
		REACH_TEST(only_matched_ipv6_routes_have_lifetimes),
		REACH_TEST(what_is_too_short_is_as_if_it_were_not_there),
		REACH_TEST(a_lifetime_that_is_too_short_is_none),
		REACH_TEST(a_nexthop_without_length_ends_the_list),
		REACH_TEST(other_messages_are_no_route),
		REACH_TEST(spoilt_messages_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
