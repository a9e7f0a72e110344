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

enum {
	REACH_CHANGED_LINK = 1 << 0,
	REACH_CHANGED_ADDRESS = 1 << 1,
	REACH_CHANGED_ROUTE = 1 << 2,
	REACH_CHANGED_RULE = 1 << 3,
	REACH_CHANGED_NEXTHOP = 1 << 4,
	REACH_CHANGED_NETCONF = 1 << 5,
	/* events were lost: everything may have changed, links included */
	REACH_CHANGED_LOST = 1 << 6,
	/* these may be told before they have taken effect: an answer asked
	   for since then may be kept only after reach_netlink_barrier() */
	REACH_CHANGED_EARLY = REACH_CHANGED_LINK | REACH_CHANGED_ADDRESS |
			      REACH_CHANGED_NEXTHOP | REACH_CHANGED_LOST,
};

struct reach_monitor;

/* In the calling thread's network namespace. */
int reach_monitor_open(struct reach_monitor **ret_monitor);
void reach_monitor_close(struct reach_monitor *monitor);
int reach_monitor_get_fd(const struct reach_monitor *monitor);

typedef void reach_monitor_link(const struct nlmsghdr *event, void *info);

/*
 * Reads until nothing is left, without blocking. After a loss the socket is
 * drained first, as the kernel queues nothing more before that.
 */
int reach_monitor_drain(struct reach_monitor *monitor,
			reach_monitor_link *on_link, void *info,
			unsigned int *ret_changed);

#endif
