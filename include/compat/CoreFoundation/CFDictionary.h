/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Values found by a key; meant for a handful of entries. */

#ifndef REACH_COMPAT_CFDICTIONARY_H
#define REACH_COMPAT_CFDICTIONARY_H

#include "CFBase.h"

typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFDictionary *CFMutableDictionaryRef;

/** What a dictionary does with its keys. Use kCFTypeDictionaryKeyCallBacks, or
 *  NULL for keys that are no objects. */
typedef struct {
	CFIndex version;
	const void *(*retain)(CFAllocatorRef allocator, const void *value);
	void (*release)(CFAllocatorRef allocator, const void *value);
	CFStringRef (*copyDescription)(const void *value);
	Boolean (*equal)(const void *value1, const void *value2);
	CFHashCode (*hash)(const void *value);
} CFDictionaryKeyCallBacks;

/** The same for its values. */
typedef struct {
	CFIndex version;
	const void *(*retain)(CFAllocatorRef allocator, const void *value);
	void (*release)(CFAllocatorRef allocator, const void *value);
	CFStringRef (*copyDescription)(const void *value);
	Boolean (*equal)(const void *value1, const void *value2);
} CFDictionaryValueCallBacks;

CF_EXTERN_C_BEGIN

/** For objects: the dictionary holds a reference to each and compares keys
 *  with CFEqual. */
CF_EXPORT const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks
	REACH_CF(kCFTypeDictionaryKeyCallBacks);
CF_EXPORT const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks
	REACH_CF(kCFTypeDictionaryValueCallBacks);

CF_EXPORT CFTypeID CFDictionaryGetTypeID(void)
	REACH_CF(CFDictionaryGetTypeID);

/** Copies of count keys and values. Of equal keys the first counts.
 *  @return NULL when out of memory */
CF_EXPORT CFDictionaryRef CFDictionaryCreate(
	CFAllocatorRef allocator, const void **keys, const void **values,
	CFIndex count, const CFDictionaryKeyCallBacks *keyCallBacks,
	const CFDictionaryValueCallBacks *valueCallBacks)
	REACH_CF(CFDictionaryCreate);

CF_EXPORT CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary)
	REACH_CF(CFDictionaryGetCount);

/** The value of a key, or NULL when there is none. */
CF_EXPORT const void *CFDictionaryGetValue(CFDictionaryRef dictionary,
					   const void *key)
	REACH_CF(CFDictionaryGetValue);

CF_EXTERN_C_END

#endif
