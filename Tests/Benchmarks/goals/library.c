/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The library as a file: its size without symbols, and what it needs. */

#include "goals.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "bench.h"
#include "report.h"

/* The first word a command says, as a number. */
static double number_of(const char *format, const char *file)
{
	char command[1024];
	double number = -1;
	FILE *said;

	snprintf(command, sizeof(command), format, file);
	said = popen(command, "re");
	if (!said || fscanf(said, "%lf", &number) != 1)
		bench_die("\"%s\" says nothing", command);
	pclose(said);
	return number;
}

void goals_library(void)
{
	Dl_info info;

	/* The address in the program may be a stub of its own. */
	if (!dladdr(dlsym(RTLD_DEFAULT, "reach_version"), &info) ||
	    !strstr(info.dli_fname, ".so")) {
		bench_say("the library is part of the program here");
		return;
	}
	report_note(report_value("libreachability.so, stripped",
				 number_of("f=$(mktemp) && strip -o $f '%s' && "
					   "stat -c %%s $f; rm -f $f",
					   info.dli_fname) /
					 1000,
				 REPORT_AT_MOST, 200, "kB"),
		    "built %s", BENCH_BUILD_TYPE);
	report_value("shared libraries it needs besides libc",
		     number_of("readelf -d '%s' | grep NEEDED | "
			       "grep -cvE '\\[(libc|ld-linux)'",
			       info.dli_fname),
		     REPORT_AT_MOST, 2, "");
}
