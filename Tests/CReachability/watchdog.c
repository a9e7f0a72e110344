/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A thread with a deadline. Stacks are told by the threads themselves, in a
 * signal handler; of those that take no signals, as the library's, the system
 * call they are in is told instead.
 */

#include "watchdog.h"

#include "namespace.h"

#include <dirent.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SIGNAL SIGUSR2
#define STACK_MAX 64

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	int patience;
	const char *what;
	unsigned int fed;
	bool stopped;
	/* how many threads have told their stack */
	unsigned int told;
} dog = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void tell_stack(int signal)
{
	void *stack[STACK_MAX];
	int depth = backtrace(stack, STACK_MAX);

	(void)signal;
	backtrace_symbols_fd(stack, depth, STDERR_FILENO);
	__atomic_add_fetch(&dog.told, 1, __ATOMIC_SEQ_CST);
}

static bool has_told(void *info)
{
	return __atomic_load_n(&dog.told, __ATOMIC_SEQ_CST) >
	       *(unsigned int *)info;
}

static void tell_file(const char *thread, const char *name)
{
	char path[64];
	char text[256] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%.16s/%s", thread, name);
	file = fopen(path, "re");
	if (!file)
		return;
	if (fgets(text, sizeof(text), file))
		fprintf(stderr, "  %s: %s", name, text);
	fclose(file);
}

static void tell_thread(const char *thread)
{
	unsigned int told = __atomic_load_n(&dog.told, __ATOMIC_SEQ_CST);
	long id = atol(thread);

	fprintf(stderr, "thread %s\n", thread);
	tell_file(thread, "comm");
	syscall(SYS_tgkill, getpid(), id, SIGNAL);
	if (reach_test_until(has_told, &told, 500))
		return;
	fputs("  takes no signals\n", stderr);
	tell_file(thread, "syscall");
}

static void tell_all(void)
{
	DIR *folder = opendir("/proc/self/task");
	const struct dirent *entry;

	fprintf(stderr, "HANGS: %s\n", dog.what ? dog.what : "the beginning");
	while (folder && (entry = readdir(folder)))
		if (atol(entry->d_name) > 0 &&
		    atol(entry->d_name) != syscall(SYS_gettid))
			tell_thread(entry->d_name);
}

static struct timespec get_deadline(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec += dog.patience / 1000;
	time.tv_nsec += dog.patience % 1000 * 1000000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

static void *watch(void *info)
{
	pthread_mutex_lock(&dog.lock);
	while (!dog.stopped) {
		struct timespec deadline = get_deadline();
		unsigned int fed = dog.fed;
		int result = 0;

		while (!dog.stopped && !result)
			result = pthread_cond_timedwait(&dog.changed, &dog.lock,
							&deadline);
		if (dog.stopped || dog.fed != fed)
			continue;
		tell_all();
		_exit(1);
	}
	pthread_mutex_unlock(&dog.lock);
	return info;
}

void watchdog_start(int milliseconds)
{
	const struct sigaction action = {
		.sa_handler = tell_stack,
		.sa_flags = SA_RESTART,
	};
	void *first[1];
	pthread_condattr_t attributes;

	/* loads what it needs, which a signal handler must not */
	backtrace(first, 1);
	sigaction(SIGNAL, &action, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&dog.changed, &attributes);
	pthread_condattr_destroy(&attributes);
	dog.patience = milliseconds;
	dog.what = NULL;
	dog.stopped = false;
	assert_int_equal(pthread_create(&dog.thread, NULL, watch, NULL), 0);
}

void watchdog_feed(const char *what)
{
	pthread_mutex_lock(&dog.lock);
	dog.what = what;
	dog.fed++;
	pthread_mutex_unlock(&dog.lock);
}

void watchdog_stop(void)
{
	pthread_mutex_lock(&dog.lock);
	dog.stopped = true;
	pthread_cond_signal(&dog.changed);
	pthread_mutex_unlock(&dog.lock);
	pthread_join(dog.thread, NULL);
	pthread_cond_destroy(&dog.changed);
}
