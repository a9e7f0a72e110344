/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A strict reader of JSON, only to check what others write.
 */

#ifndef REACH_TEST_JSON_CHECK_H
#define REACH_TEST_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* One value and nothing else, as RFC 8259 wants it, in valid UTF-8. */
bool reach_test_json_is_valid(const char *text);

/* The text of a member of the outermost object, quotes and all; false if there
   is none. */
bool reach_test_json_member(const char *text, const char *name, char *ret_value,
			    size_t size);

#endif
