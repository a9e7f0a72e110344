/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Namespaces and threads: finding, sharing and giving up the sockets. What is
 * read from them is in told.c; must not know what flags or targets are.
 */

#include "space.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "watcher.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71
#endif

/* The only globals of this room; guarded by the lock but for process, which
   only changes in the child of a fork, before any other thread is there. */
static struct {
	pthread_mutex_t lock;
	pthread_key_t key;
	/* set under the lock, once there is a key; atomic */
	bool has_key;
	unsigned int process;
	struct reach_space *spaces;
	struct reach_thread *threads;
} registry = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

unsigned int reach_process(void)
{
	return __atomic_load_n(&registry.process, __ATOMIC_RELAXED);
}

static void lock_registry(void)
{
	pthread_mutex_lock(&registry.lock);
}

static void unlock_registry(void)
{
	pthread_mutex_unlock(&registry.lock);
}

static void prepare_fork(void)
{
	lock_registry();
	reach_netlink_lock();
}

static void go_on(void)
{
	reach_netlink_unlock();
	unlock_registry();
}

static void close_thread(struct reach_thread *thread)
{
	reach_netlink_close(thread->socket);
	if (thread->ear >= 0)
		close(thread->ear);
}

/* The child starts clean. Its copies of the sockets are closed, as an unread
   event socket keeps its namespace alive; the memory is left, since threads
   that are gone may have been changing it. */
static void start_child(void)
{
	reach_netlink_unlock();
	for (struct reach_thread *thread = registry.threads; thread;
	     thread = thread->next)
		close_thread(thread);
	for (struct reach_space *space = registry.spaces; space;
	     space = space->next) {
		if (space->watcher)
			reach_watcher_close_copies(space->watcher);
		reach_monitor_close(space->monitor);
	}
	registry.threads = NULL;
	registry.spaces = NULL;
	__atomic_add_fetch(&registry.process, 1, __ATOMIC_RELAXED);
	pthread_setspecific(registry.key, NULL);
	reach_watcher_start_child();
	unlock_registry();
}

static void forget_thread(void *pointer)
{
	struct reach_thread *thread = pointer;
	struct reach_thread **link = &registry.threads;

	lock_registry();
	while (*link && *link != thread)
		link = &(*link)->next;
	if (*link)
		*link = thread->next;
	unlock_registry();
	close_thread(thread);
	reach_space_unref(thread->space);
	free(thread);
}

/* The process may have no key to give; later there may be one. */
static int make_key(void)
{
	int error = 0;

	if (__atomic_load_n(&registry.has_key, __ATOMIC_ACQUIRE))
		return 0;
	lock_registry();
	if (!registry.has_key) {
		error = -pthread_key_create(&registry.key, forget_thread);
		if (!error)
			pthread_atfork(prepare_fork, go_on, start_child);
		__atomic_store_n(&registry.has_key, !error, __ATOMIC_RELEASE);
	}
	unlock_registry();
	return error;
}

/* The cookie is Linux 5.14; before that the namespace's inode serves. */
static int read_cookie(int fd, uint64_t *ret_cookie)
{
	socklen_t size = sizeof(*ret_cookie);
	struct stat status;

	if (!getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, ret_cookie, &size))
		return 0;
	if (stat("/proc/thread-self/ns/net", &status))
		return -errno;
	*ret_cookie = status.st_ino;
	return 0;
}

static void free_space(struct reach_space *space)
{
	if (!space)
		return;
	reach_monitor_close(space->monitor);
	reach_link_table_free(space->links);
	pthread_mutex_destroy(&space->lock);
	pthread_mutex_destroy(&space->turn);
	free(space);
}

static int new_space(uint64_t cookie, struct reach_space **ret_space)
{
	struct reach_space *space = calloc(1, sizeof(*space));
	int result;

	if (!space)
		return -ENOMEM;
	pthread_mutex_init(&space->turn, NULL);
	pthread_mutex_init(&space->lock, NULL);
	space->cookie = cookie;
	space->references = 1;
	/* A change that is under way as the first socket listens may have
	   been told already. */
	reach_changes_set(&space->changes, REACH_CHANGED_EARLY);
	space->early = 1;
	result = reach_monitor_open(&space->monitor);
	if (!result)
		result = reach_link_table_new(&space->links);
	if (result) {
		free_space(space);
		return result;
	}
	*ret_space = space;
	return 0;
}

