/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The modes of one of our loops and the sources in them. All under the lock
   of the loop. */

#ifndef REACH_LOOP_MODES_H
#define REACH_LOOP_MODES_H

#include <stdbool.h>
#include <stdint.h>

#include "run_loop.h"

struct reach_mode;

struct reach_modes {
	struct reach_mode *first;
};

/* The default mode and the common modes are one: no other is made common. */
CFStringRef reach_modes_resolve(CFStringRef name);

int reach_modes_add(struct reach_modes *modes, struct reach_source *source,
		    CFStringRef name);
void reach_modes_remove(struct reach_modes *modes, struct reach_source *source,
			CFStringRef name);
bool reach_modes_is_empty(const struct reach_modes *modes, CFStringRef name);

/* A source that was signalled, its flag taken down, with a reference; NULL
   when each was looked at in this pass. No pass is 0 or comes back. */
struct reach_source *reach_modes_take(struct reach_modes *modes,
				      CFStringRef name, uint64_t pass);

/* No source is in any of them. */
void reach_modes_free(struct reach_modes *modes);

#endif
