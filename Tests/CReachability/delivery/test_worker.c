/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Threads of the library, and the one that waits. */

#include "listener.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct owner {
	struct reach_worker *worker;
	pthread_mutex_t lock;
	unsigned int ready;
	unsigned int woken;
	unsigned int ended;
	int last_fd;
	pid_t thread;
	/* called in ready, and in wake */
	void (*then)(struct owner *owner);
	int fds[2];
};

static void count(struct owner *owner, unsigned int *counter)
{
	pthread_mutex_lock(&owner->lock);
	++*counter;
	owner->thread = (pid_t)syscall(SYS_gettid);
	pthread_mutex_unlock(&owner->lock);
}

static void ready(int fd, void *info)
{
	struct owner *owner = info;
	uint64_t value;

	assert_int_equal(read(fd, &value, sizeof(value)), sizeof(value));
	owner->last_fd = fd;
	if (owner->then)
		owner->then(owner);
	count(owner, &owner->ready);
}

static void wake(void *info)
{
	struct owner *owner = info;

	if (owner->then)
		owner->then(owner);
	count(owner, &owner->woken);
}

static void ended(void *info)
{
	struct owner *owner = info;

	count(owner, &owner->ended);
}

static const struct reach_worker_client client = {
	.ready = ready,
	.wake = wake,
	.ended = ended,
};

static void begin(struct owner *owner)
{
	*owner = (struct owner){.lock = PTHREAD_MUTEX_INITIALIZER};
	assert_int_equal(reach_worker_start(&client, owner, &owner->worker), 0);
}

struct expectation {
	struct owner *owner;
	const unsigned int *counter;
	unsigned int times;
};

static bool has_counted(void *info)
{
	const struct expectation *expectation = info;
	bool counted;

	pthread_mutex_lock(&expectation->owner->lock);
	counted = *expectation->counter >= expectation->times;
	pthread_mutex_unlock(&expectation->owner->lock);
	return counted;
}

static void expect(struct owner *owner, const unsigned int *counter,
		   unsigned int times)
{
	struct expectation expectation = {owner, counter, times};

	assert_true(reach_test_until(has_counted, &expectation,
				     REACH_TEST_DEADLINE_MS));
	pthread_mutex_lock(&owner->lock);
	assert_int_equal(*counter, times);
	pthread_mutex_unlock(&owner->lock);
}

static void end(struct owner *owner)
{
	reach_worker_stop(owner->worker);
	expect(owner, &owner->ended, 1);
	reach_worker_free(owner->worker);
}

static void signal_fd(int fd)
{
	uint64_t one = 1;

	assert_int_equal(write(fd, &one, sizeof(one)), sizeof(one));
}

static void a_worker_is_woken_by_anybody(void **state)
{
	struct owner owner;

	begin(&owner);
	for (unsigned int i = 1; i <= 50; i++) {
		reach_worker_wake(owner.worker);
		expect(&owner, &owner.woken, i);
	}
	assert_int_equal(owner.ready, 0);
	end(&owner);
}

static void what_can_be_read_is_told(void **state)
{
	int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	struct owner owner;

	begin(&owner);
	assert_int_equal(reach_worker_add_fd(owner.worker, fd), 0);
	assert_true(reach_worker_add_fd(owner.worker, fd) < 0);
	assert_true(reach_worker_add_fd(owner.worker, -1) < 0);
	for (unsigned int i = 1; i <= 3; i++) {
		signal_fd(fd);
		expect(&owner, &owner.ready, i);
		assert_int_equal(owner.last_fd, fd);
	}
	reach_worker_remove_fd(owner.worker, fd);
	signal_fd(fd);
	reach_worker_wake(owner.worker);
	expect(&owner, &owner.woken, 1);
	assert_int_equal(owner.ready, 3);
	end(&owner);
	close(fd);
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void a_deadline_wakes_it_once_and_not_before(void **state)
{
	uint64_t deadline = now() + 20000000;
	struct owner owner;

	begin(&owner);
	reach_worker_set_deadline(owner.worker, deadline);
	expect(&owner, &owner.woken, 1);
	assert_true(now() >= deadline);
	/* One that is past already, and one that is taken back. */
	reach_worker_set_deadline(owner.worker, 1);
	expect(&owner, &owner.woken, 2);
	reach_worker_set_deadline(owner.worker, now() + 20000000);
	reach_worker_set_deadline(owner.worker, 0);
	assert_false(reach_test_readable(-1, 50));
	assert_int_equal(owner.woken, 2);
	end(&owner);
}

static long count_switches(const struct owner *owner)
{
	char path[64];
	char line[128];
	long switches = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/status",
		 owner->thread);
	file = fopen(path, "re");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, "voluntary_ctxt_switches:", 24))
			switches = atol(line + 24);
	fclose(file);
	return switches;
}

