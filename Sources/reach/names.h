/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Numbers of the kernel and of the library as words. Pure.
 */

#ifndef REACH_TOOL_NAMES_H
#define REACH_TOOL_NAMES_H

#include <SystemConfiguration/ReachabilityExtensions.h>

/* As scutil prints a flag word; its buffer had this size too. */
#define TOOL_FLAGS_SCUTIL_MAX 100
void tool_names_scutil(SCNetworkReachabilityFlags flags, char *ret_text);

/* The bits besides Reachable and ConnectionRequired, which the state tells:
   "local,direct"; "-" if there are none. */
#define TOOL_FLAGS_MAX 128
void tool_names_flags(SCNetworkReachabilityFlags flags, char *ret_text);

/* "Reachable" for bit 1 and so on; NULL when the bit has no name. */
const char *tool_names_flag(unsigned int bit);

/* What the kernel numbers mean; "" when there is no word for it. */
const char *tool_names_route_type(uint32_t type);
const char *tool_names_table(uint32_t table);
const char *tool_names_operstate(uint32_t operstate);

/* The type of a route or rule that rejects, as ip(8) writes it, from the error
   it gives; "" when there is no word for it. */
const char *tool_names_refusal(int32_t error);

/* A rule in one word, for programs: "gateway", "no-route". */
const char *tool_names_rule(uint32_t rule);

/* Why a look-up failed, from an EAI_ number. */
const char *tool_names_lookup(int32_t error);

#endif
