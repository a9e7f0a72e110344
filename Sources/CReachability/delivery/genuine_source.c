/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The toolchain's loops hand a source's info to perform after they have given
 * up their locks, so another thread may have freed what it points to. Here it
 * is a number, and a list says whose it is, if it still is anybody's.
 */

#include "genuine_source.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "carrier.h"
#include "cf.h"
#include "genuine_loop.h"

struct reach_genuine_source {
	struct reach_genuine_source *next;
	uintptr_t number;
	struct reach_delivery *delivery;
	genuine_source_ref source;
};

static struct {
	pthread_mutex_t lock;
	struct reach_genuine_source *sources;
	uintptr_t last;
} list = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* With a reference, or NULL. */
static struct reach_delivery *find(uintptr_t number)
{
	struct reach_delivery *delivery = NULL;
	struct reach_genuine_source *source;

	pthread_mutex_lock(&list.lock);
	for (source = list.sources; source; source = source->next)
		if (source->number == number)
			delivery = reach_delivery_ref(source->delivery);
	pthread_mutex_unlock(&list.lock);
	return delivery;
}

static void perform(void *info)
{
	struct reach_delivery *delivery = find((uintptr_t)info);

	if (!delivery)
		return;
	reach_delivery_run(delivery);
	reach_delivery_unref(delivery);
}

static CFStringRef describe(const void *info)
{
	(void)info;
	return reach_cf_string("<SCNetworkReachability RLS>");
}

static void enlist(struct reach_genuine_source *source)
{
	pthread_mutex_lock(&list.lock);
	source->number = ++list.last;
	source->next = list.sources;
	list.sources = source;
	pthread_mutex_unlock(&list.lock);
}

int reach_genuine_source_new(struct reach_delivery *delivery,
			     struct reach_genuine_source **ret_source)
{
	struct reach_genuine_source *source = calloc(1, sizeof(*source));
	struct genuine_source_context context = {
		.describe = describe,
		.perform = perform,
	};

	if (!source)
		return -ENOMEM;
	source->delivery = delivery;
	enlist(source);
	context.info = (void *)source->number;
	source->source = genuine_CFRunLoopSourceCreate(NULL, 0, &context);
	if (!source->source) {
		reach_genuine_source_free(source);
		return -ENOMEM;
	}
	*ret_source = source;
	return 0;
}

void reach_genuine_source_signal(struct reach_genuine_source *source)
{
	genuine_CFRunLoopSourceSignal(source->source);
}

void reach_genuine_source_add(struct reach_genuine_source *source,
			      CFRunLoopRef loop, CFStringRef mode)
{
	genuine_CFRunLoopAddSource(loop, source->source, mode);
}

void reach_genuine_source_remove(struct reach_genuine_source *source,
				 CFRunLoopRef loop, CFStringRef mode)
{
	genuine_CFRunLoopRemoveSource(loop, source->source, mode);
}

static void delist(struct reach_genuine_source *source)
{
	struct reach_genuine_source **link = &list.sources;

	pthread_mutex_lock(&list.lock);
	while (*link && *link != source)
		link = &(*link)->next;
	if (*link)
		*link = source->next;
	pthread_mutex_unlock(&list.lock);
}

void reach_genuine_source_end(struct reach_genuine_source *source)
{
	delist(source);
	genuine_CFRunLoopSourceInvalidate(source->source);
}

void reach_genuine_source_free(struct reach_genuine_source *source)
{
	if (!source)
		return;
	delist(source);
	reach_cf_release(source->source);
	free(source);
}
