/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Inside the room: an RTM_NEWROUTE message in, our struct out. */

#ifndef REACH_ROUTE_REPLY_H
#define REACH_ROUTE_REPLY_H

#include <linux/netlink.h>
#include <stdbool.h>

#include "route.h"

/*
 * False if it is no such message. matched: the answer to RTM_F_FIB_MATCH, which
 * alone tells of lifetimes. Without a device in it nexthops is 0: the route is
 * a nexthop object by number.
 */
bool reach_route_read(const struct nlmsghdr *reply, bool matched,
		      struct reach_route *ret_route);

#endif
