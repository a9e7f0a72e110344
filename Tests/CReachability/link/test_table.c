/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The hash table of links. */

#include <stdio.h>
#include <stdlib.h>

#include "namespace.h"
#include "table.h"

#define MANY 2000
#define MASTERS 7

static struct reach_entry *insert(struct reach_link_table *table,
				  uint32_t index, uint32_t master)
{
	struct reach_entry *entry = calloc(1, sizeof(*entry));

	assert_non_null(entry);
	entry->link.index = index;
	entry->master = master;
	snprintf(entry->link.name, sizeof(entry->link.name), "link%u", index);
	reach_table_insert(table, entry);
	return entry;
}

static void remove_index(struct reach_link_table *table, uint32_t index)
{
	struct reach_entry *entry = reach_table_find(table, index);

	assert_non_null(entry);
	reach_table_remove(table, entry);
	free(entry);
}

static unsigned int count_ports(const struct reach_link_table *table,
				uint32_t master)
{
	unsigned int count = 0;
	struct reach_entry *port = reach_table_first_port(table, master);

	for (; port; port = reach_table_next_port(port)) {
		assert_int_equal(port->master, master);
		count++;
	}
	return count;
}

/* Every third is left out. */
static void check(const struct reach_link_table *table, bool thinned)
{
	for (uint32_t index = 1; index <= MANY; index++) {
		const struct reach_entry *entry;
		char name[IFNAMSIZ];

		snprintf(name, sizeof(name), "link%u", index);
		entry = reach_table_find(table, index);
		assert_ptr_equal(entry, reach_table_find_name(table, name));
		if (thinned && index % 3 == 0)
			assert_null(entry);
		else
			assert_int_equal(entry->link.index, index);
	}
}

static void links_are_found_however_many_there_are(void **state)
{
	struct reach_link_table table;

	assert_int_equal(reach_table_init(&table), 0);
	for (uint32_t index = 1; index <= MANY; index++)
		insert(&table, index, 0);
	assert_int_equal(table.count, MANY);
	/* No chain gets long. */
	assert_true(table.size >= MANY / 2);
	check(&table, false);
	for (uint32_t index = 3; index <= MANY; index += 3)
		remove_index(&table, index);
	check(&table, true);
	assert_null(reach_table_find(&table, 0));
	assert_null(reach_table_find(&table, MANY + 1));
	assert_null(reach_table_find_name(&table, "link"));
	reach_table_destroy(&table);
}

/* Of indices handed out in order each bucket has one. */
static void links_whose_indices_collide_are_all_found(void **state)
{
	struct reach_link_table table;

	assert_int_equal(reach_table_init(&table), 0);
	for (uint32_t i = 1; i <= 200; i++)
		insert(&table, i * 1024, 1);
	for (uint32_t i = 1; i <= 200; i++)
		assert_non_null(reach_table_find(&table, i * 1024));
	assert_int_equal(count_ports(&table, 1), 200);
	reach_table_destroy(&table);
}

static void ports_are_found_by_their_master(void **state)
{
	struct reach_link_table table;

	assert_int_equal(reach_table_init(&table), 0);
	for (uint32_t index = 1; index <= 700; index++)
		insert(&table, index, index % MASTERS);
	for (uint32_t master = 1; master < MASTERS; master++)
		assert_int_equal(count_ports(&table, master), 100);
	assert_int_equal(count_ports(&table, 0), 0);
	assert_int_equal(count_ports(&table, MASTERS), 0);
	remove_index(&table, 8);
	assert_int_equal(count_ports(&table, 1), 99);
	/* In one chain, whatever the size. */
	insert(&table, 1001, 1u << 20);
	insert(&table, 1002, 1u << 21);
	insert(&table, 1003, 1u << 20);
	assert_int_equal(count_ports(&table, 1u << 20), 2);
	assert_int_equal(count_ports(&table, 1u << 21), 1);
	remove_index(&table, 1001);
	assert_int_equal(count_ports(&table, 1u << 20), 1);
	remove_index(&table, 1002);
	assert_int_equal(count_ports(&table, 1u << 21), 0);
	reach_table_destroy(&table);
}

static void an_entry_may_come_back_as_another(void **state)
{
	struct reach_link_table table;
	struct reach_entry *entry;

	assert_int_equal(reach_table_init(&table), 0);
	entry = insert(&table, 5, 1);
	reach_table_remove(&table, entry);
	assert_int_equal(count_ports(&table, 1), 0);
	snprintf(entry->link.name, sizeof(entry->link.name), "renamed");
	entry->master = 0;
	reach_table_insert(&table, entry);
	assert_int_equal(count_ports(&table, 1), 0);
	assert_null(reach_table_find_name(&table, "link5"));
	assert_ptr_equal(reach_table_find_name(&table, "renamed"), entry);
	assert_int_equal(table.count, 1);
	reach_table_destroy(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(links_are_found_however_many_there_are),
		REACH_TEST(links_whose_indices_collide_are_all_found),
		REACH_TEST(ports_are_found_by_their_master),
		REACH_TEST(an_entry_may_come_back_as_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
