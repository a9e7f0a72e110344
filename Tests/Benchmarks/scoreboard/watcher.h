/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who watches one address or name, and what it believes at the moment. All of
   them are served by one thread, in turn. */

#ifndef REACH_BENCH_WATCHER_H
#define REACH_BENCH_WATCHER_H

#include "bench.h"

struct watcher_belief {
	bool reachable;
	/* since when */
	uint64_t since;
	/* how often it would have told its program */
	size_t told;
};

struct watcher {
	const char *name;
	/* address or name */
	void *(*start)(const char *target);
	/* Takes in what has come, without waiting. */
	void (*serve)(void *instance);
	struct watcher_belief (*believe)(void *instance);
	void (*stop)(void *instance);
	/* one that would resolve names has to do it itself */
	bool knows_names;
};

extern const struct watcher watcher_library;
extern const struct watcher watcher_glib;
extern const struct watcher watcher_glib_polled;
extern const struct watcher watcher_routes;

#define WATCHERS 4
extern const struct watcher *const watchers[WATCHERS];

/* Helps to keep a belief. */
void watcher_note(struct watcher_belief *belief, bool reachable);

#endif
