/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The tables hold together, and parsing follows them. */

#include "namespace.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

static bool parse(const char *command, struct tool_options *ret_options,
		  const char *words)
{
	/* kept, as options point into it */
	static char text[256];
	static char *argv[32];
	int argc = 0;

	snprintf(text, sizeof(text), "%s", words);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	return tool_options_parse(tool_command_find(command), argc, argv,
				  ret_options);
}

static void expect_words(const struct tool_options *options, const char *words)
{
	char text[256] = "";

	for (size_t i = 0; i < options->word_count; i++) {
		strcat(text, i ? " " : "");
		strcat(text, options->words[i]);
	}
	assert_string_equal(text, words);
}

static void no_command_has_an_option_twice(void **state)
{
	for (size_t i = 0; i < tool_option_count; i++) {
		const struct tool_option *one = &tool_option_table[i];

		assert_true(one->letter || one->name);
		assert_true(*one->help);
		for (size_t j = 0; j < i; j++) {
			const struct tool_option *other = &tool_option_table[j];

			if (!(one->commands & other->commands))
				continue;
			assert_false(one->letter &&
				     one->letter == other->letter);
			assert_false(one->name && other->name &&
				     strcmp(one->name, other->name) == 0);
		}
	}
}

static void help_fits_a_terminal(void **state)
{
	char text[8192] = "";
	FILE *file = fmemopen(text, sizeof(text), "w");

	tool_help_print(file);
	for (size_t i = 0; i < tool_command_count; i++)
		tool_help_print_command(file, &tool_commands[i]);
	fclose(file);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		if (strlen(line) > 80)
			fail_msg("longer than 80: %s", line);
}

static void help_of_a_command_names_each_of_its_options(void **state)
{
	for (size_t i = 0; i < tool_command_count; i++) {
		const struct tool_command *command = &tool_commands[i];
		char text[4096] = "";
		FILE *file = fmemopen(text, sizeof(text), "w");

		tool_help_print_command(file, command);
		fclose(file);
		for (size_t j = 0; j < tool_option_count; j++)
			if (tool_option_table[j].commands & command->bit)
				assert_non_null(strstr(
					text, tool_option_table[j].help));
	}
}

static void options_may_stand_before_and_after_targets(void **state)
{
	struct tool_options options;

	assert_true(parse("check", &options, "a --json b -t 1.5 c"));
	assert_true(options.json);
	assert_int_equal(options.timeout, 1500000000);
	expect_words(&options, "a b c");
}

static void after_two_dashes_all_are_targets(void **state)
{
	struct tool_options options;

	assert_true(parse("check", &options, "-j -- -a --json"));
	expect_words(&options, "-a --json");
}

static void values_may_be_in_the_same_word(void **state)
{
	struct tool_options options;

	assert_true(parse("watch", &options, "--count=3 -t2 -le=x a"));
	assert_int_equal(options.count, 3);
	assert_int_equal(options.timeout, INT64_C(2000000000));
	assert_true(options.lines);
	assert_string_equal(options.exec, "=x");
}

static void words_of_scutil_end_its_options(void **state)
{
	struct tool_options options;

	assert_true(parse("scutil", &options, "-dWr a -x interface lo"));
	assert_true(options.details && options.watch && options.reachability);
	assert_false(options.dispatch);
	expect_words(&options, "a -x interface lo");
}

static void an_option_of_another_command_is_none_of_this_one(void **state)
{
	struct tool_options options;

	assert_false(parse("check", &options, "--count 1 a"));
	assert_false(parse("wait", &options, "--json a"));
	assert_false(parse("watch", &options, "--until reachable a"));
	assert_false(parse("check", &options, "-z a"));
	assert_false(parse("check", &options, "--jso a"));
}

static void values_are_checked(void **state)
{
	static const char *const wrong[] = {
		"-t x a",    "-t -1 a",	    "-t nan a",	    "-t 1s a",
		"-t 1e99 a", "--count 0 a", "--count -1 a", "--count 1x a",
		"--count",   "--exec= a",   "--json=1 a",   "-t",
	};
	struct tool_options options;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(parse("watch", &options, wrong[i]));
	assert_false(parse("wait", &options, "--until up a"));
	assert_false(parse("wait", &options, "--any --all a"));
	assert_false(parse("check", &options, "-i"));
}

static void a_target_is_needed_unless_help_is_asked_for(void **state)
{
	struct tool_options options;

	assert_false(parse("check", &options, ""));
	assert_true(parse("check", &options, "--help"));
	assert_true(options.help);
}

static void without_options_nothing_is_set(void **state)
{
	struct tool_options options;

	assert_true(parse("watch", &options, "a"));
	assert_int_equal(options.timeout, -1);
	assert_int_equal(options.count, 0);
	assert_null(options.exec);
	assert_null(options.interface);
	assert_false(options.json || options.no_resolve || options.any);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(no_command_has_an_option_twice),
		REACH_TEST(help_fits_a_terminal),
		REACH_TEST(help_of_a_command_names_each_of_its_options),
		REACH_TEST(options_may_stand_before_and_after_targets),
		REACH_TEST(after_two_dashes_all_are_targets),
		REACH_TEST(values_may_be_in_the_same_word),
		REACH_TEST(words_of_scutil_end_its_options),
		REACH_TEST(an_option_of_another_command_is_none_of_this_one),
		REACH_TEST(values_are_checked),
		REACH_TEST(a_target_is_needed_unless_help_is_asked_for),
		REACH_TEST(without_options_nothing_is_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
