/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Netlink messages made up by tests. */

#ifndef REACH_TEST_MESSAGE_H
#define REACH_TEST_MESSAGE_H

#include <linux/netlink.h>
#include <stddef.h>
#include <stdint.h>

struct test_message {
	union {
		struct nlmsghdr header;
		char bytes[4096];
	};
};

/* A fresh message of this type that begins with this header. */
void test_message_begin(struct test_message *message, uint16_t type,
			const void *header, size_t size);
void test_message_add(struct test_message *message, uint16_t type,
		      const void *data, size_t size);
void test_message_add_number(struct test_message *message, uint16_t type,
			     uint32_t number);
void test_message_add_text(struct test_message *message, uint16_t type,
			   const char *text);
/* What is added in between lies inside. */
size_t test_message_open(struct test_message *message, uint16_t type);
void test_message_close(struct test_message *message, size_t opened);

/* A copy with a few bytes changed past the message header, and perhaps cut
   short: the same for the same seed. Has memory for itself and no more; free()
   it. */
struct nlmsghdr *test_message_spoil(const struct test_message *message,
				    uint32_t seed);

#endif
