/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The owner of a resolver for tests: the test's thread does what a worker
 * would, and those who ask record what they are told.
 */

#ifndef REACH_TEST_OWNER_H
#define REACH_TEST_OWNER_H

#include "resolver.h"

struct owner {
	struct reach_resolver *resolver;
	/* that many threads cannot be started */
	unsigned int refuse;
	/* guarded inside; see owner_get_threads */
	unsigned int started;
	unsigned int ended;
	unsigned int most;
};

/* One interest. Use the getters: resolver threads write it. */
struct asker {
	struct reach_lookup *lookup;
	unsigned int told;
	int error;
	size_t count;
	struct reach_resolved first;
	/* retain minus release */
	int held;
	/* cancels its look-up inside done */
	bool cancels;
	/* was still held when done had returned from cancelling */
	bool held_inside;
};

void owner_begin(struct owner *owner);
/* Frees the resolver and waits for its threads; all that are held must have
   been released. */
void owner_end(struct owner *owner);

void owner_ask(struct owner *owner, struct asker *asker, const char *name);
void asker_cancel(struct asker *asker);
/* And waits for a done that is running to end. */
void asker_leave(struct asker *asker);
unsigned int asker_get_told(const struct asker *asker);
int asker_get_error(const struct asker *asker);
size_t asker_get_count(const struct asker *asker);
int asker_get_held(const struct asker *asker);
struct reach_resolved asker_get_first(const struct asker *asker);

/* Serves the resolver as its worker would until check holds; fails the test
   when that takes too long. */
void owner_serve(struct owner *owner, bool (*check)(void *info), void *info);
/* False instead. */
bool owner_try(struct owner *owner, bool (*check)(void *info), void *info);
void owner_serve_until_told(struct owner *owner, struct asker *asker,
			    unsigned int times);
/* Until no thread is left and nothing is due. */
void owner_serve_until_idle(struct owner *owner);
/* As if the deadline had passed. It must have one. */
void owner_skip_to_deadline(struct owner *owner);
unsigned int owner_get_threads(const struct owner *owner);

#endif
