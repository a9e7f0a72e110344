/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The addresses that stand for "anywhere". Nothing is ever sent to them: the
 * kernel is asked which way it would send. Each is public unicast; together
 * they lie in both halves of IPv4 and all over 2000::/3, so that split
 * defaults and a rule against one of them are seen for what they are.
 */

#ifndef REACH_PROBES_H
#define REACH_PROBES_H

#include <netinet/in.h>

#define REACH_PROBES_IPV4 6
#define REACH_PROBES_IPV6 4

/* A default path's route is at most this long. */
#define REACH_DEFAULT_PREFIX_IPV4 1
#define REACH_DEFAULT_PREFIX_IPV6 3

extern const struct in6_addr reach_probes_ipv4[REACH_PROBES_IPV4];
extern const struct in6_addr reach_probes_ipv6[REACH_PROBES_IPV6];

#endif
