/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Arrays and dictionaries: <CoreFoundation/CFArray.h> and CFDictionary.h. Our
 * own are for a handful of entries: keys are compared one after the other.
 */

#include <string.h>

#include "genuine.h"
#include "own.h"

struct reach_array {
	struct reach_own_base base;
	CFArrayCallBacks callbacks;
	CFIndex count;
	const void *values[];
};

struct reach_entry {
	const void *key;
	const void *value;
};

struct reach_dictionary {
	struct reach_own_base base;
	CFDictionaryKeyCallBacks key_callbacks;
	CFDictionaryValueCallBacks value_callbacks;
	CFIndex count;
	struct reach_entry entries[];
};

typedef const void *(*retain_function)(CFAllocatorRef, const void *);
typedef void (*release_function)(CFAllocatorRef, const void *);
typedef Boolean (*equal_function)(const void *, const void *);

static const void *keep(retain_function retain, const void *value)
{
	return retain ? retain(NULL, value) : value;
}

static void drop(release_function release, const void *value)
{
	if (release)
		release(NULL, value);
}

static bool is_equal(equal_function equal, const void *a, const void *b)
{
	return a == b || (equal && equal(a, b));
}

static struct reach_array *own_array(CFTypeRef object)
{
	return (struct reach_array *)object;
}

static struct reach_dictionary *own_dictionary(CFTypeRef object)
{
	return (struct reach_dictionary *)object;
}

static void finalize_array(CFTypeRef object)
{
	struct reach_array *array = own_array(object);
	CFIndex i;

	for (i = 0; i < array->count; i++)
		drop(array->callbacks.release, array->values[i]);
}

static CFStringRef describe_array(CFTypeRef object)
{
	return reach_own_describe(object, "{count = %ld}",
				  own_array(object)->count);
}

static Boolean equal_arrays(CFTypeRef first, CFTypeRef second)
{
	const struct reach_array *a = own_array(first);
	const struct reach_array *b = own_array(second);
	CFIndex i;

	if (a->count != b->count)
		return FALSE;
	for (i = 0; i < a->count; i++) {
		if (!is_equal(a->callbacks.equal, a->values[i], b->values[i]))
			return FALSE;
	}
	return TRUE;
}

static CFHashCode hash_array(CFTypeRef object)
{
	return (CFHashCode)own_array(object)->count;
}

static const struct reach_cf_class array_class = {
	.name = "CFArray",
	.finalize = finalize_array,
	.describe = describe_array,
	.equal = equal_arrays,
	.hash = hash_array,
};

static CFArrayRef create_array(const void **values, CFIndex count,
			       const CFArrayCallBacks *callbacks)
{
	struct reach_array *array = reach_own_create(
		&array_class, REACH_TYPE_ARRAY,
		sizeof(*array) + (size_t)count * sizeof(array->values[0]));

	if (!array)
		return NULL;
	if (callbacks)
		array->callbacks = *callbacks;
	for (; array->count < count; array->count++)
		array->values[array->count] =
			keep(array->callbacks.retain, values[array->count]);
	return (CFArrayRef)array;
}

CFTypeID CFArrayGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFArrayGetTypeID()
				     : REACH_TYPE_ARRAY;
}

CFArrayRef CFArrayCreate(CFAllocatorRef allocator, const void **values,
			 CFIndex count, const CFArrayCallBacks *callbacks)
{
	if (count < 0)
		return NULL;
	return reach_cf_is_genuine() ? genuine_CFArrayCreate(allocator, values,
							     count, callbacks)
				     : create_array(values, count, callbacks);
}

CFIndex CFArrayGetCount(CFArrayRef array)
{
	return reach_cf_is_genuine() ? genuine_CFArrayGetCount(array)
				     : own_array(array)->count;
}

const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index)
{
	return reach_cf_is_genuine()
		       ? genuine_CFArrayGetValueAtIndex(array, index)
		       : own_array(array)->values[index];
}

