/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What becomes of a name: forgotten, retried, refreshed. */

#include "name.h"

#include <netdb.h>

#include "fake_owner.h"
#include "namespace.h"

static void skip_all_deadlines(void)
{
	while (reach_resolver_get_deadline(owner.resolver))
		owner_skip_to_deadline(&owner);
}

static void a_name_nobody_asks_for_is_forgotten(void **state)
{
	struct asker first = {0}, second = {0};

	(void)state;
	fake_names_set("a", EAI_AGAIN, NULL);
	owner_ask(&owner, &first, "a");
	owner_serve_until_told(&owner, &first, 1);
	owner_serve_until_idle(&owner);
	asker_leave(&first);
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);
	owner_ask(&owner, &second, "a");
	owner_serve_until_told(&owner, &second, 1);
	assert_int_equal(fake_names_count("a"), 2);
	asker_leave(&second);
}

static void a_name_nobody_asks_for_any_more_is_not_looked_up(void **state)
{
	struct asker asker = {0};

	(void)state;
	owner_ask(&owner, &asker, "a");
	asker_leave(&asker);
	owner_serve_until_idle(&owner);
	assert_int_equal(fake_names_count("a"), 0);
}

static void a_look_up_that_was_left_behind_is_joined(void **state)
{
	struct asker askers[20] = {{0}};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	for (int i = 0; i < 20; i++) {
		owner_ask(&owner, &askers[i], "a");
		serve_until_out(1);
		if (i < 19)
			asker_leave(&askers[i]);
	}
	fake_names_release_all();
	owner_serve_until_told(&owner, &askers[19], 1);
	assert_int_equal(fake_names_count("a"), 1);
	asker_leave(&askers[19]);
}

static void count_retries(int error, unsigned int retries)
{
	struct asker asker = {0};

	fake_names_set("a", error, NULL);
	owner_ask(&owner, &asker, "a");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_error(&asker), error);
	for (unsigned int i = 1; i <= retries; i++) {
		owner_serve_until_idle(&owner);
		owner_skip_to_deadline(&owner);
		owner_serve_until_told(&owner, &asker, i + 1);
	}
	owner_serve_until_idle(&owner);
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);

	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, retries + 2);
	owner_serve_until_idle(&owner);
	fake_names_set("a", 0, "192.0.2.1");
	owner_skip_to_deadline(&owner);
	owner_serve_until_told(&owner, &asker, retries + 3);
	assert_int_equal(asker_get_count(&asker), 1);
	owner_serve_until_idle(&owner);
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);
	asker_leave(&asker);
}

static void
a_server_that_fails_is_tried_again_nine_times_and_on_refresh(void **state)
{
	(void)state;
	count_retries(EAI_AGAIN, 9);
}

static void
a_name_that_is_not_there_is_tried_again_five_times_and_on_refresh(void **state)
{
	(void)state;
	count_retries(EAI_NONAME, 5);
}

static void a_retry_comes_by_itself(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", EAI_AGAIN, NULL);
	owner_ask(&owner, &asker, "a");
	owner_serve_until_told(&owner, &asker, 1);
	fake_names_set("a", 0, "192.0.2.1");
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_error(&asker), 0);
	asker_leave(&asker);
}

static void addresses_survive_a_server_that_fails_but_not_a_denial(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	owner_serve_until_told(&owner, &asker, 1);
	owner_serve_until_idle(&owner);
	fake_names_set("a", EAI_AGAIN, NULL);
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_idle(&owner);
	assert_int_equal(fake_names_count("a"), 2);
	assert_int_equal(asker_get_told(&asker), 1);
	fake_names_set("a", EAI_NONAME, NULL);
	owner_skip_to_deadline(&owner);
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_error(&asker), EAI_NONAME);
	asker_leave(&asker);
}

static void a_refresh_looks_up_what_is_known(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	owner_serve_until_idle(&owner);
	fake_names_set("a", 0, "192.0.2.1 192.0.2.2");
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_count(&asker), 2);
	asker_leave(&asker);
}

static void a_refresh_does_not_wait_for_a_look_up_that_hangs(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	owner_ask(&owner, &asker, "a");
	serve_until_out(1);
	fake_names_set("a", 0, "192.0.2.2 192.0.2.3");
	fake_names_hold("a", false);
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_count(&asker), 2);
	fake_names_release("a");
	owner_serve_until_idle(&owner);
	assert_int_equal(asker_get_told(&asker), 1);
	assert_int_equal(fake_names_count("a"), 2);
	asker_leave(&asker);
}

static void an_older_look_up_counts_until_the_newer_one_answers(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	owner_ask(&owner, &asker, "a");
	serve_until_out(1);
	fake_names_set("a", 0, "192.0.2.2 192.0.2.3");
	reach_resolver_refresh(owner.resolver);
	serve_until_out(2);
	fake_names_release("a");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_count(&asker), 1);
	fake_names_release("a");
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_count(&asker), 2);
	asker_leave(&asker);
}

static void
a_name_has_two_look_ups_out_at_most_and_a_last_one_after_them(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	owner_ask(&owner, &asker, "a");
	serve_until_out(1);
	reach_resolver_refresh(owner.resolver);
	serve_until_out(2);
	reach_resolver_refresh(owner.resolver);
	skip_all_deadlines();
	assert_int_equal(owner_get_threads(&owner), 2);
	assert_int_equal(fake_names_count("a"), 2);
	fake_names_release_all();
	owner_serve_until_idle(&owner);
	assert_int_equal(fake_names_count("a"), 3);
	asker_leave(&asker);
}

static void a_burst_of_refreshes_is_one_at_once_and_one_after_it(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	owner_serve_until_idle(&owner);
	for (int i = 0; i < 100; i++) {
		reach_resolver_refresh(owner.resolver);
		if (!i)
			owner_serve_until_told(&owner, &asker, 2);
		owner_serve_until_idle(&owner);
	}
	fake_names_set("a", 0, "192.0.2.1 192.0.2.2");
	reach_resolver_refresh(owner.resolver);
	skip_all_deadlines();
	owner_serve_until_idle(&owner);
	assert_int_equal(asker_get_count(&asker), 2);
	assert_in_range(fake_names_count("a"), 3, 20);
	asker_leave(&asker);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_name_nobody_asks_for_is_forgotten),
		TEST(a_name_nobody_asks_for_any_more_is_not_looked_up),
		TEST(a_look_up_that_was_left_behind_is_joined),
		TEST(a_server_that_fails_is_tried_again_nine_times_and_on_refresh),
		TEST(a_name_that_is_not_there_is_tried_again_five_times_and_on_refresh),
		TEST(a_retry_comes_by_itself),
		TEST(addresses_survive_a_server_that_fails_but_not_a_denial),
		TEST(a_refresh_looks_up_what_is_known),
		TEST(a_refresh_does_not_wait_for_a_look_up_that_hangs),
		TEST(an_older_look_up_counts_until_the_newer_one_answers),
		TEST(a_name_has_two_look_ups_out_at_most_and_a_last_one_after_them),
		TEST(a_burst_of_refreshes_is_one_at_once_and_one_after_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
