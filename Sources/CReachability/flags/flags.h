/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Facts in, flag word out. Pure: no system call, no state, no other room.
 */

#ifndef REACH_FLAGS_H
#define REACH_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

enum reach_path_type {
	/* no route: see rejected */
	REACH_PATH_NONE,
	/* to an address of this machine */
	REACH_PATH_LOCAL,
	/* to anything else, multicast and broadcast included */
	REACH_PATH_REMOTE,
};

/* What is known about the way to one address. */
struct reach_facts {
	enum reach_path_type type;
	/* PATH_NONE: a route or rule refuses it, rather than none matching */
	bool rejected;
	/* PATH_LOCAL: the loopback interface is up */
	bool loopback_up;
	/* at least one nexthop is neither dead nor without carrier */
	bool alive;
	/* an address the kernel could send from; true where nobody asks */
	bool source_usable;
	/* a pair's local address is on the interface; true without a pair */
	bool owns_local;
	bool gateway;
	/* the target is in 169.254/16 */
	bool ipv4_link_local;
	/* the target is a zero address: never direct, never local */
	bool is_default;
	/* the link */
	bool dormant;
	bool running;
	bool point_to_point;
	enum reach_link_kind kind;
};

/* The word of one path and the rule that decided it. */
SCNetworkReachabilityFlags reach_flags_of(const struct reach_facts *facts,
					  enum reach_rule *ret_rule);

/* 0 unreachable, 1 needs a connection first, 2 plainly reachable; of several
   addresses the first of the highest rank decides. */
unsigned int reach_flags_rank(SCNetworkReachabilityFlags flags);

#endif
