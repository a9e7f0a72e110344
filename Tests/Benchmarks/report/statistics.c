/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Order statistics. */

#include "statistics.h"

#include <stdlib.h>

#include "bench.h"

void samples_add(struct samples *samples, double value)
{
	if (samples->count == samples->room) {
		samples->room = samples->room ? 2 * samples->room : 64;
		samples->values =
			realloc(samples->values,
				samples->room * sizeof(*samples->values));
		if (!samples->values)
			bench_die("no memory for samples");
	}
	samples->values[samples->count++] = value;
}

void samples_free(struct samples *samples)
{
	free(samples->values);
	*samples = (struct samples){.values = NULL};
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Between two values where the place is between them. */
static double at(const double *sorted, size_t count, double part)
{
	double place = part * (double)(count - 1);
	size_t below = (size_t)place;
	double rest = place - (double)below;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] * (1 - rest) + sorted[below + 1] * rest;
}

static struct summary summarise(double *values, size_t count)
{
	struct summary summary = {.count = count};

	if (!count)
		return summary;
	qsort(values, count, sizeof(*values), compare);
	summary.median = at(values, count, 0.5);
	summary.p5 = at(values, count, 0.05);
	summary.p95 = at(values, count, 0.95);
	return summary;
}

struct summary samples_summary(const struct samples *samples)
{
	double *values = bench_allocate(samples->count, sizeof(*values));
	struct summary summary;

	for (size_t i = 0; i < samples->count; i++)
		values[i] = samples->values[i];
	summary = summarise(values, samples->count);
	free(values);
	return summary;
}

struct summary samples_ratio(const struct samples *samples,
			     const struct samples *others)
{
	size_t count =
		samples->count < others->count ? samples->count : others->count;
	double *values = bench_allocate(count, sizeof(*values));
	struct summary summary;

	for (size_t i = 0; i < count; i++)
		values[i] = samples->values[i] / others->values[i];
	summary = summarise(values, count);
	free(values);
	return summary;
}
