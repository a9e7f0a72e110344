/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Which form of a question gets a true answer from the kernel, and where one
 * form has to complete the other. Knows what each hides; must not know what the
 * answer is for.
 */

#include "route.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "form.h"

#define MATCHED (1u << REACH_FORM_MATCHED)
#define PLAIN (1u << REACH_FORM_PLAIN)

static bool is_loopback(const struct in6_addr *address)
{
	return IN6_IS_ADDR_LOOPBACK(address) ||
	       (reach_form_is_ipv4(address) &&
		address->s6_addr[12] == IN_LOOPBACKNET);
}

/* RTM_F_FIB_MATCH answers with the default route for these, and refuses them
   when an interface is given. */
static bool is_outside_fib(const struct in6_addr *address)
{
	static const uint8_t broadcast[4] = {255, 255, 255, 255};

	return reach_form_is_ipv4(address) &&
	       ((address->s6_addr[12] & 0xf0) == 0xe0 ||
		!memcmp(&address->s6_addr[12], broadcast, sizeof(broadcast)));
}

/* The scope of a link-local address, and another interface to be bound to. */
static bool is_contradictory(const struct in6_addr *address, uint32_t scope,
			     uint32_t interface)
{
	return reach_form_is_link_scope(address) && scope && interface &&
	       scope != interface;
}

static bool depends_on_source(const struct reach_question *question)
{
	return !reach_form_is_ipv4(&question->destination) &&
	       !reach_form_is_link_scope(&question->destination) &&
	       !reach_form_has_source(question);
}

/* The answers are left as they are: those of a form asked are filled in. */
static void begin_query(struct reach_query *query,
			const struct reach_question *question,
			unsigned int forms)
{
	query->question = question;
	query->forms = forms;
}

static int ask_plainly(struct reach_netlink *socket,
		       const struct reach_question *question,
		       struct reach_answer_form *answer)
{
	struct reach_query query;
	int result;

	begin_query(&query, question, PLAIN);
	result = reach_form_ask(socket, &query, 1);
	if (result)
		return result;
	*answer = query.answers[REACH_FORM_PLAIN];
	return answer->failure;
}

/* What is no answer to the matching form (an old kernel does not know it) is
   asked again plainly before it is believed. */
static int settle_matched(struct reach_netlink *socket,
			  struct reach_query *query)
{
	struct reach_answer_form *matched = &query->answers[REACH_FORM_MATCHED];
	struct reach_answer_form *plain = &query->answers[REACH_FORM_PLAIN];
	int result;

	if (!matched->failure)
		return 0;
	result = query->forms & PLAIN
			 ? plain->failure
			 : ask_plainly(socket, query->question, plain);
	*matched = *plain;
	return result;
}

static int ask_matched(struct reach_netlink *socket,
		       const struct reach_question *question,
		       struct reach_route *ret_route)
{
	struct reach_query query;
	int result;

	begin_query(&query, question, MATCHED);
	result = reach_form_ask(socket, &query, 1);
	if (!result)
		result = settle_matched(socket, &query);
	if (!result)
		*ret_route = query.answers[REACH_FORM_MATCHED].route;
	return result;
}

/* A route's own source may be tentative: after the link was down and its
   addresses were kept, they are checked anew. A VRF's are not looked for. */
static int check_own_source(struct reach_netlink *socket,
			    const struct reach_question *question,
			    struct reach_route *route)
{
	if (question->interface)
		return 0;
	return reach_route_owns(socket, &route->source, 0, 0, &route->lifetime,
				&route->has_source);
}

static void take_device(struct reach_route *route,
			const struct reach_route *plain)
{
	route->interface = plain->interface;
	route->gateway = plain->gateway;
	route->has_gateway = plain->has_gateway;
	/* A nexthop object is removed when its link loses the carrier, so the
	   one picked is alive. */
	route->nexthops = plain->nexthops;
	route->nexthops_alive = plain->nexthops_alive;
	route->hop_count = plain->hop_count;
	memcpy(route->hops, plain->hops,
	       plain->hop_count * sizeof(plain->hops[0]));
}

