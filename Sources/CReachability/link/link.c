/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The table of links: filled by a dump, kept by events. A link's kind is only
 * looked for when somebody asks, and forgotten when an event shows that it may
 * be another.
 */

#include "link.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "netlink.h"
#include "stack.h"
#include "table.h"

#define WORKING (IFF_UP | IFF_RUNNING)

int reach_link_table_new(struct reach_link_table **ret_table)
{
	struct reach_link_table *table = malloc(sizeof(*table));

	if (!table || reach_table_init(table)) {
		free(table);
		return -ENOMEM;
	}
	*ret_table = table;
	return 0;
}

void reach_link_table_free(struct reach_link_table *table)
{
	if (!table)
		return;
	reach_table_destroy(table);
	free(table);
}

static int add(struct reach_link_table *table,
	       const struct reach_link_news *news)
{
	struct reach_entry *entry = calloc(1, sizeof(*entry));

	if (!entry)
		return -ENOMEM;
	entry->link = news->link;
	entry->lower = news->lower;
	entry->master = news->master;
	reach_table_insert(table, entry);
	table->generation++;
	return 0;
}

static void drop(struct reach_link_table *table, struct reach_entry *entry)
{
	reach_table_remove(table, entry);
	free(entry);
	table->generation++;
}

/* sysfs is found by name; flags tell a raw modem from a tunnel. */
static bool may_be_another_kind(const struct reach_link *former,
				const struct reach_link *link)
{
	const uint32_t telling = IFF_POINTOPOINT | IFF_LOOPBACK;

	return strcmp(former->name, link->name) != 0 ||
	       strcmp(former->driver_kind, link->driver_kind) != 0 ||
	       former->type != link->type ||
	       (former->flags ^ link->flags) & telling;
}

static void update(struct reach_link_table *table, struct reach_entry *entry,
		   const struct reach_link_news *news)
{
	bool another = may_be_another_kind(&entry->link, &news->link);
	bool moved = another || entry->lower != news->lower ||
		     entry->master != news->master ||
		     (entry->link.flags ^ news->link.flags) & WORKING;

	if (!moved) {
		entry->link.flags = news->link.flags;
		entry->link.operstate = news->link.operstate;
		return;
	}
	reach_table_remove(table, entry);
	entry->link = news->link;
	entry->lower = news->lower;
	entry->master = news->master;
	if (another)
		entry->recognized = false;
	reach_table_insert(table, entry);
	table->generation++;
}

int reach_link_table_apply(struct reach_link_table *table,
			   const struct nlmsghdr *event)
{
	struct reach_link_news news;
	struct reach_entry *entry;

	if (!reach_link_read(event, &news))
		return 0;
	entry = reach_table_find(table, news.link.index);
	if (!news.gone && !entry)
		return add(table, &news);
	if (!news.gone)
		update(table, entry, &news);
	else if (entry)
		drop(table, entry);
	return 0;
}

struct filling {
	struct reach_link_table table;
	int result;
};

static void take_link(const struct nlmsghdr *reply, void *info)
{
	struct filling *filling = info;

	if (!filling->result)
		filling->result =
			reach_link_table_apply(&filling->table, reply);
}

static int dump(struct reach_netlink *socket, struct filling *filling)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
		struct rtattr attribute;
		uint32_t filter;
	} request = {
		.header = {.nlmsg_len = sizeof(request),
			   .nlmsg_type = RTM_GETLINK,
			   .nlmsg_flags = NLM_F_DUMP},
		.attribute = {.rta_type = IFLA_EXT_MASK,
			      .rta_len = RTA_LENGTH(sizeof(uint32_t))},
		.filter = RTEXT_FILTER_SKIP_STATS,
	};
	struct reach_verdict verdict;
	int result = reach_netlink_ask(socket, &request.header, take_link,
				       filling, &verdict);

	if (result)
		return result;
	return verdict.error ? -verdict.error : filling->result;
}

int reach_link_table_fill(struct reach_link_table *table,
			  struct reach_netlink *socket)
{
	struct filling filling = {.result = 0};
	struct reach_link_table former = *table;
	int result = reach_table_init(&filling.table);

	if (result)
		return result;
	result = dump(socket, &filling);
	if (result) {
		reach_table_destroy(&filling.table);
		return result;
	}
	*table = filling.table;
	reach_table_destroy(&former);
	return 0;
}

static bool get(struct reach_link_table *table, struct reach_entry *entry,
		struct reach_link *ret_link)
{
	if (!entry)
		return false;
	reach_stack_resolve(table, entry);
	*ret_link = entry->link;
	return true;
}

bool reach_link_get(struct reach_link_table *table, uint32_t index,
		    struct reach_link *ret_link)
{
	return get(table, reach_table_find(table, index), ret_link);
}

bool reach_link_find(struct reach_link_table *table, const char *name,
		     struct reach_link *ret_link)
{
	return get(table, reach_table_find_name(table, name), ret_link);
}
