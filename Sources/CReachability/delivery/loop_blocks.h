/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Blocks that wait for one of our loops to run in their mode. */

#ifndef REACH_LOOP_BLOCKS_H
#define REACH_LOOP_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include <SystemConfiguration/SCNetworkReachability.h>

struct reach_block {
	struct reach_block *next;
	/* a string or an array of them */
	CFTypeRef modes;
	void *block;
	uint64_t number;
};

struct reach_blocks {
	struct reach_block *first;
	/* how many there ever were */
	uint64_t count;
};

/* Copies the block. -ENOSYS when the process has no block runtime, -EINVAL for
   what is neither a mode nor modes. */
int reach_block_new(CFTypeRef modes, const void *block,
		    struct reach_block **ret_block);
void reach_block_call(const struct reach_block *block);
/* Drops the block, which calls out. */
void reach_block_free(struct reach_block *block);

/* Under the lock of the loop. */
void reach_blocks_add(struct reach_blocks *blocks, struct reach_block *block);
bool reach_blocks_has(const struct reach_blocks *blocks, CFStringRef mode);
/* The first for a mode among the oldest ones up to limit, taken out. */
struct reach_block *reach_blocks_take(struct reach_blocks *blocks,
				      CFStringRef mode, uint64_t limit);

#endif
