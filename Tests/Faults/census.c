/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Counting what a process has. */

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "faults.h"
#include "namespace.h"
#include "scenario.h"

static size_t count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t count = 0;

	while (folder && readdir(folder))
		count++;
	if (folder)
		closedir(folder);
	return count;
}

static bool is_of_library(const char *thread)
{
	char path[512];
	char name[32] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%s/comm", thread);
	file = fopen(path, "re");
	if (!file)
		return false;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	return !strcmp(name, "reachability\n");
}

/* By name: CoreFoundation and sanitizers have threads of their own. */
static size_t count_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	const struct dirent *entry;
	size_t count = 0;

	while (folder && (entry = readdir(folder)))
		count += is_of_library(entry->d_name);
	if (folder)
		closedir(folder);
	return count;
}

struct census census_take(void)
{
	return (struct census){
		.descriptors = count_descriptors(),
		.threads = count_threads(),
		.memory = faults_live_memory(),
	};
}

static bool is_quiet(void *info)
{
	(void)info;
	return count_threads() == 0;
}

bool census_take_quiet(struct census *ret_census)
{
	if (!reach_test_until(is_quiet, NULL, 4 * REACH_TEST_DEADLINE_MS))
		return false;
	*ret_census = census_take();
	return true;
}

static bool is_no_more(void *info)
{
	const struct census *before = info;
	struct census now = census_take();

	return now.descriptors <= before->descriptors &&
	       now.threads <= before->threads && now.memory <= before->memory;
}

bool census_settles(const struct census *before)
{
	return reach_test_until(is_no_more, (void *)before,
				4 * REACH_TEST_DEADLINE_MS);
}

void census_print(const struct census *before)
{
	struct census now = census_take();

	fprintf(stderr,
		"descriptors %zu (%zu before), threads %zu (%zu), memory %zu "
		"(%zu)\n",
		now.descriptors, before->descriptors, now.threads,
		before->threads, now.memory, before->memory);
	faults_print_memory();
}
