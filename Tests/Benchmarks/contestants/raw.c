/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* One RTM_GETROUTE, one answer, one socket: what one question costs. The
   messages are put together beforehand. */

#include "contestant.h"

#include <stdlib.h>
#include <unistd.h>

struct raw {
	int fd;
	size_t count;
	struct wire_message questions[];
};

static void *start(const union bench_address *addresses, size_t count,
		   unsigned int flags)
{
	struct raw *raw = bench_allocate(
		1, sizeof(*raw) + count * sizeof(raw->questions[0]));

	raw->fd = wire_open();
	raw->count = count;
	for (size_t i = 0; i < count; i++)
		wire_question(&raw->questions[i], &addresses[i], flags);
	return raw;
}

static void *start_match(const union bench_address *addresses, size_t count)
{
	return start(addresses, count, RTM_F_FIB_MATCH);
}

static void *start_plain(const union bench_address *addresses, size_t count)
{
	return start(addresses, count, 0);
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct raw *raw = instance;
	size_t at = first % raw->count;

	for (size_t i = 0; i < count; i++) {
		answers[i] = wire_ask(raw->fd, &raw->questions[at]);
		if (++at == raw->count)
			at = 0;
	}
}

static void stop(void *instance)
{
	struct raw *raw = instance;

	close(raw->fd);
	free(raw);
}

const struct contestant contestant_raw = {
	.name = "raw",
	.title = "raw look-up, FIB_MATCH",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 256,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start_match,
	.ask = ask,
	.stop = stop,
};

const struct contestant contestant_raw_plain = {
	.name = "raw-plain",
	.title = "raw look-up, plain",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 256,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start_plain,
	.ask = ask,
	.stop = stop,
};
