/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Inside the room: a question in one or both of its forms, and what the kernel
 * answered to each. Neither form tells all; which to ask is not decided here.
 */

#ifndef REACH_ROUTE_FORM_H
#define REACH_ROUTE_FORM_H

#include <stdbool.h>

#include "route.h"

enum reach_form {
	/* RTM_F_FIB_MATCH: the route as it was configured */
	REACH_FORM_MATCHED,
	/* what would become of a packet */
	REACH_FORM_PLAIN,
	REACH_FORMS,
};

struct reach_answer_form {
	/* negative: what the kernel said is no answer to this form */
	int failure;
	/* else: a route, or the error that refuses one */
	struct reach_route route;
};

bool reach_form_is_ipv4(const struct in6_addr *address);
bool reach_form_is_link_scope(const struct in6_addr *address);
/* A source of the other family says nothing about the destination. */
bool reach_form_has_source(const struct reach_question *question);

void reach_form_refuse(struct reach_route *route, int error);

/* A question under way. */
struct reach_query {
	const struct reach_question *question;
	/* which forms to ask, a bit (1 << form) each */
	unsigned int forms;
	struct reach_answer_form answers[REACH_FORMS];
};

#define REACH_QUERIES_MAX 32

/* Asks all at once, and fills in the answers to the forms asked. Two forms cost
   little more than one, many queries much less than each by itself. -EMSGSIZE:
   one of several has an answer that only fits when it is asked alone. */
int reach_form_ask(struct reach_netlink *socket, struct reach_query *queries,
		   unsigned int count);

#endif
