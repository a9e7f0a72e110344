/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Serves the watches of one namespace on a thread of its own: waits for
 * events, paces the passes over the watches, keeps the barrier, and looks
 * names up anew when the network or the DNS configuration changes. It is
 * there while something is scheduled.
 */

#ifndef REACH_WATCHER_H
#define REACH_WATCHER_H

#include <stdint.h>

#include "resolver.h"

struct reach_space;
struct reach_state;
struct reach_thread;
struct reach_watch;
struct reach_watcher;

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t reach_now(void);

/* Puts a watch among those of its space, with a reference of its own; makes
   the watcher if it is the first. thread is the calling one. */
int reach_watcher_add(const struct reach_thread *thread,
		      struct reach_watch *watch);
/* Takes it out; the last one ends the watcher. */
void reach_watcher_remove(struct reach_watch *watch);

/* Starts the look-up of a watch's name and sets watch->name->lookup. */
int reach_watcher_resolve(struct reach_watch *watch, const char *name,
			  reach_resolver_done *done);

/* Something new is known of its name. Locks the space. */
void reach_watcher_request(struct reach_watch *watch);
/* It was evaluated by whoever scheduled it: that much is known, until a route
   that was seen ends. Locks the space. */
void reach_watcher_note_first(struct reach_watch *watch,
			      const struct reach_state *state);

struct reach_watcher *reach_watcher_ref(struct reach_watcher *watcher);
void reach_watcher_unref(struct reach_watcher *watcher);
void reach_watcher_wake(struct reach_watcher *watcher);

/* In the child of a fork: there is no watcher any more. Of each that there was
   the copies of its descriptors are closed; the memory is left. */
void reach_watcher_close_copies(struct reach_watcher *watcher);
void reach_watcher_start_child(void);

#endif
