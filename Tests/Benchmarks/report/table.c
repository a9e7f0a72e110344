/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* For people, on standard output. The tables are Markdown, so that they can go
   into the documentation as they are. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "report.h"

/* Three digits that matter. */
static const char *number(char *text, size_t size, double value)
{
	int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;

	if (isnan(value)) {
		snprintf(text, size, "never");
		return text;
	}
	if (value > 0 && value < 0.01)
		digits = 5;
	snprintf(text, size, "%.*f", digits, value);
	return text;
}

void report_print_machine(void)
{
	const struct report_fact *facts;
	size_t count = report_machine(&facts);

	puts("| | |\n|---|---|");
	for (size_t i = 0; i < count; i++)
		printf("| %s | %s |\n", facts[i].name, facts[i].value);
	putchar('\n');
}

static void print_line(const struct report_line *line)
{
	char median[32];
	char low[32];
	char high[32];
	char ratio[32] = "";

	if (line->ratio.count)
		number(ratio, sizeof(ratio), line->ratio.median);
	printf("| %-10s | %-42s | %9s %s | %9s | %9s | %8s | %4zu |\n",
	       line->value, line->contestant,
	       number(median, sizeof(median), line->summary.median), line->unit,
	       number(low, sizeof(low), line->summary.p5),
	       number(high, sizeof(high), line->summary.p95), ratio,
	       line->summary.count);
}

static void print_axis(const struct report_line *first)
{
	printf("### %s\n\n| %s ", first->title, first->over);
	puts("| contestant | median | p5 | p95 | ratio | rounds |\n"
	     "|---|---|---:|---:|---:|---:|---:|");
	for (size_t i = 0; i < report.line_count; i++)
		if (!strcmp(report.lines[i].axis, first->axis))
			print_line(&report.lines[i]);
	putchar('\n');
}

void report_print_axes(void)
{
	for (size_t i = 0; i < report.line_count; i++)
		if (report_is_first_of_axis(i))
			print_axis(&report.lines[i]);
}

static void print_goal(const struct report_goal *goal)
{
	static const char *const signs[] = {"<=", ">=", "=", ""};
	char measured[32];
	char limit[32] = "";
	char low[32];
	char high[32];
	char spread[80] = "";

	number(measured, sizeof(measured), goal->measured);
	if (goal->comparison != REPORT_ONLY)
		number(limit, sizeof(limit), goal->limit);
	if (goal->p5 != goal->p95)
		snprintf(spread, sizeof(spread), "%s to %s",
			 number(low, sizeof(low), goal->p5),
			 number(high, sizeof(high), goal->p95));
	printf("| %-56s | %8s %s | %-16s | %2s %s | %s | %s |\n", goal->name,
	       measured, goal->unit, spread, signs[goal->comparison], limit,
	       goal->comparison == REPORT_ONLY ? ""
	       : goal->met		       ? "yes"
					       : "NO",
	       goal->note);
}

void report_print_goals(void)
{
	size_t met = 0;
	size_t goals = 0;

	if (!report.goal_count)
		return;
	puts("### Goals\n\n"
	     "| goal | measured | p5 to p95 | limit | met | |\n"
	     "|---|---:|---|---|---|---|");
	for (size_t i = 0; i < report.goal_count; i++) {
		print_goal(&report.goals[i]);
		if (report.goals[i].comparison != REPORT_ONLY) {
			goals++;
			met += report.goals[i].met;
		}
	}
	printf("\n%zu of %zu goals met.\n\n", met, goals);
}

static void print_event(const struct report_event *event)
{
	char time[32];
	char noticed[48] = "never";

	if (event->silent)
		snprintf(noticed, sizeof(noticed), "told %zu times",
			 event->told);
	else if (event->wrong < event->tried)
		snprintf(noticed, sizeof(noticed), "%s ms",
			 number(time, sizeof(time), event->milliseconds));
	printf("| %-52s | %-24s | %-5s | %14s | %zu of %zu |\n", event->event,
	       event->watcher, event->right ? "right" : "WRONG", noticed,
	       event->wrong, event->tried);
}

void report_print_events(void)
{
	if (!report.event_count)
		return;
	puts("### Events\n\n"
	     "| event | watcher | answer | noticed after | wrong |\n"
	     "|---|---|---|---:|---:|");
	for (size_t i = 0; i < report.event_count; i++)
		print_event(&report.events[i]);
	putchar('\n');
}
