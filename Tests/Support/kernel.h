/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The kernel as it is, asked and listened to without the library: for tests
 * that pin the behaviour the library leans on.
 */

#ifndef REACH_TEST_KERNEL_H
#define REACH_TEST_KERNEL_H

#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdint.h>

#define KERNEL_HOPS 4

struct kernel_question {
	const char *destination;
	/* NULL: any */
	const char *interface;
	const char *source;
	/* RTM_F_ bits */
	unsigned int flags;
	/* besides; strict checking wants 0 */
	unsigned char table;
};

struct kernel_hop {
	uint32_t interface;
	unsigned int flags;
	bool has_gateway;
};

struct kernel_answer {
	/* positive errno; 0: the rest is there */
	int error;
	/* the refusal says in words what is wrong */
	bool in_words;
	struct rtmsg route;
	uint32_t table;
	uint32_t nexthop_id;
	/* RTA_OIF, or 0 */
	uint32_t interface;
	/* RTA_GATEWAY, RTA_VIA, RTA_PREFSRC, RTA_MULTIPATH are there */
	bool has_gateway;
	bool has_via;
	bool has_source;
	bool has_multipath;
	/* text of RTA_PREFSRC */
	char source[64];
	/* of RTA_MULTIPATH */
	unsigned int hops;
	struct kernel_hop hop[KERNEL_HOPS];
	/* ticks in RTA_CACHEINFO, or 0 */
	int expires;
};

/* Answers are taken without waiting for them. */
struct kernel_answer kernel_ask(struct kernel_question question);

/* A socket that hears one group; close it. */
int kernel_listen(int group);
/* How many messages of this type have arrived; all are taken out. -1 if some
   were lost. family 0: of any. */
int kernel_count(int fd, int type, int family);

#endif
