/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach watch without a terminal: a line or a JSON object for each change. */

#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "report.h"
#include "text.h"
#include "watch.h"

static void write_states(FILE *file, const struct tool_change *change)
{
	const char *after = tool_state_text(change->after->state);
	const char *before =
		change->before ? tool_state_text(change->before->state) : NULL;

	if (before && strcmp(before, after) != 0)
		fprintf(file, "%s -> %s", before, after);
	else
		fputs(after, file);
}

static void write_interfaces(FILE *file, const struct tool_change *change)
{
	char before[TOOL_SUMMARY_MAX];
	char after[TOOL_SUMMARY_MAX];

	tool_answer_interface(change->after, after);
	if (change->before) {
		tool_answer_interface(change->before, before);
		if (strcmp(before, after) != 0)
			fprintf(file, "%s -> ", before);
	}
	fputs(after, file);
}

char *tool_change_text(const struct tool_change *change)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;
	write_states(file, change);
	fputs("  ", file);
	write_interfaces(file, change);
	fprintf(file, "  %s", change->reason);
	if (change->before) {
		char lasted[TOOL_DURATION_MAX];

		tool_text_duration(change->lasted, lasted);
		fprintf(file, "  (after %s)", lasted);
	}
	if (fclose(file)) {
		free(text);
		return NULL;
	}
	return text;
}

static void print_line(struct tool_watch *watch,
		       const struct tool_change *change)
{
	char time[TOOL_TIME_MAX];
	char *text = tool_change_text(change);

	tool_text_time(&change->time, time);
	printf("%s  ", time);
	tool_text_pad(stdout, change->watched->target->label,
		      watch->targets.width);
	printf("  %s\n", text ? text : "out of memory");
	free(text);
}

static void print_json(struct tool_watch *watch,
		       const struct tool_change *change)
{
	struct tool_json json = {.file = stdout};
	char time[TOOL_TIME_MAX];

	(void)watch;
	tool_text_timestamp(&change->time, time);
	tool_json_begin_object(&json, NULL);
	tool_json_string(&json, "event", change->before ? "change" : "initial");
	tool_json_string(&json, "time", time);
	tool_report_target(&json, change->watched->target);
	tool_report_answer(&json, change->after);
	tool_json_string(&json, "reason", change->reason);
	if (change->before) {
		const struct reach_path *path =
			tool_answer_path(change->before);

		tool_json_begin_object(&json, "previous");
		tool_json_string(&json, "state",
				 tool_state_word(change->before->state));
		tool_json_unsigned(&json, "flags", change->before->why.flags);
		tool_json_text(&json, "interface",
			       path ? path->interface_name : "");
		tool_json_seconds(&json, "seconds", change->lasted);
		tool_json_end_object(&json);
	} else {
		tool_json_null(&json, "previous");
	}
	tool_json_end_object(&json);
	putchar('\n');
}

const struct tool_display tool_display_lines = {.change = print_line};
const struct tool_display tool_display_json = {.change = print_json};
