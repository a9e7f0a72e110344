/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Inside the room: what /sys/class/net tells of a link. */

#ifndef REACH_LINK_SYSFS_H
#define REACH_LINK_SYSFS_H

#include "link.h"

struct reach_sysfs {
	/* REACH_LINK_WIFI or REACH_LINK_WWAN, else REACH_LINK_OTHER */
	enum reach_link_kind kind;
	/* the link it stands on, or "" */
	char lower[IFNAMSIZ];
};

/*
 * sysfs shows the namespace it was mounted in: an entry is believed if its
 * ifindex is this one. Nothing found, or nothing believed, is no failure; a
 * lack of descriptors or memory is. wants_lower: look for lower_* too.
 */
int reach_sysfs_read(const char *name, uint32_t index, bool wants_lower,
		     struct reach_sysfs *ret_found);

#endif
