/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Objects as they are when the process has no CoreFoundation: the class, the
 * count, the type. Only for the files of this room.
 */

#ifndef REACH_CF_OWN_H
#define REACH_CF_OWN_H

#include <stdatomic.h>

#include "cf.h"

/* Types with a number of their own. Those of reach_cf_register() follow. */
enum {
	REACH_TYPE_ALLOCATOR = 1,
	REACH_TYPE_STRING,
	REACH_TYPE_BOOLEAN,
	REACH_TYPE_DATA,
	REACH_TYPE_ARRAY,
	REACH_TYPE_DICTIONARY,
	REACH_TYPE_ERROR,
	REACH_TYPES_FIXED,
};

/* What the three words of struct reach_cf_base are. All that is done with an
   object goes through its own class, so that objects of two copies of this
   library in one process can be counted by either. */
struct reach_own_base {
	const struct reach_cf_class *class;
	_Atomic(intptr_t) references;
	CFTypeID type;
};

_Static_assert(sizeof(struct reach_own_base) == sizeof(struct reach_cf_base),
	       "an object has the same base in both worlds");

/* The count of a constant: never changed. */
#define REACH_IMMORTAL (INTPTR_MAX / 2)
#define REACH_OWN_CONSTANT(class, type)          \
	{                                        \
		&(class), REACH_IMMORTAL, (type) \
	}

struct reach_string {
	struct reach_own_base base;
	/* UTF-8, with a NUL that size does not count */
	const char *text;
	size_t size;
	/* UTF-16 units */
	size_t units;
	char storage[];
};

extern const struct reach_cf_class reach_string_class;
extern const struct reach_cf_class reach_boolean_class;

#define REACH_OWN_STRING(text)                                             \
	{                                                                  \
		REACH_OWN_CONSTANT(reach_string_class, REACH_TYPE_STRING), \
			(text), sizeof(text) - 1, sizeof(text) - 1         \
	}

/* The text of kCFErrorDomainSystemConfiguration. */
extern struct reach_string reach_string_domain;

/* size counts the base; zeroed, one reference; or NULL. */
void *reach_own_create(const struct reach_cf_class *class, CFTypeID type,
		       size_t size);

/* "<name 0xobject [0xallocator]>{...}"; +1, or NULL when out of memory. */
CFStringRef reach_own_describe(CFTypeRef object, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What collections do with objects. */
const void *reach_own_retain_value(CFAllocatorRef allocator, const void *value);
void reach_own_release_value(CFAllocatorRef allocator, const void *value);

#endif
