/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The network that is measured in: a client joined to a router by one link,
 * with a default route each way, and as many routes besides as wanted. Also
 * who changes routes that concern nobody, so many times a second.
 */

#ifndef REACH_BENCH_NETWORK_H
#define REACH_BENCH_NETWORK_H

#include "bench.h"

struct wire_message;

#define NETWORK_GATEWAY "192.0.2.1"
#define NETWORK_GATEWAY6 "2001:db8:1::1"
#define NETWORK_LINK "v0"

/* Enters a fresh one, with IPv4 and IPv6 default routes; the one before is
   left. The first call finds out whether the machine lets us. Everything below
   is of this family: AF_INET or AF_INET6. */
void network_enter(int family);
void network_leave(void);
int network_family(void);
/* ", IPv6", for what is measured of both; nothing for IPv4. */
const char *network_suffix(void);
/* Of the router. */
const char *network_gateway(void);
/* Up to so many routes through the gateway, /24 or /48; never fewer than
   before. */
void network_grow(size_t routes);
size_t network_routes(void);

/* Distinct destinations spread over the routes there are; at least over as many
   as needed, and within what the default route covers when there are none. */
void network_destinations(union bench_address *addresses, size_t count);

/* A route that covers all destinations, through the same gateway: a change for
   everybody that changes nobody's answer. */
void network_make_cover(struct wire_message *message, bool add);

/* Takes the default route away, or brings it back. */
void network_set_default(bool present);

/* A process that adds and removes unrelated routes. */
struct network_churn;
struct network_churn *network_churn_start(unsigned int changes_per_second);
/* How many changes were made. */
size_t network_churn_stop(struct network_churn *churn);

#endif