/* With one more reference. */
static int find_space(uint64_t cookie, struct reach_space **ret_space)
{
	struct reach_space *space;
	int result = 0;

	lock_registry();
	for (space = registry.spaces; space; space = space->next)
		if (space->cookie == cookie)
			break;
	if (space) {
		space->references++;
	} else {
		result = new_space(cookie, &space);
		if (!result) {
			space->next = registry.spaces;
			registry.spaces = space;
		}
	}
	unlock_registry();
	if (!result)
		*ret_space = space;
	return result;
}

struct reach_space *reach_space_ref(struct reach_space *space)
{
	lock_registry();
	space->references++;
	unlock_registry();
	return space;
}

void reach_space_unref(struct reach_space *space)
{
	struct reach_space **link = &registry.spaces;
	bool last;

	if (!space)
		return;
	lock_registry();
	last = --space->references == 0;
	while (last && *link && *link != space)
		link = &(*link)->next;
	if (last && *link)
		*link = space->next;
	unlock_registry();
	if (last)
		free_space(space);
}

static int new_thread(struct reach_thread **ret_thread)
{
	struct reach_thread *thread = calloc(1, sizeof(*thread));
	uint64_t cookie;
	int result;

	if (!thread)
		return -ENOMEM;
	thread->ear = -1;
	result = reach_netlink_open(&thread->socket);
	if (!result)
		result = read_cookie(reach_netlink_get_fd(thread->socket),
				     &cookie);
	if (!result)
		result = find_space(cookie, &thread->space);
	if (!result)
		result = -pthread_setspecific(registry.key, thread);
	if (result) {
		reach_netlink_close(thread->socket);
		reach_space_unref(thread->space);
		free(thread);
		return result;
	}
	/* Without one every answer is asked for. */
	if (reach_monitor_open_ear(thread->space->monitor, &thread->ear))
		thread->ear = -1;
	lock_registry();
	thread->next = registry.threads;
	registry.threads = thread;
	unlock_registry();
	*ret_thread = thread;
	return 0;
}

int reach_thread_enter(struct reach_thread **ret_thread)
{
	struct reach_thread *thread;
	int error = make_key();

	if (error)
		return error;
	thread = pthread_getspecific(registry.key);
	if (!thread)
		return new_thread(ret_thread);
	*ret_thread = thread;
	return 0;
}

void reach_thread_reset(void)
{
	struct reach_thread *thread;

	if (make_key())
		return;
	thread = pthread_getspecific(registry.key);
	if (!thread)
		return;
	pthread_setspecific(registry.key, NULL);
	forget_thread(thread);
}

int reach_thread_open_at_home(const struct reach_thread *thread,
			      struct reach_netlink **ret_socket)
{
	struct reach_netlink *socket;
	uint64_t cookie;
	int result = reach_netlink_open(&socket);

	if (result)
		return result;
	result = read_cookie(reach_netlink_get_fd(socket), &cookie);
	if (!result && cookie != thread->space->cookie)
		result = -EXDEV;
	if (result)
		reach_netlink_close(socket);
	else
		*ret_socket = socket;
	return result;
}

bool reach_thread_is_at_home(const struct reach_thread *thread)
{
	struct reach_netlink *socket;

	if (reach_thread_open_at_home(thread, &socket))
		return false;
	reach_netlink_close(socket);
	return true;
}

bool reach_space_get_link(struct reach_space *space, uint32_t index,
			  struct reach_link *ret_link)
{
	bool found;

	pthread_mutex_lock(&space->lock);
	found = reach_link_get(space->links, index, ret_link);
	pthread_mutex_unlock(&space->lock);
	return found;
}

bool reach_space_find_link(struct reach_space *space, const char *name,
			   struct reach_link *ret_link)
{
	bool found;

	pthread_mutex_lock(&space->lock);
	found = reach_link_find(space->links, name, ret_link);
	pthread_mutex_unlock(&space->lock);
	return found;
}
