/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The state of an unscheduled target, as of now: it reflects every change that
 * was complete before the call.
 */

#ifndef REACH_PRESENT_H
#define REACH_PRESENT_H

#include "evaluate.h"
#include "target.h"

/* Asks the kernel unless what is kept of the target is known to hold still.
   Names get the zero address's answer. Negative errno when the kernel cannot be
   asked. */
int reach_present_state(struct __SCNetworkReachability *target,
			const struct reach_kept *kept,
			struct reach_state *ret_state);

#endif
