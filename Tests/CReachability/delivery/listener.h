/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A client of deliveries that counts what happens to it, and threads with a
   run loop for it to be told on. */

#ifndef REACH_TEST_LISTENER_H
#define REACH_TEST_LISTENER_H

#include "namespace.h"

#include <pthread.h>

#include "delivery.h"

struct listener {
	pthread_mutex_t lock;
	/* performances; how many at once, and at the most */
	unsigned int told;
	unsigned int inside;
	unsigned int most;
	/* retain minus release */
	int held;
	/* held as perform was last called */
	int held_inside;
	/* of the last performance */
	pthread_t thread;
	/* called in perform */
	void (*then)(struct listener *listener);
	struct reach_delivery *delivery;
	void *info;
};

extern const struct reach_client listener_client;

void listener_init(struct listener *listener);
/* For then. */
void listener_signal(struct listener *listener);
void listener_cancel(struct listener *listener);

unsigned int listener_get_told(struct listener *listener);
int listener_get_held(struct listener *listener);
/* Within the deadline. */
bool listener_is_told(struct listener *listener, unsigned int times);
/* Nothing is queued for it any more. */
bool listener_is_let_go(struct listener *listener);

/* A thread whose loop runs, with the listener's run-loop delivery in it. */
struct looper {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	CFRunLoopRef loop;
	CFStringRef mode;
	struct listener *listener;
	bool ready;
	bool ended;
	enum { LOOPER_HELD, LOOPER_RUNS, LOOPER_ENDS } order;
};

/* The loop holds the listener, but waits for looper_run. */
void looper_start(struct looper *looper, struct listener *listener);
void looper_run(struct looper *looper);
/* Removes the listener and ends the thread. */
void looper_finish(struct looper *looper);

#endif
