/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Threads, and the one that waits for descriptors, a deadline and wake-ups. */

#include "delivery.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Name service modules, foreign code, run on these too. The C library takes
   every thread-local variable of the process from it. */
#define STACK_SIZE (512 * 1024)

struct start {
	void (*main)(void *info);
	void *info;
};

static void *run(void *info)
{
	struct start start = *(struct start *)info;

	free(info);
	pthread_setname_np(pthread_self(), "reachability");
	start.main(start.info);
	return NULL;
}

static int create_detached(struct start *start)
{
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t all;
	sigset_t before;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, &attributes, run, start);
	/* Thread-local variables that do not fit. */
	if (error == EINVAL) {
		pthread_attr_destroy(&attributes);
		pthread_attr_init(&attributes);
		pthread_attr_setdetachstate(&attributes,
					    PTHREAD_CREATE_DETACHED);
		error = pthread_create(&thread, &attributes, run, start);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return -error;
}

int reach_thread_start(void (*main)(void *), void *info)
{
	struct start *start = malloc(sizeof(*start));
	int result;

	if (!start)
		return -ENOMEM;
	*start = (struct start){.main = main, .info = info};
	result = create_detached(start);
	if (result)
		free(start);
	return result;
}

struct reach_worker {
	const struct reach_worker_client *client;
	void *info;
	/* the owner's and the thread's */
	unsigned int references;
	int epoll;
	int wake;
	int timer;
	bool stopped;
};

static void unref(struct reach_worker *worker)
{
	if (__atomic_sub_fetch(&worker->references, 1, __ATOMIC_ACQ_REL))
		return;
	if (worker->timer >= 0)
		close(worker->timer);
	if (worker->wake >= 0)
		close(worker->wake);
	if (worker->epoll >= 0)
		close(worker->epoll);
	free(worker);
}

void reach_worker_start_child(const struct reach_worker *worker)
{
	close(worker->timer);
	close(worker->wake);
	close(worker->epoll);
}

void reach_worker_free(struct reach_worker *worker)
{
	if (worker)
		unref(worker);
}

static bool is_stopped(const struct reach_worker *worker)
{
	return __atomic_load_n(&worker->stopped, __ATOMIC_ACQUIRE);
}

static void serve(struct reach_worker *worker, int fd)
{
	uint64_t count;

	if (fd != worker->wake && fd != worker->timer) {
		worker->client->ready(fd, worker->info);
		return;
	}
	if (read(fd, &count, sizeof(count)) == sizeof(count))
		worker->client->wake(worker->info);
}

static void work(void *info)
{
	struct reach_worker *worker = info;

	while (!is_stopped(worker)) {
		struct epoll_event events[8];
		int count = epoll_wait(worker->epoll, events, 8, -1);

		for (int i = 0; i < count && !is_stopped(worker); i++)
			serve(worker, events[i].data.fd);
	}
	worker->client->ended(worker->info);
	unref(worker);
}

static int open_descriptors(struct reach_worker *worker)
{
	worker->epoll = epoll_create1(EPOLL_CLOEXEC);
	worker->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	worker->timer =
		timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (worker->epoll < 0 || worker->wake < 0 || worker->timer < 0)
		return -errno;
	if (reach_worker_add_fd(worker, worker->wake) ||
	    reach_worker_add_fd(worker, worker->timer))
		return -errno;
	return 0;
}

int reach_worker_start(const struct reach_worker_client *client, void *info,
		       struct reach_worker **ret_worker)
{
	struct reach_worker *worker = calloc(1, sizeof(*worker));
	int result;

	if (!worker)
		return -ENOMEM;
	worker->client = client;
	worker->info = info;
	worker->references = 2;
	worker->epoll = worker->wake = worker->timer = -1;
	/* The thread must find it where the owner keeps it. */
	*ret_worker = worker;
	result = open_descriptors(worker);
	if (!result)
		result = reach_thread_start(work, worker);
	if (result) {
		*ret_worker = NULL;
		unref(worker);
		unref(worker);
	}
	return result;
}

int reach_worker_add_fd(struct reach_worker *worker, int fd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

	return epoll_ctl(worker->epoll, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

void reach_worker_remove_fd(struct reach_worker *worker, int fd)
{
	epoll_ctl(worker->epoll, EPOLL_CTL_DEL, fd, NULL);
}

void reach_worker_set_deadline(struct reach_worker *worker, uint64_t deadline)
{
	const struct itimerspec time = {
		.it_value =
			{
				.tv_sec = (time_t)(deadline / 1000000000),
				.tv_nsec = (long)(deadline % 1000000000),
			},
	};

	timerfd_settime(worker->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

void reach_worker_wake(struct reach_worker *worker)
{
	uint64_t count = 1;

	/* Full means that a wake-up is on its way. */
	while (write(worker->wake, &count, sizeof(count)) < 0 && errno == EINTR)
		;
}

void reach_worker_stop(struct reach_worker *worker)
{
	__atomic_store_n(&worker->stopped, true, __ATOMIC_RELEASE);
	reach_worker_wake(worker);
}
