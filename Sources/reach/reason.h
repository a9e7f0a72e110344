/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Why one answer followed another, in words. Pure: what the interface of the
 * former path is like now is handed in.
 */

#ifndef REACH_TOOL_REASON_H
#define REACH_TOOL_REASON_H

#include "answer.h"
#include "link.h"

/* Printable; at most TOOL_SUMMARY_MAX. before is NULL for the first answer. */
void tool_reason(const struct tool_answer *before,
		 const struct tool_answer *after,
		 const struct tool_link *former_link, char *ret_text);

/* Is there anything to tell: other flags, another interface, another number of
   addresses? */
bool tool_reason_differs(const struct tool_answer *before,
			 const struct tool_answer *after);

#endif
