/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A treap of topics. Knows by what subjects are told apart, and which of them
 * have one destination; must not know how they are evaluated.
 */

#include "topics.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "resolver.h"
#include "watch.h"

#define MILLISECOND UINT64_C(1000000)

/* By what topics are ordered. */
struct key {
	const struct reach_subject *subject;
	const struct reach_answer *answer;
	uint32_t hint;
};

/* Single IPv4 addresses, single IPv6 ones, all others; of the first two also
   what the address begins with. */
#define HINT_BITS 30
enum hint_class {
	HINT_IPV4,
	HINT_IPV6,
	HINT_OTHER,
};

static const struct reach_subject *subject_of(const struct reach_topic *topic)
{
	return &topic->watches->target->subject;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_endpoints(const struct reach_endpoint *a,
			     const struct reach_endpoint *b)
{
	int order = memcmp(&a->address, &b->address, sizeof(a->address));

	if (!order)
		order = compare_numbers(a->scope, b->scope);
	return order;
}

static bool is_ipv4(const struct reach_subject *subject)
{
	return IN6_IS_ADDR_V4MAPPED(&subject->remote.address);
}

static int compare_families(const struct reach_subject *a,
			    const struct reach_subject *b)
{
	int order = compare_numbers(a->remote.family, b->remote.family);

	return order ? order
		     : compare_numbers(reach_subject_get_local(a)->family,
				       reach_subject_get_local(b)->family);
}

static uint32_t make_hint(enum hint_class class, const struct in6_addr *address)
{
	const uint8_t *bytes = &address->s6_addr[class == HINT_IPV4 ? 12 : 0];
	uint32_t start = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
			 (uint32_t)bytes[2] << 8 | bytes[3];

	return (uint32_t) class << HINT_BITS | start >> (32 - HINT_BITS);
}

static uint32_t hint_of(const struct reach_subject *subject)
{
	if (!reach_subject_is_single(subject))
		return (uint32_t)HINT_OTHER << HINT_BITS;
	return make_hint(is_ipv4(subject) ? HINT_IPV4 : HINT_IPV6,
			 &subject->remote.address);
}

/* Single ones come first, IPv4 before IPv6, by destination. */
static int compare(const struct key *a, const struct key *b)
{
	bool single = reach_subject_is_single(a->subject);
	int order =
		compare_numbers(!single, !reach_subject_is_single(b->subject));

	if (!order)
		order = compare_numbers(!is_ipv4(a->subject),
					!is_ipv4(b->subject));
	if (!order)
		order = compare_endpoints(&a->subject->remote,
					  &b->subject->remote);
	if (!order)
		order = compare_numbers(a->subject->interface,
					b->subject->interface);
	if (order || single)
		return order;
	/* Zero addresses, and none, may have the same form. */
	order = compare_numbers(a->subject->kind, b->subject->kind);
	if (!order)
		order = compare_endpoints(reach_subject_get_local(a->subject),
					  reach_subject_get_local(b->subject));
	if (!order)
		order = compare_families(a->subject, b->subject);
	if (!order)
		order = compare_numbers((uintptr_t)a->answer,
					(uintptr_t)b->answer);
	return order;
}

static int compare_topic(const struct key *key, const struct reach_topic *topic)
{
	struct key other;

	if (key->hint != topic->hint)
		return compare_numbers(key->hint, topic->hint);
	other = (struct key){subject_of(topic), topic->answer, topic->hint};
	return compare(key, &other);
}

/* Where a topic lies in memory is as good as a random number once mixed. */
static uint64_t weight_of(const struct reach_topic *topic)
{
	return (uintptr_t)topic / sizeof(*topic) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Into those before the key and those after it. */
static void split(struct reach_topic *tree, const struct key *key,
		  struct reach_topic **ret_before,
		  struct reach_topic **ret_after)
{
	while (tree) {
		if (compare_topic(key, tree) > 0) {
			*ret_before = tree;
			ret_before = &tree->right;
			tree = tree->right;
		} else {
			*ret_after = tree;
			ret_after = &tree->left;
			tree = tree->left;
		}
	}
	*ret_before = *ret_after = NULL;
}

static struct reach_topic *merge(struct reach_topic *before,
				 struct reach_topic *after)
{
	struct reach_topic *tree;
	struct reach_topic **link = &tree;

	while (before && after) {
		if (weight_of(before) > weight_of(after)) {
			*link = before;
			link = &before->right;
			before = before->right;
		} else {
			*link = after;
			link = &after->left;
			after = after->left;
		}
	}
	*link = before ? before : after;
	return tree;
}

static void insert(struct reach_topics *topics, struct reach_topic *topic,
		   const struct key *key)
{
	struct reach_topic **link = &topics->root;

	while (*link && weight_of(*link) > weight_of(topic))
		link = compare_topic(key, *link) < 0 ? &(*link)->left
						     : &(*link)->right;
	split(*link, key, &topic->left, &topic->right);
	*link = topic;
	topics->count++;
	topics->unresolved += topic->answer && !topic->answer->count;
}

static void take_out(struct reach_topics *topics, struct reach_topic *topic)
{
	const struct key key = {subject_of(topic), topic->answer, topic->hint};
	struct reach_topic **link = &topics->root;

	while (*link != topic)
		link = compare_topic(&key, *link) < 0 ? &(*link)->left
						      : &(*link)->right;
	*link = merge(topic->left, topic->right);
	topics->count--;
	topics->unresolved -= topic->answer && !topic->answer->count;
}

static struct reach_topic *find(const struct reach_topics *topics,
				const struct key *key)
{
	struct reach_topic *topic = topics->root;

	while (topic) {
		int order = compare_topic(key, topic);

		if (!order)
			return topic;
		topic = order < 0 ? topic->left : topic->right;
	}
	return NULL;
}

static void unref(struct reach_topic *topic)
{
	if (--topic->references)
		return;
	reach_answer_unref(topic->answer);
	free(topic);
}

int reach_topics_join(struct reach_topics *topics, struct reach_watch *watch,
		      struct reach_answer *answer)
{
	const struct key key = {&watch->target->subject, answer,
				hint_of(&watch->target->subject)};
	struct reach_topic *topic = find(topics, &key);
	bool is_new = !topic;

	if (is_new) {
		topic = calloc(1, sizeof(*topic));
		if (!topic)
			return -ENOMEM;
		topic->references = 1;
		topic->hint = key.hint;
		topic->told = topics->joins;
		topic->answer = answer ? reach_answer_ref(answer) : NULL;
	}
	reach_topics_leave(topics, watch);
	watch->topic = topic;
	watch->joined = topic->joined = ++topics->joins;
	watch->previous = NULL;
	watch->next = topic->watches;
	if (watch->next)
		watch->next->previous = watch;
	topic->watches = watch;
	if (is_new)
		insert(topics, topic, &key);
	return 0;
}

void reach_topics_leave(struct reach_topics *topics, struct reach_watch *watch)
{
	struct reach_topic *topic = watch->topic;

	if (!topic)
		return;
	/* The subject of the last watch is what the topic is found by. */
	if (topic->watches == watch && !watch->next)
		take_out(topics, topic);
	if (watch->next)
		watch->next->previous = watch->previous;
	if (watch->previous)
		watch->previous->next = watch->next;
	else
		topic->watches = watch->next;
	watch->next = watch->previous = NULL;
	watch->topic = NULL;
	if (!topic->watches)
		unref(topic);
}

void reach_topic_note_first(struct reach_topic *topic,
			    const struct reach_watch *watch,
			    const struct reach_state *state)
{
	bool alone = topic->watches == watch && !watch->next;

	if (topic->watches != watch ||
	    !reach_join_is_later(watch->joined, topic->told))
		return;
	if (alone)
		topic->state = *state;
	else if (reach_join_is_later(watch->next->joined, topic->told) ||
		 reach_state_differs(&topic->state, state))
		return;
	topic->told = watch->joined;
}

uint64_t reach_topic_get_end(const struct reach_state *state, uint64_t now)
{
	/* The kernel compares whole jiffies. */
	return state->lifetime
		       ? now + (state->lifetime + UINT64_C(10)) * MILLISECOND
		       : 0;
}

uint64_t reach_topic_get_doubt(const struct reach_topic *topic, uint64_t now)
{
	const struct reach_subject *subject = subject_of(topic);

	return reach_subject_is_single(subject) && is_ipv4(subject)
		       ? 0
		       : now + 20 * MILLISECOND;
}

void reach_topic_list_add(struct reach_topic_list *list,
			  struct reach_topic *topic)
{
	if (topic->listed || list->incomplete)
		return;
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 32;
		struct reach_topic **more =
			realloc(list->topics, room * sizeof(*more));

		if (!more) {
			list->incomplete = true;
			return;
		}
		list->topics = more;
		list->room = room;
	}
	topic->listed = true;
	topic->references++;
	list->topics[list->count++] = topic;
}

void reach_topic_list_clear(struct reach_topic_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		list->topics[i]->listed = false;
		unref(list->topics[i]);
	}
	free(list->topics);
	*list = (struct reach_topic_list){0};
}

