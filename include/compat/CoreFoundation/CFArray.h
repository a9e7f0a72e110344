/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Objects in a row. */

#ifndef REACH_COMPAT_CFARRAY_H
#define REACH_COMPAT_CFARRAY_H

#include "CFBase.h"

typedef const struct __CFArray *CFArrayRef;
typedef struct __CFArray *CFMutableArrayRef;

/** What an array does with its values. Use kCFTypeArrayCallBacks, or NULL for
 *  values that are no objects. */
typedef struct {
	CFIndex version;
	const void *(*retain)(CFAllocatorRef allocator, const void *value);
	void (*release)(CFAllocatorRef allocator, const void *value);
	CFStringRef (*copyDescription)(const void *value);
	Boolean (*equal)(const void *value1, const void *value2);
} CFArrayCallBacks;

CF_EXTERN_C_BEGIN

/** For objects: the array holds a reference to each. */
CF_EXPORT const CFArrayCallBacks kCFTypeArrayCallBacks
	REACH_CF(kCFTypeArrayCallBacks);

CF_EXPORT CFTypeID CFArrayGetTypeID(void) REACH_CF(CFArrayGetTypeID);

/** A copy of a row of values. @return NULL when out of memory */
CF_EXPORT CFArrayRef CFArrayCreate(CFAllocatorRef allocator,
				   const void **values, CFIndex count,
				   const CFArrayCallBacks *callBacks)
	REACH_CF(CFArrayCreate);

CF_EXPORT CFIndex CFArrayGetCount(CFArrayRef array) REACH_CF(CFArrayGetCount);

/** The value at a place, from 0 up to count - 1. */
CF_EXPORT const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index)
	REACH_CF(CFArrayGetValueAtIndex);

CF_EXTERN_C_END

#endif
