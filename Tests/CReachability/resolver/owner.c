/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A worker played by the test's thread. */

#include "owner.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "namespace.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* readable when something may have happened on a resolver thread */
static int news = -1;

struct thread {
	struct owner *owner;
	void (*main)(void *);
	void *info;
};

static void *run(void *info)
{
	struct thread thread = *(struct thread *)info;

	free(info);
	thread.main(thread.info);
	pthread_mutex_lock(&lock);
	thread.owner->ended++;
	eventfd_write(news, 1);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int spawn(void (*main)(void *), void *info, void *spawn_info)
{
	struct owner *owner = spawn_info;
	struct thread *thread;
	pthread_t id;

	if (owner->refuse) {
		owner->refuse--;
		return -11;
	}
	thread = malloc(sizeof(*thread));
	*thread = (struct thread){owner, main, info};
	pthread_mutex_lock(&lock);
	owner->started++;
	if (owner->started - owner->ended > owner->most)
		owner->most = owner->started - owner->ended;
	pthread_mutex_unlock(&lock);
	assert_int_equal(pthread_create(&id, NULL, run, thread), 0);
	pthread_detach(id);
	return 0;
}

void owner_begin(struct owner *owner)
{
	*owner = (struct owner){.refuse = 0};
	if (news < 0)
		news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	assert_int_equal(reach_resolver_new(spawn, owner, &owner->resolver), 0);
}

unsigned int owner_get_threads(const struct owner *owner)
{
	unsigned int threads;

	pthread_mutex_lock(&lock);
	threads = owner->started - owner->ended;
	pthread_mutex_unlock(&lock);
	return threads;
}

static bool have_ended(void *info)
{
	return !owner_get_threads(info);
}

void owner_end(struct owner *owner)
{
	reach_resolver_free(owner->resolver);
	assert_true(
		reach_test_until(have_ended, owner, REACH_TEST_DEADLINE_MS));
}

static void retain(void *info)
{
	struct asker *asker = info;

	pthread_mutex_lock(&lock);
	asker->held++;
	pthread_mutex_unlock(&lock);
}

static void release(void *info)
{
	struct asker *asker = info;

	pthread_mutex_lock(&lock);
	asker->held--;
	eventfd_write(news, 1);
	pthread_mutex_unlock(&lock);
}

static void done(struct reach_answer *answer, void *info)
{
	struct asker *asker = info;

	if (asker->cancels) {
		reach_resolver_cancel(asker->lookup);
		asker->held_inside = asker_get_held(asker) == 1;
	}
	pthread_mutex_lock(&lock);
	asker->told++;
	asker->error = answer->error;
	asker->count = answer->count;
	if (answer->count)
		asker->first = answer->addresses[0];
	eventfd_write(news, 1);
	pthread_mutex_unlock(&lock);
}

void owner_ask(struct owner *owner, struct asker *asker, const char *name)
{
	assert_int_equal(reach_resolver_subscribe(owner->resolver, name, done,
						  retain, release, asker,
						  &asker->lookup),
			 0);
}

void asker_cancel(struct asker *asker)
{
	reach_resolver_cancel(asker->lookup);
}

#define GETTER(type, name)                               \
	type asker_get_##name(const struct asker *asker) \
	{                                                \
		type value;                              \
                                                         \
		pthread_mutex_lock(&lock);               \
		value = asker->name;                     \
		pthread_mutex_unlock(&lock);             \
		return value;                            \
	}

GETTER(unsigned int, told)
GETTER(int, error)
GETTER(size_t, count)
GETTER(int, held)
GETTER(struct reach_resolved, first)

static bool is_released(void *info)
{
	return !asker_get_held(info);
}

void asker_leave(struct asker *asker)
{
	asker_cancel(asker);
	assert_true(
		reach_test_until(is_released, asker, REACH_TEST_DEADLINE_MS));
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* As a worker does, until something happens or the deadline has come. */
static void turn(struct owner *owner, int most_ms)
{
	struct pollfd fds[] = {
		{.fd = reach_resolver_get_fd(owner->resolver),
		 .events = POLLIN},
		{.fd = news, .events = POLLIN},
	};
	uint64_t deadline, now;
	eventfd_t ignored;
	int wait = most_ms;

	reach_resolver_process(owner->resolver, now_ns());
	deadline = reach_resolver_get_deadline(owner->resolver);
	now = now_ns();
	if (deadline && deadline <= now)
		wait = 0;
	else if (deadline && (deadline - now) / 1000000 < (uint64_t)wait)
		wait = (int)((deadline - now) / 1000000) + 1;
	poll(fds, 2, wait);
	eventfd_read(news, &ignored);
}

bool owner_try(struct owner *owner, bool (*check)(void *info), void *info)
{
	int64_t end = reach_test_now() + REACH_TEST_DEADLINE_MS;

	while (!check(info)) {
		if (reach_test_now() >= end)
			return false;
		turn(owner, 10);
	}
	return true;
}

void owner_serve(struct owner *owner, bool (*check)(void *info), void *info)
{
	if (!owner_try(owner, check, info))
		fail_msg("it did not happen in time");
}

struct expectation {
	struct asker *asker;
	unsigned int times;
};

static bool is_told(void *info)
{
	struct expectation *expected = info;

	return asker_get_told(expected->asker) >= expected->times;
}

void owner_serve_until_told(struct owner *owner, struct asker *asker,
			    unsigned int times)
{
	struct expectation expected = {asker, times};

	owner_serve(owner, is_told, &expected);
	assert_int_equal(asker_get_told(asker), times);
}

static bool is_idle(void *info)
{
	struct owner *owner = info;
	uint64_t deadline = reach_resolver_get_deadline(owner->resolver);

	return !owner_get_threads(owner) &&
	       (!deadline || deadline > now_ns()) &&
	       !reach_test_readable(reach_resolver_get_fd(owner->resolver), 0);
}

void owner_serve_until_idle(struct owner *owner)
{
	owner_serve(owner, is_idle, owner);
}

void owner_skip_to_deadline(struct owner *owner)
{
	uint64_t deadline = reach_resolver_get_deadline(owner->resolver);

	assert_true(deadline != 0);
	reach_resolver_process(owner->resolver, deadline);
}
