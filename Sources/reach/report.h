/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Answers as JSON. The members are documented in Documentation/reach-json.md,
 * which changes together with this file.
 */

#ifndef REACH_TOOL_REPORT_H
#define REACH_TOOL_REPORT_H

#include "answer.h"
#include "json.h"
#include "target.h"

/* What every object starts with. */
void tool_report_target(struct tool_json *json,
			const struct tool_target *target);
/* State, flags, rule, interface, address and name. */
void tool_report_answer(struct tool_json *json,
			const struct tool_answer *answer);
/* Every path that was looked at. */
void tool_report_paths(struct tool_json *json,
		       const struct tool_answer *answer);
/* A flag word as a list of names. */
void tool_report_flags(struct tool_json *json, const char *key,
		       SCNetworkReachabilityFlags flags);
/* In place of an answer. */
void tool_report_error(struct tool_json *json, int error);

#endif
