/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Asks nobody and only counts: what the machine has left for a thread at this
   moment. No contestant, but a measure for what is compared over time. */

#include "contestant.h"

static void *start(const union bench_address *addresses, size_t count)
{
	(void)count;
	return (void *)addresses;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	(void)instance;
	(void)first;
	for (size_t i = 0; i < count; i++) {
		for (int j = 0; j < 1000; j++)
			__asm__ volatile("" : : "r"(j) : "memory");
		answers[i] = 0;
	}
}

static void stop(void *instance)
{
	(void)instance;
}

const struct contestant contestant_counting = {
	.name = "counting",
	.title = "counting",
	.slice = 256,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.stop = stop,
};
