/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A kernel for tests, linked in the place of the netlink exchange: each request
 * is answered by a function of the test. For kernels that are not here, and for
 * what happens between two questions.
 */

#ifndef REACH_TEST_MADE_KERNEL_H
#define REACH_TEST_MADE_KERNEL_H

#include "asking.h"
#include "made_message.h"

struct made_request {
	/* of all, from 1 */
	unsigned int number;
	/* RTM_F_FIB_MATCH */
	bool matched;
	int family;
	/* IPv4 as ::ffff:a.b.c.d */
	struct in6_addr destination;
	uint32_t interface;
};

struct made_answer {
	/* the kernel's last word, as it gives it: 0 or an errno */
	int error;
	bool malformed;
	/* a message before it */
	bool has_message;
	struct test_message message;
};

/* Fills in an answer that is all zero. */
typedef void made_kernel(const struct made_request *request,
			 struct made_answer *answer);

/* From now on; nothing has been asked yet. */
void made_kernel_begin(made_kernel *kernel);
unsigned int made_kernel_count(void);
/* So many exchanges fail with this (negative), after which they work. */
void made_kernel_fail(int error, unsigned int after, unsigned int exchanges);

/* A route begun: the answer's message; add attributes to it. */
void made_route(struct made_answer *answer, const struct made_request *request,
		uint8_t type);
void made_route_address(struct made_answer *answer, uint16_t type,
			const char *text);

/* A kernel: everything is reached by this interface, IPv6 from this address. */
#define OUT 7
#define OWN6 "2001:db8:1::2"
made_kernel route_out;

static inline int fail_to_ask(const struct reach_question *question)
{
	struct reach_route route = {.type = 99};
	int result = reach_route_ask(netlink, question, &route);

	assert_true(result < 0);
	assert_int_equal(route.type, 99);
	return result;
}

static inline int failure_to(const char *text)
{
	struct reach_question question = question_of(text);

	return fail_to_ask(&question);
}

#endif
