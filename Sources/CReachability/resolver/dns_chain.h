/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The watches it takes to hear of every change of what a path leads to. */

#ifndef REACH_DNS_CHAIN_H
#define REACH_DNS_CHAIN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* As many entries in the chains of a handful of files; what is beyond is not
   watched. */
#define REACH_CHAIN_MOST 64

struct reach_step {
	/* the inotify watch */
	int watch;
	/* the entry of that directory it is about; "" if it is the thing
	   itself, which may go away */
	char name[NAME_MAX + 1];
};

struct reach_chain {
	size_t count;
	struct reach_step steps[REACH_CHAIN_MOST];
};

/*
 * Adds the steps of one absolute path. ret_end, of PATH_MAX bytes, is where it
 * leads, whether that exists or not, without symbolic links; "" if nowhere.
 * -ENOSPC or -ENOMEM when the kernel has no more watches for this user; what
 * may not be watched for other reasons is left out.
 */
int reach_chain_follow(struct reach_chain *chain, int inotify, const char *path,
		       char *ret_end);

bool reach_chain_has(const struct reach_chain *chain, int watch,
		     const char *name);

#endif