/* A prefix among topics: the first and the last hint in it, and whether these
   say all. */
struct range {
	const struct reach_prefix *prefix;
	uint32_t first;
	uint32_t last;
	bool exact;
};

static struct range range_of(const struct reach_prefix *prefix)
{
	bool ipv4 =
		prefix->length >= 96 && IN6_IS_ADDR_V4MAPPED(&prefix->address);
	unsigned int length = prefix->length - (ipv4 ? 96 : 0);
	uint32_t rest =
		length < HINT_BITS ? (1u << (HINT_BITS - length)) - 1 : 0;
	uint32_t hint =
		make_hint(ipv4 ? HINT_IPV4 : HINT_IPV6, &prefix->address);

	return (struct range){
		.prefix = prefix,
		.first = hint & ~rest,
		.last = hint | rest,
		.exact = length <= HINT_BITS,
	};
}

/* Negative, 0, positive: it lies before the prefix, in it, behind it. */
static int place(const struct reach_topic *topic, const struct range *range)
{
	const struct reach_prefix *prefix = range->prefix;
	const struct in6_addr *address;
	unsigned int bytes = prefix->length / 8;
	unsigned int shift = 8 - prefix->length % 8;
	int order;

	if (topic->hint < range->first)
		return -1;
	if (topic->hint > range->last)
		return 1;
	if (range->exact)
		return 0;
	address = &subject_of(topic)->remote.address;
	order = memcmp(address, &prefix->address, bytes);
	if (!order && shift < 8)
		order = (address->s6_addr[bytes] >> shift) -
			(prefix->address.s6_addr[bytes] >> shift);
	return order;
}

