/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The watcher's life and what it listens to. What a pass does is in pass.c.
 */

#include "watcher.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "delivery.h"
#include "pass.h"
#include "space.h"
#include "watch.h"

struct reach_watcher {
	unsigned int references;
	struct reach_worker *worker;
	/* readable when the wall clock jumps, as it does after a suspend */
	int clock;
	struct reach_pass pass;
};

uint64_t reach_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)now.tv_nsec;
}

static void arm_clock(int fd)
{
	const struct itimerspec never = {
		/* The furthest a 32-bit time can be. */
		.it_value = {.tv_sec = INT32_MAX},
	};

	timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never,
			NULL);
}

static bool has_clock_jumped(int fd)
{
	uint64_t count;

	if (read(fd, &count, sizeof(count)) >= 0 || errno != ECANCELED)
		return false;
	arm_clock(fd);
	return true;
}

static void ready(int fd, void *info)
{
	struct reach_watcher *watcher = info;

	struct reach_dns_watch *dns = watcher->pass.dns;

	if (dns && fd == reach_dns_watch_get_fd(dns))
		watcher->pass.dns_ready = true;
	if (fd == watcher->clock && has_clock_jumped(fd))
		reach_pass_resumed(&watcher->pass);
	reach_pass_run(&watcher->pass);
}

static void wake(void *info)
{
	struct reach_watcher *watcher = info;

	reach_pass_run(&watcher->pass);
}

struct reach_watcher *reach_watcher_ref(struct reach_watcher *watcher)
{
	__atomic_add_fetch(&watcher->references, 1, __ATOMIC_RELAXED);
	return watcher;
}

void reach_watcher_unref(struct reach_watcher *watcher)
{
	if (__atomic_sub_fetch(&watcher->references, 1, __ATOMIC_ACQ_REL))
		return;
	reach_worker_free(watcher->worker);
	if (watcher->pass.resolver)
		reach_resolver_free(watcher->pass.resolver);
	reach_dns_watch_close(watcher->pass.dns);
	if (watcher->clock >= 0)
		close(watcher->clock);
	reach_netlink_close(watcher->pass.socket);
	reach_space_unref(watcher->pass.space);
	free(watcher);
}

/* The worker is about to free itself; others may still hold references. */
static void ended(void *info)
{
	reach_watcher_unref(info);
}

static int spawn(void (*main)(void *), void *info, void *spawn_info)
{
	(void)spawn_info;
	return reach_thread_start(main, info);
}

