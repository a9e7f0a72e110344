/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Everything that was found out, in the order it was: lines of the axes, goals
 * and events noticed or not. Kept here; table, JSON and pictures are written
 * from it.
 */

#ifndef REACH_BENCH_REPORT_H
#define REACH_BENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "statistics.h"

#define REPORT_TEXT 96

/* One contestant at one value of one axis. */
struct report_line {
	/* short, for files; what it shows, and over what, for people */
	char axis[REPORT_TEXT];
	char title[REPORT_TEXT];
	const char *over;
	/* place on the axis, and how it is called */
	double place;
	char value[REPORT_TEXT];
	char contestant[REPORT_TEXT];
	const char *unit;
	struct summary summary;
	/* to the reference of the same rounds; count 0: none */
	struct summary ratio;
};

enum report_comparison {
	REPORT_AT_MOST,
	REPORT_AT_LEAST,
	REPORT_EQUAL,
	/* only for information */
	REPORT_ONLY,
};

struct report_goal {
	char name[REPORT_TEXT];
	/* NAN: what was to be timed did not happen, which is not met */
	double measured;
	/* spread; both 0 if there is none */
	double p5;
	double p95;
	enum report_comparison comparison;
	double limit;
	const char *unit;
	char note[2 * REPORT_TEXT];
	bool met;
};

/* Did somebody notice an event, and after how long? */
struct report_event {
	char event[REPORT_TEXT];
	char watcher[REPORT_TEXT];
	bool right;
	/* median of those that were right */
	double milliseconds;
	size_t tried;
	size_t wrong;
	/* nobody was to be told of it; how often somebody was */
	bool silent;
	size_t told;
};

struct report {
	struct report_line *lines;
	size_t line_count;
	struct report_goal *goals;
	size_t goal_count;
	struct report_event *events;
	size_t event_count;
	/* checks that do not depend on time */
	size_t agreed;
	size_t disagreed;
};
extern struct report report;

void report_line(struct report_line line);
/* No line before is of the same axis. */
bool report_is_first_of_axis(size_t line);
/* Returns the entry, for its note. */
struct report_goal *report_goal(const char *name, struct summary measured,
				enum report_comparison comparison, double limit,
				const char *unit);
struct report_goal *report_value(const char *name, double measured,
				 enum report_comparison comparison,
				 double limit, const char *unit);
void report_note(struct report_goal *goal, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void report_event(struct report_event event);
/* Counts, and says aloud what does not hold. */
bool report_check(bool holds, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* On standard output: the axes, the goals, the events. */
void report_print_machine(void);
void report_print_axes(void);
void report_print_goals(void);
void report_print_events(void);
/* Files; or the end. */
void report_write_json(const char *path);
void report_write_pictures(const char *folder);

/* The machine in a few lines of "name", "value". */
struct report_fact {
	const char *name;
	char value[2 * REPORT_TEXT];
};
size_t report_machine(const struct report_fact **ret_facts);

#endif
