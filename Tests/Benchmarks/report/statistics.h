/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Numbers of many rounds, and what is said of them. Pure. */

#ifndef REACH_BENCH_STATISTICS_H
#define REACH_BENCH_STATISTICS_H

#include <stddef.h>

struct samples {
	double *values;
	size_t count;
	size_t room;
};

struct summary {
	double median;
	/* a twentieth is below, a twentieth above */
	double p5;
	double p95;
	size_t count;
};

void samples_add(struct samples *samples, double value);
void samples_free(struct samples *samples);
/* All zero if there are none. */
struct summary samples_summary(const struct samples *samples);
/* Of each round's value divided by the other's of the same round. */
struct summary samples_ratio(const struct samples *samples,
			     const struct samples *others);

#endif
