/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The pacing of passes; knows no clock and no events. */

#include "pace.h"

uint64_t reach_pace_due(const struct reach_pace *pace, uint64_t now)
{
	return now < pace->not_before ? pace->not_before : now;
}

void reach_pace_passed(struct reach_pace *pace, uint64_t begun, uint64_t now)
{
	uint64_t pause = 3 * (now - begun);

	if (pause > REACH_PACE_PAUSE)
		pause = REACH_PACE_PAUSE;
	if (!pace->window || begun > pace->not_before + 2 * pace->window)
		pace->window = REACH_PACE_FIRST;
	else if (pace->window < REACH_PACE_LONGEST)
		pace->window *= 2;
	pace->not_before = now + (pause > pace->window ? pause : pace->window);
}
