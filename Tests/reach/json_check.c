/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Recursive descent; each function returns the rest, or NULL. */

#include "json_check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *read_value(const char *text);

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t\r\n");
}

static const char *read_utf8(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length = bytes[0] < 0x80			      ? 1
			: bytes[0] >= 0xc2 && bytes[0] < 0xe0 ? 2
			: bytes[0] >= 0xe0 && bytes[0] < 0xf0 ? 3
			: bytes[0] >= 0xf0 && bytes[0] < 0xf5 ? 4
							      : 0;

	if (!length)
		return NULL;
	for (size_t i = 1; i < length; i++)
		if ((bytes[i] & 0xc0) != 0x80)
			return NULL;
	return text + length;
}

static const char *read_escape(const char *text)
{
	if (*text != 'u')
		return *text && strchr("\"\\/bfnrt", *text) ? text + 1 : NULL;
	for (int i = 1; i <= 4; i++)
		if (!isxdigit((unsigned char)text[i]))
			return NULL;
	return text + 5;
}

static const char *read_string(const char *text)
{
	if (*text++ != '"')
		return NULL;
	while (text && *text != '"') {
		if ((unsigned char)*text < 0x20)
			return NULL;
		text = *text == '\\' ? read_escape(text + 1) : read_utf8(text);
	}
	return text ? text + 1 : NULL;
}

static const char *read_digits(const char *text)
{
	size_t length = strspn(text, "0123456789");

	return length ? text + length : NULL;
}

static const char *read_number(const char *text)
{
	if (*text == '-')
		text++;
	if (*text == '0')
		text++;
	else
		text = read_digits(text);
	if (text && *text == '.')
		text = read_digits(text + 1);
	if (text && (*text == 'e' || *text == 'E')) {
		text++;
		text = read_digits(text + (*text == '+' || *text == '-'));
	}
	return text;
}

static const char *read_member(const char *text)
{
	text = read_string(skip_blanks(text));
	if (!text)
		return NULL;
	text = skip_blanks(text);
	return *text == ':' ? read_value(text + 1) : NULL;
}

static const char *read_list(const char *text, char end,
			     const char *(*read)(const char *))
{
	text = skip_blanks(text + 1);
	if (*text == end)
		return text + 1;
	while (text) {
		text = read(text);
		if (!text)
			return NULL;
		text = skip_blanks(text);
		if (*text == end)
			return text + 1;
		if (*text++ != ',')
			return NULL;
	}
	return NULL;
}

static const char *read_value(const char *text)
{
	static const char *const words[] = {"true", "false", "null"};

	text = skip_blanks(text);
	if (*text == '{')
		return read_list(text, '}', read_member);
	if (*text == '[')
		return read_list(text, ']', read_value);
	if (*text == '"')
		return read_string(text);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0)
			return text + strlen(words[i]);
	return read_number(text);
}

bool reach_test_json_is_valid(const char *text)
{
	const char *rest = read_value(text);

	return rest && !*skip_blanks(rest);
}

bool reach_test_json_member(const char *text, const char *name, char *ret_value,
			    size_t size)
{
	size_t length = strlen(name);

	if (*text != '{')
		return false;
	do {
		const char *key = skip_blanks(text + 1);
		const char *colon = read_string(key);
		const char *value = colon ? skip_blanks(colon) + 1 : NULL;

		text = value ? read_value(value) : NULL;
		if (text && strncmp(key + 1, name, length) == 0 &&
		    key[length + 1] == '"') {
			snprintf(ret_value, size, "%.*s", (int)(text - value),
				 value);
			return true;
		}
	} while (text && *text == ',');
	return false;
}
