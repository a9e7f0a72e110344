/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A table of links for each test of this room, and events made up for it. */

#ifndef REACH_TEST_LINKS_H
#define REACH_TEST_LINKS_H

/* Before the kernel's headers, which then leave out what this defines. */
#include <net/if.h>

#include <linux/if_arp.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "link.h"
#include "made_message.h"
#include "namespace.h"
#include "netlink.h"

#define WORKING (IFF_UP | IFF_RUNNING)

/* What an event is made of. */
struct made {
	uint32_t index;
	const char *name;
	const char *driver_kind;
	uint32_t flags;
	uint32_t lower;
	uint32_t master;
	bool foreign;
	uint16_t type;
};

static struct reach_link_table *table;
static struct reach_netlink *netlink;

static inline int close_all(void **state)
{
	reach_link_table_free(table);
	reach_netlink_close(netlink);
	table = NULL;
	netlink = NULL;
	return 0;
}

static inline int set_up(void **state)
{
	int result = reach_test_enter_veth(state);

	close_all(state);
	if (!result)
		result = reach_link_table_new(&table);
	return result ? result : reach_netlink_open(&netlink);
}

static inline void build(const struct made *made, struct test_message *message)
{
	struct ifinfomsg header = {
		.ifi_index = (int)made->index,
		.ifi_type = made->type ? made->type : ARPHRD_ETHER,
		.ifi_flags = made->flags,
	};
	size_t opened;

	test_message_begin(message, RTM_NEWLINK, &header, sizeof(header));
	test_message_add_text(message, IFLA_IFNAME, made->name);
	test_message_add(message, IFLA_OPERSTATE, "\6", 1);
	if (made->lower)
		test_message_add_number(message, IFLA_LINK, made->lower);
	if (made->foreign)
		test_message_add_number(message, IFLA_LINK_NETNSID, 0);
	if (made->master)
		test_message_add_number(message, IFLA_MASTER, made->master);
	if (!made->driver_kind)
		return;
	opened = test_message_open(message, IFLA_LINKINFO);
	test_message_add_text(message, IFLA_INFO_KIND, made->driver_kind);
	test_message_close(message, opened);
}

static inline void apply(struct made made)
{
	struct test_message message;

	build(&made, &message);
	assert_int_equal(reach_link_table_apply(table, &message.header), 0);
}

static inline void apply_gone(uint32_t index, unsigned char family)
{
	struct ifinfomsg header = {
		.ifi_family = family,
		.ifi_index = (int)index,
	};
	struct test_message message;

	test_message_begin(&message, RTM_DELLINK, &header, sizeof(header));
	assert_int_equal(reach_link_table_apply(table, &message.header), 0);
}

static inline struct reach_link get(uint32_t index)
{
	struct reach_link link;

	assert_true(reach_link_get(table, index, &link));
	return link;
}

static inline struct reach_link find(const char *name)
{
	struct reach_link link;

	assert_true(reach_link_find(table, name, &link));
	assert_string_equal(link.name, name);
	return link;
}

static inline bool has(uint32_t index)
{
	struct reach_link link;

	return reach_link_get(table, index, &link);
}

static inline void add_modem(uint32_t index, const char *name, uint32_t flags,
			     uint32_t master)
{
	apply((struct made){.index = index,
			    .name = name,
			    .driver_kind = "wwan",
			    .flags = flags,
			    .master = master,
			    .type = ARPHRD_NONE});
}

static inline void add_veth(uint32_t index, const char *name, uint32_t master)
{
	apply((struct made){.index = index,
			    .name = name,
			    .driver_kind = "veth",
			    .flags = WORKING,
			    .master = master});
}

static inline void add_bridge(uint32_t index, const char *name)
{
	apply((struct made){.index = index,
			    .name = name,
			    .driver_kind = "bridge",
			    .flags = WORKING});
}

static inline void add_macvlan(uint32_t index, const char *name, uint32_t lower)
{
	apply((struct made){.index = index,
			    .name = name,
			    .driver_kind = "macvlan",
			    .flags = WORKING,
			    .lower = lower});
}

static inline void assert_like(uint32_t index, enum reach_link_kind kind,
			       const char *lower)
{
	struct reach_link link = get(index);

	assert_int_equal(link.kind, kind);
	assert_string_equal(link.lower, lower);
}

static inline void lay(const char *name, uint32_t index,
		       const char *device_type)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/net/%s/ifindex", name);
	reach_test_write(path, "%u\n", index);
	snprintf(path, sizeof(path), "/sys/class/net/%s/uevent", name);
	reach_test_write(path, "DEVTYPE=%s\n", device_type);
}

#define test(name) REACH_TEST_IN(set_up, name)

#endif