/* The depth of a treap is a matter of chance: some dozens. */
static void list_covered(struct reach_topic *tree, const struct range *range,
			 struct reach_topic_list *list)
{
	int order;

	if (!tree)
		return;
	order = place(tree, range);
	if (order >= 0)
		list_covered(tree->left, range, list);
	if (!order)
		reach_topic_list_add(list, tree);
	if (order <= 0)
		list_covered(tree->right, range, list);
}

/* Of those that ask about more than one address. */
static void list_others(struct reach_topic *tree,
			const struct reach_changes *changes,
			struct reach_topic_list *list)
{
	if (!tree)
		return;
	if (tree->hint >> HINT_BITS == HINT_OTHER) {
		list_others(tree->left, changes, list);
		if (reach_evaluate_depends(subject_of(tree), tree->answer,
					   changes))
			reach_topic_list_add(list, tree);
	}
	list_others(tree->right, changes, list);
}

static void list_all(struct reach_topic *tree, struct reach_topic_list *list)
{
	if (!tree)
		return;
	list_all(tree->left, list);
	reach_topic_list_add(list, tree);
	list_all(tree->right, list);
}

void reach_topics_list_changed(struct reach_topics *topics,
			       const struct reach_changes *changes,
			       struct reach_topic_list *list)
{
	if (changes->bits & REACH_CHANGED_EVERYTHING) {
		list_all(topics->root, list);
		return;
	}
	for (unsigned int i = 0; i < changes->count; i++) {
		const struct range range = range_of(&changes->prefixes[i]);

		list_covered(topics->root, &range, list);
	}
	if (changes->count)
		list_others(topics->root, changes, list);
}

static void list_due(struct reach_topics *topics, struct reach_topic *tree,
		     uint64_t now, struct reach_topic_list *list)
{
	if (!tree)
		return;
	list_due(topics, tree->left, now, list);
	if (tree->deadline && tree->deadline <= now)
		reach_topic_list_add(list, tree);
	else if (tree->deadline &&
		 (!topics->deadline || tree->deadline < topics->deadline))
		topics->deadline = tree->deadline;
	list_due(topics, tree->right, now, list);
}

void reach_topics_list_due(struct reach_topics *topics, uint64_t now,
			   struct reach_topic_list *list)
{
	if (!topics->deadline || topics->deadline > now)
		return;
	topics->deadline = 0;
	list_due(topics, topics->root, now, list);
}

void reach_topic_set_deadline(struct reach_topics *topics,
			      struct reach_topic *topic, uint64_t now,
			      uint64_t deadline)
{
	bool pending = topic->deadline > now;

	if (!pending || (deadline && deadline < topic->deadline))
		topic->deadline = deadline;
	if (topic->deadline &&
	    (!topics->deadline || topic->deadline < topics->deadline))
		topics->deadline = topic->deadline;
}
