/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Nothing unprintable gets through, and widths are columns. */

#include "namespace.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text.h"

static int use_utf8(void **state)
{
	return setlocale(LC_CTYPE, "C.UTF-8") ? reach_test_begin(state) : -1;
}

static int use_ascii(void **state)
{
	return setlocale(LC_CTYPE, "C") ? reach_test_begin(state) : -1;
}

static void escape_sequences_are_spelled_out(void **state)
{
	assert_string_equal(tool_safe("a\x1b]0;x\x07"
				      "b")
				    .text,
			    "a\\x1b]0;x\\x07b");
	assert_string_equal(tool_safe("\n\r\t\x7f").text,
			    "\\x0a\\x0d\\x09\\x7f");
}

static void a_backslash_is_doubled(void **state)
{
	assert_string_equal(tool_safe("a\\x1b").text, "a\\\\x1b");
}

static void letters_of_all_languages_stay_in_utf8(void **state)
{
	assert_string_equal(tool_safe("b\xc3\xbc"
				      "cher")
				    .text,
			    "b\xc3\xbc"
			    "cher");
}

static void other_locales_see_bytes(void **state)
{
	assert_string_equal(tool_safe("b\xc3\xbc").text, "b\\xc3\\xbc");
}

static void invisible_characters_are_spelled_out(void **state)
{
	/* U+202E, U+009B, U+200B */
	assert_string_equal(tool_safe("\xe2\x80\xae\xc2\x9b\xe2\x80\x8b").text,
			    "\\xe2\\x80\\xae\\xc2\\x9b\\xe2\\x80\\x8b");
}

static void bytes_that_are_no_utf8_are_spelled_out(void **state)
{
	assert_string_equal(tool_safe("\xff"
				      "a\xc3")
				    .text,
			    "\\xff"
			    "a\\xc3");
}

static void a_text_of_any_length_is_escaped_whole(void **state)
{
	char text[1001];
	char *escaped;

	memset(text, 1, 1000);
	text[1000] = '\0';
	escaped = tool_text_escape(text);
	assert_non_null(escaped);
	assert_int_equal(strlen(escaped), 4000);
	free(escaped);
}

static void a_short_text_is_cut_at_a_whole_escape(void **state)
{
	char text[300];

	memset(text, 1, sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(strlen(tool_safe(text).text) % 4, 0);
}

static void widths_are_columns(void **state)
{
	assert_int_equal(tool_text_width("abc"), 3);
	assert_int_equal(tool_text_width("b\xc3\xbc"), 2);
	/* U+6F22 takes two */
	assert_int_equal(tool_text_width("\xe6\xbc\xa2"), 2);
}

static void a_cut_falls_between_characters(void **state)
{
	char text[] = "a\xe6\xbc\xa2"
		      "b";

	tool_text_cut(text, 2);
	assert_string_equal(text, "a");
}

static void durations_are_short(void **state)
{
	static const struct {
		int64_t nanoseconds;
		const char *text;
	} cases[] = {
		{0, "0.000 s"},
		{412000000, "0.412 s"},
		{12340000000, "12.3 s"},
		{200000000000, "3m 20s"},
		{7500000000000, "2h 05m"},
		{358000000000000, "4d 03h"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[TOOL_DURATION_MAX];

		tool_text_duration(cases[i].nanoseconds, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void timestamps_have_their_offset(void **state)
{
	const struct timespec time = {1767225600, 7000000};
	char text[TOOL_TIME_MAX];

	setenv("TZ", "IST-5:30", 1);
	tzset();
	tool_text_timestamp(&time, text);
	assert_string_equal(text, "2026-01-01T05:30:00.007+05:30");
	tool_text_time(&time, text);
	assert_string_equal(text, "2026-01-01 05:30:00.007");
	setenv("TZ", "NST3:30", 1);
	tzset();
	tool_text_timestamp(&time, text);
	assert_string_equal(text, "2025-12-31T20:30:00.007-03:30");
}

#define UTF8(test) REACH_TEST_IN(use_utf8, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		UTF8(escape_sequences_are_spelled_out),
		UTF8(a_backslash_is_doubled),
		UTF8(letters_of_all_languages_stay_in_utf8),
		REACH_TEST_IN(use_ascii, other_locales_see_bytes),
		UTF8(invisible_characters_are_spelled_out),
		UTF8(bytes_that_are_no_utf8_are_spelled_out),
		UTF8(a_text_of_any_length_is_escaped_whole),
		UTF8(a_short_text_is_cut_at_a_whole_escape),
		UTF8(widths_are_columns),
		UTF8(a_cut_falls_between_characters),
		UTF8(durations_are_short),
		UTF8(timestamps_have_their_offset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
