/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What kind of interface an index is, and whether it runs: a table of one
 * namespace's links, filled by one dump and kept by events. No lock inside;
 * the owner of the table has one.
 */

#ifndef REACH_LINK_H
#define REACH_LINK_H

#include <linux/netlink.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

struct reach_netlink;
struct reach_link_table;

struct reach_link {
	uint32_t index;
	char name[IFNAMSIZ];
	/* IFF_ bits */
	uint32_t flags;
	/* ARPHRD_ number */
	uint16_t type;
	/* IF_OPER_ number */
	uint8_t operstate;
	enum reach_link_kind kind;
	/* sysfs could not be read, of this link or one it stands on: the kind
	   is looked for again when it is asked for again */
	bool guessed;
	/* tunnels, and everything with IFF_POINTOPOINT */
	bool point_to_point;
	/* IFLA_INFO_KIND, "" if none */
	char driver_kind[IFNAMSIZ];
	/* the link that gave a stacked one its kind; "" otherwise */
	char lower[IFNAMSIZ];
};

int reach_link_table_new(struct reach_link_table **ret_table);
void reach_link_table_free(struct reach_link_table *table);

/* One dump; what the table held before is replaced. On failure it is as it
   was. */
int reach_link_table_fill(struct reach_link_table *table,
			  struct reach_netlink *socket);

/* An RTM_NEWLINK or RTM_DELLINK; anything else is ignored. */
int reach_link_table_apply(struct reach_link_table *table,
			   const struct nlmsghdr *event);

/* False if there is no such link. */
bool reach_link_get(struct reach_link_table *table, uint32_t index,
		    struct reach_link *ret_link);
bool reach_link_find(struct reach_link_table *table, const char *name,
		     struct reach_link *ret_link);

#endif
