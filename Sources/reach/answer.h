/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What is known of a target at one moment, and how to say it in a few words.
 */

#ifndef REACH_TOOL_ANSWER_H
#define REACH_TOOL_ANSWER_H

#include <stdbool.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "word.h"

struct tool_target;

/* From good to bad: of several in one cell of a timeline the last counts. */
enum tool_state {
	/* not looked at yet */
	TOOL_STATE_NONE,
	TOOL_STATE_REACHABLE,
	TOOL_STATE_NEEDS_CONNECTION,
	/* a name that is still being looked up, with a default path */
	TOOL_STATE_UNRESOLVED,
	TOOL_STATE_NOT_REACHABLE,
};
#define TOOL_STATES 5

struct tool_answer {
	enum tool_state state;
	enum tool_kind kind;
	struct reach_explanation why;
};

/* False with SCError() set. Leaves a first callback owed. */
bool tool_answer_get(const struct tool_target *target,
		     struct tool_answer *ret_answer);

/* The name's first look-up is under way. */
bool tool_answer_is_pending(const struct tool_answer *answer);

/* The path that decided, or NULL. */
const struct reach_path *tool_answer_path(const struct tool_answer *answer);

/* Is it about the default path rather than about an address? */
bool tool_answer_is_default(const struct tool_answer *answer);

/* "not reachable" for people, "not-reachable" for programs. */
const char *tool_state_text(enum tool_state state);
const char *tool_state_word(enum tool_state state);

#define TOOL_SUMMARY_MAX 640
/* Printable: "198.51.100.7, through gateway 192.0.2.1". */
void tool_answer_summary(const struct tool_answer *answer, char *ret_text);
/* Printable: "eth0 (wired)", "-" if there is none. */
void tool_answer_interface(const struct tool_answer *answer, char *ret_text);

#endif
