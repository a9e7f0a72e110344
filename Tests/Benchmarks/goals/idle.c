/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* While nothing changes: how often the library's threads are woken. */

#include "goals.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network.h"
#include "report.h"
#include "watched.h"

static size_t switches_of(const char *thread)
{
	char path[300];
	char line[256];
	size_t sum = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%s/status", thread);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		const char *number = strstr(line, "_ctxt_switches:");

		if (number)
			sum += strtoul(strchr(number, ':') + 1, NULL, 10);
	}
	if (file)
		fclose(file);
	return sum;
}

/* Of all threads but this one, which sleeps meanwhile. */
static size_t switches(void)
{
	DIR *folder = opendir("/proc/self/task");
	struct dirent *entry;
	size_t sum = 0;

	while (folder && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' && atoi(entry->d_name) != gettid())
			sum += switches_of(entry->d_name);
	closedir(folder);
	return sum;
}

void goals_idle(void)
{
	const size_t counts[] = {1, BENCH_SIZE(10000, 100)};
	union bench_address *addresses =
		bench_allocate(counts[1], sizeof(*addresses));
	double seconds = BENCH_SIZE(15, 0.3);

	network_enter(AF_INET);
	network_destinations(addresses, counts[1]);
	for (size_t i = 0; i < 2; i++) {
		struct watched *watched = watched_start(addresses, counts[i]);
		char name[REPORT_TEXT];
		size_t before = switches();

		bench_pause(seconds * 1000);
		snprintf(name, sizeof(name), "wake-ups in %g s, %zu scheduled",
			 seconds, counts[i]);
		report_value(name, (double)(switches() - before), REPORT_EQUAL,
			     0, "");
		watched_stop(watched);
	}
	free(addresses);
}
