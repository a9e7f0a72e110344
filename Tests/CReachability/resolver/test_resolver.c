/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Those interested in names, and the threads that ask. */

#include "resolver.h"

#include <netdb.h>
#include <pthread.h>
#include <string.h>

#include "fake_owner.h"
#include "namespace.h"
#include "pool.h"

static void a_name_is_looked_up_and_told(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1 192.0.2.2");
	owner_ask(&owner, &asker, "a");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_error(&asker), 0);
	assert_int_equal(asker_get_count(&asker), 2);
	asker_leave(&asker);
}

static void the_owner_is_woken_when_there_is_something_to_do(void **state)
{
	int fd = reach_resolver_get_fd(owner.resolver);
	struct asker asker = {0};

	(void)state;
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);
	assert_false(reach_test_readable(fd, 0));
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	assert_true(reach_test_readable(fd, 0));
	owner_serve_until_told(&owner, &asker, 1);
	asker_leave(&asker);
}

#define MANY 500

static void many_who_ask_for_one_name_share_one_look_up(void **state)
{
	static struct asker askers[MANY];

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	memset(askers, 0, sizeof(askers));
	for (int i = 0; i < MANY; i++) {
		owner_ask(&owner, &askers[i], "a");
		if (i == MANY / 2)
			serve_until_out(1);
	}
	fake_names_release_all();
	owner_serve_until_idle(&owner);
	assert_int_equal(fake_names_count("a"), 1);
	for (int i = 0; i < MANY; i++) {
		assert_int_equal(asker_get_told(&askers[i]), 1);
		asker_leave(&askers[i]);
	}
}

static void a_late_comer_is_told_what_is_known(void **state)
{
	struct asker first = {0}, second = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &first, "a");
	owner_serve_until_idle(&owner);
	owner_ask(&owner, &second, "a");
	owner_serve_until_told(&owner, &second, 1);
	owner_serve_until_idle(&owner);
	assert_int_equal(asker_get_told(&first), 1);
	assert_int_equal(asker_get_count(&second), 1);
	assert_int_equal(fake_names_count("a"), 1);
	asker_leave(&first);
	asker_leave(&second);
}

static void
a_late_comer_is_told_what_is_known_though_a_look_up_hangs(void **state)
{
	struct asker first = {0}, second = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &first, "a");
	owner_serve_until_idle(&owner);
	fake_names_hold("a", true);
	reach_resolver_refresh(owner.resolver);
	serve_until_out(1);
	owner_ask(&owner, &second, "a");
	owner_serve_until_told(&owner, &second, 1);
	asker_leave(&first);
	asker_leave(&second);
}

static void names_that_hang_delay_no_other(void **state)
{
	struct asker hung[REACH_POOL_USUAL - 1] = {{0}}, other = {0};
	char name[] = "h0";

	(void)state;
	for (int i = 0; i < REACH_POOL_USUAL - 1; i++, name[1]++) {
		fake_names_hold(name, true);
		owner_ask(&owner, &hung[i], name);
	}
	serve_until_out(REACH_POOL_USUAL - 1);
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &other, "a");
	owner_serve_until_told(&owner, &other, 1);
	asker_leave(&other);
	for (int i = 0; i < REACH_POOL_USUAL - 1; i++) {
		assert_int_equal(asker_get_told(&hung[i]), 0);
		asker_leave(&hung[i]);
	}
}

static void the_pool_grows_while_its_threads_hang_up_to_a_limit(void **state)
{
	struct asker hung[REACH_POOL_LIMIT] = {{0}}, last = {0};
	char name[] = "ha";

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	for (int i = 0; i < REACH_POOL_LIMIT; i++, name[1]++) {
		fake_names_hold(name, true);
		owner_ask(&owner, &hung[i], name);
	}
	serve_until_out(REACH_POOL_USUAL);
	assert_int_equal(owner_get_threads(&owner), REACH_POOL_USUAL);
	owner_skip_to_deadline(&owner);
	serve_until_out(REACH_POOL_LIMIT);
	owner_ask(&owner, &last, "a");
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);
	assert_int_equal(owner.most, REACH_POOL_LIMIT);
	fake_names_release("ha");
	owner_serve_until_told(&owner, &last, 1);
	assert_int_equal(owner.most, REACH_POOL_LIMIT);
	asker_leave(&last);
	for (int i = 0; i < REACH_POOL_LIMIT; i++)
		asker_leave(&hung[i]);
}

static void an_idle_resolver_has_no_thread_and_no_deadline(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	owner_serve_until_told(&owner, &asker, 1);
	owner_serve_until_idle(&owner);
	assert_int_equal(reach_resolver_get_deadline(owner.resolver), 0);
	assert_int_equal(owner_get_threads(&owner), 0);
	asker_leave(&asker);
}

