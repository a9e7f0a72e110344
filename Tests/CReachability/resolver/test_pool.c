/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The queue, and how many threads it needs; pure. */

#include "pool.h"

#include "namespace.h"

#define NOW UINT64_C(1000000000)

static void jobs_are_taken_in_the_order_they_came(void **state)
{
	struct reach_pool pool = {0};
	struct reach_job jobs[4] = {{0}};

	(void)state;
	for (int i = 0; i < 4; i++)
		reach_pool_push(&pool, &jobs[i], NOW);
	assert_ptr_equal(reach_pool_pop(&pool), &jobs[0]);
	reach_pool_remove(&pool, &jobs[2]);
	assert_ptr_equal(reach_pool_pop(&pool), &jobs[1]);
	reach_pool_push(&pool, &jobs[0], NOW);
	reach_pool_push(&pool, &jobs[2], NOW);
	reach_pool_remove(&pool, &jobs[2]);
	assert_ptr_equal(reach_pool_pop(&pool), &jobs[3]);
	reach_pool_remove(&pool, &jobs[0]);
	assert_null(reach_pool_pop(&pool));
	reach_pool_push(&pool, &jobs[1], NOW);
	assert_ptr_equal(reach_pool_pop(&pool), &jobs[1]);
}

static void a_job_is_queued_once(void **state)
{
	struct reach_pool pool = {0};
	struct reach_job job = {0};

	(void)state;
	reach_pool_push(&pool, &job, NOW);
	reach_pool_push(&pool, &job, NOW + 1);
	assert_int_equal(pool.queued, 1);
	assert_int_equal(job.since, NOW);
	assert_ptr_equal(reach_pool_pop(&pool), &job);
	reach_pool_remove(&pool, &job);
	assert_int_equal(pool.queued, 0);
}

static void a_thread_is_due_at_once_for_each_job_up_to_the_usual(void **state)
{
	struct reach_pool pool = {0};
	struct reach_job jobs[REACH_POOL_LIMIT + 1] = {{0}};

	(void)state;
	assert_int_equal(reach_pool_get_deadline(&pool), 0);
	for (int i = 0; i < REACH_POOL_USUAL; i++) {
		reach_pool_push(&pool, &jobs[i], NOW);
		assert_int_equal(reach_pool_get_deadline(&pool), NOW);
		reach_pool_start(&pool);
		assert_int_equal(reach_pool_get_deadline(&pool), 0);
		reach_pool_started(&pool);
		reach_pool_pop(&pool);
		assert_int_equal(reach_pool_get_deadline(&pool), 0);
	}
	for (int i = REACH_POOL_USUAL; i < REACH_POOL_LIMIT; i++) {
		reach_pool_push(&pool, &jobs[i], NOW);
		assert_int_equal(reach_pool_get_deadline(&pool),
				 NOW + REACH_POOL_PATIENCE);
		reach_pool_start(&pool);
		reach_pool_started(&pool);
		reach_pool_pop(&pool);
	}
	reach_pool_push(&pool, &jobs[REACH_POOL_LIMIT], NOW);
	assert_int_equal(reach_pool_get_deadline(&pool), 0);
	reach_pool_ended(&pool);
	assert_int_equal(reach_pool_get_deadline(&pool),
			 NOW + REACH_POOL_PATIENCE);
}

static void a_thread_that_cannot_start_is_due_again_later(void **state)
{
	struct reach_pool pool = {0};
	struct reach_job job = {0};

	(void)state;
	reach_pool_push(&pool, &job, NOW);
	reach_pool_start(&pool);
	reach_pool_failed(&pool, NOW + 5);
	assert_int_equal(reach_pool_get_deadline(&pool),
			 NOW + 5 + REACH_POOL_PAUSE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_are_taken_in_the_order_they_came),
		cmocka_unit_test(a_job_is_queued_once),
		cmocka_unit_test(
			a_thread_is_due_at_once_for_each_job_up_to_the_usual),
		cmocka_unit_test(a_thread_that_cannot_start_is_due_again_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
