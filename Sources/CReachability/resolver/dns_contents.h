/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What a configuration file says, without keeping it. */

#ifndef REACH_DNS_CONTENTS_H
#define REACH_DNS_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>

struct reach_contents {
	/* 0: empty, missing, unreadable, or not a regular file */
	uint64_t digest;
	/* Another one after every write, rename and new link, though it says
	   the same; 0 with the digest. */
	uint64_t stamp;
	/* has the word asked for, or anything at all */
	bool complete;
};

/* Never blocks on what is no regular file. word may be NULL. */
struct reach_contents reach_contents_read(const char *path, const char *word);

#endif
