/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Forks at bad moments, programs started from them, and ends of a process
 * while others are still at work. The ordinary forks are in
 * CReachability/test_process.c.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder.h"
#include "routes.h"

#define ANYWHERE "198.51.100.1"
/* No child takes this long. */
#define LONGEST_S 200

/* Read by the thread sanitizer: a child here starts threads. */
const char *__tsan_default_options(void) __attribute__((visibility("default")));
const char *__tsan_default_options(void)
{
	return "die_after_fork=0";
}
/* Read by the address sanitizer, which does not hold the lock of what it keeps
   of freed memory while it forks: a child that frees could wait for a thread it
   does not have. Here nothing is kept. */
const char *__asan_default_options(void) __attribute__((visibility("default")));
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

static int status_of(pid_t child)
{
	int status = -1;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : 1000 + WTERMSIG(status);
}

static void count_call(SCNetworkReachabilityRef target,
		       SCNetworkReachabilityFlags flags, void *info)
{
	++*(int *)info;
}

/* A schedule of its own, from beginning to end, with the first callback that a
   name is owed. */
static bool uses_all(void)
{
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, "www.test");
	int calls = 0;
	SCNetworkReachabilityContext context = {.info = &calls};
	reach_port_ref port = reach_port_create();
	bool right = target && port &&
		     SCNetworkReachabilitySetCallback(target, count_call,
						      &context) &&
		     reach_set_port(target, port) &&
		     reach_port_dispatch(port) == 1 && calls == 1 &&
		     reach_set_port(target, NULL);

	if (target)
		CFRelease(target);
	reach_port_release(port);
	return right;
}

/* In main of a process of its own, of which nothing was asked before. */
static int fork_before_first_use(void)
{
	SCNetworkReachabilityRef target;
	pid_t child = fork();
	bool right;

	alarm(LONGEST_S);
	if (child == 0)
		_exit(uses_all() ? 0 : 1);
	if (status_of(child))
		return 1;
	target = test_target(ANYWHERE);
	right = test_reads(target, 0x2) && uses_all();
	child = fork();
	if (child == 0)
		_exit(test_reads(target, 0x2) && uses_all() ? 0 : 1);
	right = !status_of(child) && right;
	CFRelease(target);
	return right ? 0 : 2;
}

static void a_fork_before_the_first_use(void **state)
{
	char *const arguments[] = {(char *)"fork", (char *)"first", NULL};
	pid_t process;

	assert_int_equal(posix_spawn(&process, "/proc/self/exe", NULL, NULL,
				     arguments, environ),
			 0);
	assert_int_equal(status_of(process), 0);
}

struct forker {
	pid_t child;
	bool done;
};

/* In the child the callback returns as well, to a loop that serves it no
   more. */
static void fork_inside(struct recorder *recorder,
			SCNetworkReachabilityRef target)
{
	struct forker *forker = recorder->info;

	if (forker->done)
		return;
	forker->done = true;
	forker->child = fork();
	if (forker->child == 0) {
		alarm(LONGEST_S);
		if (!test_reads(target, 0) || !uses_all())
			_exit(1);
	}
}

static void end_child_of(const struct forker *forker, struct recorder *recorder,
			 SCNetworkReachabilityRef target)
{
	unsigned int count;

	if (forker->child)
		return;
	count = recorder_count(recorder);
	/* The toolchain's timers end with a fork. */
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false);
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	_exit(recorder_count(recorder) == count && uses_all() ? 0 : 2);
}

static void a_fork_inside_a_callback_on_a_loop(void **state)
{
	struct forker forker = {.done = false};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	recorder_then(recorder, fork_inside, &forker);
	reach_test_run("ip route del default");
	while (!forker.done)
		CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, true);
	end_child_of(&forker, recorder, target);
	assert_int_equal(status_of(forker.child), 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect(recorder, 2);
	assert_int_equal(recorder_last(recorder), 0x2);
	recorder_finish(recorder, target);
}

