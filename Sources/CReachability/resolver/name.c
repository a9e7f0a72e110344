/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The life of a name: queued, asked about, its answer kept and told. Asking
 * and telling go on independently, so that a look-up that hangs delays neither
 * a newer one of the same name nor those who can be told what is known.
 */

#include "name.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

/* A newcomer is content with an answer of this age. */
#define FRESH (30 * REACH_SECOND)
#define FRESH_FAILURE (1 * REACH_SECOND)

struct reach_name *reach_name_get(struct reach_resolver *resolver,
				  const char *text)
{
	size_t size = strlen(text) + 1;
	struct reach_name *name;

	for (name = resolver->names; name; name = name->next)
		if (!strcmp(name->text, text))
			return name;
	name = calloc(1, sizeof(*name) + size);
	if (!name)
		return NULL;
	memcpy(name->text, text, size);
	name->resolver = resolver;
	name->next = resolver->names;
	resolver->names = name;
	return name;
}

void reach_name_forget(struct reach_name *name)
{
	struct reach_name **link = &name->resolver->names;

	if (name->first || name->flight || name->strays || name->telling)
		return;
	reach_pool_remove(&name->resolver->pool, &name->job);
	while (*link != name)
		link = &(*link)->next;
	*link = name->next;
	reach_answer_unref(name->answer);
	free(name);
}

/*
 * A look-up under way may hang at a server that is no longer there: a second
 * may take its place. Not a third: else steady changes would keep a slow
 * answer from ever counting.
 */
static bool can_ask(const struct reach_name *name)
{
	return name->wanted && name->first &&
	       (!name->flight || (!name->replaced && !name->strays));
}

static void queue(struct reach_name *name, uint64_t now)
{
	reach_pool_push(&name->resolver->pool, &name->job, now);
}

void reach_name_want(struct reach_name *name, uint64_t now)
{
	name->wanted = true;
	name->retry = 0;
	if (can_ask(name))
		queue(name, now);
}

static bool is_good(const struct reach_name *name)
{
	return name->answer && !name->answer->error;
}

void reach_name_add(struct reach_name *name, struct reach_lookup *lookup,
		    uint64_t now)
{
	bool good = is_good(name);
	bool fresh = name->answer &&
		     now - name->answered < (good ? FRESH : FRESH_FAILURE);

	lookup->name = name;
	lookup->previous = name->last;
	if (name->last)
		name->last->next = lookup;
	else
		name->first = lookup;
	name->last = lookup;

	lookup->owed = good || fresh;
	if (lookup->owed)
		queue(name, now);
	if (name->wanted || (!fresh && !name->flight))
		reach_name_want(name, now);
}

static void detach(struct reach_lookup *lookup)
{
	struct reach_name *name = lookup->name;

	if (lookup->previous)
		lookup->previous->next = lookup->next;
	else
		name->first = lookup->next;
	if (lookup->next)
		lookup->next->previous = lookup->previous;
	else
		name->last = lookup->previous;
}

bool reach_name_remove(struct reach_lookup *lookup)
{
	struct reach_name *name = lookup->name;

	lookup->cancelled = true;
	if (lookup->entered)
		return false;
	detach(lookup);
	reach_name_forget(name);
	return true;
}

static void set_answer(struct reach_name *name, struct reach_answer *answer,
		       uint64_t now)
{
	reach_answer_unref(name->answer);
	name->answer = reach_answer_ref(answer);
	name->answered = now;
	for (struct reach_lookup *i = name->first; i; i = i->next)
		i->owed = true;
}

/* The result that counts; NULL: there was no memory for one. */
static void settle(struct reach_name *name, struct reach_answer *answer,
		   uint64_t now)
{
	int error = answer ? answer->error : EAI_MEMORY;
	uint64_t delay;

	if (!error) {
		name->failures = 0;
		set_answer(name, answer, now);
		return;
	}
	delay = reach_retry_delay(error, ++name->failures);
	if (delay) {
		name->retry = now + delay;
		reach_resolver_nudge(name->resolver, name->retry);
	}
	if (answer && !(is_good(name) && reach_retry_is_temporary(error)))
		set_answer(name, answer, now);
}

static void ask(struct reach_name *name)
{
	pthread_mutex_t *lock = &name->resolver->lock;
	struct reach_answer *answer;
	uint64_t now;
	char token;

	if (name->flight) {
		name->strays++;
		name->replaced = true;
	}
	name->flight = &token;
	name->wanted = false;
	name->retry = 0;
	pthread_mutex_unlock(lock);
	answer = reach_query(name->text);
	now = reach_resolver_now();
	pthread_mutex_lock(lock);
	if (name->flight == &token) {
		name->flight = NULL;
		name->replaced = false;
		settle(name, answer, now);
	} else {
		name->strays--;
		/* Addresses from before the change are better than none, as
		   long as the newer look-up is out. */
		if (name->replaced && answer && !answer->error &&
		    !is_good(name))
			set_answer(name, answer, now);
	}
	reach_answer_unref(answer);
}

static struct reach_lookup *find_owed(struct reach_name *name,
				      struct reach_lookup *after)
{
	struct reach_lookup *i;

	if (name->resolver->closed)
		return NULL;
	for (i = after ? after->next : NULL; i; i = i->next)
		if (i->owed)
			return i;
	for (i = name->first; i; i = i->next)
		if (i->owed)
			return i;
	return NULL;
}

static void tell(struct reach_name *name)
{
	struct reach_resolver *resolver = name->resolver;
	struct reach_lookup *lookup = NULL;

	if (name->telling)
		return;
	name->telling = true;
	while ((lookup = find_owed(name, lookup))) {
		struct reach_answer *answer = reach_answer_ref(name->answer);

		lookup->owed = false;
		lookup->entered = true;
		pthread_mutex_unlock(&resolver->lock);
		lookup->done(answer, lookup->info);
		reach_answer_unref(answer);
		pthread_mutex_lock(&resolver->lock);
		lookup->entered = false;
		if (!lookup->cancelled)
			continue;
		detach(lookup);
		pthread_mutex_unlock(&resolver->lock);
		reach_lookup_free(lookup);
		lookup = NULL;
		pthread_mutex_lock(&resolver->lock);
	}
	name->telling = false;
}

void reach_name_serve(struct reach_name *name)
{
	if (can_ask(name))
		ask(name);
	tell(name);
	if (can_ask(name))
		queue(name, reach_resolver_now());
	reach_name_forget(name);
}
