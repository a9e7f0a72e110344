/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What the numbers were taken on. */

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <netlink/version.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "report.h"

#define FACTS_MAX 10

static struct report_fact facts[FACTS_MAX];

static char *next(size_t *count, const char *name)
{
	facts[*count].name = name;
	return facts[(*count)++].value;
}

/* After the first ": " of the first line that starts so. */
static void read_line(const char *path, const char *start, char *text,
		      size_t size)
{
	FILE *file = fopen(path, "re");
	char line[256];

	while (file && fgets(line, sizeof(line), file)) {
		const char *value = strstr(line, ": ");

		if (strncmp(line, start, strlen(start)) || !value)
			continue;
		snprintf(text, size, "%.*s", (int)strcspn(value + 2, "\n"),
			 value + 2);
		break;
	}
	if (file)
		fclose(file);
}

size_t report_machine(const struct report_fact **ret_facts)
{
	const size_t size = sizeof(facts[0].value);
	struct utsname system;
	time_t now = time(NULL);
	size_t count = 0;
	double load[1] = {0};

	*ret_facts = facts;
	strftime(next(&count, "date"), size, "%Y-%m-%d", gmtime(&now));
	uname(&system);
	snprintf(next(&count, "kernel"), size, "%.60s, %.60s", system.release,
		 system.machine);
	snprintf(next(&count, "processor"), size, "unknown");
	read_line("/proc/cpuinfo", "model name", facts[count - 1].value, size);
	snprintf(next(&count, "processors"), size, "%ld",
		 sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(next(&count, "memory"), size, "%.1f GiB",
		 (double)sysconf(_SC_PHYS_PAGES) *
			 (double)sysconf(_SC_PAGESIZE) / (1 << 30));
	getloadavg(load, 1);
	snprintf(next(&count, "load at the end"), size, "%.2f", load[0]);
	snprintf(next(&count, "libreachability"), size, "%s, built %s",
		 reach_version(), BENCH_BUILD_TYPE);
	snprintf(next(&count, "GLib"), size, "%u.%u.%u", glib_major_version,
		 glib_minor_version, glib_micro_version);
	snprintf(next(&count, "libnl"), size, "%s", LIBNL_VERSION);
	return count;
}