static void a_fork_inside_a_callback_on_a_port(void **state)
{
	struct forker forker = {.done = false};
	struct recorder *recorder = recorder_new();
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	recorder_attach(recorder, target);
	assert_true(reach_set_port(target, port));
	recorder_then(recorder, fork_inside, &forker);
	reach_test_run("ip route del default");
	while (!forker.done)
		if (reach_test_readable(reach_port_get_fd(port), 100))
			reach_port_dispatch(port);
	if (!forker.child && reach_port_dispatch(port))
		_exit(3);
	end_child_of(&forker, recorder, target);
	assert_int_equal(status_of(forker.child), 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_on_port(recorder, port, 2);
	assert_true(reach_set_port(target, NULL));
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	recorder_expect_balance(recorder);
	reach_port_release(port);
}

/* What is due is the parent's to deliver, once. */
static void a_fork_with_a_delivery_pending(void **state)
{
	struct recorder *recorder = recorder_new();
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	pid_t child;

	recorder_attach(recorder, target);
	assert_true(reach_set_port(target, port));
	reach_test_run("ip route del default");
	assert_true(reach_test_readable(reach_port_get_fd(port),
					REACH_TEST_DEADLINE_MS));
	child = fork();
	if (child == 0) {
		alarm(LONGEST_S);
		_exit(!reach_test_readable(reach_port_get_fd(port), 0) &&
				      !reach_port_dispatch(port) &&
				      !recorder_count(recorder) &&
				      test_reads(target, 0) &&
				      reach_set_port(target, port) && uses_all()
			      ? 0
			      : 1);
	}
	assert_int_equal(status_of(child), 0);
	recorder_expect_on_port(recorder, port, 1);
	assert_int_equal(recorder_last(recorder), 0);
	recorder_expect_none_on_port(recorder, port);
	assert_true(reach_set_port(target, NULL));
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	recorder_expect_balance(recorder);
	reach_port_release(port);
}

struct busy {
	pthread_t thread;
	bool over;
};

static void *be_busy(void *info)
{
	const struct busy *busy = info;
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	while (!__atomic_load_n(&busy->over, __ATOMIC_RELAXED)) {
		reach_port_ref port = reach_port_create();
		SCNetworkReachabilityFlags flags;

		SCNetworkReachabilityGetFlags(target, &flags);
		reach_set_port(target, port);
		reach_port_dispatch(port);
		reach_set_port(target, NULL);
		reach_port_release(port);
		reach_thread_reset();
	}
	CFRelease(target);
	return NULL;
}

/* Whatever the others were just changing: the child starts clean. */
static void forks_while_other_threads_are_busy(void **state)
{
#ifdef __SANITIZE_THREAD__
	reach_test_skip("threads after a fork, not with the thread sanitizer");
#endif
	struct busy busy[3];
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target("192.0.2.1"));

	for (int i = 0; i < 3; i++) {
		busy[i].over = false;
		pthread_create(&busy[i].thread, NULL, be_busy, &busy[i]);
	}
	for (int i = 0; i < 20; i++) {
		pid_t child = fork();

		if (child == 0) {
			alarm(LONGEST_S);
			_exit(test_reads(target, 0x20002) && uses_all() ? 0
									: 1);
		}
		assert_int_equal(status_of(child), 0);
	}
	for (int i = 0; i < 3; i++) {
		__atomic_store_n(&busy[i].over, true, __ATOMIC_RELAXED);
		pthread_join(busy[i].thread, NULL);
	}
	reach_test_run("ip link set v0 down");
	recorder_expect_more(recorder);
	while (recorder_last(recorder))
		recorder_expect_more(recorder);
	recorder_finish(recorder, target);
}

/* On a thread of the library, which in the child is the only one. */
static void fork_and_execute(void *info, void (*work)(void *), void *work_info)
{
	struct forker *forker = info;

	if (!forker->done) {
		pid_t child = fork();

		if (child == 0) {
			alarm(LONGEST_S);
			_exit(uses_all() ? 0 : 1);
		}
		forker->child = child;
		__atomic_store_n(&forker->done, true, __ATOMIC_RELEASE);
	}
	work(work_info);
}

static bool is_called(void *info)
{
	return recorder_count(info) > 0;
}

