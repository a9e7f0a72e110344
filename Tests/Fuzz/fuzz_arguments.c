/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Command lines of the tool: words that end at each NUL, the first of them
 * chooses the command. Those commands that end by themselves are run, without
 * look-ups; what they print must be harmless to a terminal.
 */

#include <stdio.h>

#include "fuzz.h"
#include "options.h"
#include "target.h"
#include "text.h"
#include "word.h"

#define WORDS_MAX 16

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	/* standard output may be a terminal all the same */
	return setenv("NO_COLOR", "1", 1);
}

/* In the locale of the fuzzer, which is C, anything else is escaped; JSON is
   UTF-8 everywhere. */
static void check_harmless(const char *text, bool is_json)
{
	for (; *text; text++)
		must(*text == '\n' || (*text >= 0x20 && *text != 0x7f) ||
		     (is_json && *text & 0x80));
}

static void check_text(const char *text)
{
	char *escaped = tool_text_escape(text);
	struct tool_safe safe = tool_safe(text);

	must(escaped);
	check_harmless(escaped, false);
	must(strlen(safe.text) < sizeof(safe.text));
	must(!strncmp(safe.text, escaped, strlen(safe.text)));
	must(tool_text_width(escaped) == strlen(escaped));
	for (size_t width = 0; width < 4; width++) {
		tool_text_cut(safe.text, 3 - width);
		must(tool_text_width(safe.text) <= 3 - width);
	}
	free(escaped);
}

static void check_word(const char *text)
{
	struct tool_word word;
	char advice[TOOL_ADVICE_MAX];

	memset(advice, 0xa5, sizeof(advice));
	if (tool_word_parse(text, &word, advice))
		must(*text && !strchr(text, ' '));
	else
		must(memchr(advice, 0, sizeof(advice)));
	check_text(text);
}

static bool ends_by_itself(const struct tool_command *command,
			   const struct tool_options *options)
{
	return !options->help && !options->watch &&
	       strcmp(command->name, "watch") != 0 &&
	       strcmp(command->name, "wait") != 0;
}

static void run(char **words, int count)
{
	size_t number = (unsigned char)*words[0] % tool_command_count;
	const struct tool_command *command = &tool_commands[number];
	struct tool_options options;
	int status;

	if (!tool_options_parse(command, count - 1, words + 1, &options))
		return;
	must(options.word_count < WORDS_MAX);
	must(options.help || options.word_count >= command->words_min);
	if (!ends_by_itself(command, &options))
		return;
	options.no_resolve = true;
	status = command->run(&options);
	must(status == TOOL_YES || status == TOOL_NO || status == TOOL_ERROR);
}

/* With what is printed kept from the terminal, and looked at. The fuzzer has
   its own idea of where to write. */
static void run_unseen(char **words, int count)
{
	FILE *files[] = {stdout, stderr};
	char *printed = NULL;
	size_t size = 0;

	stdout = stderr = open_memstream(&printed, &size);
	must(stdout);
	run(words, count);
	must(!fclose(stdout));
	stdout = files[0];
	stderr = files[1];
	must(strlen(printed) == size);
	check_harmless(printed, *printed == '{');
	free(printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	char *texts[WORDS_MAX];
	char *words[WORDS_MAX];
	int count = 0;

	while (input.size && count < WORDS_MAX) {
		char *text = copy_text(input.data, input.size);
		size_t taken = strlen(text) + 1;

		taken = taken < input.size ? taken : input.size;
		input.data += taken;
		input.size -= taken;
		/* parsing changes their order */
		texts[count] = words[count] = text;
		count++;
		check_word(text);
	}
	if (count)
		run_unseen(words, count);
	while (count > 0)
		free(texts[--count]);
	return 0;
}
