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

struct reach_watch;
struct reach_watcher;

struct reach_space {
	struct reach_space *next;
	uint64_t cookie;
	unsigned int references;
	pthread_mutex_t lock;
	/* below: under the lock */
	struct reach_monitor *monitor;
	struct reach_link_table *links;
	bool links_filled;
	/* changes read by anybody and not yet looked at by the watcher */
	unsigned int changed;
	/* serves the watches; NULL while there are none */
	struct reach_watcher *watcher;
	struct reach_watch *watches;
	size_t watch_count;
};

/* The calling thread's view. */
struct reach_thread {
	struct reach_thread *next;
	struct reach_space *space;
	struct reach_netlink *socket;
};

/* How often this process has been forked off; tells a child from its parent. */
unsigned int reach_process(void);

/* Negative errno if the kernel cannot be asked. */
int reach_thread_enter(struct reach_thread **ret_thread);

struct reach_space *reach_space_ref(struct reach_space *space);
void reach_space_unref(struct reach_space *space);

/* Is the calling thread still in the namespace of its space? */
bool reach_thread_is_at_home(const struct reach_thread *thread);

/*
 * Takes in every event that has arrived, so that the link table is true, and
 * fills it if need be. If there is a watcher it is told. Locks the space.
 */
int reach_space_update(struct reach_space *space, struct reach_netlink *socket);

/* From the table, as of the last update. Locks the space. */
bool reach_space_get_link(struct reach_space *space, uint32_t index,
			  struct reach_link *ret_link);
bool reach_space_find_link(struct reach_space *space, const char *name,
			   struct reach_link *ret_link);

#endif