/* Of several nexthops the kernel picks any, also one that is dead. One that is
   past its end and not yet collected is used, but refused by its name; then
   any other will do. */
static int ask_through_hops(struct reach_netlink *socket,
			    const struct reach_query *query,
			    struct reach_answer_form *plain)
{
	const struct reach_route *route =
		&query->answers[REACH_FORM_MATCHED].route;
	struct reach_question question = *query->question;
	uint32_t hops = question.interface ? 0 : route->hop_count;
	int result;

	question.interface = route->interface;
	result = ask_plainly(socket, &question, plain);
	for (uint32_t i = 0; !result && plain->route.error && i < hops; i++) {
		if (!route->hops[i].alive)
			continue;
		question.interface = route->hops[i].interface;
		result = ask_plainly(socket, &question, plain);
	}
	return result;
}

/* The plain answer was fetched along, or is asked for now; taken over is what
   the matching one left out. */
static int take_plain(struct reach_netlink *socket, struct reach_query *query)
{
	struct reach_route *route = &query->answers[REACH_FORM_MATCHED].route;
	struct reach_answer_form *plain = &query->answers[REACH_FORM_PLAIN];
	int result;

	if (route->nexthops > 1)
		result = ask_through_hops(socket, query, plain);
	else if (query->forms & PLAIN)
		result = plain->failure;
	else
		result = ask_plainly(socket, query->question, plain);
	if (result)
		return result;
	/* It changed between the two. */
	if (plain->route.error) {
		reach_form_refuse(route, plain->route.error);
		return 0;
	}
	if (!route->nexthops)
		take_device(route, &plain->route);
	if (!route->has_source) {
		route->source = plain->route.source;
		route->has_source = plain->route.has_source;
	}
	return 0;
}

static int complete(struct reach_netlink *socket, struct reach_query *query)
{
	const struct reach_question *question = query->question;
	struct reach_route *route = &query->answers[REACH_FORM_MATCHED].route;
	bool depends = depends_on_source(question) && route->type != RTN_LOCAL;

	if (reach_form_has_source(question)) {
		route->source = question->source;
		route->has_source = true;
	} else if (route->has_source && depends) {
		int result = check_own_source(socket, question, route);

		if (result || !route->has_source)
			return result;
	}
	/* net.ipv4.nexthop_compat_mode=0: an object without its device. */
	if (route->nexthops &&
	    (route->has_source || (!depends && !question->wants_source)))
		return 0;
	return take_plain(socket, query);
}

/* With an interface IPv4 has one errno for every way to have no route through
   it. Without, it tells the routes and rules that reject; all others lead
   elsewhere or nowhere. */
static int tell_refusals_apart(struct reach_netlink *socket,
			       const struct reach_question *question,
			       struct reach_route *route)
{
	struct reach_question anywhere = *question;
	struct reach_route elsewhere;
	int result;

	if (route->error != EHOSTUNREACH || !question->interface)
		return 0;
	anywhere.interface = 0;
	result = ask_matched(socket, &anywhere, &elsewhere);
	if (!result)
		reach_form_refuse(route, elsewhere.error ? elsewhere.error
							 : ENETUNREACH);
	return result;
}

/* Which forms are asked at first. A plain answer that may be needed too is
   fetched along; its failure is told by need only. */
static unsigned int first_forms(const struct reach_question *question)
{
	if (is_outside_fib(&question->destination))
		return PLAIN;
	return depends_on_source(question) ? MATCHED | PLAIN : MATCHED;
}

static int conclude_fib(struct reach_netlink *socket, struct reach_query *query)
{
	struct reach_route *route = &query->answers[REACH_FORM_MATCHED].route;
	int result = settle_matched(socket, query);

	if (result)
		return result;
	if (route->error)
		return tell_refusals_apart(socket, query->question, route);
	return complete(socket, query);
}

