/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Netlink by hand: messages put together byte by byte, a route question and
 * what its reply means, and changes sent to the kernel. It is what a program
 * would write that uses no library at all.
 */

#ifndef REACH_BENCH_WIRE_H
#define REACH_BENCH_WIRE_H

#include <linux/rtnetlink.h>

#include "bench.h"

/* What an answer may say. */
#define BENCH_REACHABLE 1
#define BENCH_DIRECT 2

struct wire_message {
	union {
		struct nlmsghdr header;
		char bytes[256];
	};
};

void wire_begin(struct wire_message *message, uint16_t type, uint16_t flags,
		const void *body, size_t size);
void wire_put(struct wire_message *message, uint16_t type, const void *data,
	      size_t size);
void wire_put_u32(struct wire_message *message, uint16_t type, uint32_t value);

/* A socket to ask with, strict checking on. */
int wire_open(void);
/* One that listens to the ten groups from which every change can be told;
   non-blocking. buffer: bytes, or 0 for the system's. */
int wire_open_listener(int buffer);
/* To routes alone. */
int wire_open_route_listener(void);
/* Sends one change and waits for its acknowledgement; 0 or a negative errno. */
int wire_change(int fd, struct wire_message *message);
/* The same, or the end. */
void wire_must(int fd, struct wire_message *message);

/* "Where does this go?", with RTM_F_FIB_MATCH or without. */
void wire_question(struct wire_message *message,
		   const union bench_address *address, unsigned int flags);
/* What the reply to it says. */
uint8_t wire_judge(const void *reply, size_t length);
/* Asks and waits for the answer. */
uint8_t wire_ask(int fd, const struct wire_message *question);

/* A route to a prefix through a gateway; gateway NULL: none. */
void wire_route(struct wire_message *message, bool add,
		const union bench_address *prefix, unsigned char length,
		const char *gateway, uint32_t interface);

#endif
