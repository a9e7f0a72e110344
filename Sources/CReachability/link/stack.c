/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Stacked links take the kind of what they stand on. Knows how links refer to
 * one another; must not know how a kind is recognized.
 */

#include "stack.h"

#include <string.h>

/* The kernel allows as many. */
#define DEEPEST 8

static void resolve(struct reach_link_table *table, struct reach_entry *entry,
		    unsigned int depth);

/* Which of several lowers decides: one that works before one that does not,
   a modem before all others, as its traffic costs money. */
static int rank_of(const struct reach_entry *entry)
{
	const unsigned int works = IFF_UP | IFF_RUNNING;
	int rank = (entry->link.flags & works) == works ? 10 : 0;

	switch (entry->link.kind) {
	case REACH_LINK_WWAN:
		return rank + 4;
	case REACH_LINK_WIRED:
		return rank + 3;
	case REACH_LINK_WIFI:
		return rank + 2;
	case REACH_LINK_TUNNEL:
		return rank + 1;
	default:
		return rank;
	}
}

/* What the upper one cannot know because of a lower it cannot know either. */
static struct reach_entry *better_of(struct reach_link_table *table,
				     struct reach_entry *upper,
				     struct reach_entry *best,
				     struct reach_entry *lower,
				     unsigned int depth)
{
	if (!lower || lower->visited)
		return best;
	resolve(table, lower, depth + 1);
	upper->link.guessed |= lower->link.guessed;
	if (!best || rank_of(lower) > rank_of(best) ||
	    (rank_of(lower) == rank_of(best) &&
	     lower->link.index < best->link.index))
		return lower;
	return best;
}

static struct reach_entry *find_deciding(struct reach_link_table *table,
					 struct reach_entry *entry,
					 unsigned int depth)
{
	struct reach_entry *best = NULL;
	struct reach_entry *port;

	switch (entry->own.stacking) {
	case REACH_STACKING_LOWER:
		return better_of(table, entry, NULL,
				 reach_table_find(table, entry->lower), depth);
	case REACH_STACKING_NAMED:
		return better_of(table, entry, NULL,
				 reach_table_find_name(table, entry->own.lower),
				 depth);
	case REACH_STACKING_PORTS:
		for (port = reach_table_first_port(table, entry->link.index);
		     port; port = reach_table_next_port(port))
			best = better_of(table, entry, best, port, depth);
		return best;
	default:
		return NULL;
	}
}

static void resolve(struct reach_link_table *table, struct reach_entry *entry,
		    unsigned int depth)
{
	struct reach_entry *deciding = NULL;
	struct reach_link *link = &entry->link;

	if (entry->resolved == table->generation)
		return;
	if (!entry->recognized)
		entry->recognized = reach_kind_recognize(link, &entry->own);
	link->guessed = !entry->recognized;
	if (depth < DEEPEST) {
		entry->visited = true;
		deciding = find_deciding(table, entry, depth);
		entry->visited = false;
	}
	link->kind = deciding ? deciding->link.kind : entry->own.kind;
	link->point_to_point = link->kind == REACH_LINK_TUNNEL ||
			       link->flags & IFF_POINTOPOINT;
	link->lower[0] = '\0';
	if (deciding)
		memcpy(link->lower,
		       deciding->link.lower[0] ? deciding->link.lower
					       : deciding->link.name,
		       sizeof(link->lower));
	/* Below the top a chain may have been cut short. */
	if (!link->guessed && depth == 0)
		entry->resolved = table->generation;
}

void reach_stack_resolve(struct reach_link_table *table,
			 struct reach_entry *entry)
{
	resolve(table, entry, 0);
}
