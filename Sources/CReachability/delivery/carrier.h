/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What a delivery is made of, for the files of this room: one state machine,
 * and a carrier that knows how to bring it to where it runs.
 */

#ifndef REACH_CARRIER_H
#define REACH_CARRIER_H

#include <pthread.h>

#include "delivery.h"

struct reach_carrier {
	enum reach_delivery_kind kind;
	/* Have reach_delivery_run() called once, at the right place. The
	   delivery is kept alive till then. */
	void (*carry)(struct reach_delivery *delivery);
	/* Leave the place; what was carried need not arrive any more. True if
	   it is certain that it will not. */
	bool (*withdraw)(struct reach_delivery *delivery);
	/* Frees it; nothing refers to it any more. */
	void (*destroy)(struct reach_delivery *delivery);
};

enum reach_delivery_state {
	REACH_DELIVERY_IDLE,
	/* carried, and the client is retained until it has run */
	REACH_DELIVERY_QUEUED,
	REACH_DELIVERY_RUNNING,
	/* running, and signalled since */
	REACH_DELIVERY_AGAIN,
};

/* The first member of each kind's own. */
struct reach_delivery {
	const struct reach_carrier *carrier;
	const struct reach_client *client;
	void *info;
	unsigned int references;
	/* which it was made in, in a row of forks */
	unsigned int process;
	pthread_mutex_t lock;
	/* below: under the lock */
	enum reach_delivery_state state;
	bool cancelled;
};

/* Of size bytes, zeroed but for the first member. */
int reach_delivery_create(const struct reach_carrier *carrier,
			  const struct reach_client *client, void *info,
			  size_t size, struct reach_delivery **ret_delivery);

struct reach_delivery *reach_delivery_ref(struct reach_delivery *delivery);
void reach_delivery_unref(struct reach_delivery *delivery);

/* It has arrived: tells the client, unless it was withdrawn meanwhile. The
   caller keeps the delivery alive. True if the client was told. */
bool reach_delivery_run(struct reach_delivery *delivery);

/* In the child of a fork. What was made before is dead: it may be locked by a
   thread that is gone. */
void reach_delivery_start_child(void);
void reach_port_start_child(void);

#endif
