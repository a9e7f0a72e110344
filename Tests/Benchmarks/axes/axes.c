/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The list. */

#include "axes.h"

#include "bench.h"

static const struct {
	const char *name;
	void (*run)(void);
} axes[] = {
	{"targets", axis_targets},
	{"churn", axis_churn},
	{"threads", axis_threads},
	/* Last: what is left of a million routes takes its time to go. */
	{"routes", axis_routes},
};

void axes_run(void)
{
	for (size_t i = 0; i < sizeof(axes) / sizeof(*axes); i++)
		if (bench_listed(bench_options.axes, axes[i].name)) {
			bench_say("axis: %s", axes[i].name);
			axes[i].run();
		}
}