/* From the first answers to the true one; asks more where they say too
   little. */
static int conclude(struct reach_netlink *socket, struct reach_query *query,
		    struct reach_route *ret_route)
{
	bool plainly = query->forms == PLAIN;
	struct reach_answer_form *answer =
		&query->answers[plainly ? REACH_FORM_PLAIN
					: REACH_FORM_MATCHED];
	int result = plainly ? answer->failure : conclude_fib(socket, query);

	if (result)
		return result;
	/* With lo down, or another interface given, ::1 and 127/8 take the
	   default route; no packet to them ever leaves a machine. */
	if (answer->route.type != RTN_LOCAL &&
	    is_loopback(&query->question->destination) && !answer->route.error)
		reach_form_refuse(&answer->route, ENETUNREACH);
	reach_route_copy(ret_route, &answer->route);
	return 0;
}

static bool is_answered_unasked(const struct reach_question *question,
				struct reach_route *ret_route)
{
	if (!is_contradictory(&question->destination, question->scope,
			      question->interface))
		return false;
	reach_form_refuse(ret_route, ENETUNREACH);
	return true;
}

int reach_route_ask(struct reach_netlink *socket,
		    const struct reach_question *question,
		    struct reach_route *ret_route)
{
	struct reach_query query;
	int result;

	if (is_answered_unasked(question, ret_route))
		return 0;
	begin_query(&query, question, first_forms(question));
	result = reach_form_ask(socket, &query, 1);
	return result ? result : conclude(socket, &query, ret_route);
}

static int ask_some(struct reach_netlink *socket,
		    struct reach_inquiry *const *inquiries, unsigned int count)
{
	struct reach_query queries[REACH_QUERIES_MAX];
	struct reach_inquiry *asked[REACH_QUERIES_MAX];
	unsigned int asking = 0;
	int result;

	for (unsigned int i = 0; i < count; i++) {
		struct reach_inquiry *inquiry = inquiries[i];

		inquiry->result = 0;
		if (is_answered_unasked(&inquiry->question, &inquiry->route))
			continue;
		begin_query(&queries[asking], &inquiry->question,
			    first_forms(&inquiry->question));
		asked[asking++] = inquiry;
	}
	if (!asking)
		return 0;
	result = reach_form_ask(socket, queries, asking);
	for (unsigned int i = 0; !result && i < asking; i++)
		asked[i]->result =
			conclude(socket, &queries[i], &asked[i]->route);
	return result;
}

void reach_route_ask_many(struct reach_netlink *socket,
			  struct reach_inquiry *const *inquiries,
			  unsigned int count)
{
	while (count) {
		unsigned int some =
			count < REACH_QUERIES_MAX ? count : REACH_QUERIES_MAX;

		/* What cannot be asked together may be asked singly. */
		if (ask_some(socket, inquiries, some))
			for (unsigned int i = 0; i < some; i++)
				inquiries[i]->result = reach_route_ask(
					socket, &inquiries[i]->question,
					&inquiries[i]->route);
		inquiries += some;
		count -= some;
	}
}

/* An address has its local route only once it is past duplicate address
   detection, and one on each interface that has it; IPv4's outlive a link that
   is set down, as the address does. */
int reach_route_owns(struct reach_netlink *socket,
		     const struct in6_addr *address, uint32_t scope,
		     uint32_t interface, uint32_t *lifetime, bool *ret_owns)
{
	struct reach_question question = {
		.destination = *address,
		.scope = scope,
		.interface = interface,
	};
	struct reach_route route;
	int result;

	if (is_contradictory(address, scope, interface)) {
		*ret_owns = false;
		return 0;
	}
	result = ask_matched(socket, &question, &route);
	if (result)
		return result;
	if (route.lifetime && (!*lifetime || route.lifetime < *lifetime))
		*lifetime = route.lifetime;
	*ret_owns = route.type == RTN_LOCAL;
	return 0;
}
