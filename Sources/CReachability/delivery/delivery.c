/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The state machine that all kinds share: at most one journey at a time, never
 * two performances at once, and one more if there was a signal during one.
 * Knows no kind.
 */

#include "delivery.h"

#include <errno.h>
#include <stdlib.h>

#include "carrier.h"

/* Counts the forks; changes while there is one thread only. */
static unsigned int process;

void reach_delivery_start_child(void)
{
	process++;
}

int reach_delivery_create(const struct reach_carrier *carrier,
			  const struct reach_client *client, void *info,
			  size_t size, struct reach_delivery **ret_delivery)
{
	struct reach_delivery *delivery = calloc(1, size);

	if (!delivery)
		return -ENOMEM;
	delivery->carrier = carrier;
	delivery->client = client;
	delivery->info = info;
	delivery->references = 1;
	delivery->process = process;
	pthread_mutex_init(&delivery->lock, NULL);
	*ret_delivery = delivery;
	return 0;
}

struct reach_delivery *reach_delivery_ref(struct reach_delivery *delivery)
{
	__atomic_add_fetch(&delivery->references, 1, __ATOMIC_RELAXED);
	return delivery;
}

void reach_delivery_unref(struct reach_delivery *delivery)
{
	if (__atomic_sub_fetch(&delivery->references, 1, __ATOMIC_ACQ_REL))
		return;
	pthread_mutex_destroy(&delivery->lock);
	delivery->carrier->destroy(delivery);
}

enum reach_delivery_kind
reach_delivery_get_kind(const struct reach_delivery *delivery)
{
	return delivery->carrier->kind;
}

/* From one state to another; false if it was not in the first. */
static bool step(struct reach_delivery *delivery,
		 enum reach_delivery_state from, enum reach_delivery_state to)
{
	bool stepped;

	pthread_mutex_lock(&delivery->lock);
	stepped = delivery->state == from;
	if (stepped)
		delivery->state = to;
	pthread_mutex_unlock(&delivery->lock);
	return stepped;
}

static void retract(struct reach_delivery *delivery)
{
	if (delivery->carrier->withdraw(delivery) &&
	    step(delivery, REACH_DELIVERY_QUEUED, REACH_DELIVERY_IDLE))
		delivery->client->release(delivery->info);
}

static void bring(struct reach_delivery *delivery)
{
	bool cancelled;

	reach_delivery_ref(delivery);
	delivery->carrier->carry(delivery);
	/* A cancel that came before there was anything to withdraw. */
	pthread_mutex_lock(&delivery->lock);
	cancelled = delivery->cancelled;
	pthread_mutex_unlock(&delivery->lock);
	if (cancelled)
		retract(delivery);
	reach_delivery_unref(delivery);
}

void reach_delivery_signal(struct reach_delivery *delivery)
{
	bool carry = false;

	if (delivery->process != process)
		return;
	delivery->client->retain(delivery->info);
	pthread_mutex_lock(&delivery->lock);
	if (!delivery->cancelled && delivery->state == REACH_DELIVERY_IDLE) {
		delivery->state = REACH_DELIVERY_QUEUED;
		carry = true;
	} else if (delivery->state == REACH_DELIVERY_RUNNING) {
		delivery->state = REACH_DELIVERY_AGAIN;
	}
	pthread_mutex_unlock(&delivery->lock);
	if (carry)
		bring(delivery);
	else
		delivery->client->release(delivery->info);
}

bool reach_delivery_run(struct reach_delivery *delivery)
{
	bool again;

	if (delivery->process != process ||
	    !step(delivery, REACH_DELIVERY_QUEUED, REACH_DELIVERY_RUNNING))
		return false;
	delivery->client->perform(delivery->info);
	/* It forked, and this is the child. */
	if (delivery->process != process)
		return true;
	pthread_mutex_lock(&delivery->lock);
	again = delivery->state == REACH_DELIVERY_AGAIN && !delivery->cancelled;
	delivery->state = again ? REACH_DELIVERY_QUEUED : REACH_DELIVERY_IDLE;
	pthread_mutex_unlock(&delivery->lock);
	if (again)
		bring(delivery);
	else
		delivery->client->release(delivery->info);
	return true;
}

void reach_delivery_cancel(struct reach_delivery *delivery)
{
	pthread_mutex_lock(&delivery->lock);
	delivery->cancelled = true;
	pthread_mutex_unlock(&delivery->lock);
	retract(delivery);
}

void reach_delivery_free(struct reach_delivery *delivery)
{
	reach_delivery_unref(delivery);
}
