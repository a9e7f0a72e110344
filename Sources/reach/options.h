/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The commands and the options of the tool. One table of each drives parsing,
 * help and the check that both are used where they are allowed.
 */

#ifndef REACH_TOOL_OPTIONS_H
#define REACH_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses. */
#define TOOL_YES 0
#define TOOL_NO 1
#define TOOL_ERROR 2

#define TOOL_WORDS_MAX 1000

struct tool_options {
	bool json;
	bool no_resolve;
	bool lines;
	bool any;
	bool all;
	bool unreachable;
	bool help;
	/* of scutil */
	bool reachability;
	bool details;
	bool watch;
	bool dispatch;
	const char *interface;
	const char *exec;
	/* nanoseconds; negative: not given */
	int64_t timeout;
	/* 0: not given */
	unsigned int count;
	char **words;
	size_t word_count;
};

struct tool_command {
	/* one bit */
	unsigned int bit;
	const char *name;
	const char *arguments;
	/* at least so many words */
	size_t words_min;
	/* options come first, everything after them is a word */
	bool options_first;
	const char *summary;
	const char *details;
	int (*run)(const struct tool_options *options);
};

extern const struct tool_command tool_commands[];
extern const size_t tool_command_count;
/* NULL if there is none of that name. */
const struct tool_command *tool_command_find(const char *name);

struct tool_option {
	/* bits of the commands that take it */
	unsigned int commands;
	/* 0 if it has none */
	char letter;
	/* NULL if it has none */
	const char *name;
	/* what its value is called; NULL: it takes none */
	const char *argument;
	const char *help;
	/* False: the value is no good. */
	bool (*set)(struct tool_options *options, const char *value);
	/* what the value must be, if not anything */
	const char *wants;
};

extern const struct tool_option tool_option_table[];
extern const size_t tool_option_count;

/* argv starts after the command's name and is reordered; the words are in it.
   False: what is wrong was printed. With options->help nothing else counts. */
bool tool_options_parse(const struct tool_command *command, int argc,
			char **argv, struct tool_options *ret_options);

void tool_help_print(FILE *file);
void tool_help_print_command(FILE *file, const struct tool_command *command);

#endif