static void a_fork_on_a_thread_of_the_library(void **state)
{
	struct forker forker = {.done = false};
	const struct reach_executor executor = {
		.info = &forker,
		.execute = fork_and_execute,
	};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	recorder_attach(recorder, target);
	assert_true(reach_set_executor(target, &executor));
	reach_test_run("ip route del default");
	assert_true(
		reach_test_until(is_called, recorder, REACH_TEST_DEADLINE_MS));
	assert_true(__atomic_load_n(&forker.done, __ATOMIC_ACQUIRE));
	assert_int_equal(status_of(forker.child), 0);
	assert_true(reach_set_executor(target, NULL));
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	CFRelease(target);
	recorder_expect_balance(recorder);
}

/* In a program that was started with everything scheduled: nothing of it is
   there. */
static int count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	const struct dirent *entry;
	int count = 0;

	while ((entry = readdir(folder)))
		count += entry->d_name[0] != '.' && atoi(entry->d_name) > 2 &&
			 atoi(entry->d_name) != dirfd(folder);
	closedir(folder);
	return count;
}

/* Those of a moment are there in some forks, those of the watcher in all. */
static bool has_a_child_without_copies(void *info)
{
	const int *own = info;
	pid_t child = fork();

	if (child == 0)
		_exit(count_descriptors() == *own ? 0 : 1);
	return status_of(child) == 0;
}

/* In main of a process of its own, in which nothing else has been opened. */
static int fork_while_scheduled(void)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	reach_port_ref port = reach_port_create();
	int own = count_descriptors();
	bool right = reach_set_port(target, port) &&
		     count_descriptors() > own &&
		     reach_test_until(has_a_child_without_copies, &own,
				      REACH_TEST_DEADLINE_MS);

	CFRelease(target);
	reach_port_release(port);
	return right ? 0 : 1;
}

/* A child that does not use the library may live long, and would keep the
   sockets' namespace. */
static void a_child_has_no_copies_of_what_the_watcher_opened(void **state)
{
	char *const arguments[] = {(char *)"fork", (char *)"copies", NULL};
	pid_t process;

	assert_int_equal(posix_spawn(&process, "/proc/self/exe", NULL, NULL,
				     arguments, environ),
			 0);
	assert_int_equal(status_of(process), 0);
}

static void replace_program(int null)
{
	SCNetworkReachabilityRef targets[3] = {
		test_target(ANYWHERE),
		test_name("www.test"),
		test_name("mail.test"),
	};
	reach_port_ref port = reach_port_create();

	alarm(LONGEST_S);
	/* Nothing of the test's own. */
	for (int i = 0; i < 3; i++)
		dup2(null, i);
	reach_set_port(targets[0], port);
	reach_set_port(targets[1], port);
	SCNetworkReachabilityScheduleWithRunLoop(
		targets[2], CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
	reach_port_dispatch(port);
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true);
	execl("/proc/self/exe", "fork", "count", (char *)NULL);
	_exit(100);
}

static void a_program_that_takes_over_inherits_nothing(void **state)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	pid_t child = fork();
	int before;

	if (child == 0) {
		for (int i = 0; i < 3; i++)
			dup2(null, i);
		execl("/proc/self/exe", "fork", "count", (char *)NULL);
		_exit(100);
	}
	before = status_of(child);
	assert_int_not_equal(before, 100);
	child = fork();
	if (child == 0)
		replace_program(null);
	assert_int_equal(status_of(child), before);
	close(null);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		IN(a_fork_before_the_first_use),
		IN(a_fork_inside_a_callback_on_a_loop),
		IN(a_fork_inside_a_callback_on_a_port),
		IN(a_fork_with_a_delivery_pending),
		IN(forks_while_other_threads_are_busy),
		IN(a_fork_on_a_thread_of_the_library),
		IN(a_child_has_no_copies_of_what_the_watcher_opened),
		IN(a_program_that_takes_over_inherits_nothing),
	};

	if (count > 1 && !strcmp(arguments[1], "first"))
		return fork_before_first_use();
	if (count > 1 && !strcmp(arguments[1], "copies"))
		return fork_while_scheduled();
	if (count > 1 && !strcmp(arguments[1], "count"))
		return count_descriptors();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
