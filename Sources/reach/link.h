/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* How an interface is right now, apart from any route over it. */

#ifndef REACH_TOOL_LINK_H
#define REACH_TOOL_LINK_H

#include <stdbool.h>
#include <stdint.h>

struct tool_link {
	/* it can be told at all */
	bool known;
	bool exists;
	bool up;
	bool running;
	/* index of an interface whose carrier was lost before, or 0 */
	uint32_t carrier_lost;
};

/* Not known if name is empty. What was lost is not told. */
struct tool_link tool_link_get(const char *name);

#endif