static void a_cancelled_interest_is_not_told(void **state)
{
	struct asker cancelled = {0}, other = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	owner_ask(&owner, &cancelled, "a");
	owner_ask(&owner, &other, "a");
	serve_until_out(1);
	asker_cancel(&cancelled);
	assert_int_equal(asker_get_held(&cancelled), 0);
	fake_names_release_all();
	owner_serve_until_told(&owner, &other, 1);
	owner_serve_until_idle(&owner);
	assert_int_equal(asker_get_told(&cancelled), 0);
	asker_leave(&other);
}

static bool is_released(void *info)
{
	return !asker_get_held(info);
}

static void cancelling_inside_done_releases_after_it(void **state)
{
	struct asker asker = {.cancels = true}, other = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner_ask(&owner, &asker, "a");
	owner_ask(&owner, &other, "a");
	owner_serve_until_told(&owner, &other, 1);
	owner_serve(&owner, is_released, &asker);
	assert_int_equal(asker_get_told(&asker), 1);
	assert_true(asker.held_inside);
	asker_leave(&other);
}

static void a_freed_resolver_tells_nobody_and_waits_for_nothing(void **state)
{
	struct asker kept = {0}, cancelled = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	fake_names_hold("a", true);
	owner_ask(&owner, &kept, "a");
	owner_ask(&owner, &cancelled, "a");
	serve_until_out(1);
	asker_cancel(&cancelled);
	reach_resolver_free(owner.resolver);
	assert_int_equal(fake_names_out(), 1);
	fake_names_release_all();
	owner.resolver = NULL;
	owner_end(&owner);
	asker_leave(&kept);
	assert_int_equal(asker_get_told(&kept), 0);
	assert_int_equal(asker_get_held(&kept), 0);
	owner_begin(&owner);
}

static void a_thread_that_cannot_start_is_tried_again(void **state)
{
	struct asker asker = {0};

	(void)state;
	fake_names_set("a", 0, "192.0.2.1");
	owner.refuse = 2;
	owner_ask(&owner, &asker, "a");
	owner_serve_until_idle(&owner);
	assert_int_equal(owner.refuse, 1);
	owner_skip_to_deadline(&owner);
	assert_int_equal(owner.refuse, 0);
	owner_skip_to_deadline(&owner);
	owner_serve_until_told(&owner, &asker, 1);
	asker_leave(&asker);
}

#define THREADS 3
#define ROUNDS 200

struct guests {
	struct asker askers[ROUNDS];
	bool ready;
};

/* Each stays for a few rounds of the others. */
static void *come_and_go(void *info)
{
	struct guests *guests = info;
	char name[] = "s0";

	for (int i = 0; i < ROUNDS; i++) {
		name[1] = (char)('0' + i % 5);
		owner_ask(&owner, &guests->askers[i], name);
		if (i % 7 == 0)
			reach_resolver_refresh(owner.resolver);
		if (i >= 10)
			asker_cancel(&guests->askers[i - 10]);
	}
	for (int i = ROUNDS - 10; i < ROUNDS; i++)
		asker_cancel(&guests->askers[i]);
	__atomic_store_n(&guests->ready, true, __ATOMIC_RELEASE);
	return NULL;
}

static bool are_gone(void *info)
{
	struct guests *guests = info;

	for (int i = 0; i < THREADS; i++) {
		if (!__atomic_load_n(&guests[i].ready, __ATOMIC_ACQUIRE))
			return false;
		for (int j = 0; j < ROUNDS; j++)
			if (asker_get_held(&guests[i].askers[j]))
				return false;
	}
	return true;
}

static void interests_come_and_go_on_many_threads(void **state)
{
	static struct guests guests[THREADS];
	pthread_t threads[THREADS];
	struct asker asker = {0};

	(void)state;
	fake_names_set("s0", 0, "192.0.2.1");
	fake_names_set("s1", EAI_AGAIN, NULL);
	memset(guests, 0, sizeof(guests));
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, come_and_go,
						&guests[i]),
				 0);
	owner_serve(&owner, are_gone, guests);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	owner_ask(&owner, &asker, "s0");
	owner_serve_until_told(&owner, &asker, 1);
	asker_leave(&asker);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_name_is_looked_up_and_told),
		TEST(the_owner_is_woken_when_there_is_something_to_do),
		TEST(many_who_ask_for_one_name_share_one_look_up),
		TEST(a_late_comer_is_told_what_is_known),
		TEST(a_late_comer_is_told_what_is_known_though_a_look_up_hangs),
		TEST(names_that_hang_delay_no_other),
		TEST(the_pool_grows_while_its_threads_hang_up_to_a_limit),
		TEST(an_idle_resolver_has_no_thread_and_no_deadline),
		TEST(a_cancelled_interest_is_not_told),
		TEST(cancelling_inside_done_releases_after_it),
		TEST(a_freed_resolver_tells_nobody_and_waits_for_nothing),
		TEST(a_thread_that_cannot_start_is_tried_again),
		TEST(interests_come_and_go_on_many_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
