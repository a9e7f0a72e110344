/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Netlink groups in, "this changed" out. An event is a dirty bit, not data;
 * only link messages are handed on, for the link table. Owns the recovery
 * from lost events. Has a descriptor and no thread.
 */

#ifndef REACH_MONITOR_H
#define REACH_MONITOR_H

#include <linux/netlink.h>
#include <stdbool.h>
#include <stdint.h>

#include "changes.h"

struct reach_monitor;
struct reach_netlink;

/* In the calling thread's network namespace. */
int reach_monitor_open(struct reach_monitor **ret_monitor);
void reach_monitor_close(struct reach_monitor *monitor);
int reach_monitor_get_fd(const struct reach_monitor *monitor);

typedef void reach_monitor_link(const struct nlmsghdr *event, void *info);

/*
 * Reads until nothing is left, without blocking, and adds up what it reads.
 * After a loss the socket is drained first, as the kernel queues nothing more
 * before that. How much there was, 0 for nothing; negative when the socket
 * fails.
 */
int reach_monitor_drain(struct reach_monitor *monitor,
			reach_monitor_link *on_link, void *info,
			struct reach_changes *changes);

/* A question, put with the socket it is given; 0 or a negative errno. */
struct reach_errand {
	int (*ask)(struct reach_netlink *socket, void *info);
	void *info;
	/* it was answered */
	bool done;
};

/*
 * Has the kernel asked with the event socket: the answer comes behind all that
 * was told before, which is taken in on the way. True if there was anything.
 * After an errand that was not done there may be more, to be drained.
 */
bool reach_monitor_ask(struct reach_monitor *monitor,
		       struct reach_errand *errand, reach_monitor_link *on_link,
		       void *info, struct reach_changes *changes);

/*
 * One thread's way to see whether there is something to drain, for less than
 * it costs to try: a descriptor of its own, which it closes. Not to be shared:
 * two threads that look at the same time may both see nothing.
 */
int reach_monitor_open_ear(const struct reach_monitor *monitor, int *ret_ear);
bool reach_monitor_is_silent(int ear);

#endif
