/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Namespaces and threads: finding, sharing and giving up the sockets. Knows
 * when the link table is true; must not know what flags or targets are.
 */

#include "space.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "delivery.h"
#include "watcher.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71
#endif

/* Asking this often costs more than a thread that passes the barrier. */
#define UNKEPT_MAX 16

/* The only globals of this room; guarded by the lock but for process, which
   only changes in the child of a fork, before any other thread is there. */
static struct {
	pthread_mutex_t lock;
	pthread_once_t once;
	pthread_key_t key;
	int key_error;
	unsigned int process;
	struct reach_space *spaces;
	struct reach_thread *threads;
} registry = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.once = PTHREAD_ONCE_INIT,
};

unsigned int reach_process(void)
{
	return registry.process;
}

static void lock_registry(void)
{
	pthread_mutex_lock(&registry.lock);
}

static void unlock_registry(void)
{
	pthread_mutex_unlock(&registry.lock);
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
	for (struct reach_thread *thread = registry.threads; thread;
	     thread = thread->next)
		close_thread(thread);
	for (struct reach_space *space = registry.spaces; space;
	     space = space->next)
		reach_monitor_close(space->monitor);
	registry.threads = NULL;
	registry.spaces = NULL;
	registry.process++;
	pthread_setspecific(registry.key, NULL);
	reach_watcher_start_child();
	pthread_mutex_init(&registry.lock, NULL);
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

static void initialize(void)
{
	registry.key_error = -pthread_key_create(&registry.key, forget_thread);
	if (!registry.key_error)
		pthread_atfork(lock_registry, unlock_registry, start_child);
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
	free(space);
}

static int new_space(uint64_t cookie, struct reach_space **ret_space)
{
	struct reach_space *space = calloc(1, sizeof(*space));
	int result;

	if (!space)
		return -ENOMEM;
	pthread_mutex_init(&space->lock, NULL);
	space->cookie = cookie;
	space->references = 1;
	/* A change that is under way as the first socket listens may have
	   been told already. */
	reach_changes_set(&space->changes,
			  REACH_CHANGED_EARLY | REACH_CHANGED_LOST);
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

	pthread_once(&registry.once, initialize);
	if (registry.key_error)
		return registry.key_error;
	thread = pthread_getspecific(registry.key);
	if (!thread)
		return new_thread(ret_thread);
	*ret_thread = thread;
	return 0;
}

void reach_thread_reset(void)
{
	struct reach_thread *thread;

	pthread_once(&registry.once, initialize);
	if (registry.key_error)
		return;
	thread = pthread_getspecific(registry.key);
	if (!thread)
		return;
	pthread_setspecific(registry.key, NULL);
	forget_thread(thread);
}

static bool is_socket_of(const struct reach_netlink *socket,
			 const struct reach_space *space)
{
	uint64_t cookie;

	return !read_cookie(reach_netlink_get_fd(socket), &cookie) &&
	       cookie == space->cookie;
}

bool reach_thread_is_at_home(const struct reach_thread *thread)
{
	struct reach_netlink *socket;
	bool same;

	if (reach_netlink_open(&socket))
		return false;
	same = is_socket_of(socket, thread->space);
	reach_netlink_close(socket);
	return same;
}

static void take_link(const struct nlmsghdr *event, void *info)
{
	struct reach_space *space = info;

	/* Out of memory: as lost as if it had never arrived. */
	if (space->links_filled && reach_link_table_apply(space->links, event))
		space->links_filled = false;
}

static int fill_links(struct reach_space *space, struct reach_netlink *socket)
{
	int result;
	int tries = 3;

	/* Interrupted by a change: the event of it is queued, but which link
	   the dump left out is not known. */
	do {
		result = reach_link_table_fill(space->links, socket);
	} while (result == -EAGAIN && --tries > 0);
	space->links_filled = !result;
	return result;
}

/* Never twice the same, in all the spaces of a process. */
static uint64_t next_generation(void)
{
	static uint64_t last;

	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static uint64_t get_generation(const struct reach_space *space)
{
	return __atomic_load_n(&space->generation, __ATOMIC_ACQUIRE);
}

static void set_generation(struct reach_space *space, uint64_t generation)
{
	__atomic_store_n(&space->generation, generation, __ATOMIC_SEQ_CST);
}

/* Under the lock: from now on answers may be kept, if nothing is known that
	speaks against it. */
static void begin_generation(struct reach_space *space)
{
	if (space->settled && space->links_filled && !get_generation(space))
		set_generation(space, next_generation());
}

static void note_early(struct reach_space *space)
{
	space->early++;
	space->settled = false;
	space->unkept = 0;
}

/* Under the lock. Before the first event is read all answers are void, or a
   thread that finds nothing to read any more would believe its own. True if
   anything was told. */
static bool read_events(struct reach_space *space, int *ret_result)
{
	struct reach_changes *changes = &space->changes;
	uint64_t generation = get_generation(space);
	unsigned int former = changes->bits;
	int count;

	set_generation(space, 0);
	changes->bits &= REACH_CHANGED_EVERYTHING;
	count = reach_monitor_drain(space->monitor, take_link, space, changes);
	if (count < 0)
		reach_changes_set(changes,
				  REACH_CHANGED_EARLY | REACH_CHANGED_LOST);
	if (changes->bits & REACH_CHANGED_LOST)
		space->links_filled = false;
	if (changes->bits & REACH_CHANGED_EARLY)
		note_early(space);
	changes->bits |= former;
	if (!count)
		set_generation(space, generation);
	*ret_result = count < 0 ? count : 0;
	return count != 0;
}

static int update(struct reach_space *space, struct reach_netlink *socket,
		  bool *ret_told)
{
	struct reach_watcher *watcher = NULL;
	int result;
	bool told;

	pthread_mutex_lock(&space->lock);
	told = read_events(space, &result);
	if (!result && !space->links_filled) {
		result = fill_links(space, socket);
		if (result)
			reach_changes_set(&space->changes, 0);
	}
	begin_generation(space);
	if ((told || result) && space->watcher)
		watcher = reach_watcher_ref(space->watcher);
	pthread_mutex_unlock(&space->lock);
	if (watcher) {
		reach_watcher_wake(watcher);
		reach_watcher_unref(watcher);
	}
	*ret_told = told;
	return result;
}

int reach_space_update(struct reach_space *space, struct reach_netlink *socket)
{
	bool told;

	return update(space, socket, &told);
}

int reach_thread_update(struct reach_thread *thread, uint64_t *ret_generation)
{
	struct reach_space *space = thread->space;
	uint64_t generation = get_generation(space);
	int result = 0;

	/* To look first whether there is anything to read only pays where that
	   is rare. A generation says that the links are known, too. */
	if (generation && !thread->busy && reach_monitor_is_silent(thread->ear))
		generation = get_generation(space);
	else
		generation = 0;
	if (!generation) {
		result = update(space, thread->socket, &thread->busy);
		generation = get_generation(space);
	}
	if (ret_generation)
		*ret_generation = generation;
	return result;
}

uint64_t reach_space_get_early(struct reach_space *space)
{
	uint64_t early;

	pthread_mutex_lock(&space->lock);
	early = space->early;
	pthread_mutex_unlock(&space->lock);
	return early;
}

bool reach_space_settle(struct reach_space *space, struct reach_netlink *socket,
			uint64_t early)
{
	/* What was told while the barrier was passed may be of later date. */
	bool failed = reach_space_update(space, socket) != 0;
	bool settled;

	pthread_mutex_lock(&space->lock);
	settled = space->early == early && !failed;
	space->settled |= settled;
	begin_generation(space);
	pthread_mutex_unlock(&space->lock);
	return settled;
}

struct settler {
	struct reach_space *space;
	struct reach_netlink *socket;
};

static void free_settler(struct settler *settler)
{
	pthread_mutex_lock(&settler->space->lock);
	settler->space->settling = false;
	pthread_mutex_unlock(&settler->space->lock);
	reach_netlink_close(settler->socket);
	reach_space_unref(settler->space);
	free(settler);
}

static void settle(void *info)
{
	struct settler *settler = info;
	int tries = 3;
	uint64_t early;

	do {
		early = reach_space_get_early(settler->space);
	} while (!reach_netlink_barrier(settler->socket) &&
		 !reach_space_settle(settler->space, settler->socket, early) &&
		 --tries > 0);
	free_settler(settler);
}

static void start_settling(const struct reach_thread *thread)
{
	struct settler *settler = calloc(1, sizeof(*settler));

	if (!settler)
		return;
	settler->space = reach_space_ref(thread->space);
	if (reach_netlink_open(&settler->socket) ||
	    !is_socket_of(settler->socket, thread->space) ||
	    reach_thread_start(settle, settler))
		free_settler(settler);
}

void reach_thread_want_settled(const struct reach_thread *thread)
{
	struct reach_space *space = thread->space;
	bool start;

	if (thread->ear < 0)
		return;
	pthread_mutex_lock(&space->lock);
	start = !space->settled && !space->watcher && !space->settling &&
		++space->unkept == UNKEPT_MAX;
	space->settling |= start;
	pthread_mutex_unlock(&space->lock);
	if (start)
		start_settling(thread);
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
