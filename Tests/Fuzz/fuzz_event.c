/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Events, as they come off the event socket, add up to changes and go into the
   link table. */

#include <linux/rtnetlink.h>

#include "fuzz.h"
#include "kernel.h"
#include "link.h"
#include "monitor.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reach_changes changes = {.bits = 0};
	struct taken taken = {.links = 0};
	int result;

	must(!reach_link_table_new(&taken.table));
	fuzz_kernel_begin(data, size);
	/* A call ends with a batch that is not full. */
	while (!fuzz_kernel_is_empty()) {
		result = reach_monitor_drain(monitor, take_link, &taken,
					     &changes);
		/* There was something, which need not have been anything. */
		must(result == 1);
		check(&changes);
	}
	must(!taken.links || changes.bits & REACH_CHANGED_EVERYTHING);
	check_links(taken.table);
	reach_link_table_free(taken.table);
	return 0;
}
