/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Each call of the C library that can fail does so once, in turn, in a client
 * that uses everything: see each_call.c, which is run here several times at
 * once, as most of the time it waits.
 */

#include <errno.h>
#include <dlfcn.h>
#include <netdb.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "namespace.h"

#define AT_ONCE 12
#ifdef __SANITIZE_THREAD__
#define IS_SLOW true
#else
#define IS_SLOW false
#endif

/* The toolchain's CoreFoundation, if it is in this process. */
static const char *find_foundation(void)
{
	void *symbol = dlsym(RTLD_DEFAULT, "_CFRuntimeCreateInstance");
	Dl_info info;

	return symbol && dladdr(symbol, &info) ? info.dli_fname : NULL;
}

struct row {
	const char *kind;
	int error;
};

#define MOST 8

static pid_t start(const struct row *rows, size_t count, unsigned int first)
{
	const char *foundation = find_foundation();
	char numbers[2 + MOST][16];
	char *arguments[3 + 2 * MOST + 1] = {(char *)"reach_each_call",
					     numbers[0], numbers[1]};
	/* A third is enough where what is called is the same. */
	const int stride = foundation || IS_SLOW ? 3 * AT_ONCE : AT_ONCE;
	pid_t process;

	/* Nothing else is started here that would have it too. */
	if (foundation)
		setenv("LD_PRELOAD", foundation, 1);
	assert_in_range(count, 1, MOST);
	snprintf(numbers[0], sizeof(numbers[0]), "%u", first);
	snprintf(numbers[1], sizeof(numbers[1]), "%d", stride);
	for (size_t i = 0; i < count; i++) {
		snprintf(numbers[2 + i], sizeof(numbers[2 + i]), "%d",
			 rows[i].error);
		arguments[3 + 2 * i] = (char *)rows[i].kind;
		arguments[4 + 2 * i] = numbers[2 + i];
	}
	assert_int_equal(posix_spawn(&process, REACH_EACH_CALL, NULL, NULL,
				     arguments, environ),
			 0);
	return process;
}

static void fail_each(const struct row *rows, size_t count, unsigned int first)
{
	pid_t processes[AT_ONCE];
	unsigned int failed = 0;
	bool missing = false;

	for (unsigned int i = 0; i < AT_ONCE; i++)
		processes[i] = start(rows, count, first + i);
	for (unsigned int i = 0; i < AT_ONCE; i++) {
		int status;

		assert_int_equal(waitpid(processes[i], &status, 0),
				 processes[i]);
		if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
			missing = true;
		else if (status)
			failed++;
		if (WIFSIGNALED(status))
			print_message("signal %d\n", WTERMSIG(status));
	}
	assert_int_equal(failed, 0);
	if (missing)
		reach_test_skip("network and mount namespaces");
}

#define FAIL_EACH(rows) fail_each(rows, sizeof(rows) / sizeof(*(rows)), 1)

static void without_memory_or_threads(void **state)
{
	static const struct row rows[] = {
		{"memory", ENOMEM},
		{"memory-behind", ENOMEM},
		{"key", ENOMEM},
		{"thread", EAGAIN},
	};
	const bool genuine = find_foundation() != NULL;

	/* The toolchain's objects end a process that has no memory. */
	fail_each(rows + 2 * genuine, 4 - 2 * genuine, 1);
}

static void without_sockets(void **state)
{
	static const struct row rows[] = {
		{"socket", EMFILE}, {"bind", ENOMEM},	  {"option", ENOBUFS},
		{"send", ENOBUFS},  {"receive", ENOBUFS}, {"receive", ENOMEM},
	};

	FAIL_EACH(rows);
}

static void without_events(void **state)
{
	static const struct row rows[] = {
		{"epoll", ENOSPC},
		{"eventfd", EMFILE},
		{"timer", EMFILE},
	};

	FAIL_EACH(rows);
}

static void without_names_or_files(void **state)
{
	static const struct row rows[] = {
		{"names", EAI_MEMORY},
		{"names", EAI_SYSTEM},
		{"files", EMFILE},
		{"files", EACCES},
	};

	FAIL_EACH(rows);
}

static void without_watches_for_files(void **state)
{
	static const struct row rows[] = {{"inotify", ENOSPC}};

	FAIL_EACH(rows);
}

static void interrupted(void **state)
{
	static const struct row rows[] = {
		{"send", EINTR}, {"receive", EINTR}, {"poll", EINTR},
		{"read", EINTR}, {"write", EINTR},
	};

	FAIL_EACH(rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(without_memory_or_threads),
		REACH_TEST(without_sockets),
		REACH_TEST(without_events),
		REACH_TEST(without_names_or_files),
		REACH_TEST(without_watches_for_files),
		REACH_TEST(interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
