/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Making objects, and telling ours from others, in both worlds. Holds the
 * list of our classes, the only one there is. Knows no class by itself.
 */

#include <pthread.h>
#include <stdlib.h>

#include "genuine.h"
#include "own.h"

/* Targets, run loops, their sources, and room to grow. */
#define MAX_CLASSES 16

struct slot {
	const struct reach_cf_class *class;
	CFTypeID type;
	/* genuine: the first word of every instance; 0 before the first */
	_Atomic(uintptr_t) isa;
	/* read by the toolchain's runtime for ever */
	struct reach_genuine_class genuine;
};

static struct slot slots[MAX_CLASSES];
static atomic_uint slots_used;
static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;

bool reach_cf_is_genuine(void)
{
	return genuine__CFRuntimeRegisterClass &&
	       genuine__CFRuntimeCreateInstance;
}

static struct slot *find_class(const struct reach_cf_class *class)
{
	unsigned int used =
		atomic_load_explicit(&slots_used, memory_order_acquire);
	unsigned int i;

	for (i = 0; i < used; i++) {
		if (slots[i].class == class)
			return &slots[i];
	}
	return NULL;
}

static struct slot *find_type(CFTypeID type)
{
	unsigned int used =
		atomic_load_explicit(&slots_used, memory_order_acquire);
	unsigned int i;

	for (i = 0; i < used; i++) {
		if (slots[i].type == type)
			return &slots[i];
	}
	return NULL;
}

static CFTypeID register_genuine(struct slot *slot)
{
	slot->genuine.name = slot->class->name;
	slot->genuine.finalize = slot->class->finalize;
	slot->genuine.equal = slot->class->equal;
	slot->genuine.hash = slot->class->hash;
	slot->genuine.describe = slot->class->describe;
	return genuine__CFRuntimeRegisterClass(&slot->genuine);
}

/* Under the lock. */
static CFTypeID add_class(const struct reach_cf_class *class)
{
	unsigned int used =
		atomic_load_explicit(&slots_used, memory_order_relaxed);
	struct slot *slot = find_class(class);

	if (slot)
		return slot->type;
	if (used == MAX_CLASSES)
		return 0;
	slot = &slots[used];
	slot->class = class;
	slot->type = reach_cf_is_genuine() ? register_genuine(slot)
					   : REACH_TYPES_FIXED + used;
	if (slot->type)
		atomic_store_explicit(&slots_used, used + 1,
				      memory_order_release);
	return slot->type;
}

CFTypeID reach_cf_register(const struct reach_cf_class *class)
{
	struct slot *slot = find_class(class);
	CFTypeID type;

	if (slot)
		return slot->type;
	pthread_mutex_lock(&slots_lock);
	type = add_class(class);
	pthread_mutex_unlock(&slots_lock);
	return type;
}

static uintptr_t first_word(CFTypeRef object)
{
	return ((const struct reach_cf_base *)object)->words[0];
}

void *reach_own_create(const struct reach_cf_class *class, CFTypeID type,
		       size_t size)
{
	struct reach_own_base *object = calloc(1, size);

	if (!object)
		return NULL;
	object->class = class;
	atomic_init(&object->references, 1);
	object->type = type;
	return object;
}

static CFTypeRef create_genuine(CFAllocatorRef allocator, struct slot *slot,
				size_t size)
{
	CFTypeRef object = genuine__CFRuntimeCreateInstance(
		allocator, slot->type,
		(CFIndex)(size - sizeof(struct reach_cf_base)), NULL);

	if (object)
		atomic_store_explicit(&slot->isa, first_word(object),
				      memory_order_relaxed);
	return object;
}

CFTypeRef reach_cf_create(CFAllocatorRef allocator, CFTypeID type, size_t size)
{
	struct slot *slot = find_type(type);

	if (!slot)
		return NULL;
	if (reach_cf_is_genuine())
		return create_genuine(allocator, slot, size);
	return reach_own_create(slot->class, type, size);
}

bool reach_cf_is(CFTypeRef object, CFTypeID type)
{
	struct slot *slot = find_type(type);
	uintptr_t isa;

	if (!object || (uintptr_t)object % sizeof(uintptr_t) || !slot)
		return false;
	if (!reach_cf_is_genuine())
		return first_word(object) == (uintptr_t)slot->class;
	/* All genuine instances of ours share one isa with some others of
	   CoreFoundation's: safe to ask further, unlike any object of Swift. */
	isa = atomic_load_explicit(&slot->isa, memory_order_relaxed);
	return isa && first_word(object) == isa &&
	       genuine_CFGetTypeID(object) == type;
}
