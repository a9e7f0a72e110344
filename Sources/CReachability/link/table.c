/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A hash table with three chains through every entry. */

#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 32

static size_t hash_name(const char *name)
{
	size_t hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (unsigned char)*name;
	return hash;
}

/* Indices are handed out in order, which fills the buckets evenly. */
static struct reach_entry **head_of(const struct reach_link_table *table,
				    enum reach_chain chain, size_t hash)
{
	return &table->heads[chain * table->size + (hash & (table->size - 1))];
}

static size_t hash_of(const struct reach_entry *entry, enum reach_chain chain)
{
	switch (chain) {
	case REACH_CHAIN_NAME:
		return hash_name(entry->link.name);
	case REACH_CHAIN_MASTER:
		return entry->master;
	default:
		return entry->link.index;
	}
}

int reach_table_init(struct reach_link_table *ret_table)
{
	struct reach_entry **heads =
		calloc(REACH_CHAINS * FIRST_SIZE, sizeof(struct reach_entry *));

	if (!heads)
		return -ENOMEM;
	*ret_table = (struct reach_link_table){
		.heads = heads,
		.size = FIRST_SIZE,
		.generation = 1,
	};
	return 0;
}

void reach_table_destroy(struct reach_link_table *table)
{
	for (size_t i = 0; i < table->size; i++) {
		struct reach_entry *entry = table->heads[i];

		while (entry) {
			struct reach_entry *next =
				entry->next[REACH_CHAIN_INDEX];

			free(entry);
			entry = next;
		}
	}
	free(table->heads);
}

struct reach_entry *reach_table_find(const struct reach_link_table *table,
				     uint32_t index)
{
	struct reach_entry *entry = *head_of(table, REACH_CHAIN_INDEX, index);

	while (entry && entry->link.index != index)
		entry = entry->next[REACH_CHAIN_INDEX];
	return entry;
}

struct reach_entry *reach_table_find_name(const struct reach_link_table *table,
					  const char *name)
{
	struct reach_entry *entry =
		*head_of(table, REACH_CHAIN_NAME, hash_name(name));

	while (entry && strcmp(entry->link.name, name) != 0)
		entry = entry->next[REACH_CHAIN_NAME];
	return entry;
}

static struct reach_entry *find_port(struct reach_entry *entry, uint32_t master)
{
	while (entry && entry->master != master)
		entry = entry->next[REACH_CHAIN_MASTER];
	return entry;
}

struct reach_entry *reach_table_first_port(const struct reach_link_table *table,
					   uint32_t master)
{
	return find_port(*head_of(table, REACH_CHAIN_MASTER, master), master);
}

struct reach_entry *reach_table_next_port(const struct reach_entry *port)
{
	return find_port(port->next[REACH_CHAIN_MASTER], port->master);
}

static void chain_up(struct reach_link_table *table, struct reach_entry *entry)
{
	for (enum reach_chain chain = 0; chain < REACH_CHAINS; chain++) {
		struct reach_entry **head;

		/* Most links are nobody's ports: that chain would hold all. */
		if (chain == REACH_CHAIN_MASTER && !entry->master)
			continue;
		head = head_of(table, chain, hash_of(entry, chain));
		entry->next[chain] = *head;
		*head = entry;
	}
}

static void grow(struct reach_link_table *table)
{
	struct reach_link_table grown = *table;

	grown.size *= 2;
	grown.heads =
		calloc(REACH_CHAINS * grown.size, sizeof(struct reach_entry *));
	/* Full chains only take longer. */
	if (!grown.heads)
		return;
	for (size_t i = 0; i < table->size; i++) {
		struct reach_entry *entry = table->heads[i];

		while (entry) {
			struct reach_entry *next =
				entry->next[REACH_CHAIN_INDEX];

			chain_up(&grown, entry);
			entry = next;
		}
	}
	free(table->heads);
	*table = grown;
}

void reach_table_insert(struct reach_link_table *table,
			struct reach_entry *entry)
{
	if (table->count == table->size)
		grow(table);
	table->count++;
	chain_up(table, entry);
}

void reach_table_remove(struct reach_link_table *table,
			struct reach_entry *entry)
{
	for (enum reach_chain chain = 0; chain < REACH_CHAINS; chain++) {
		struct reach_entry **position =
			head_of(table, chain, hash_of(entry, chain));

		while (*position && *position != entry)
			position = &(*position)->next[chain];
		if (*position)
			*position = entry->next[chain];
	}
	table->count--;
}
