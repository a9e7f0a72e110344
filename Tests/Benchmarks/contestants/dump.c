/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The whole table, fetched anew and matched in user space: what a program does
 * that does not know that the kernel can be asked. Knows the main and the
 * local table of IPv4, no rules. Fetches once for all that are asked together.
 */

#include "contestant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BUFFER (64 * 1024)

/* A route, of which only what is matched and answered is kept. */
struct row {
	uint32_t prefix;
	uint32_t metric;
	uint8_t length;
	uint8_t answer;
};

struct dump {
	int fd;
	const union bench_address *addresses;
	size_t count;
	char *buffer;
	struct row *rows;
	size_t row_count;
	size_t row_room;
	/* first row of each prefix length; rows are sorted longest first */
	size_t start[34];
};

static void *start(const union bench_address *addresses, size_t count)
{
	struct dump *dump = bench_allocate(1, sizeof(*dump));

	dump->fd = wire_open();
	dump->addresses = addresses;
	dump->count = count;
	dump->buffer = bench_allocate(1, BUFFER);
	return dump;
}

static void keep(struct dump *dump, struct row row)
{
	if (dump->row_count == dump->row_room) {
		dump->row_room = dump->row_room ? 2 * dump->row_room : 1024;
		dump->rows = realloc(dump->rows,
				     dump->row_room * sizeof(*dump->rows));
		if (!dump->rows)
			bench_die("no memory for a table");
	}
	dump->rows[dump->row_count++] = row;
}

static void take_route(struct dump *dump, const struct nlmsghdr *header)
{
	const struct rtmsg *route = NLMSG_DATA(header);
	const struct rtattr *attribute = RTM_RTA(route);
	size_t left = header->nlmsg_len - NLMSG_LENGTH(sizeof(*route));
	struct row row = {.length = route->rtm_dst_len};

	if (route->rtm_table != RT_TABLE_MAIN &&
	    route->rtm_table != RT_TABLE_LOCAL)
		return;
	if (route->rtm_type == RTN_UNICAST || route->rtm_type == RTN_LOCAL)
		row.answer = wire_judge(header, header->nlmsg_len);
	for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
		if (attribute->rta_type == RTA_DST)
			memcpy(&row.prefix, RTA_DATA(attribute), 4);
		else if (attribute->rta_type == RTA_PRIORITY)
			memcpy(&row.metric, RTA_DATA(attribute), 4);
	}
	row.prefix = ntohl(row.prefix);
	keep(dump, row);
}

/* True at the end. */
static bool take_datagram(struct dump *dump, ssize_t length)
{
	const struct nlmsghdr *header = (const void *)dump->buffer;

	if (length < 0)
		bench_die("no dump: %s", strerror(errno));
	for (; NLMSG_OK(header, length); header = NLMSG_NEXT(header, length)) {
		if (header->nlmsg_type == NLMSG_DONE)
			return true;
		if (header->nlmsg_type == NLMSG_ERROR)
			bench_die("a dump is refused");
		take_route(dump, header);
	}
	return false;
}

static int compare(const void *left, const void *right)
{
	const struct row *a = left;
	const struct row *b = right;

	if (a->length != b->length)
		return a->length > b->length ? -1 : 1;
	if (a->prefix != b->prefix)
		return a->prefix < b->prefix ? -1 : 1;
	if (a->metric != b->metric)
		return a->metric < b->metric ? -1 : 1;
	return 0;
}

static void fetch(struct dump *dump)
{
	struct rtmsg all = {.rtm_family = AF_INET};
	struct wire_message message;
	bool done = false;

	wire_begin(&message, RTM_GETROUTE, NLM_F_DUMP, &all, sizeof(all));
	if (send(dump->fd, &message, message.header.nlmsg_len, 0) < 0)
		bench_die("no dump: %s", strerror(errno));
	dump->row_count = 0;
	while (!done)
		done = take_datagram(dump,
				     recv(dump->fd, dump->buffer, BUFFER, 0));
}

static bool covers(const struct row *row, uint32_t address)
{
	return row->length == 0 ||
	       (address ^ row->prefix) >> (32 - row->length) == 0;
}

/* One question alone: sorting would cost more than looking at each. */
static uint8_t match_one(const struct dump *dump, uint32_t address)
{
	const struct row *best = NULL;

	for (size_t i = 0; i < dump->row_count; i++)
		if (covers(&dump->rows[i], address) &&
		    (!best || compare(&dump->rows[i], best) < 0))
			best = &dump->rows[i];
	return best ? best->answer : 0;
}

static void sort(struct dump *dump)
{
	size_t row = 0;

	qsort(dump->rows, dump->row_count, sizeof(*dump->rows), compare);
	for (int length = 32; length >= 0; length--) {
		while (row < dump->row_count && dump->rows[row].length > length)
			row++;
		dump->start[length] = row;
	}
}

static uint8_t match_sorted(const struct dump *dump, uint32_t address)
{
	size_t end = dump->row_count;

	for (int length = 32; length >= 0; length--) {
		size_t low = dump->start[length];
		size_t high = length ? dump->start[length - 1] : end;
		uint32_t prefix = length ? address & ~0u << (32 - length) : 0;
		size_t last = high;

		while (low < high) {
			size_t middle = (low + high) / 2;

			if (dump->rows[middle].prefix < prefix)
				low = middle + 1;
			else
				high = middle;
		}
		if (low < last && dump->rows[low].prefix == prefix)
			return dump->rows[low].answer;
	}
	return 0;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct dump *dump = instance;

	fetch(dump);
	if (count > 1)
		sort(dump);
	for (size_t i = 0; i < count; i++) {
		const union bench_address *address =
			&dump->addresses[(first + i) % dump->count];
		uint32_t number = ntohl(address->ipv4.sin_addr.s_addr);

		answers[i] = count > 1 ? match_sorted(dump, number)
				       : match_one(dump, number);
	}
}

static void stop(void *instance)
{
	struct dump *dump = instance;

	close(dump->fd);
	free(dump->buffer);
	free(dump->rows);
	free(dump);
}

const struct contestant contestant_dump = {
	.name = "dump",
	.title = "dump of all routes, matched here",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 1,
	.ipv4_alone = true,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.stop = stop,
};
