/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Strings: <CoreFoundation/CFString.h>. Our own are UTF-8, checked when made.
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "genuine.h"
#include "own.h"

static const struct reach_string *own(CFTypeRef object)
{
	return object;
}

static CFStringRef describe_string(CFTypeRef object)
{
	return reach_own_describe(object, "{contents = \"%s\"}",
				  own(object)->text);
}

static Boolean equal_strings(CFTypeRef a, CFTypeRef b)
{
	return own(a)->size == own(b)->size &&
	       memcmp(own(a)->text, own(b)->text, own(a)->size) == 0;
}

static CFHashCode hash_text(const char *text)
{
	/* FNV-1a */
	CFHashCode hash = 0xcbf29ce484222325;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return hash;
}

static CFHashCode hash_string(CFTypeRef object)
{
	return hash_text(own(object)->text);
}

const struct reach_cf_class reach_string_class = {
	.name = "CFString",
	.describe = describe_string,
	.equal = equal_strings,
	.hash = hash_string,
};

/* The bytes of the UTF-8 character at text, 0 if it is none. */
static size_t measure_character(const unsigned char *text)
{
	/* the smallest value that needs so many bytes */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t size = text[0] < 0x80	? 1
		      : text[0] >= 0xf0 ? 4
		      : text[0] >= 0xe0 ? 3
					: 2;
	uint32_t value = size == 1 ? text[0] : text[0] & (0x7fu >> size);
	size_t i;

	if ((text[0] >= 0x80 && text[0] < 0xc0) || text[0] >= 0xf8)
		return 0;
	for (i = 1; i < size; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (text[i] & 0x3f);
	}
	if (value < least[size] || value > 0x10ffff ||
	    (value >= 0xd800 && value < 0xe000))
		return 0;
	return size;
}

/* The UTF-16 units of a text, or -1 if it is not in that encoding. */
static ssize_t count_units(const char *text, CFStringEncoding encoding)
{
	const unsigned char *at = (const unsigned char *)text;
	ssize_t units = 0;
	size_t size;

	for (; *at; at += size) {
		size = measure_character(at);
		if (!size || (size > 1 && encoding != kCFStringEncodingUTF8))
			return -1;
		units += size == 4 ? 2 : 1;
	}
	return units;
}

static bool is_known(CFStringEncoding encoding)
{
	return encoding == kCFStringEncodingUTF8 ||
	       encoding == kCFStringEncodingASCII ||
	       encoding == kCFStringEncodingMacRoman;
}

static struct reach_string *create_own(const char *text,
				       CFStringEncoding encoding)
{
	ssize_t units = count_units(text, encoding);
	size_t size = strlen(text);
	struct reach_string *string;

	if (units < 0)
		return NULL;
	string = reach_own_create(&reach_string_class, REACH_TYPE_STRING,
				  sizeof(*string) + size + 1);
	if (!string)
		return NULL;
	memcpy(string->storage, text, size + 1);
	string->text = string->storage;
	string->size = size;
	string->units = (size_t)units;
	return string;
}

/* The strings of CFSTR(), never freed. */
struct literal {
	struct literal *next;
	CFStringRef string;
	char text[];
};

static struct literal *literals[64];
static pthread_mutex_t literals_lock = PTHREAD_MUTEX_INITIALIZER;

/* Under the lock. */
static struct literal *find_literal(struct literal *first, const char *text)
{
	for (; first; first = first->next) {
		if (strcmp(first->text, text) == 0)
			return first;
	}
	return NULL;
}

static CFStringRef create_literal(const char *text)
{
	struct reach_string *string;

	if (reach_cf_is_genuine())
		return reach_cf_string(text);
	string = create_own(text, kCFStringEncodingUTF8);
	if (string)
		atomic_init(&string->base.references, REACH_IMMORTAL);
	return (CFStringRef)string;
}

/* Under the lock. */
static struct literal *add_literal(struct literal **first, const char *text)
{
	size_t size = strlen(text) + 1;
	struct literal *literal = malloc(sizeof(*literal) + size);
	CFStringRef string = literal ? create_literal(text) : NULL;

	if (!string) {
		free(literal);
		return NULL;
	}
	literal->string = string;
	memcpy(literal->text, text, size);
	literal->next = *first;
	*first = literal;
	return literal;
}

CFStringRef __CFStringMakeConstantString(const char *text)
{
	struct literal **first = &literals[hash_text(text) % 64];
	struct literal *literal;

	pthread_mutex_lock(&literals_lock);
	literal = find_literal(*first, text);
	if (!literal)
		literal = add_literal(first, text);
	pthread_mutex_unlock(&literals_lock);
	return literal ? literal->string : NULL;
}

CFTypeID CFStringGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFStringGetTypeID()
				     : REACH_TYPE_STRING;
}

CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator,
				      const char *text,
				      CFStringEncoding encoding)
{
	if (reach_cf_is_genuine())
		return genuine_CFStringCreateWithCString(allocator, text,
							 encoding);
	return is_known(encoding) ? (CFStringRef)create_own(text, encoding)
				  : NULL;
}

CFIndex CFStringGetLength(CFStringRef string)
{
	return reach_cf_is_genuine() ? genuine_CFStringGetLength(string)
				     : (CFIndex)own(string)->units;
}

CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length,
					  CFStringEncoding encoding)
{
	if (reach_cf_is_genuine())
		return genuine_CFStringGetMaximumSizeForEncoding(length,
								 encoding);
	if (!is_known(encoding))
		return kCFNotFound;
	return encoding == kCFStringEncodingUTF8 ? length * 3 : length;
}

const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding)
{
	if (reach_cf_is_genuine())
		return genuine_CFStringGetCStringPtr(string, encoding);
	if (encoding == kCFStringEncodingUTF8)
		return own(string)->text;
	/* what is not ASCII has more bytes than units */
	return is_known(encoding) && own(string)->units == own(string)->size
		       ? own(string)->text
		       : NULL;
}

Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex size,
			   CFStringEncoding encoding)
{
	const char *text;

	if (reach_cf_is_genuine())
		return genuine_CFStringGetCString(string, buffer, size,
						  encoding);
	text = CFStringGetCStringPtr(string, encoding);
	if (!text || size <= 0 || (size_t)size <= own(string)->size)
		return FALSE;
	memcpy(buffer, text, own(string)->size + 1);
	return TRUE;
}

CFStringRef reach_cf_string(const char *text)
{
	return CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8);
}

bool reach_cf_is_string(CFTypeRef object)
{
	return object && CFGetTypeID(object) == CFStringGetTypeID();
}
