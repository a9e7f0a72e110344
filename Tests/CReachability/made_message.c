/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Building messages by hand, without what the library reads them with. */

#include "made_message.h"

#include <stdlib.h>
#include <string.h>

void test_message_begin(struct test_message *message, uint16_t type,
			const void *header, size_t size)
{
	memset(message, 0, sizeof(*message));
	message->header.nlmsg_type = type;
	memcpy(&message->bytes[NLMSG_HDRLEN], header, size);
	message->header.nlmsg_len = (uint32_t)NLMSG_SPACE(size);
}

void test_message_add(struct test_message *message, uint16_t type,
		      const void *data, size_t size)
{
	size_t opened = test_message_open(message, type);

	memcpy(&message->bytes[message->header.nlmsg_len], data, size);
	message->header.nlmsg_len += (uint32_t)size;
	test_message_close(message, opened);
}

void test_message_add_number(struct test_message *message, uint16_t type,
			     uint32_t number)
{
	test_message_add(message, type, &number, sizeof(number));
}

void test_message_add_text(struct test_message *message, uint16_t type,
			   const char *text)
{
	test_message_add(message, type, text, strlen(text) + 1);
}

size_t test_message_open(struct test_message *message, uint16_t type)
{
	size_t opened = message->header.nlmsg_len;
	struct nlattr attribute = {.nla_type = type};

	memcpy(&message->bytes[opened], &attribute, sizeof(attribute));
	message->header.nlmsg_len += (uint32_t)sizeof(attribute);
	return opened;
}

void test_message_close(struct test_message *message, size_t opened)
{
	struct nlattr attribute;

	memcpy(&attribute, &message->bytes[opened], sizeof(attribute));
	attribute.nla_len = (uint16_t)(message->header.nlmsg_len - opened);
	memcpy(&message->bytes[opened], &attribute, sizeof(attribute));
	message->header.nlmsg_len = NLMSG_ALIGN(message->header.nlmsg_len);
}

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

struct nlmsghdr *test_message_spoil(const struct test_message *message,
				    uint32_t seed)
{
	struct test_message spoilt = *message;
	uint32_t payload = message->header.nlmsg_len - NLMSG_HDRLEN;
	uint32_t state = seed;
	uint32_t changes = next(&state) % 4;
	struct nlmsghdr *copy;

	while (changes-- > 0) {
		uint32_t at = NLMSG_HDRLEN + next(&state) % payload;

		spoilt.bytes[at] = (char)next(&state);
	}
	if (next(&state) % 2)
		spoilt.header.nlmsg_len =
			NLMSG_HDRLEN + next(&state) % (payload + 1);
	copy = malloc(spoilt.header.nlmsg_len);
	if (copy)
		memcpy(copy, &spoilt, spoilt.header.nlmsg_len);
	return copy;
}
