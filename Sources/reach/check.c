/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach check: one line for each target. */

#include "ask.h"
#include "commands.h"
#include "names.h"
#include "terminal.h"
#include "text.h"

/* Widths of columns that depend on what is in them. */
struct widths {
	size_t flags;
	size_t interface;
};

static void widen(size_t *width, const char *text)
{
	size_t needed = tool_text_width(text);

	if (needed > *width)
		*width = needed;
}

static struct widths measure(const struct tool_outcome *outcomes, size_t count)
{
	struct widths widths = {0};

	for (size_t i = 0; i < count; i++) {
		char flags[TOOL_FLAGS_MAX];
		char interface[TOOL_SUMMARY_MAX];

		if (outcomes[i].error)
			continue;
		tool_names_flags(outcomes[i].answer.why.flags, flags);
		tool_answer_interface(&outcomes[i].answer, interface);
		widen(&widths.flags, flags);
		widen(&widths.interface, interface);
	}
	return widths;
}

static void print_line(const struct tool_targets *targets, size_t index,
		       const struct tool_answer *answer,
		       const struct widths *widths)
{
	char flags[TOOL_FLAGS_MAX];
	char interface[TOOL_SUMMARY_MAX];
	char summary[TOOL_SUMMARY_MAX];

	tool_names_flags(answer->why.flags, flags);
	tool_answer_interface(answer, interface);
	tool_answer_summary(answer, summary);
	tool_text_pad(stdout, targets->list[index].label, targets->width);
	printf("  %s%-16s%s  ", tool_colour_state(answer->state),
	       tool_state_text(answer->state), tool_colour_off());
	tool_text_pad(stdout, flags, widths->flags);
	fputs("  ", stdout);
	tool_text_pad(stdout, interface, widths->interface);
	printf("  %s\n", summary);
}

static void print(const struct tool_targets *targets,
		  const struct tool_outcome *outcomes)
{
	struct widths widths = measure(outcomes, targets->count);

	for (size_t i = 0; i < targets->count; i++)
		if (!outcomes[i].error)
			print_line(targets, i, &outcomes[i].answer, &widths);
}

int tool_check(const struct tool_options *options)
{
	return tool_ask(options, print, false);
}
