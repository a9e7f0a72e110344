/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What standard output is: a terminal or not, how large, with colours or
 * without.
 */

#ifndef REACH_TOOL_TERMINAL_H
#define REACH_TOOL_TERMINAL_H

#include <stdbool.h>

#include "answer.h"

/* Standard output is a terminal that can move its cursor. */
bool tool_terminal_is_live(void);
/* Colours are wanted: a terminal, and NO_COLOR is not set. */
bool tool_terminal_has_colour(void);
/* Can it show block characters? */
bool tool_terminal_has_blocks(void);
void tool_terminal_size(unsigned int *ret_columns, unsigned int *ret_rows);

/* Escape sequences, "" without colours. */
const char *tool_colour_state(enum tool_state state);
const char *tool_colour_bold(void);
const char *tool_colour_dim(void);
const char *tool_colour_off(void);

#endif
