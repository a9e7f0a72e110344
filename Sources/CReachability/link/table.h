/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Inside the room: the links of one namespace, found by index, by name and by
 * the master they are ports of. Knows nothing of messages or of kinds.
 */

#ifndef REACH_LINK_TABLE_H
#define REACH_LINK_TABLE_H

#include <stddef.h>

#include "kind.h"
#include "link.h"

enum reach_chain {
	REACH_CHAIN_INDEX,
	REACH_CHAIN_NAME,
	REACH_CHAIN_MASTER,
	REACH_CHAINS,
};

struct reach_entry {
	/* kind, point_to_point and lower are only true once resolved */
	struct reach_link link;
	/* the links it stands on and is a port of, in this namespace; or 0 */
	uint32_t lower;
	uint32_t master;
	/* what it is by itself, once recognized */
	struct reach_kind own;
	bool recognized;
	/* the generation in which it was resolved */
	uint64_t resolved;
	/* being resolved: seen again, there is a cycle */
	bool visited;
	struct reach_entry *next[REACH_CHAINS];
};

struct reach_link_table {
	/* REACH_CHAINS times size */
	struct reach_entry **heads;
	size_t size;
	size_t count;
	/* counts what changes how links stand on one another */
	uint64_t generation;
};

int reach_table_init(struct reach_link_table *ret_table);
/* Frees the entries. */
void reach_table_destroy(struct reach_link_table *table);

struct reach_entry *reach_table_find(const struct reach_link_table *table,
				     uint32_t index);
struct reach_entry *reach_table_find_name(const struct reach_link_table *table,
					  const char *name);
/* NULL ends the list. */
struct reach_entry *reach_table_first_port(const struct reach_link_table *table,
					   uint32_t master);
struct reach_entry *reach_table_next_port(const struct reach_entry *port);

/* Index, name and master of an entry may only change while it is out. */
void reach_table_insert(struct reach_link_table *table,
			struct reach_entry *entry);
void reach_table_remove(struct reach_link_table *table,
			struct reach_entry *entry);

#endif
