/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The resolver as its owner sees it: interests come and go, threads are
 * started when there is something to do. What happens to a name is name.c's
 * business, how many threads there are pool.c's.
 */

#include "resolver.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "name.h"

uint64_t reach_resolver_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * REACH_SECOND + (uint64_t)now.tv_nsec;
}

int reach_resolver_new(reach_resolver_spawn *spawn, void *spawn_info,
		       struct reach_resolver **ret_resolver)
{
	struct reach_resolver *resolver = calloc(1, sizeof(*resolver));

	if (!resolver)
		return -ENOMEM;
	resolver->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (resolver->wake_fd < 0) {
		int error = -errno;

		free(resolver);
		return error;
	}
	pthread_mutex_init(&resolver->lock, NULL);
	resolver->references = 1;
	resolver->spawn = spawn;
	resolver->spawn_info = spawn_info;
	*ret_resolver = resolver;
	return 0;
}

static void ref(struct reach_resolver *resolver)
{
	__atomic_add_fetch(&resolver->references, 1, __ATOMIC_RELAXED);
}

static void unref(struct reach_resolver *resolver)
{
	if (__atomic_sub_fetch(&resolver->references, 1, __ATOMIC_ACQ_REL))
		return;
	close(resolver->wake_fd);
	pthread_mutex_destroy(&resolver->lock);
	free(resolver);
}

void reach_resolver_free(struct reach_resolver *resolver)
{
	if (!resolver)
		return;
	pthread_mutex_lock(&resolver->lock);
	resolver->closed = true;
	pthread_mutex_unlock(&resolver->lock);
	unref(resolver);
}

void reach_resolver_nudge(struct reach_resolver *resolver, uint64_t deadline)
{
	if (!deadline || (resolver->told && resolver->told <= deadline))
		return;
	resolver->told = deadline;
	while (eventfd_write(resolver->wake_fd, 1) && errno == EINTR)
		;
}

void reach_lookup_free(struct reach_lookup *lookup)
{
	struct reach_resolver *resolver = lookup->resolver;

	if (lookup->release)
		lookup->release(lookup->info);
	free(lookup);
	unref(resolver);
}

int reach_resolver_subscribe(struct reach_resolver *resolver, const char *text,
			     reach_resolver_done *done, void (*retain)(void *),
			     void (*release)(void *), void *info,
			     struct reach_lookup **ret_lookup)
{
	struct reach_lookup *lookup = calloc(1, sizeof(*lookup));
	struct reach_name *name;

	if (!lookup)
		return -ENOMEM;
	lookup->resolver = resolver;
	lookup->done = done;
	lookup->release = release;
	lookup->info = info;
	if (retain)
		retain(info);
	ref(resolver);
	pthread_mutex_lock(&resolver->lock);
	name = reach_name_get(resolver, text);
	if (name) {
		*ret_lookup = lookup;
		reach_name_add(name, lookup, reach_resolver_now());
		reach_resolver_nudge(resolver,
				     reach_pool_get_deadline(&resolver->pool));
	}
	pthread_mutex_unlock(&resolver->lock);
	if (name)
		return 0;
	reach_lookup_free(lookup);
	return -ENOMEM;
}

void reach_resolver_cancel(struct reach_lookup *lookup)
{
	struct reach_resolver *resolver = lookup->resolver;
	bool removed;

	pthread_mutex_lock(&resolver->lock);
	removed = reach_name_remove(lookup);
	pthread_mutex_unlock(&resolver->lock);
	if (removed)
		reach_lookup_free(lookup);
}

static void refresh(struct reach_resolver *resolver, uint64_t now)
{
	resolver->refresh = 0;
	reach_burst_passed(&resolver->burst, now);
	for (struct reach_name *i = resolver->names; i; i = i->next) {
		i->failures = 0;
		reach_name_want(i, now);
	}
}

void reach_resolver_refresh(struct reach_resolver *resolver)
{
	uint64_t now = reach_resolver_now();

	pthread_mutex_lock(&resolver->lock);
	resolver->refresh = reach_burst_due(&resolver->burst, now);
	if (resolver->refresh == now)
		refresh(resolver, now);
	reach_resolver_nudge(resolver, resolver->refresh);
	reach_resolver_nudge(resolver,
			     reach_pool_get_deadline(&resolver->pool));
	pthread_mutex_unlock(&resolver->lock);
}

bool reach_resolver_was_busy(struct reach_resolver *resolver, uint64_t since)
{
	bool busy = false;

	pthread_mutex_lock(&resolver->lock);
	for (struct reach_name *i = resolver->names; i && !busy; i = i->next)
		busy = i->flight || i->strays ||
		       (i->answer && i->answered >= since);
	pthread_mutex_unlock(&resolver->lock);
	return busy;
}

int reach_resolver_get_fd(const struct reach_resolver *resolver)
{
	return resolver->wake_fd;
}

static uint64_t sooner(uint64_t one, uint64_t other)
{
	return !one || (other && other < one) ? other : one;
}

uint64_t reach_resolver_get_deadline(struct reach_resolver *resolver)
{
	uint64_t deadline;

	pthread_mutex_lock(&resolver->lock);
	deadline = sooner(resolver->refresh,
			  reach_pool_get_deadline(&resolver->pool));
	for (struct reach_name *i = resolver->names; i; i = i->next)
		deadline = sooner(deadline, i->retry);
	resolver->told = deadline;
	pthread_mutex_unlock(&resolver->lock);
	return deadline;
}

/* The main of a thread, which has a reference to the resolver. */
static void work(void *info)
{
	struct reach_resolver *resolver = info;
	struct reach_job *job;

	pthread_mutex_lock(&resolver->lock);
	reach_pool_started(&resolver->pool);
	while (!resolver->closed && (job = reach_pool_pop(&resolver->pool))) {
		/* For what this thread does not take. */
		reach_resolver_nudge(resolver,
				     reach_pool_get_deadline(&resolver->pool));
		reach_name_serve((struct reach_name *)job);
	}
	reach_pool_ended(&resolver->pool);
	pthread_mutex_unlock(&resolver->lock);
	unref(resolver);
}

/* Gives up the lock while it starts a thread. */
static void start_threads(struct reach_resolver *resolver, uint64_t now)
{
	for (;;) {
		uint64_t due = reach_pool_get_deadline(&resolver->pool);
		int error;

		if (!due || due > now)
			return;
		reach_pool_start(&resolver->pool);
		ref(resolver);
		pthread_mutex_unlock(&resolver->lock);
		error = resolver->spawn(work, resolver, resolver->spawn_info);
		if (error)
			unref(resolver);
		pthread_mutex_lock(&resolver->lock);
		if (error)
			reach_pool_failed(&resolver->pool, now);
	}
}

void reach_resolver_process(struct reach_resolver *resolver, uint64_t now)
{
	eventfd_t ignored;

	pthread_mutex_lock(&resolver->lock);
	eventfd_read(resolver->wake_fd, &ignored);
	if (resolver->refresh && resolver->refresh <= now)
		refresh(resolver, now);
	for (struct reach_name *i = resolver->names; i; i = i->next)
		if (i->retry && i->retry <= now)
			reach_name_want(i, now);
	start_threads(resolver, now);
	pthread_mutex_unlock(&resolver->lock);
}
