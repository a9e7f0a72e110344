/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Inside the room: what a link is by itself, before what it stands on. */

#ifndef REACH_LINK_KIND_H
#define REACH_LINK_KIND_H

#include "link.h"

enum reach_stacking {
	REACH_STACKING_NONE,
	/* on the link that IFLA_LINK names */
	REACH_STACKING_LOWER,
	/* on the links whose IFLA_MASTER it is */
	REACH_STACKING_PORTS,
	/* on the link whose name is in lower */
	REACH_STACKING_NAMED,
};

struct reach_kind {
	/* for a stacked one: while it stands on nothing that is known */
	enum reach_link_kind kind;
	enum reach_stacking stacking;
	char lower[IFNAMSIZ];
};

/* From name, index, flags, type and driver_kind, and what sysfs says. False
   if sysfs could not be looked at this time: then it is a guess. */
bool reach_kind_recognize(const struct reach_link *link,
			  struct reach_kind *ret_kind);

#endif
