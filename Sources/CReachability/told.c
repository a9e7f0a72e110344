/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What a namespace was told: reads events, keeps its link table true, and
 * decides for how long an answer that is asked for now will hold. Must not
 * know what is asked.
 */

#include "space.h"

#include <errno.h>
#include <stdlib.h>

#include "delivery.h"
#include "watcher.h"

/* Asking this often costs more than a thread that passes the barrier. */
#define UNKEPT_MAX 16

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

/* With an errand (may be NULL) what was told is read on the way to its
   answer. How much there was, 0 for nothing, or a negative errno. */
static int read_socket(struct reach_space *space, struct reach_errand *errand)
{
	struct reach_changes *changes = &space->changes;
	bool told = false;
	int count = 0;

	if (errand)
		told = reach_monitor_ask(space->monitor, errand, take_link,
					 space, changes);
	if (!errand || !errand->done)
		count = reach_monitor_drain(space->monitor, take_link, space,
					    changes);
	return count < 0 ? count : told || count;
}

/* Under the lock. Before the first event is read all answers are void, or a
   thread that finds nothing to read any more would believe its own. True if
   anything was told. */
static bool read_events(struct reach_space *space, struct reach_errand *errand,
			int *ret_result)
{
	struct reach_changes *changes = &space->changes;
	uint64_t generation = get_generation(space);
	unsigned int former = changes->bits;
	int count;

	set_generation(space, 0);
	changes->bits &= REACH_CHANGED_EVERYTHING;
	count = read_socket(space, errand);
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

/* Under the lock. */
static int read_everything(struct reach_space *space,
			   struct reach_netlink *socket,
			   struct reach_errand *errand, bool *ret_told)
{
	int result;

	*ret_told = read_events(space, errand, &result);
	if (!result && !space->links_filled) {
		result = fill_links(space, socket);
		if (result)
			reach_changes_set(&space->changes, 0);
	}
	begin_generation(space);
	return result;
}

void reach_space_take_changes(struct reach_space *space,
			      struct reach_netlink *socket,
			      struct reach_changes *ret_changes)
{
	bool told;

	pthread_mutex_lock(&space->lock);
	/* If it fails, what was read is still noted, and that it failed. */
	read_everything(space, socket, NULL, &told);
	reach_changes_clear(ret_changes);
	reach_changes_merge(ret_changes, &space->changes);
	reach_changes_clear(&space->changes);
	pthread_mutex_unlock(&space->lock);
}

/* The kernel looks up first and queues the answer then, so what was told before
   an answer in the queue may have come after the look-up: what was asked on an
   errand on which anything was told is true for this moment only. */
static int update(struct reach_space *space, struct reach_netlink *socket,
		  struct reach_errand *errand, bool *ret_told,
		  uint64_t *ret_generation)
{
	struct reach_watcher *watcher = NULL;
	int result;

	pthread_mutex_lock(&space->lock);
	result = read_everything(space, socket, errand, ret_told);
	*ret_generation =
		*ret_told && errand && errand->done ? 0 : get_generation(space);
	if ((*ret_told || result) && space->watcher)
		watcher = reach_watcher_ref(space->watcher);
	pthread_mutex_unlock(&space->lock);
	if (watcher) {
		reach_watcher_wake(watcher);
		reach_watcher_unref(watcher);
	}
	return result;
}

int reach_space_update(struct reach_space *space, struct reach_netlink *socket)
{
	uint64_t generation;
	bool told;

	return update(space, socket, NULL, &told, &generation);
}

int reach_thread_update(struct reach_thread *thread,
			struct reach_errand *errand, uint64_t *ret_generation)
{
	struct reach_space *space = thread->space;

	*ret_generation = get_generation(space);
	/* To look first whether there is anything to read only pays where that
	   is rare. A generation says that the links are known, too. */
	if (*ret_generation && !thread->busy &&
	    reach_monitor_is_silent(thread->ear)) {
		*ret_generation = get_generation(space);
		if (*ret_generation)
			return 0;
	}
	return update(space, thread->socket, errand, &thread->busy,
		      ret_generation);
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
	if (reach_thread_open_at_home(thread, &settler->socket) ||
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
