/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Asks the terminal, and knows its escape sequences for colours. */

#include "terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool tool_terminal_is_live(void)
{
	const char *type = getenv("TERM");

	return isatty(STDOUT_FILENO) && type && *type &&
	       strcmp(type, "dumb") != 0;
}

bool tool_terminal_has_colour(void)
{
	const char *no_colour = getenv("NO_COLOR");

	return tool_terminal_is_live() && !(no_colour && *no_colour);
}

bool tool_terminal_has_blocks(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void tool_terminal_size(unsigned int *ret_columns, unsigned int *ret_rows)
{
	struct winsize size = {0};

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	*ret_columns = size.ws_col ? size.ws_col : 80;
	*ret_rows = size.ws_row ? size.ws_row : 24;
}

static const char *colour(const char *sequence)
{
	return tool_terminal_has_colour() ? sequence : "";
}

const char *tool_colour_state(enum tool_state state)
{
	static const char *const sequences[TOOL_STATES] = {
		[TOOL_STATE_NONE] = "\033[2m",
		[TOOL_STATE_REACHABLE] = "\033[32m",
		[TOOL_STATE_NEEDS_CONNECTION] = "\033[33m",
		[TOOL_STATE_UNRESOLVED] = "\033[33m",
		[TOOL_STATE_NOT_REACHABLE] = "\033[31m",
	};

	return colour(sequences[state]);
}

const char *tool_colour_bold(void)
{
	return colour("\033[1m");
}

const char *tool_colour_dim(void)
{
	return colour("\033[2m");
}

const char *tool_colour_off(void)
{
	return colour("\033[0m");
}
