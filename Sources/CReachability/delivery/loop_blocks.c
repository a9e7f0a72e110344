/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What is known of blocks: that a runtime copies and drops them, how one is
 * called, and for which modes it waits.
 */

#include "loop_blocks.h"

#include <errno.h>
#include <stdlib.h>

#include "cf.h"
#include "genuine_loop.h"
#include "loop_modes.h"

static bool is_array(CFTypeRef object)
{
	return CFGetTypeID(object) == CFArrayGetTypeID();
}

int reach_block_new(CFTypeRef modes, const void *block,
		    struct reach_block **ret_block)
{
	struct reach_block *created;

	if (!genuine__Block_copy || !genuine__Block_release)
		return -ENOSYS;
	if (!modes || (!reach_cf_is_string(modes) && !is_array(modes)))
		return -EINVAL;
	created = calloc(1, sizeof(*created));
	if (!created)
		return -ENOMEM;
	created->block = genuine__Block_copy(block);
	if (!created->block) {
		free(created);
		return -ENOMEM;
	}
	created->modes = reach_cf_retain(modes);
	*ret_block = created;
	return 0;
}

void reach_block_call(const struct reach_block *block)
{
	/* The ABI: isa, flags and reserved, then the function. */
	struct layout {
		void *isa;
		int flags;
		int reserved;
		void (*invoke)(void *block);
	} *layout = block->block;

	layout->invoke(layout);
}

void reach_block_free(struct reach_block *block)
{
	genuine__Block_release(block->block);
	reach_cf_release(block->modes);
	free(block);
}

static bool is_for(const struct reach_block *block, CFStringRef mode)
{
	CFIndex count;

	if (reach_cf_is_string(block->modes))
		return reach_cf_equal(
			reach_modes_resolve((CFStringRef)block->modes), mode);
	count = CFArrayGetCount((CFArrayRef)block->modes);
	for (CFIndex i = 0; i < count; i++) {
		CFStringRef name = (CFStringRef)CFArrayGetValueAtIndex(
			(CFArrayRef)block->modes, i);

		if (reach_cf_equal(reach_modes_resolve(name), mode))
			return true;
	}
	return false;
}

void reach_blocks_add(struct reach_blocks *blocks, struct reach_block *block)
{
	struct reach_block **last = &blocks->first;

	while (*last)
		last = &(*last)->next;
	block->number = ++blocks->count;
	*last = block;
}

static struct reach_block **find(struct reach_block **link, CFStringRef mode)
{
	while (*link && !is_for(*link, mode))
		link = &(*link)->next;
	return link;
}

bool reach_blocks_has(const struct reach_blocks *blocks, CFStringRef mode)
{
	struct reach_block *first = blocks->first;

	return *find(&first, mode) != NULL;
}

struct reach_block *reach_blocks_take(struct reach_blocks *blocks,
				      CFStringRef mode, uint64_t limit)
{
	struct reach_block **link = find(&blocks->first, mode);
	struct reach_block *taken = *link;

	if (!taken || taken->number > limit)
		return NULL;
	*link = taken->next;
	return taken;
}
