/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* For programs. */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "report.h"

static void put_text(FILE *file, const char *name, const char *text)
{
	fprintf(file, "\"%s\": \"", name);
	for (const char *c = text; *c; c++) {
		if (*c == '"' || *c == '\\')
			fputc('\\', file);
		if ((unsigned char)*c >= ' ')
			fputc(*c, file);
	}
	fputc('"', file);
}

static void put_summary(FILE *file, const char *name,
			const struct summary *summary)
{
	fprintf(file,
		", \"%s\": {\"median\": %.9g, \"p5\": %.9g, \"p95\": %.9g, "
		"\"rounds\": %zu}",
		name, summary->median, summary->p5, summary->p95,
		summary->count);
}

static void put_machine(FILE *file)
{
	const struct report_fact *facts;
	size_t count = report_machine(&facts);

	fputs("  \"machine\": {\n", file);
	for (size_t i = 0; i < count; i++) {
		fputs("    ", file);
		put_text(file, facts[i].name, facts[i].value);
		fputs(i + 1 < count ? ",\n" : "\n", file);
	}
	fputs("  },\n", file);
}

static void put_lines(FILE *file)
{
	fputs("  \"axes\": [\n", file);
	for (size_t i = 0; i < report.line_count; i++) {
		const struct report_line *line = &report.lines[i];

		fputs("    {", file);
		put_text(file, "axis", line->axis);
		fputs(", ", file);
		put_text(file, "title", line->title);
		fputs(", ", file);
		put_text(file, "over", line->over);
		fprintf(file, ", \"place\": %.9g, ", line->place);
		put_text(file, "value", line->value);
		fputs(", ", file);
		put_text(file, "contestant", line->contestant);
		fputs(", ", file);
		put_text(file, "unit", line->unit);
		put_summary(file, "measured", &line->summary);
		if (line->ratio.count)
			put_summary(file, "ratio", &line->ratio);
		fputs(i + 1 < report.line_count ? "},\n" : "}\n", file);
	}
	fputs("  ],\n", file);
}

static void put_goals(FILE *file)
{
	static const char *const words[] = {"at most", "at least", "equal",
					    "information"};

	fputs("  \"goals\": [\n", file);
	for (size_t i = 0; i < report.goal_count; i++) {
		const struct report_goal *goal = &report.goals[i];

		fputs("    {", file);
		put_text(file, "goal", goal->name);
		if (isnan(goal->measured))
			fputs(", \"measured\": null", file);
		else
			fprintf(file, ", \"measured\": %.9g", goal->measured);
		fprintf(file,
			", \"p5\": %.9g, \"p95\": %.9g, \"limit\": %.9g, ",
			goal->p5, goal->p95, goal->limit);
		put_text(file, "comparison", words[goal->comparison]);
		fputs(", ", file);
		put_text(file, "unit", goal->unit);
		fprintf(file, ", \"met\": %s, ", goal->met ? "true" : "false");
		put_text(file, "note", goal->note);
		fputs(i + 1 < report.goal_count ? "},\n" : "}\n", file);
	}
	fputs("  ],\n", file);
}

static void put_events(FILE *file)
{
	fputs("  \"events\": [\n", file);
	for (size_t i = 0; i < report.event_count; i++) {
		const struct report_event *event = &report.events[i];

		fputs("    {", file);
		put_text(file, "event", event->event);
		fputs(", ", file);
		put_text(file, "watcher", event->watcher);
		fprintf(file,
			", \"right\": %s, \"milliseconds\": %.9g, "
			"\"tried\": %zu, \"wrong\": %zu, \"silent\": %s, "
			"\"told\": %zu",
			event->right ? "true" : "false", event->milliseconds,
			event->tried, event->wrong,
			event->silent ? "true" : "false", event->told);
		fputs(i + 1 < report.event_count ? "},\n" : "}\n", file);
	}
	fputs("  ]\n", file);
}

void report_write_json(const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file)
		bench_die("%s: %s", path, strerror(errno));
	fputs("{\n", file);
	put_machine(file);
	put_lines(file);
	put_goals(file);
	put_events(file);
	fputs("}\n", file);
	if (fclose(file))
		bench_die("%s: %s", path, strerror(errno));
}
