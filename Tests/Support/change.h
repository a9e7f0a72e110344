/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Changes to the network made by this thread itself, at the kernel's speed:
 * for tests that make thousands. Each has taken effect when its call returns;
 * one the kernel refuses fails the test. IPv4, but for rules.
 */

#ifndef REACH_TEST_CHANGE_H
#define REACH_TEST_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

/* In the calling thread's network namespace; a file descriptor, to close. */
int change_open(void);

/* Routes of prefix length 32 to as many addresses, from first (host byte order)
   on; each has a metric of its own, so that each goes by itself. */
struct change_routes {
	uint32_t first;
	unsigned int count;
	/* one of these leads there: a gateway on the device, or a nexthop */
	uint32_t gateway;
	uint32_t device;
	uint32_t nexthop;
	/* an address of ours to send from; 0: the kernel's choice */
	uint32_t source;
};
void change_routes(int fd, bool add, const struct change_routes *routes);

void change_nexthop(int fd, bool add, uint32_t id, uint32_t gateway,
		    uint32_t device);
/* address/24 on the device */
void change_address(int fd, bool add, uint32_t address, uint32_t device);
void change_link(int fd, bool up, uint32_t device);
/* One that finds address/32 unreachable, first of all. */
void change_rule(int fd, bool add, uint32_t address);

#endif
