/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * From a list of topics to the watches that hear of a change. A watch that
 * joined its topic after the kernel was asked knows better already, and is told
 * next time. The space is not locked while the kernel is asked or a watch is
 * told.
 */

#include "refresh.h"

#include <stdlib.h>

#include "resolver.h"
#include "space.h"
#include "watch.h"
#include "watcher.h"

#define TOGETHER 32
#define RETRY_AFTER UINT64_C(250000000)

/* A topic under evaluation. */
struct look {
	struct reach_topic *topic;
	/* has the subject; NULL: nobody asks any more */
	struct reach_watch *asker;
	struct reach_inquiry inquiry;
	bool is_single;
	struct reach_state state;
	int result;
	/* its watches are to be told */
	bool news;
};

static uint32_t begin(struct reach_space *space, struct reach_topic **topics,
		      struct look *looks, unsigned int count)
{
	uint32_t joins;

	pthread_mutex_lock(&space->lock);
	joins = space->topics.joins;
	for (unsigned int i = 0; i < count; i++) {
		looks[i].topic = topics[i];
		looks[i].asker = topics[i]->watches
					 ? reach_watch_ref(topics[i]->watches)
					 : NULL;
	}
	pthread_mutex_unlock(&space->lock);
	return joins;
}

/* Those that ask about one address are asked together. */
static void ask(const struct reach_asker *asker, struct look *looks,
		unsigned int count)
{
	struct reach_inquiry *inquiries[TOGETHER];
	unsigned int asking = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct look *look = &looks[i];

		look->is_single = look->asker &&
				  reach_evaluate_question(
					  asker, &look->asker->target->subject,
					  &look->inquiry.question);
		if (look->is_single)
			inquiries[asking++] = &look->inquiry;
	}
	reach_route_ask_many(asker->socket, inquiries, asking);
}

static void evaluate(const struct reach_asker *asker, struct look *looks,
		     unsigned int count)
{
	struct reach_asker once = *asker;

	for (unsigned int i = 0; i < count; i++) {
		struct look *look = &looks[i];

		if (!look->asker)
			continue;
		once.asked = look->is_single ? &look->inquiry : NULL;
		look->result =
			reach_evaluate(&once, &look->asker->target->subject,
				       look->topic->answer, &look->state);
	}
}

/* Under the space's lock. */
static void take_state(struct reach_topics *topics, struct look *look,
		       uint32_t joins, uint64_t now)
{
	struct reach_topic *topic = look->topic;

	look->news = false;
	if (!topic->watches)
		return;
	if (look->result) {
		reach_topic_set_deadline(topics, topic, now, now + RETRY_AFTER);
		return;
	}
	look->news = reach_join_is_later(topic->joined, topic->told) ||
		     reach_state_differs(&topic->state, &look->state);
	topic->state = look->state;
	topic->told = joins;
	reach_topic_set_deadline(topics, topic, now,
				 reach_topic_get_end(&look->state, now));
}

/* References to the watches that joined before it was asked. */
static size_t list_watches(struct reach_space *space, struct reach_topic *topic,
			   uint32_t joins, struct reach_watch ***ret_watches)
{
	struct reach_watch **watches;
	size_t count = 0;

	pthread_mutex_lock(&space->lock);
	for (struct reach_watch *watch = topic->watches; watch;
	     watch = watch->next)
		count++;
	watches = calloc(count + 1, sizeof(struct reach_watch *));
	count = 0;
	if (!watches) {
		uint64_t now = reach_now();

		topic->told = topic->joined - 1;
		reach_topic_set_deadline(&space->topics, topic, now,
					 now + RETRY_AFTER);
	} else {
		for (struct reach_watch *watch = topic->watches; watch;
		     watch = watch->next)
			if (!reach_join_is_later(watch->joined, joins))
				watches[count++] = reach_watch_ref(watch);
	}
	pthread_mutex_unlock(&space->lock);
	*ret_watches = watches;
	return count;
}

static void tell(struct reach_space *space, const struct look *look,
		 uint32_t joins)
{
	struct reach_watch **watches;
	size_t count = list_watches(space, look->topic, joins, &watches);

	for (size_t i = 0; i < count; i++) {
		reach_watch_tell(watches[i], &look->state);
		reach_watch_unref(watches[i]);
	}
	free(watches);
}

static void refresh_some(const struct reach_asker *asker,
			 struct reach_topic **topics, unsigned int count)
{
	struct reach_space *space = asker->space;
	struct look looks[TOGETHER];
	uint32_t joins = begin(space, topics, looks, count);
	uint64_t now;

	ask(asker, looks, count);
	evaluate(asker, looks, count);
	now = reach_now();
	pthread_mutex_lock(&space->lock);
	for (unsigned int i = 0; i < count; i++)
		take_state(&space->topics, &looks[i], joins, now);
	pthread_mutex_unlock(&space->lock);
	for (unsigned int i = 0; i < count; i++) {
		if (looks[i].news)
			tell(space, &looks[i], joins);
		if (looks[i].asker)
			reach_watch_unref(looks[i].asker);
	}
}

void reach_refresh(const struct reach_asker *asker,
		   struct reach_topic_list *list)
{
	size_t done = 0;

	while (done < list->count) {
		size_t some = list->count - done;

		if (some > TOGETHER)
			some = TOGETHER;
		refresh_some(asker, &list->topics[done], (unsigned int)some);
		done += some;
	}
	pthread_mutex_lock(&asker->space->lock);
	reach_topic_list_clear(list);
	pthread_mutex_unlock(&asker->space->lock);
}
