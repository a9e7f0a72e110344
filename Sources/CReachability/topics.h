/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the watches of one namespace ask about, each question once: watches
 * with the same subject share a topic. Topics lie in the order of their
 * destinations, so that those a changed prefix can concern are found without
 * looking at the others. No lock inside; the space's guards all of it.
 */

#ifndef REACH_TOPICS_H
#define REACH_TOPICS_H

#include "changes.h"
#include "evaluate.h"

struct reach_answer;
struct reach_watch;

struct reach_topic {
	struct reach_topic *left;
	struct reach_topic *right;
	/* those who ask; the first one's target has the subject */
	struct reach_watch *watches;
	/* what is known of a name, with a reference; NULL otherwise */
	struct reach_answer *answer;
	/* as of the last time it was evaluated, if ever */
	struct reach_state state;
	/* CLOCK_MONOTONIC in nanoseconds: evaluate again then; 0 never */
	uint64_t deadline;
	/* the number of the last watch that joined, and of the last one that
	   knows the state; others may have joined elsewhere in between */
	uint32_t joined;
	uint32_t told;
	/* where it lies, roughly: most comparisons end with this */
	uint32_t hint;
	unsigned int references : 31;
	/* on a list of topics already */
	unsigned int listed : 1;
};

struct reach_topics {
	struct reach_topic *root;
	size_t count;
	/* numbers the joins */
	uint32_t joins;
	/* topics of names that have no address */
	size_t unresolved;
	/* no topic is due before this; 0: none ever is */
	uint64_t deadline;
};

/* A growing list, with a reference to each. */
struct reach_topic_list {
	struct reach_topic **topics;
	size_t count;
	size_t room;
	/* out of memory: some are missing */
	bool incomplete;
};

/* Of this watch and what is known of its name (NULL: nothing); takes no
   reference to the watch. It leaves the topic it was in, if any, unless this
   fails with -ENOMEM. */
int reach_topics_join(struct reach_topics *topics, struct reach_watch *watch,
		      struct reach_answer *answer);
/* NULL if it is in none: ignored. */
void reach_topics_leave(struct reach_topics *topics, struct reach_watch *watch);

/* The topics that a change may concern; those that are due; one of them. A
   topic is on one list at a time. */
void reach_topics_list_changed(struct reach_topics *topics,
			       const struct reach_changes *changes,
			       struct reach_topic_list *list);
/* Also finds out when the next one is due. */
void reach_topics_list_due(struct reach_topics *topics, uint64_t now,
			   struct reach_topic_list *list);
void reach_topic_list_add(struct reach_topic_list *list,
			  struct reach_topic *topic);
void reach_topic_list_clear(struct reach_topic_list *list);

/* When to evaluate it again; 0 never. What is due sooner already stays so: an
   event in between may have told less. */
void reach_topic_set_deadline(struct reach_topics *topics,
			      struct reach_topic *topic, uint64_t now,
			      uint64_t deadline);

/* When it has to be looked at again because a route that was seen has ended;
   0: never. */
uint64_t reach_topic_get_end(const struct reach_state *state, uint64_t now);
/* The kernel says the same of an IPv6 route that never ends and of one in its
   last hundredth of a second: when that is over, if the topic can have one. */
uint64_t reach_topic_get_doubt(const struct reach_topic *topic, uint64_t now);

/* What a watch was found to be by itself after it joined: if its topic is known
   to be the same, and the others know, no pass has to tell it. */
void reach_topic_note_first(struct reach_topic *topic,
			    const struct reach_watch *watch,
			    const struct reach_state *state);

/* Was it joined after that one was? Numbers go round. */
static inline bool reach_join_is_later(uint32_t join, uint32_t other)
{
	return (int32_t)(join - other) > 0;
}

#endif
