/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What each command of the table does; the return is the exit status. */

#ifndef REACH_TOOL_COMMANDS_H
#define REACH_TOOL_COMMANDS_H

struct tool_options;

int tool_check(const struct tool_options *options);
int tool_explain(const struct tool_options *options);
int tool_watch(const struct tool_options *options);
int tool_wait(const struct tool_options *options);
int tool_scutil(const struct tool_options *options);

#endif