static const struct reach_entry *
find_entry(const struct reach_dictionary *dictionary, const void *key)
{
	CFIndex i;

	for (i = 0; i < dictionary->count; i++) {
		if (is_equal(dictionary->key_callbacks.equal,
			     dictionary->entries[i].key, key))
			return &dictionary->entries[i];
	}
	return NULL;
}

static void finalize_dictionary(CFTypeRef object)
{
	struct reach_dictionary *dictionary = own_dictionary(object);
	CFIndex i;

	for (i = 0; i < dictionary->count; i++) {
		drop(dictionary->key_callbacks.release,
		     dictionary->entries[i].key);
		drop(dictionary->value_callbacks.release,
		     dictionary->entries[i].value);
	}
}

static CFStringRef describe_dictionary(CFTypeRef object)
{
	return reach_own_describe(object, "{count = %ld}",
				  own_dictionary(object)->count);
}

static Boolean equal_dictionaries(CFTypeRef first, CFTypeRef second)
{
	const struct reach_dictionary *a = own_dictionary(first);
	const struct reach_dictionary *b = own_dictionary(second);
	const struct reach_entry *entry;
	CFIndex i;

	if (a->count != b->count)
		return FALSE;
	for (i = 0; i < a->count; i++) {
		entry = find_entry(b, a->entries[i].key);
		if (!entry || !is_equal(a->value_callbacks.equal,
					a->entries[i].value, entry->value))
			return FALSE;
	}
	return TRUE;
}

static CFHashCode hash_dictionary(CFTypeRef object)
{
	return (CFHashCode)own_dictionary(object)->count;
}

static const struct reach_cf_class dictionary_class = {
	.name = "CFDictionary",
	.finalize = finalize_dictionary,
	.describe = describe_dictionary,
	.equal = equal_dictionaries,
	.hash = hash_dictionary,
};

static void add_entry(struct reach_dictionary *dictionary, const void *key,
		      const void *value)
{
	struct reach_entry *entry = &dictionary->entries[dictionary->count];

	if (find_entry(dictionary, key))
		return;
	entry->key = keep(dictionary->key_callbacks.retain, key);
	entry->value = keep(dictionary->value_callbacks.retain, value);
	dictionary->count++;
}

static CFDictionaryRef
create_dictionary(const void **keys, const void **values, CFIndex count,
		  const CFDictionaryKeyCallBacks *key_callbacks,
		  const CFDictionaryValueCallBacks *value_callbacks)
{
	struct reach_dictionary *dictionary = reach_own_create(
		&dictionary_class, REACH_TYPE_DICTIONARY,
		sizeof(*dictionary) +
			(size_t)count * sizeof(dictionary->entries[0]));
	CFIndex i;

	if (!dictionary)
		return NULL;
	if (key_callbacks)
		dictionary->key_callbacks = *key_callbacks;
	if (value_callbacks)
		dictionary->value_callbacks = *value_callbacks;
	for (i = 0; i < count; i++)
		add_entry(dictionary, keys[i], values[i]);
	return (CFDictionaryRef)dictionary;
}

CFTypeID CFDictionaryGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFDictionaryGetTypeID()
				     : REACH_TYPE_DICTIONARY;
}

CFDictionaryRef
CFDictionaryCreate(CFAllocatorRef allocator, const void **keys,
		   const void **values, CFIndex count,
		   const CFDictionaryKeyCallBacks *key_callbacks,
		   const CFDictionaryValueCallBacks *value_callbacks)
{
	if (count < 0)
		return NULL;
	if (reach_cf_is_genuine())
		return genuine_CFDictionaryCreate(allocator, keys, values,
						  count, key_callbacks,
						  value_callbacks);
	return create_dictionary(keys, values, count, key_callbacks,
				 value_callbacks);
}

CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary)
{
	return reach_cf_is_genuine() ? genuine_CFDictionaryGetCount(dictionary)
				     : own_dictionary(dictionary)->count;
}

const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key)
{
	const struct reach_entry *entry;

	if (reach_cf_is_genuine())
		return genuine_CFDictionaryGetValue(dictionary, key);
	entry = find_entry(own_dictionary(dictionary), key);
	return entry ? entry->value : NULL;
}
