/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Text for people: what is not printable never reaches a terminal as it is,
 * widths are counted in columns, times are short. Knows nothing of networks.
 */

#ifndef REACH_TOOL_TEXT_H
#define REACH_TOOL_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

/* A short text from the system, made printable. */
struct tool_safe {
	char text[4 * REACH_TEXT_MAX];
};

/* Every byte that is not part of a printable character becomes \xNN, a
   backslash becomes two. Cut off where the room ends. */
struct tool_safe tool_safe(const char *text);
/* The same for any length; to be freed. NULL when out of memory. */
char *tool_text_escape(const char *text);

/* Length of the valid UTF-8 sequence at text and the character, or 0. */
size_t tool_text_decode(const char *text, uint32_t *ret_character);
/* Text directions, zero-width marks and the like, which change how a line
   looks without being seen. */
int tool_text_is_invisible(uint32_t character);

/* Columns of a printable text. */
size_t tool_text_width(const char *text);
/* Writes a printable text and blanks up to a width. */
void tool_text_pad(FILE *file, const char *text, size_t width);
/* Cuts a printable text, in place, to fit a width. */
void tool_text_cut(char *text, size_t width);

#define TOOL_DURATION_MAX 32
/* "0.412 s", "12.3 s", "3m 20s", "2h 05m", "4d 03h" from nanoseconds. */
void tool_text_duration(int64_t nanoseconds, char *ret_text);

#define TOOL_TIME_MAX 40
struct timespec;
/* "2026-01-31 14:03:07.412" in local time. */
void tool_text_time(const struct timespec *time, char *ret_text);
/* "2026-01-31T14:03:07.412+01:00". */
void tool_text_timestamp(const struct timespec *time, char *ret_text);

/* "reach: MESSAGE" on standard error, one line whatever the arguments are. */
void tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
