/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What is written is JSON, whatever it is made of. */

#include "namespace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_check.h"

static char *text;
static size_t length;

static struct tool_json begin(void)
{
	return (struct tool_json){.file = open_memstream(&text, &length)};
}

static void expect(struct tool_json *json, const char *expected)
{
	fclose(json->file);
	assert_string_equal(text, expected);
	assert_true(reach_test_json_is_valid(text));
	free(text);
}

static void the_checker_refuses_what_is_no_json(void **state)
{
	static const char *const wrong[] = {
		"",    "{",	   "{\"a\"}",	"{\"a\":1,}", "[1 2]",
		"01",  "1.",	   "\"\\x\"",	"\"\n\"",     "\"\xff\"",
		"nul", "[1]]",	   "{a:1}",	"\"\\u12\"",  "\"",
		"1e",  "\"\xc3\"", "{\"a\" 1}", "'a'",	      "[,]",
	};
	static const char *const right[] = {
		"0",	"-1.5e+3",     "[]",
		"{}",	" [ 1 , 2 ] ", "true",
		"\"\"", "\"\\u00e4\"", "\"\xc3\xa4\"",
		"null", "[[],{}]",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(reach_test_json_is_valid(wrong[i]));
	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++)
		assert_true(reach_test_json_is_valid(right[i]));
}

static void members_have_commas_between_them(void **state)
{
	struct tool_json json = begin();

	tool_json_begin_object(&json, NULL);
	tool_json_begin_array(&json, "list");
	tool_json_unsigned(&json, NULL, 1);
	tool_json_begin_object(&json, NULL);
	tool_json_end_object(&json);
	tool_json_end_array(&json);
	tool_json_begin_array(&json, "empty");
	tool_json_end_array(&json);
	tool_json_bool(&json, "yes", true);
	tool_json_null(&json, "nothing");
	tool_json_text(&json, "none", "");
	tool_json_text(&json, "some", "x");
	tool_json_seconds(&json, "time", 1500000000);
	tool_json_end_object(&json);
	expect(&json, "{\"list\":[1,{}],\"empty\":[],\"yes\":true,"
		      "\"nothing\":null,\"none\":null,\"some\":\"x\","
		      "\"time\":1.500000}");
}

static void control_characters_are_escaped(void **state)
{
	struct tool_json json = begin();

	tool_json_string(&json, NULL, "a\x1b[31m\n\x7f\"\\");
	expect(&json, "\"a\\u001b[31m\\u000a\\u007f\\\"\\\\\"");
}

static void characters_that_turn_text_around_are_escaped(void **state)
{
	struct tool_json json = begin();

	/* U+202E, U+0085, U+E0001 */
	tool_json_string(&json, NULL, "\xe2\x80\xae\xc2\x85\xf3\xa0\x80\x81");
	expect(&json, "\"\\u202e\\u0085\\udb40\\udc01\"");
}

static void other_characters_stay_as_they_are(void **state)
{
	struct tool_json json = begin();

	tool_json_string(&json, NULL, "b\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
	expect(&json, "\"b\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\"");
}

static void bytes_that_are_no_utf8_are_replaced(void **state)
{
	static const char *const wrong[] = {
		"\xff",		"\x80",
		"\xc3",		"\xc0\x80",
		"\xed\xa0\x80", "\xf4\x90\x80\x80",
		"\xe2\x82",	"\xf8\x88\x80\x80\x80",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct tool_json json = begin();

		tool_json_string(&json, NULL, wrong[i]);
		fclose(json.file);
		assert_true(reach_test_json_is_valid(text));
		assert_int_equal(strncmp(text, "\"\\ufffd", 7), 0);
		free(text);
	}
}

static void every_pair_of_bytes_gives_valid_text(void **state)
{
	for (int first = 1; first < 256; first++) {
		for (int second = 1; second < 256; second++) {
			const char bytes[] = {(char)first, (char)second, 0};
			struct tool_json json = begin();

			tool_json_string(&json, NULL, bytes);
			fclose(json.file);
			assert_true(reach_test_json_is_valid(text));
			free(text);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(the_checker_refuses_what_is_no_json),
		REACH_TEST(members_have_commas_between_them),
		REACH_TEST(control_characters_are_escaped),
		REACH_TEST(characters_that_turn_text_around_are_escaped),
		REACH_TEST(other_characters_stay_as_they_are),
		REACH_TEST(bytes_that_are_no_utf8_are_replaced),
		REACH_TEST(every_pair_of_bytes_gives_valid_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
