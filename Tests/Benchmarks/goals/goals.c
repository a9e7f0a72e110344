/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The list. */

#include "goals.h"

#include "bench.h"

static const struct {
	const char *name;
	void (*run)(void);
} groups[] = {
	{"ask", goals_ask},
	{"events", goals_events},
	{"threads", goals_threads},
	{"users", goals_users},
	{"many", goals_many},
	{"callbacks", goals_callbacks},
	{"unrelated", goals_unrelated},
	{"churn", goals_churn},
	{"latency", goals_latency},
	{"memory", goals_memory},
	{"idle", goals_idle},
	{"library", goals_library},
	{"tables", goals_tables},
};

void goals_run(void)
{
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		if (bench_listed(bench_options.goals, groups[i].name)) {
			bench_say("goals: %s", groups[i].name);
			groups[i].run();
		}
}
