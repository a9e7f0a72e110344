/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Escaping, widths, durations and times. Must not know what the texts are
 * about.
 */

#include "text.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#define SECOND INT64_C(1000000000)

size_t tool_text_decode(const char *text, uint32_t *ret_character)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length = bytes[0] < 0x80		    ? 1
			: (bytes[0] & 0xe0) == 0xc0 ? 2
			: (bytes[0] & 0xf0) == 0xe0 ? 3
			: (bytes[0] & 0xf8) == 0xf0 ? 4
						    : 0;
	uint32_t character = bytes[0];

	if (length > 1)
		character &= 0x7fU >> length;
	for (size_t i = 1; i < length; i++) {
		/* The NUL at the end is no continuation either. */
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		character = character << 6 | (bytes[i] & 0x3f);
	}
	if (length == 0 || character < smallest[length] ||
	    character > 0x10ffff ||
	    (character >= 0xd800 && character <= 0xdfff))
		return 0;
	*ret_character = character;
	return length;
}

int tool_text_is_invisible(uint32_t character)
{
	return character == 0xad || character == 0x61c ||
	       (character >= 0x200b && character <= 0x200f) ||
	       (character >= 0x2028 && character <= 0x202e) ||
	       (character >= 0x2060 && character <= 0x206f) ||
	       character == 0xfeff ||
	       (character >= 0xfff9 && character <= 0xfffb) ||
	       (character >= 0xe0000 && character <= 0xe007f);
}

static int is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static int is_printable(uint32_t character)
{
	if (character < 0x80)
		return character >= 0x20 && character != 0x7f;
	/* wchar_t is UTF-32 here whatever the locale. */
	return is_utf8() && !tool_text_is_invisible(character) &&
	       iswprint((wint_t)character);
}

/* One character of text, escaped, and how many bytes of it that was. */
static size_t escape_one(const char *text, char *ret_escaped,
			 size_t *ret_length)
{
	uint32_t character;
	size_t length = tool_text_decode(text, &character);
	size_t taken = length ? length : 1;

	*ret_length = 0;
	if (*text == '\\') {
		memcpy(ret_escaped, "\\\\", 2);
		*ret_length = 2;
		return 1;
	}
	if (length && is_printable(character)) {
		memcpy(ret_escaped, text, length);
		*ret_length = length;
		return length;
	}
	for (size_t i = 0; i < taken; i++) {
		snprintf(ret_escaped + *ret_length, 5, "\\x%02x",
			 (unsigned char)text[i]);
		*ret_length += 4;
	}
	return taken;
}

static void escape(const char *text, char *ret_escaped, size_t size)
{
	size_t used = 0;

	while (*text) {
		char one[4 * 4 + 1];
		size_t length;

		text += escape_one(text, one, &length);
		if (used + length >= size)
			break;
		memcpy(ret_escaped + used, one, length);
		used += length;
	}
	ret_escaped[used] = '\0';
}

struct tool_safe tool_safe(const char *text)
{
	struct tool_safe safe;

	escape(text, safe.text, sizeof(safe.text));
	return safe;
}

char *tool_text_escape(const char *text)
{
	size_t size = strlen(text) * 4 + 1;
	char *escaped = malloc(size);

	if (escaped)
		escape(text, escaped, size);
	return escaped;
}

static size_t character_width(const char *text, size_t *ret_length)
{
	uint32_t character;
	size_t length = tool_text_decode(text, &character);
	int width = 1;

	*ret_length = length ? length : 1;
	if (length > 1 && is_utf8())
		width = wcwidth((wchar_t)character);
	return width > 0 ? (size_t)width : 0;
}

size_t tool_text_width(const char *text)
{
	size_t width = 0;

	while (*text) {
		size_t length;

		width += character_width(text, &length);
		text += length;
	}
	return width;
}

void tool_text_pad(FILE *file, const char *text, size_t width)
{
	size_t used = tool_text_width(text);

	fputs(text, file);
	if (used < width)
		fprintf(file, "%*s", (int)(width - used), "");
}

void tool_text_cut(char *text, size_t width)
{
	size_t used = 0;

	while (*text) {
		size_t length;

		used += character_width(text, &length);
		if (used > width)
			break;
		text += length;
	}
	*text = '\0';
}

void tool_text_duration(int64_t nanoseconds, char *ret_text)
{
	int64_t seconds = nanoseconds / SECOND;

	if (seconds < 10)
		snprintf(ret_text, TOOL_DURATION_MAX, "%d.%03d s", (int)seconds,
			 (int)(nanoseconds % SECOND / 1000000));
	else if (seconds < 60)
		snprintf(ret_text, TOOL_DURATION_MAX, "%d.%d s", (int)seconds,
			 (int)(nanoseconds % SECOND / 100000000));
	else if (seconds < 3600)
		snprintf(ret_text, TOOL_DURATION_MAX, "%dm %02ds",
			 (int)(seconds / 60), (int)(seconds % 60));
	else if (seconds < 86400)
		snprintf(ret_text, TOOL_DURATION_MAX, "%dh %02dm",
			 (int)(seconds / 3600), (int)(seconds / 60 % 60));
	else
		snprintf(ret_text, TOOL_DURATION_MAX, "%lldd %02dh",
			 (long long)(seconds / 86400),
			 (int)(seconds / 3600 % 24));
}

void tool_text_time(const struct timespec *time, char *ret_text)
{
	struct tm parts;
	size_t length;

	localtime_r(&time->tv_sec, &parts);
	length = strftime(ret_text, TOOL_TIME_MAX, "%Y-%m-%d %H:%M:%S", &parts);
	snprintf(ret_text + length, TOOL_TIME_MAX - length, ".%03d",
		 (int)(time->tv_nsec / 1000000));
}

void tool_text_timestamp(const struct timespec *time, char *ret_text)
{
	struct tm parts;
	size_t length;
	long offset;
	char sign;

	localtime_r(&time->tv_sec, &parts);
	offset = parts.tm_gmtoff / 60;
	sign = offset < 0 ? '-' : '+';
	offset = labs(offset);
	length = strftime(ret_text, TOOL_TIME_MAX, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(ret_text + length, TOOL_TIME_MAX - length, ".%03d%c%02d:%02d",
		 (int)(time->tv_nsec / 1000000), sign, (int)(offset / 60 % 24),
		 (int)(offset % 60));
}

void tool_error(const char *format, ...)
{
	char *message = NULL;
	char *escaped = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&message, format, arguments) < 0)
		message = NULL;
	va_end(arguments);
	if (message)
		escaped = tool_text_escape(message);
	fprintf(stderr, "reach: %s\n", escaped ? escaped : "out of memory");
	free(message);
	free(escaped);
}
