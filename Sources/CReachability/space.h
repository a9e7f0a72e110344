/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * One network namespace in use: its event socket, its link table, its
 * scheduled targets; and, per thread, which namespace that is and a socket to
 * ask with. A thread's namespace is the one it was in at its first call.
 */

#ifndef REACH_SPACE_H
#define REACH_SPACE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "link.h"
#include "monitor.h"
#include "netlink.h"
#include "topics.h"

struct reach_watch;
struct reach_watcher;

struct reach_space {
	struct reach_space *next;
	uint64_t cookie;
	unsigned int references;
	/*
	 * An answer asked for while this is the same holds until an event is
	 * read or waits to be read. 0 while no answer is good for longer than
	 * the moment. No two spaces ever have the same. Read without the lock;
	 * it is 0 while somebody reads events.
	 */
	uint64_t generation;
	/* Whose turn it is to make a pass: a watcher that was given up may
	   still be in its last one as the next begins. Taken by watchers'
	   threads alone, before the lock. */
	pthread_mutex_t turn;
	pthread_mutex_t lock;
	/* below: under the lock */
	struct reach_monitor *monitor;
	struct reach_link_table *links;
	bool links_filled;
	/* read by anybody and not yet looked at by the watcher */
	struct reach_changes changes;
	/* how many times something was told early; whether that of the last
	   one is known to have taken effect */
	uint64_t early;
	bool settled;
	/* answers that could not be kept for it, and who sees to that */
	unsigned int unkept;
	bool settling;
	/* serves the watches; NULL while there are none */
	struct reach_watcher *watcher;
	size_t watch_count;
	/* of them, those whose name is looked up */
	size_t name_count;
	struct reach_topics topics;
	/* those with news of their own, each with a reference */
	struct reach_watch *requests;
};

/* The calling thread's view. */
struct reach_thread {
	struct reach_thread *next;
	struct reach_space *space;
	struct reach_netlink *socket;
	/* tells whether the space has anything to read; -1 if it cannot */
	int ear;
	/* it had the last time */
	bool busy;
};

/* How often this process has been forked off; tells a child from its parent. */
unsigned int reach_process(void);

/* Negative errno if the kernel cannot be asked. */
int reach_thread_enter(struct reach_thread **ret_thread);

struct reach_space *reach_space_ref(struct reach_space *space);
void reach_space_unref(struct reach_space *space);

/* Is the calling thread still in the namespace of its space? Also with a new
   socket of it, -EXDEV if not. */
bool reach_thread_is_at_home(const struct reach_thread *thread);
int reach_thread_open_at_home(const struct reach_thread *thread,
			      struct reach_netlink **ret_socket);

/*
 * Takes in every event that has arrived, so that the link table is true, and
 * fills it if need be. If there is a watcher it is told. Locks the space.
 */
int reach_space_update(struct reach_space *space, struct reach_netlink *socket);

/* The same for the watcher, which takes everything that was not looked at. */
void reach_space_take_changes(struct reach_space *space,
			      struct reach_netlink *socket,
			      struct reach_changes *ret_changes);

/*
 * The same, unless it is seen for less that nothing has arrived. What may be
 * asked now is good for the generation, 0: is not to be kept. An errand is run
 * if no answer from before can hold, and events are read on the way to its own;
 * what it asked then counts as asked now.
 */
int reach_thread_update(struct reach_thread *thread,
			struct reach_errand *errand, uint64_t *ret_generation);

/* An answer could not be kept. After a number of them somebody passes the
   barrier: the watcher does so by itself, without one it is a thread of its
   own, which ends when it has. */
void reach_thread_want_settled(const struct reach_thread *thread);

/* Of everything read by now that was told early. */
uint64_t reach_space_get_early(struct reach_space *space);
/* The barrier was passed since reach_space_get_early(): what was told before
   it has taken effect. True if that is all there is. */
bool reach_space_settle(struct reach_space *space, struct reach_netlink *socket,
			uint64_t early);

/* From the table, as of the last update. Locks the space. */
bool reach_space_get_link(struct reach_space *space, uint32_t index,
			  struct reach_link *ret_link);
bool reach_space_find_link(struct reach_space *space, const char *name,
			   struct reach_link *ret_link);

#endif
