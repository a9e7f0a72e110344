/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Writes JSON. Strings may hold any bytes: what is no UTF-8 becomes U+FFFD,
 * what a terminal could act on is escaped. Knows nothing of what is written.
 */

#ifndef REACH_TOOL_JSON_H
#define REACH_TOOL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct tool_json {
	FILE *file;
	/* the next member needs a comma before it */
	bool comma;
};

/* key is NULL for members of an array and for the outermost value. */
void tool_json_begin_object(struct tool_json *json, const char *key);
void tool_json_end_object(struct tool_json *json);
void tool_json_begin_array(struct tool_json *json, const char *key);
void tool_json_end_array(struct tool_json *json);
void tool_json_string(struct tool_json *json, const char *key,
		      const char *value);
void tool_json_unsigned(struct tool_json *json, const char *key,
			uint64_t value);
/* Nanoseconds as seconds with six digits. */
void tool_json_seconds(struct tool_json *json, const char *key,
		       int64_t nanoseconds);
void tool_json_bool(struct tool_json *json, const char *key, bool value);
void tool_json_null(struct tool_json *json, const char *key);
/* A string, or null when it is empty. */
void tool_json_text(struct tool_json *json, const char *key, const char *value);

#endif
