/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Events, as they come off the event socket, by themselves or on the way to an
   answer, add up to changes and go into the link table. */

#include <linux/rtnetlink.h>

#include "fuzz.h"
#include "kernel.h"
#include "link.h"
#include "monitor.h"
#include "route.h"

static struct reach_monitor *monitor;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	return reach_monitor_open(&monitor);
}

struct taken {
	struct reach_link_table *table;
	unsigned int links;
};

static void take_link(const struct nlmsghdr *event, void *info)
{
	struct taken *taken = info;

	must(event->nlmsg_type == RTM_NEWLINK ||
	     event->nlmsg_type == RTM_DELLINK);
	must(event->nlmsg_len >= NLMSG_HDRLEN);
	must(!reach_link_table_apply(taken->table, event));
	taken->links++;
}

/* What is said to be concerned is so, and stays so when changes are added up. */
static void check(const struct reach_changes *changes)
{
	struct reach_changes sum = {.bits = 0};

	must(changes->count <= REACH_PREFIXES_MAX);
	must(!changes->count || !(changes->bits & REACH_CHANGED_EVERYTHING));
	must(!(changes->bits & REACH_CHANGED_LOST) ||
	     changes->bits & REACH_CHANGED_EVERYTHING);
	reach_changes_merge(&sum, changes);
	for (unsigned int i = 0; i < changes->count; i++) {
		const struct reach_prefix *prefix = &changes->prefixes[i];

		must(prefix->length <= 128);
		must(reach_changes_concern(changes, &prefix->address) ||
		     (prefix->length < 96 &&
		      IN6_IS_ADDR_V4MAPPED(&prefix->address)));
		must(reach_changes_concern(&sum, &prefix->address) ==
		     reach_changes_concern(changes, &prefix->address));
	}
	must(reach_changes_is_empty(&sum) == reach_changes_is_empty(changes));
}

static void check_links(struct reach_link_table *table)
{
	struct reach_link link;

	for (uint32_t index = 0; index < 8; index++) {
		if (!reach_link_get(table, index, &link))
			continue;
		must(link.index == index);
		must(memchr(link.name, 0, sizeof(link.name)));
		must(memchr(link.lower, 0, sizeof(link.lower)));
		must(reach_link_find(table, link.name, &link));
	}
}

/* A call ends with a batch that is not full. */
static void drain(struct taken *taken, struct reach_changes *changes)
{
	/* There was something, which need not have been anything. */
	must(reach_monitor_drain(monitor, take_link, taken, changes) == 1);
}

static int ask_route(struct reach_netlink *socket, void *info)
{
	struct reach_question question = {.destination = IN6ADDR_LOOPBACK_INIT};
	struct reach_route route;
	int result = reach_route_ask(socket, &question, &route);

	must(result <= 0);
	return result;
}

/* Whatever comes between: it ends, and has heard of anything it changed. */
static void ask(struct taken *taken, struct reach_changes *changes)
{
	struct reach_errand errand = {.ask = ask_route};
	bool told =
		reach_monitor_ask(monitor, &errand, take_link, taken, changes);

	must(told || reach_changes_is_empty(changes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reach_changes changes = {.bits = 0};
	struct taken taken = {.links = 0};
	bool asking = size && data[size - 1] & 1;

	must(!reach_link_table_new(&taken.table));
	fuzz_kernel_begin(data, size);
	if (asking) {
		ask(&taken, &changes);
		check(&changes);
	}
	while (!fuzz_kernel_is_empty()) {
		drain(&taken, &changes);
		check(&changes);
	}
	must(!taken.links || changes.bits & REACH_CHANGED_EVERYTHING);
	check_links(taken.table);
	reach_link_table_free(taken.table);
	return 0;
}
