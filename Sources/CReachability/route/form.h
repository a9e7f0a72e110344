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

/* Fills in the answers to the forms in the set, a bit (1 << form) each. Two
   forms cost little more than one. */
int reach_form_ask(struct reach_netlink *socket,
		   const struct reach_question *question, unsigned int set,
		   struct reach_answer_form answers[REACH_FORMS]);

#endif
