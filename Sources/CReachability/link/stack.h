/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Inside the room: the kind of a link with what it stands on. */

#ifndef REACH_LINK_STACK_H
#define REACH_LINK_STACK_H

#include "table.h"

/* Makes kind, point_to_point and lower of the entry's link true. Costs nothing
   if no link has changed in a way that matters. */
void reach_stack_resolve(struct reach_link_table *table,
			 struct reach_entry *entry);

#endif
