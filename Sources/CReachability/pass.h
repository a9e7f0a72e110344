/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A pass over the watches of a namespace: which are evaluated, when, and what
 * has to be waited for before an answer may be believed for good. Runs on the
 * watcher's thread alone.
 */

#ifndef REACH_PASS_H
#define REACH_PASS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "changes.h"
#include "pace.h"

struct reach_dns_watch;
struct reach_netlink;
struct reach_resolver;
struct reach_space;
struct reach_worker;

/* The default path of one family, as far as it tells networks apart. */
struct reach_uplink {
	uint32_t flags;
	uint32_t interface;
	struct in6_addr gateway;
	struct in6_addr source;
};

struct reach_pass {
	struct reach_space *space;
	struct reach_netlink *socket;
	struct reach_worker *worker;
	struct reach_resolver *resolver;
	/* NULL while inotify is not to be had: then names follow the network
	   alone, and it is tried again after a pause that grows */
	struct reach_dns_watch *dns;
	bool dns_ready;
	uint64_t dns_retry;
	uint64_t dns_pause;
	/* a name's answer waits for memory */
	bool unmoved;
	/* what this pass is about */
	struct reach_changes changes;
	struct reach_pace pace;
	/* the worker polls the event socket; not while a window is open */
	bool listening;
	/* the machine was asleep: what names mean may have changed */
	bool resumed;
	/* IPv4 and IPv6, as of the last pass that had names */
	struct reach_uplink uplinks[2];
	bool uplinks_known;
};

void reach_pass_run(struct reach_pass *pass);
void reach_pass_resumed(struct reach_pass *pass);

#endif
