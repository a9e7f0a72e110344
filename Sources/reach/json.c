/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Punctuation, numbers and escapes of JSON (RFC 8259). */

#include "json.h"

#include <inttypes.h>

#include "text.h"

static void write_escaped(FILE *file, uint32_t character)
{
	if (character >= 0x10000) {
		character -= 0x10000;
		fprintf(file, "\\u%04x\\u%04x",
			(unsigned int)(0xd800 + (character >> 10)),
			(unsigned int)(0xdc00 + (character & 0x3ff)));
		return;
	}
	fprintf(file, "\\u%04x", (unsigned int)character);
}

static void write_string(FILE *file, const char *text)
{
	putc('"', file);
	while (*text) {
		uint32_t character;
		size_t length = tool_text_decode(text, &character);

		if (!length)
			write_escaped(file, 0xfffd);
		else if (character < 0x20 ||
			 (character >= 0x7f && character < 0xa0) ||
			 tool_text_is_invisible(character))
			write_escaped(file, character);
		else if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else
			fwrite(text, 1, length, file);
		text += length ? length : 1;
	}
	putc('"', file);
}

static void begin_member(struct tool_json *json, const char *key)
{
	if (json->comma)
		putc(',', json->file);
	json->comma = true;
	if (key) {
		write_string(json->file, key);
		putc(':', json->file);
	}
}

static void begin(struct tool_json *json, const char *key, char bracket)
{
	begin_member(json, key);
	putc(bracket, json->file);
	json->comma = false;
}

static void end(struct tool_json *json, char bracket)
{
	putc(bracket, json->file);
	json->comma = true;
}

void tool_json_begin_object(struct tool_json *json, const char *key)
{
	begin(json, key, '{');
}

void tool_json_end_object(struct tool_json *json)
{
	end(json, '}');
}

void tool_json_begin_array(struct tool_json *json, const char *key)
{
	begin(json, key, '[');
}

void tool_json_end_array(struct tool_json *json)
{
	end(json, ']');
}

void tool_json_string(struct tool_json *json, const char *key,
		      const char *value)
{
	begin_member(json, key);
	write_string(json->file, value);
}

void tool_json_unsigned(struct tool_json *json, const char *key, uint64_t value)
{
	begin_member(json, key);
	fprintf(json->file, "%" PRIu64, value);
}

void tool_json_seconds(struct tool_json *json, const char *key,
		       int64_t nanoseconds)
{
	begin_member(json, key);
	/* Not %f: the decimal point is the locale's. */
	fprintf(json->file, "%" PRId64 ".%06d", nanoseconds / 1000000000,
		(int)(nanoseconds % 1000000000 / 1000));
}

void tool_json_bool(struct tool_json *json, const char *key, bool value)
{
	begin_member(json, key);
	fputs(value ? "true" : "false", json->file);
}

void tool_json_null(struct tool_json *json, const char *key)
{
	begin_member(json, key);
	fputs("null", json->file);
}

void tool_json_text(struct tool_json *json, const char *key, const char *value)
{
	if (*value)
		tool_json_string(json, key, value);
	else
		tool_json_null(json, key);
}
