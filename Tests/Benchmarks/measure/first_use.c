/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The role of a new process that asks for the first time: what its first answer
   costs in time and in memory. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "contestant.h"
#include "first_use.h"

/* Kilobytes this process has in memory. The counters of other files are
   behind by what each processor has not yet told. */
static double resident(void)
{
	static char text[1024];
	int fd = open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	const char *line;

	if (length <= 0)
		bench_die("no smaps_rollup");
	text[length] = '\0';
	close(fd);
	line = strstr(text, "Rss:");
	return line ? strtod(line + 4, NULL) : 0;
}

static void tell_first_use(const struct contestant *contestant,
			   const char *destination)
{
	union bench_address address = bench_address(destination);
	uint8_t answer = 0;
	double before;
	uint64_t start;
	void *instance;

	resident();
	before = resident();
	start = bench_now();
	instance = contestant->start(&address, 1);
	contestant->ask(instance, 0, 1, &answer);
	start = bench_now() - start;
	child_tell((double)start / 1e6);
	child_tell(resident() - before);
	child_tell(answer & BENCH_REACHABLE);
}

void child_first_use(size_t number)
{
	tell_first_use(contestants[number], "16.0.0.1");
}

void child_first_use6(size_t number)
{
	tell_first_use(contestants[number], "3fff::1");
}

bool first_use_measure(const struct contestant *contestant, int family,
		       struct samples *milliseconds, struct samples *kilobytes)
{
	size_t number = 0;
	double numbers[3];

	while (contestants[number] != contestant)
		number++;
	child_run(family == AF_INET ? "first-use" : "first-use6", number,
		  numbers, 3);
	samples_add(milliseconds, numbers[0]);
	samples_add(kilobytes, numbers[1]);
	return numbers[2] > 0;
}
