/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Inside the room: a link message in, our struct out. */

#ifndef REACH_LINK_MESSAGE_H
#define REACH_LINK_MESSAGE_H

#include <linux/netlink.h>

#include "link.h"

struct reach_link_news {
	bool gone;
	/* without kind, point_to_point and lower; only the index if gone */
	struct reach_link link;
	uint32_t lower;
	uint32_t master;
};

/* False for anything that says nothing about a link as such. */
bool reach_link_read(const struct nlmsghdr *message,
		     struct reach_link_news *ret_news);

#endif