static int listen_to(struct reach_watcher *watcher)
{
	struct reach_pass *pass = &watcher->pass;
	const int fds[] = {
		reach_monitor_get_fd(pass->space->monitor),
		reach_resolver_get_fd(pass->resolver),
		pass->dns ? reach_dns_watch_get_fd(pass->dns) : -1,
		watcher->clock,
	};
	int result = 0;

	for (size_t i = 0; !result && i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			result = reach_worker_add_fd(watcher->worker, fds[i]);
	return result;
}

/* The worker's reference to the watcher goes with ended. */
static int start(struct reach_watcher *watcher)
{
	static const struct reach_worker_client client = {
		.ready = ready,
		.wake = wake,
		.ended = ended,
	};
	int result;

	reach_watcher_ref(watcher);
	result = reach_worker_start(&client, watcher, &watcher->worker);
	if (result) {
		reach_watcher_unref(watcher);
		return result;
	}
	watcher->pass.worker = watcher->worker;
	watcher->pass.listening = true;
	result = listen_to(watcher);
	if (result)
		reach_worker_stop(watcher->worker);
	else
		reach_worker_wake(watcher->worker);
	return result;
}

static int new_watcher(struct reach_space *space,
		       struct reach_watcher **ret_watcher)
{
	struct reach_watcher *watcher = calloc(1, sizeof(*watcher));
	int result;

	if (!watcher)
		return -ENOMEM;
	watcher->references = 1;
	watcher->pass.space = reach_space_ref(space);
	watcher->clock =
		timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (watcher->clock >= 0)
		arm_clock(watcher->clock);
	if (reach_dns_watch_open("/etc/resolv.conf", &watcher->pass.dns))
		watcher->pass.dns = NULL;
	result = reach_netlink_open(&watcher->pass.socket);
	if (!result)
		result = reach_resolver_new(spawn, NULL,
					    &watcher->pass.resolver);
	if (!result)
		result = start(watcher);
	if (result) {
		reach_watcher_unref(watcher);
		return result;
	}
	*ret_watcher = watcher;
	return 0;
}

/* Under the space's lock: the watcher that nobody needs any more, and what was
   still requested of it. */
static struct reach_watcher *give_up_idle(struct reach_space *space,
					  struct reach_watch **ret_requests)
{
	struct reach_watcher *watcher = space->watcher;

	if (!watcher || space->watch_count)
		return NULL;
	space->watcher = NULL;
	*ret_requests = space->requests;
	space->requests = NULL;
	/* The next watcher keeps its own barrier. */
	reach_changes_set(&space->changes, REACH_CHANGED_EARLY);
	return watcher;
}

static void end(struct reach_watcher *watcher, struct reach_watch *requests)
{
	while (requests) {
		struct reach_watch *watch = requests;

		requests = watch->name->next_request;
		reach_watch_unref(watch);
	}
	if (!watcher)
		return;
	reach_worker_stop(watcher->worker);
	reach_watcher_unref(watcher);
}

int reach_watcher_add(const struct reach_thread *thread,
		      struct reach_watch *watch)
{
	struct reach_space *space = thread->space;
	struct reach_watch *requests = NULL;
	struct reach_watcher *last;
	int result = 0;

	pthread_mutex_lock(&space->lock);
	if (!space->watcher) {
		/* Its thread and sockets are of the caller's namespace. */
		result = reach_thread_is_at_home(thread)
				 ? new_watcher(space, &space->watcher)
				 : -EXDEV;
	}
	if (!result)
		result = reach_topics_join(&space->topics, watch, NULL);
	if (!result) {
		reach_watch_ref(watch);
		space->watch_count++;
	}
	last = result ? give_up_idle(space, &requests) : NULL;
	pthread_mutex_unlock(&space->lock);
	end(last, requests);
	return result;
}

void reach_watcher_remove(struct reach_watch *watch)
{
	struct reach_space *space = watch->space;
	struct reach_watch *requests = NULL;
	struct reach_watcher *last;

	pthread_mutex_lock(&space->lock);
	reach_topics_leave(&space->topics, watch);
	space->watch_count--;
	if (watch->name && watch->name->lookup)
		space->name_count--;
	last = give_up_idle(space, &requests);
	pthread_mutex_unlock(&space->lock);
	end(last, requests);
	reach_watch_unref(watch);
}

int reach_watcher_resolve(struct reach_watch *watch, const char *name,
			  reach_resolver_done *done)
{
	struct reach_space *space = watch->space;
	struct reach_watcher *watcher;
	int result;

	pthread_mutex_lock(&space->lock);
	watcher = reach_watcher_ref(space->watcher);
	pthread_mutex_unlock(&space->lock);
	result = reach_resolver_subscribe(
		watcher->pass.resolver, name, done, reach_watch_client.retain,
		reach_watch_client.release, watch, &watch->name->lookup);
	reach_watcher_unref(watcher);
	if (result)
		return result;
	pthread_mutex_lock(&space->lock);
	space->name_count++;
	pthread_mutex_unlock(&space->lock);
	return 0;
}

void reach_watcher_wake(struct reach_watcher *watcher)
{
	reach_worker_wake(watcher->worker);
}

void reach_watcher_request(struct reach_watch *watch)
{
	struct reach_space *space = watch->space;
	struct reach_watcher *watcher = NULL;

	pthread_mutex_lock(&space->lock);
	if (space->watcher && !watch->name->requested) {
		watch->name->requested = true;
		watch->name->next_request = space->requests;
		space->requests = reach_watch_ref(watch);
		watcher = reach_watcher_ref(space->watcher);
	}
	pthread_mutex_unlock(&space->lock);
	if (!watcher)
		return;
	reach_watcher_wake(watcher);
	reach_watcher_unref(watcher);
}

void reach_watcher_note_first(struct reach_watch *watch,
			      const struct reach_state *state)
{
	struct reach_space *space = watch->space;
	struct reach_topic *topic;
	uint64_t now = reach_now();
	uint64_t deadline = reach_topic_get_end(state, now);

	pthread_mutex_lock(&space->lock);
	topic = watch->topic;
	reach_topic_note_first(topic, watch, state);
	if (!deadline && topic->watches == watch && !watch->next)
		deadline = reach_topic_get_doubt(topic, now);
	reach_topic_set_deadline(&space->topics, topic, now, deadline);
	if (deadline)
		reach_watcher_wake(space->watcher);
	pthread_mutex_unlock(&space->lock);
}

void reach_watcher_close_copies(struct reach_watcher *watcher)
{
	const struct reach_pass *pass = &watcher->pass;

	reach_worker_start_child(watcher->worker);
	close(reach_resolver_get_fd(pass->resolver));
	if (pass->dns)
		close(reach_dns_watch_get_fd(pass->dns));
	if (watcher->clock >= 0)
		close(watcher->clock);
	reach_netlink_close(pass->socket);
}

void reach_watcher_start_child(void)
{
	reach_delivery_after_fork();
}
