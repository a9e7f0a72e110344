/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What becomes of getaddrinfo's answers. */

#include "query.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <string.h>

#include "fake_names.h"
#include "namespace.h"

static int reset(void **state)
{
	(void)state;
	fake_names_reset();
	return 0;
}

static void assert_address(const struct reach_answer *answer, size_t index,
			   const char *text, uint32_t scope)
{
	char buffer[INET6_ADDRSTRLEN];

	assert_true(index < answer->count);
	inet_ntop(AF_INET6, &answer->addresses[index].address, buffer,
		  sizeof(buffer));
	assert_string_equal(buffer, text);
	assert_int_equal(answer->addresses[index].scope, scope);
}

static void addresses_keep_their_order_and_scope(void **state)
{
	struct reach_answer *answer;

	(void)state;
	fake_names_set("a", 0, "192.0.2.9 2001:db8::1 192.0.2.1 fe80::1%3");
	answer = reach_query("a");
	assert_int_equal(answer->error, 0);
	assert_int_equal(answer->count, 4);
	assert_address(answer, 0, "::ffff:192.0.2.9", 0);
	assert_address(answer, 1, "2001:db8::1", 0);
	assert_address(answer, 2, "::ffff:192.0.2.1", 0);
	assert_address(answer, 3, "fe80::1", 3);
	reach_answer_unref(answer);
}

static void duplicates_are_dropped_unless_their_scopes_differ(void **state)
{
	struct reach_answer *answer;

	(void)state;
	fake_names_set("a", 0,
		       "192.0.2.9 fe80::1%3 ::ffff:192.0.2.9 fe80::1%4 "
		       "192.0.2.9 fe80::1%3");
	answer = reach_query("a");
	assert_int_equal(answer->count, 3);
	assert_address(answer, 0, "::ffff:192.0.2.9", 0);
	assert_address(answer, 1, "fe80::1", 3);
	assert_address(answer, 2, "fe80::1", 4);
	reach_answer_unref(answer);
}

static void an_error_is_kept(void **state)
{
	struct reach_answer *answer;

	(void)state;
	fake_names_set("a", EAI_AGAIN, NULL);
	answer = reach_query("a");
	assert_int_equal(answer->error, EAI_AGAIN);
	assert_int_equal(answer->count, 0);
	reach_answer_unref(answer);
}

static void addresses_of_other_families_are_no_addresses(void **state)
{
	struct reach_answer *answer;

	(void)state;
	fake_names_set("a", 0, "unix");
	answer = reach_query("a");
	assert_int_equal(answer->error, EAI_NONAME);
	assert_int_equal(answer->count, 0);
	reach_answer_unref(answer);
}

static void an_answer_lives_as_long_as_its_last_reference(void **state)
{
	struct reach_answer *answer;

	(void)state;
	fake_names_set("a", 0, "192.0.2.9");
	answer = reach_query("a");
	assert_ptr_equal(reach_answer_ref(answer), answer);
	reach_answer_unref(answer);
	assert_int_equal(answer->count, 1);
	reach_answer_unref(answer);
	reach_answer_unref(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(addresses_keep_their_order_and_scope,
				       reset),
		cmocka_unit_test_setup(
			duplicates_are_dropped_unless_their_scopes_differ,
			reset),
		cmocka_unit_test_setup(an_error_is_kept, reset),
		cmocka_unit_test_setup(
			addresses_of_other_families_are_no_addresses, reset),
		cmocka_unit_test_setup(
			an_answer_lives_as_long_as_its_last_reference, reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
