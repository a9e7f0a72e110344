/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What all objects have in common: <CoreFoundation/CFBase.h>. Each function
 * hands over to the toolchain's where there is one.
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "genuine.h"
#include "own.h"

static struct reach_own_base *own(CFTypeRef object)
{
	return (struct reach_own_base *)object;
}

static bool is_immortal(const struct reach_own_base *object)
{
	return atomic_load_explicit(&object->references,
				    memory_order_relaxed) >= REACH_IMMORTAL;
}

CFTypeRef CFRetain(CFTypeRef object)
{
	if (!object)
		return NULL;
	if (reach_cf_is_genuine())
		return genuine_CFRetain(object);
	if (!is_immortal(own(object)))
		atomic_fetch_add_explicit(&own(object)->references, 1,
					  memory_order_relaxed);
	return object;
}

static void end(struct reach_own_base *object)
{
	if (object->class->finalize)
		object->class->finalize(object);
	/* a stale reference shall not look like an object */
	object->class = NULL;
	free(object);
}

void CFRelease(CFTypeRef object)
{
	if (!object)
		return;
	if (reach_cf_is_genuine()) {
		genuine_CFRelease(object);
		return;
	}
	if (!is_immortal(own(object)) &&
	    atomic_fetch_sub_explicit(&own(object)->references, 1,
				      memory_order_acq_rel) == 1)
		end(own(object));
}

CFIndex CFGetRetainCount(CFTypeRef object)
{
	if (!reach_cf_is_genuine())
		return atomic_load_explicit(&own(object)->references,
					    memory_order_relaxed);
	return genuine_swift_retainCount
		       ? (CFIndex)genuine_swift_retainCount(object)
		       : 1;
}

CFTypeID CFGetTypeID(CFTypeRef object)
{
	return reach_cf_is_genuine() ? genuine_CFGetTypeID(object)
				     : own(object)->type;
}

static Boolean equal_own(const struct reach_own_base *a,
			 const struct reach_own_base *b)
{
	return a->class == b->class && a->class->equal && a->class->equal(a, b);
}

Boolean CFEqual(CFTypeRef a, CFTypeRef b)
{
	if (a == b)
		return TRUE;
	if (!a || !b)
		return FALSE;
	return reach_cf_is_genuine() ? genuine_CFEqual(a, b)
				     : equal_own(own(a), own(b));
}

CFHashCode CFHash(CFTypeRef object)
{
	if (reach_cf_is_genuine())
		return genuine_CFHash(object);
	if (own(object)->class->hash)
		return own(object)->class->hash(object);
	return (CFHashCode)object;
}

CFStringRef CFCopyDescription(CFTypeRef object)
{
	if (!object)
		return NULL;
	return reach_cf_is_genuine() ? genuine_CFCopyDescription(object)
				     : own(object)->class->describe(object);
}

static void show_own(CFTypeRef object)
{
	CFStringRef description;

	if (own(object)->type == REACH_TYPE_STRING) {
		fprintf(stderr, "%s\n",
			((const struct reach_string *)object)->text);
		return;
	}
	description = CFCopyDescription(object);
	if (description)
		show_own(description);
	CFRelease(description);
}

void CFShow(CFTypeRef object)
{
	if (!object)
		fputs("(null)\n", stderr);
	else if (reach_cf_is_genuine())
		genuine_CFShow(object);
	else
		show_own(object);
}

static CFStringRef describe_allocator(CFTypeRef object)
{
	return reach_own_describe(object, "{}");
}

static const struct reach_cf_class allocator_class = {
	.name = "CFAllocator",
	.describe = describe_allocator,
};

static struct reach_own_base the_allocator =
	REACH_OWN_CONSTANT(allocator_class, REACH_TYPE_ALLOCATOR);

CFAllocatorRef CFGetAllocator(CFTypeRef object)
{
	return reach_cf_is_genuine() ? genuine_CFGetAllocator(object)
				     : (CFAllocatorRef)&the_allocator;
}

CFTypeRef reach_cf_retain(CFTypeRef object)
{
	return CFRetain(object);
}

void reach_cf_release(CFTypeRef object)
{
	CFRelease(object);
}

bool reach_cf_equal(CFTypeRef a, CFTypeRef b)
{
	return CFEqual(a, b);
}

const void *reach_own_retain_value(CFAllocatorRef allocator, const void *value)
{
	return CFRetain(value);
}

void reach_own_release_value(CFAllocatorRef allocator, const void *value)
{
	CFRelease(value);
}

CFStringRef reach_own_describe(CFTypeRef object, const char *format, ...)
{
	CFStringRef description = NULL;
	char *content = NULL;
	char *text = NULL;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vasprintf(&content, format, arguments);
	va_end(arguments);
	if (length < 0)
		return NULL;
	length = asprintf(&text, "<%s %p [%p]>%s", own(object)->class->name,
			  object, (const void *)&the_allocator, content);
	if (length >= 0) {
		description = reach_cf_string(text);
		free(text);
	}
	free(content);
	return description;
}
