/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Deliveries to run loops: the multiset of (loop, mode), over a source of our
 * own loops or of the toolchain's.
 */

#include "delivery.h"

#include <errno.h>
#include <stdlib.h>

#include "carrier.h"
#include "cf.h"
#include "genuine_source.h"
#include "run_loop.h"

struct entry {
	struct entry *next;
	CFRunLoopRef loop;
	CFStringRef mode;
	unsigned int count;
};

struct loop_delivery {
	struct reach_delivery base;
	/* of our own loops */
	struct reach_source source;
	pthread_mutex_t lock;
	/* below: under the lock */
	struct entry *entries;
	/* of the toolchain's loops: NULL in a process without, and when it was
	   withdrawn, as each keeps the other */
	genuine_source_ref genuine;
};

static struct loop_delivery *of_source(struct reach_source *source)
{
	return (struct loop_delivery *)((char *)source -
					offsetof(struct loop_delivery, source));
}

static void perform(struct reach_source *source)
{
	reach_delivery_run(&of_source(source)->base);
}

static void retain(struct reach_source *source)
{
	reach_delivery_ref(&of_source(source)->base);
}

static void release(struct reach_source *source)
{
	reach_delivery_unref(&of_source(source)->base);
}

/* All loops are woken: whichever is in one of the modes first serves it. */
static void carry(struct reach_delivery *delivery)
{
	struct loop_delivery *loops = (struct loop_delivery *)delivery;

	pthread_mutex_lock(&loops->lock);
	if (loops->genuine)
		genuine_CFRunLoopSourceSignal(loops->genuine);
	else
		__atomic_store_n(&loops->source.signalled, true,
				 __ATOMIC_RELEASE);
	for (struct entry *entry = loops->entries; entry; entry = entry->next)
		CFRunLoopWakeUp(entry->loop);
	pthread_mutex_unlock(&loops->lock);
}

static int add_to_loop(struct loop_delivery *loops, CFRunLoopRef loop,
		       CFStringRef mode)
{
	if (!loops->genuine)
		return reach_run_loop_add(loop, &loops->source, mode);
	genuine_CFRunLoopAddSource(loop, loops->genuine, mode);
	return 0;
}

static void remove_from_loop(struct loop_delivery *loops,
			     const struct entry *entry)
{
	if (loops->genuine)
		genuine_CFRunLoopRemoveSource(entry->loop, loops->genuine,
					      entry->mode);
	else
		reach_run_loop_remove(entry->loop, &loops->source, entry->mode);
}

static void free_entry(struct entry *entry)
{
	reach_cf_release(entry->loop);
	reach_cf_release(entry->mode);
	free(entry);
}

static struct entry **find(struct loop_delivery *loops, CFRunLoopRef loop,
			   CFStringRef mode)
{
	struct entry **link = &loops->entries;

	while (*link &&
	       ((*link)->loop != loop || !reach_cf_equal((*link)->mode, mode)))
		link = &(*link)->next;
	return link;
}

static int new_entry(struct loop_delivery *loops, CFRunLoopRef loop,
		     CFStringRef mode, struct entry **link)
{
	struct entry *entry = calloc(1, sizeof(*entry));
	int result;

	if (!entry)
		return -ENOMEM;
	entry->loop = (CFRunLoopRef)reach_cf_retain(loop);
	entry->mode = (CFStringRef)reach_cf_retain(mode);
	entry->count = 1;
	result = add_to_loop(loops, loop, mode);
	if (result)
		free_entry(entry);
	else
		*link = entry;
	return result;
}

int reach_delivery_add_loop(struct reach_delivery *delivery, CFRunLoopRef loop,
			    CFStringRef mode)
{
	struct loop_delivery *loops = (struct loop_delivery *)delivery;
	struct entry **link;
	int result = 0;

	pthread_mutex_lock(&loops->lock);
	link = find(loops, loop, mode);
	if (*link)
		(*link)->count++;
	else
		result = new_entry(loops, loop, mode, link);
	pthread_mutex_unlock(&loops->lock);
	return result;
}

int reach_delivery_remove_loop(struct reach_delivery *delivery,
			       CFRunLoopRef loop, CFStringRef mode,
			       bool *ret_empty)
{
	struct loop_delivery *loops = (struct loop_delivery *)delivery;
	struct entry *removed = NULL;
	struct entry **link;
	int result = 0;

	pthread_mutex_lock(&loops->lock);
	link = find(loops, loop, mode);
	if (!*link) {
		result = -ENOENT;
	} else if (--(*link)->count == 0) {
		removed = *link;
		*link = removed->next;
		remove_from_loop(loops, removed);
	}
	if (!result)
		*ret_empty = !loops->entries;
	pthread_mutex_unlock(&loops->lock);
	if (removed)
		free_entry(removed);
	return result;
}

static bool withdraw(struct reach_delivery *delivery)
{
	struct loop_delivery *loops = (struct loop_delivery *)delivery;
	genuine_source_ref genuine;
	struct entry *entries;

	pthread_mutex_lock(&loops->lock);
	for (struct entry *entry = loops->entries; entry; entry = entry->next)
		remove_from_loop(loops, entry);
	entries = loops->entries;
	loops->entries = NULL;
	genuine = loops->genuine;
	loops->genuine = NULL;
	pthread_mutex_unlock(&loops->lock);
	while (entries) {
		struct entry *entry = entries;

		entries = entry->next;
		free_entry(entry);
	}
	if (genuine) {
		genuine_CFRunLoopSourceInvalidate(genuine);
		reach_cf_release(genuine);
	}
	return true;
}

static void destroy(struct reach_delivery *delivery)
{
	struct loop_delivery *loops = (struct loop_delivery *)delivery;

	pthread_mutex_destroy(&loops->lock);
	free(loops);
}

int reach_delivery_new_run_loop(const struct reach_client *client, void *info,
				struct reach_delivery **ret_delivery)
{
	static const struct reach_carrier carrier = {
		.kind = REACH_DELIVERY_RUN_LOOP,
		.carry = carry,
		.withdraw = withdraw,
		.destroy = destroy,
	};
	struct reach_delivery *delivery;
	struct loop_delivery *loops;
	int result =
		reach_delivery_create(&carrier, client, info,
				      sizeof(struct loop_delivery), &delivery);

	if (result)
		return result;
	loops = (struct loop_delivery *)delivery;
	loops->source = (struct reach_source){
		.perform = perform, .retain = retain, .release = release};
	pthread_mutex_init(&loops->lock, NULL);
	if (reach_cf_is_genuine()) {
		loops->genuine = reach_genuine_source_new(delivery);
		if (!loops->genuine) {
			reach_delivery_unref(delivery);
			return -ENOMEM;
		}
	}
	*ret_delivery = delivery;
	return 0;
}
