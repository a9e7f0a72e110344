/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Keeping. */

#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct report report;

/* Room for one more; the new one is zero. */
static void *grow(void *list, size_t *count, size_t size)
{
	char *grown = realloc(list, (*count + 1) * size);

	if (!grown)
		bench_die("no memory for the report");
	memset(grown + *count * size, 0, size);
	(*count)++;
	return grown;
}

void report_line(struct report_line line)
{
	report.lines =
		grow(report.lines, &report.line_count, sizeof(*report.lines));
	report.lines[report.line_count - 1] = line;
}

bool report_is_first_of_axis(size_t line)
{
	for (size_t i = 0; i < line; i++)
		if (!strcmp(report.lines[i].axis, report.lines[line].axis))
			return false;
	return true;
}

static bool is_met(const struct report_goal *goal)
{
	switch (goal->comparison) {
	case REPORT_AT_MOST:
		return goal->measured <= goal->limit;
	case REPORT_AT_LEAST:
		return goal->measured >= goal->limit;
	case REPORT_EQUAL:
		return goal->measured == goal->limit;
	default:
		return true;
	}
}

struct report_goal *report_goal(const char *name, struct summary measured,
				enum report_comparison comparison, double limit,
				const char *unit)
{
	struct report_goal *goal;

	report.goals =
		grow(report.goals, &report.goal_count, sizeof(*report.goals));
	goal = &report.goals[report.goal_count - 1];
	snprintf(goal->name, sizeof(goal->name), "%s", name);
	goal->measured = measured.median;
	goal->p5 = measured.p5;
	goal->p95 = measured.p95;
	goal->comparison = comparison;
	goal->limit = limit;
	goal->unit = unit;
	goal->met = is_met(goal);
	bench_say("goal: %s: %.4g %s%s", name, goal->measured, unit,
		  goal->met ? "" : "  NOT MET");
	return goal;
}

struct report_goal *report_value(const char *name, double measured,
				 enum report_comparison comparison,
				 double limit, const char *unit)
{
	return report_goal(name, (struct summary){.median = measured},
			   comparison, limit, unit);
}

void report_note(struct report_goal *goal, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(goal->note, sizeof(goal->note), format, arguments);
	va_end(arguments);
}

void report_event(struct report_event event)
{
	report.events = grow(report.events, &report.event_count,
			     sizeof(*report.events));
	report.events[report.event_count - 1] = event;
}

bool report_check(bool holds, const char *format, ...)
{
	va_list arguments;

	if (holds) {
		report.agreed++;
		return true;
	}
	report.disagreed++;
	fputs("FAILED ", stdout);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	return false;
}
