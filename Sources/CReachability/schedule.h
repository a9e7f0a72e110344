/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Scheduling, as the other files of this room see it. */

#ifndef REACH_SCHEDULE_H
#define REACH_SCHEDULE_H

#include <stdbool.h>

#include "target.h"

/* The cached flags; false, and what was kept, if it is not scheduled. */
bool reach_schedule_get_flags(struct __SCNetworkReachability *target,
			      SCNetworkReachabilityFlags *ret_flags,
			      struct reach_kept *ret_kept);

#endif
