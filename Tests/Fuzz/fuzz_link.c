/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The attributes of links: messages one after the other, two bytes of length
 * before each, into a table; and links that stand on one another in any way.
 */

#include <linux/rtnetlink.h>
#include <net/if.h>

#include "fuzz.h"
#include "kernel.h"
#include "link.h"
#include "message.h"

/* Links whose names are looked for afterwards. */
#define KNOWN 32

struct known {
	char names[KNOWN][IFNAMSIZ];
	uint32_t indices[KNOWN];
	size_t count;
};

static void remember(struct known *known, const struct reach_link_news *news)
{
	size_t number = known->count % KNOWN;

	memcpy(known->names[number], news->link.name, IFNAMSIZ);
	known->indices[number] = news->link.index;
	known->count++;
}

static void check(const struct reach_link *link)
{
	must(memchr(link->name, 0, sizeof(link->name)));
	must(memchr(link->driver_kind, 0, sizeof(link->driver_kind)));
	must(memchr(link->lower, 0, sizeof(link->lower)));
	must(link->kind <= REACH_LINK_TUNNEL);
}

static void apply(struct reach_link_table *table, struct known *known,
		  const uint8_t *data, size_t size)
{
	struct nlmsghdr *message = fuzz_kernel_message(data, size);
	struct reach_link_news news;
	struct reach_link link;

	if (!message)
		return;
	must(!reach_link_table_apply(table, message));
	if (reach_link_read(message, &news)) {
		bool there = reach_link_get(table, news.link.index, &link);

		must(there == !news.gone);
		must(!there || !strcmp(link.name, news.link.name));
		remember(known, &news);
	}
	free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	struct reach_link_table *table;
	struct known known = {.count = 0};

	must(!reach_link_table_new(&table));
	while (input.size) {
		uint16_t length;

		take_bytes(&input, &length, sizeof(length));
		length = length < input.size ? length : (uint16_t)input.size;
		apply(table, &known, input.data, length);
		input.data += length;
		input.size -= length;
	}
	for (size_t i = 0; i < known.count && i < KNOWN; i++) {
		struct reach_link link;

		if (reach_link_get(table, known.indices[i], &link)) {
			check(&link);
			must(link.index == known.indices[i]);
		}
		if (reach_link_find(table, known.names[i], &link))
			must(!strcmp(link.name, known.names[i]));
	}
	reach_link_table_free(table);
	return 0;
}
