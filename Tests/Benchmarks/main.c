/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The command line. */

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "axes.h"
#include "bench.h"
#include "child.h"
#include "goals.h"
#include "network.h"
#include "report.h"
#include "scoreboard.h"

static const char usage[] =
	"usage: reachability_bench [--quick] [--axis[=LIST]] [--goals[=LIST]]\n"
	"                          [--events] [--json FILE] [--svg DIR]\n"
	"\n"
	"Without a part everything is run, which takes about twelve minutes.\n"
	"  --axis   routes, targets, churn, threads\n"
	"  --goals  ask, events, threads, users, many, callbacks,\n"
	"           unrelated, churn, latency, memory, idle, library, tables\n"
	"  --events who notices what\n"
	"  --quick  everything small: does it work, does everybody agree?\n";

struct parts {
	bool axes;
	bool goals;
	bool events;
	const char *role;
};

static void read_options(int count, char **arguments, struct parts *ret_parts)
{
	static const struct option options[] = {
		{"quick", no_argument, NULL, 'q'},
		{"axis", optional_argument, NULL, 'a'},
		{"goals", optional_argument, NULL, 'g'},
		{"events", no_argument, NULL, 'e'},
		{"json", required_argument, NULL, 'j'},
		{"svg", required_argument, NULL, 's'},
		{"role", required_argument, NULL, 'r'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct parts parts = {.axes = false};
	int option;

	while ((option = getopt_long(count, arguments, "", options, NULL)) >= 0)
		switch (option) {
		case 'q':
			bench_options.quick = true;
			break;
		case 'a':
			parts.axes = true;
			bench_options.axes = optarg;
			break;
		case 'g':
			parts.goals = true;
			bench_options.goals = optarg;
			break;
		case 'e':
			parts.events = true;
			break;
		case 'j':
			bench_options.json = optarg;
			break;
		case 's':
			bench_options.svg = optarg;
			break;
		case 'r':
			parts.role = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			exit(0);
		default:
			fputs(usage, stderr);
			exit(2);
		}
	if (!parts.axes && !parts.goals && !parts.events)
		parts.axes = parts.goals = parts.events = true;
	*ret_parts = parts;
}

int main(int count, char **arguments)
{
	/* Whoever has been in another mount namespace comes back to "/". */
	int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct parts parts;

	setvbuf(stdout, NULL, _IOLBF, 0);
	setenv("GIO_USE_NETWORK_MONITOR", "netlink", 1);
	read_options(count, arguments, &parts);
	bench_options.program = arguments[0];
	if (parts.role)
		child_play(parts.role,
			   optind < count ? strtoul(arguments[optind], NULL, 10)
					  : 0);
	if (parts.goals)
		goals_run();
	if (parts.events)
		scoreboard_run();
	if (parts.axes)
		axes_run();
	network_leave();
	if (fchdir(folder))
		bench_die("no way back: %s", strerror(errno));
	report_print_machine();
	report_print_axes();
	report_print_goals();
	report_print_events();
	if (bench_options.json)
		report_write_json(bench_options.json);
	if (bench_options.svg)
		report_write_pictures(bench_options.svg);
	printf("%zu passed, %zu failed\n", report.agreed, report.disagreed);
	return report.disagreed ? 1 : 0;
}
