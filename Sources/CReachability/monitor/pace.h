/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * When to look again: the first event at once, a storm of them in windows
 * that no further event can postpone. Pure; times are nanoseconds of any
 * monotonic clock.
 */

#ifndef REACH_PACE_H
#define REACH_PACE_H

#include <stdint.h>

#define REACH_PACE_FIRST UINT64_C(4000000)
#define REACH_PACE_LONGEST UINT64_C(32000000)
#define REACH_PACE_PAUSE (3 * REACH_PACE_LONGEST)

struct reach_pace {
	/* no pass before this */
	uint64_t not_before;
	/* how long the last window was */
	uint64_t window;
};

/* The earliest time for a pass over something that changed by now. */
uint64_t reach_pace_due(const struct reach_pace *pace, uint64_t now);

/* A pass was made from begun until now. Passes that follow hard upon one another
   double the window; after a pause of two windows it starts short again. A pass
   that took long is followed by a pause three times as long, up to a limit. */
void reach_pace_passed(struct reach_pace *pace, uint64_t begun, uint64_t now);

#endif
