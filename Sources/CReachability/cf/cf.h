/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Objects and their reference counts. When the process has the Swift
 * toolchain's CoreFoundation as the library is loaded, objects are genuine
 * instances of it; otherwise they are our own. The choice is made once.
 *
 * This room also implements all of <CoreFoundation/CoreFoundation.h> in
 * include/compat but run loops. Its functions work in both worlds and may be
 * called under their usual names: in here these stand for our symbols.
 */

#ifndef REACH_CF_H
#define REACH_CF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <SystemConfiguration/SystemConfiguration.h>

/* The process has the toolchain's CoreFoundation. */
bool reach_cf_is_genuine(void);

/* First member of every object of ours. */
struct reach_cf_base {
	uintptr_t words[3];
};

struct reach_cf_class {
	const char *name;
	/* the last reference is gone; the memory goes after it; or NULL */
	void (*finalize)(CFTypeRef object);
	/* +1; NULL only when out of memory */
	CFStringRef (*describe)(CFTypeRef object);
	/* of two objects of this class; both NULL: each equals only itself */
	Boolean (*equal)(CFTypeRef a, CFTypeRef b);
	CFHashCode (*hash)(CFTypeRef object);
};

/* The class must live for ever. Registered once, whoever calls first; cheap
   afterwards. 0 when there is no room for it. */
CFTypeID reach_cf_register(const struct reach_cf_class *class);

/* size counts the base; the rest is zeroed. One reference, or NULL. */
CFTypeRef reach_cf_create(CFAllocatorRef allocator, CFTypeID type, size_t size);

/* Only for a type that reach_cf_register() gave. NULL, and objects of other
   types, of another copy of this library, or freed, are simply not of it. */
bool reach_cf_is(CFTypeRef object, CFTypeID type);

/* NULL is ignored. */
CFTypeRef reach_cf_retain(CFTypeRef object);
void reach_cf_release(CFTypeRef object);
/* NULL equals NULL. */
bool reach_cf_equal(CFTypeRef a, CFTypeRef b);

/* A string object of the world in use; +1, NULL when out of memory or when
   the text is not UTF-8. */
CFStringRef reach_cf_string(const char *text);
/* Is it a string? For mode arguments. */
bool reach_cf_is_string(CFTypeRef object);

/* An error that needs no memory; not to be counted. */
CFErrorRef reach_cf_out_of_memory_error(void);

#endif
