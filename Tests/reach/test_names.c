/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Flag words as scutil prints them, CONF-78, and in our own words. */

#include "namespace.h"

#include "names.h"

static void expect(SCNetworkReachabilityFlags flags, const char *expected)
{
	char text[TOOL_FLAGS_SCUTIL_MAX];

	tool_names_scutil(flags, text);
	assert_string_equal(text, expected);
}

static void flags_are_in_the_words_and_the_order_of_scutil(void **state)
{
	expect(0, "Not Reachable");
	expect(0x2, "Reachable");
	expect(0x3, "Reachable,Transient Connection");
	expect(0x7, "Reachable,Transient Connection,Connection Required");
	expect(0xf, "Reachable,Transient Connection,Connection Required,"
		    "Automatic Connection On Traffic");
	expect(0x20002, "Reachable,Directly Reachable Address");
	expect(0x30002, "Reachable,Local Address,Directly Reachable Address");
	expect(0x40003, "Reachable,Transient Connection,WWAN");
	expect(0x30, "Automatic Connection On Demand,Intervention Required");
}

static void bits_without_a_name_are_a_number(void **state)
{
	expect(0x100002, "Reachable,0x00100000");
	expect(0x100000, "0x00100000");
}

static void what_does_not_fit_is_the_whole_word_as_a_number(void **state)
{
	expect(0x17000f, "0x0017000f");
}

static void short_flags_leave_out_what_the_state_tells(void **state)
{
	char text[TOOL_FLAGS_MAX];

	tool_names_flags(0, text);
	assert_string_equal(text, "-");
	tool_names_flags(0x6, text);
	assert_string_equal(text, "-");
	tool_names_flags(0x30002, text);
	assert_string_equal(text, "local,direct");
	tool_names_flags(0x7003f, text);
	assert_string_equal(text, "transient,on-traffic,on-demand,"
				  "intervention,local,direct,wwan");
}

static void every_rule_has_a_word_of_its_own(void **state)
{
	for (uint32_t i = 0; i <= REACH_RULE_NO_ADDRESS; i++)
		for (uint32_t j = 0; j < i; j++)
			assert_string_not_equal(tool_names_rule(i),
						tool_names_rule(j));
	assert_string_equal(tool_names_rule(1000), "unknown");
}

static void numbers_beyond_the_tables_have_no_word(void **state)
{
	assert_string_equal(tool_names_route_type(1), "unicast");
	assert_string_equal(tool_names_route_type(1000), "");
	assert_string_equal(tool_names_table(254), "main");
	assert_string_equal(tool_names_table(100), "");
	assert_string_equal(tool_names_operstate(6), "up");
	assert_string_equal(tool_names_operstate(7), "");
	assert_string_equal(tool_names_flag(1), "Reachable");
	assert_null(tool_names_flag(30));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(flags_are_in_the_words_and_the_order_of_scutil),
		REACH_TEST(bits_without_a_name_are_a_number),
		REACH_TEST(what_does_not_fit_is_the_whole_word_as_a_number),
		REACH_TEST(short_flags_leave_out_what_the_state_tells),
		REACH_TEST(every_rule_has_a_word_of_its_own),
		REACH_TEST(numbers_beyond_the_tables_have_no_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