static bool is_asleep(void *info)
{
	const struct owner *owner = info;
	char path[64];
	char state = '?';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", owner->thread);
	file = fopen(path, "re");
	if (!file)
		return false;
	if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = '?';
	fclose(file);
	return state == 'S';
}

static void idle_means_idle(void **state)
{
	struct owner owner;
	long before;

	begin(&owner);
	reach_worker_wake(owner.worker);
	expect(&owner, &owner.woken, 1);
	assert_true(
		reach_test_until(is_asleep, &owner, REACH_TEST_DEADLINE_MS));
	before = count_switches(&owner);
	assert_true(before > 0);
	assert_false(reach_test_readable(-1, REACH_TEST_SILENCE_MS));
	assert_int_equal(count_switches(&owner), before);
	reach_worker_wake(owner.worker);
	expect(&owner, &owner.woken, 2);
	end(&owner);
}

static void stop(struct owner *owner)
{
	reach_worker_stop(owner->worker);
}

static void it_may_stop_itself(void **state)
{
	struct owner owner;

	begin(&owner);
	owner.then = stop;
	reach_worker_wake(owner.worker);
	expect(&owner, &owner.ended, 1);
	assert_int_equal(owner.woken, 1);
	reach_worker_wake(owner.worker);
	reach_worker_free(owner.worker);
	reach_worker_free(NULL);
}

static void nothing_is_told_after_a_stop(void **state)
{
	struct owner owner;

	/* Two are readable in the same moment. */
	begin(&owner);
	owner.then = stop;
	for (int i = 0; i < 2; i++) {
		owner.fds[i] = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
		assert_int_equal(
			reach_worker_add_fd(owner.worker, owner.fds[i]), 0);
	}
	expect(&owner, &owner.ended, 1);
	assert_int_equal(owner.ready, 1);
	reach_worker_free(owner.worker);
	close(owner.fds[0]);
	close(owner.fds[1]);
}

/* All are closed on exec. */
static size_t count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;
	size_t counted = 0;

	assert_non_null(folder);
	while ((entry = readdir(folder))) {
		int fd = atoi(entry->d_name);

		if (fd > 2 && fd != dirfd(folder))
			counted += (fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
	}
	closedir(folder);
	return counted;
}

static bool is_count(void *info)
{
	return count_descriptors() == *(size_t *)info;
}

static void a_worker_leaves_no_descriptor(void **state)
{
	size_t before = count_descriptors();
	struct owner owners[5];

	for (int i = 0; i < 5; i++)
		begin(&owners[i]);
	assert_int_equal(count_descriptors(), before + 15);
	for (int i = 0; i < 5; i++)
		end(&owners[i]);
	assert_true(
		reach_test_until(is_count, &before, REACH_TEST_DEADLINE_MS));
}

struct thread {
	pthread_mutex_t lock;
	bool done;
	bool blocks_all;
	char name[16];
	size_t stack;
};

static void look_around(void *info)
{
	struct thread *thread = info;
	pthread_attr_t attributes;
	sigset_t mask;
	void *address;

	pthread_mutex_lock(&thread->lock);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	thread->blocks_all =
		sigismember(&mask, SIGINT) && sigismember(&mask, SIGTERM) &&
		sigismember(&mask, SIGCHLD) && sigismember(&mask, SIGRTMAX);
	pthread_getname_np(pthread_self(), thread->name, sizeof(thread->name));
	pthread_getattr_np(pthread_self(), &attributes);
	pthread_attr_getstack(&attributes, &address, &thread->stack);
	pthread_attr_destroy(&attributes);
	thread->done = true;
	pthread_mutex_unlock(&thread->lock);
}

static bool is_done(void *info)
{
	struct thread *thread = info;
	bool done;

	pthread_mutex_lock(&thread->lock);
	done = thread->done;
	pthread_mutex_unlock(&thread->lock);
	return done;
}

static void threads_have_a_name_and_take_no_signals(void **state)
{
	struct thread thread = {.lock = PTHREAD_MUTEX_INITIALIZER};
	sigset_t mask;

	assert_int_equal(reach_thread_start(look_around, &thread), 0);
	assert_true(reach_test_until(is_done, &thread, REACH_TEST_DEADLINE_MS));
	assert_true(thread.blocks_all);
	assert_string_equal(thread.name, "reachability");
	assert_in_range(thread.stack, 256 * 1024, 1024 * 1024);
	/* Those of the caller are as they were. */
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGINT));
	assert_false(sigismember(&mask, SIGTERM));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(a_worker_is_woken_by_anybody),
		REACH_TEST(what_can_be_read_is_told),
		REACH_TEST(a_deadline_wakes_it_once_and_not_before),
		REACH_TEST(idle_means_idle),
		REACH_TEST(it_may_stop_itself),
		REACH_TEST(nothing_is_told_after_a_stop),
		REACH_TEST(a_worker_leaves_no_descriptor),
		REACH_TEST(threads_have_a_name_and_take_no_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
