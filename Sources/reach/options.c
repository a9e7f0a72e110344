/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Reads options as getopt_long() does, but with messages that tell what to
 * write, and from the table.
 */

#include "options.h"

#include <string.h>

#include "text.h"

struct parser {
	const struct tool_command *command;
	struct tool_options *options;
	int argc;
	char **argv;
	int next;
};

static const struct tool_option *find_letter(const struct parser *parser,
					     char letter)
{
	for (size_t i = 0; i < tool_option_count; i++)
		if (tool_option_table[i].commands & parser->command->bit &&
		    tool_option_table[i].letter == letter)
			return &tool_option_table[i];
	return NULL;
}

static const struct tool_option *find_name(const struct parser *parser,
					   const char *name, size_t length)
{
	for (size_t i = 0; i < tool_option_count; i++) {
		const struct tool_option *option = &tool_option_table[i];

		if (option->commands & parser->command->bit && option->name &&
		    strlen(option->name) == length &&
		    strncmp(option->name, name, length) == 0)
			return option;
	}
	return NULL;
}

static bool refuse(const struct parser *parser, const char *option,
		   const char *problem)
{
	tool_error("%s: %s: %s; see 'reach %s --help'", parser->command->name,
		   option, problem, parser->command->name);
	return false;
}

/* value is NULL when it is not in the same word. */
static bool apply(struct parser *parser, const struct tool_option *option,
		  const char *written, const char *value)
{
	if (!option)
		return refuse(parser, written, "no such option");
	if (!option->argument)
		return value ? refuse(parser, written, "takes no value")
			     : option->set(parser->options, NULL);
	if (!value) {
		if (parser->next == parser->argc)
			return refuse(parser, written, "needs a value");
		value = parser->argv[parser->next++];
	}
	if (option->set(parser->options, value))
		return true;
	tool_error("%s: %s: '%s': write %s; see 'reach %s --help'",
		   parser->command->name, written, value, option->wants,
		   parser->command->name);
	return false;
}

static bool parse_long(struct parser *parser, const char *argument)
{
	size_t length = strcspn(argument + 2, "=");
	const char *value =
		argument[2 + length] ? argument + 2 + length + 1 : NULL;
	char written[64];

	snprintf(written, sizeof(written), "%.*s", (int)length + 2, argument);
	return apply(parser, find_name(parser, argument + 2, length), written,
		     value);
}

static bool parse_letters(struct parser *parser, const char *letters)
{
	while (*letters) {
		const struct tool_option *option =
			find_letter(parser, *letters);
		const char written[] = {'-', *letters, '\0'};
		const char *value = NULL;

		letters++;
		if (option && option->argument && *letters) {
			value = letters;
			letters += strlen(letters);
		}
		if (!apply(parser, option, written, value))
			return false;
	}
	return true;
}

static bool check(const struct parser *parser)
{
	const struct tool_options *options = parser->options;

	if (options->help)
		return true;
	if (options->word_count < parser->command->words_min) {
		tool_error("%s: no target given; write a name, an address, "
			   "LOCAL,REMOTE or 'default'",
			   parser->command->name);
		return false;
	}
	if (options->word_count > TOOL_WORDS_MAX) {
		tool_error("%s: more than %d targets", parser->command->name,
			   TOOL_WORDS_MAX);
		return false;
	}
	if (options->any && options->all) {
		tool_error("%s: --any and --all exclude each other",
			   parser->command->name);
		return false;
	}
	return true;
}

bool tool_options_parse(const struct tool_command *command, int argc,
			char **argv, struct tool_options *ret_options)
{
	struct tool_options options = {.timeout = -1, .words = argv};
	struct parser parser = {command, &options, argc, argv, 0};
	bool only_words = false;

	while (parser.next < argc) {
		char *argument = argv[parser.next++];

		/* Words are gathered at the front, where all is read. */
		if (only_words || argument[0] != '-' || !argument[1]) {
			options.words[options.word_count++] = argument;
			only_words |= command->options_first;
			continue;
		}
		if (strcmp(argument, "--") == 0)
			only_words = true;
		else if (argument[1] == '-'
				 ? !parse_long(&parser, argument)
				 : !parse_letters(&parser, argument + 1))
			return false;
	}
	if (!check(&parser))
		return false;
	*ret_options = options;
	return true;
}
