/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Gathers the facts about one address, and chooses among several. Knows no
 * flag rules and no netlink.
 */

#include "evaluate.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>

#include "changes.h"
#include "flags.h"
#include "probes.h"
#include "resolver.h"
#include "space.h"

#ifndef IFF_DORMANT
#define IFF_DORMANT 0x20000
#endif
#define OPERSTATE_DORMANT 5

bool reach_state_differs(const struct reach_state *a,
			 const struct reach_state *b)
{
	return a->flags != b->flags || a->interface != b->interface ||
	       a->endpoints != b->endpoints;
}

static bool is_ipv4_link_local(const struct in6_addr *address)
{
	return IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 169 &&
	       address->s6_addr[13] == 254;
}

static bool is_link_scope(const struct in6_addr *address)
{
	return IN6_IS_ADDR_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_NODELOCAL(address);
}

/* ::1 or a link-local source cannot be answered from beyond the link. */
static bool has_usable_source(const struct reach_finding *finding)
{
	const struct in6_addr *destination = &finding->question.destination;
	const struct reach_route *route = &finding->route;

	if (IN6_IS_ADDR_V4MAPPED(destination) || is_link_scope(destination))
		return true;
	return route->has_source && !IN6_IS_ADDR_LOOPBACK(&route->source) &&
	       !IN6_IS_ADDR_LINKLOCAL(&route->source);
}

static enum reach_path_type path_type_of(const struct reach_route *route)
{
	if (route->error)
		return REACH_PATH_NONE;
	return route->type == RTN_LOCAL || route->type == RTN_ANYCAST
		       ? REACH_PATH_LOCAL
		       : REACH_PATH_REMOTE;
}

static bool is_loopback_up(const struct reach_asker *asker)
{
	struct reach_link loopback;

	/* lo is the first link of every namespace. */
	return reach_space_get_link(asker->space, 1, &loopback) &&
	       loopback.flags & IFF_UP;
}

static int ask_route(const struct reach_asker *asker,
		     const struct reach_inquiry *asked,
		     struct reach_finding *finding)
{
	if (!asked)
		return reach_route_ask(asker->socket, &finding->question,
				       &finding->route);
	reach_route_copy(&finding->route, &asked->route);
	return asked->result;
}

/* In milliseconds, what was concluded from a guess. */
#define GUESS_LIFETIME 1000

/* The link may be newer than the table: take in its event, and ask again. */
static int ask_route_and_link(const struct reach_asker *asker,
			      struct reach_finding *finding)
{
	const struct reach_inquiry *asked = asker->asked;
	int tries = 3;

	for (;;) {
		int result = ask_route(asker, asked, finding);

		asked = NULL;
		if (result || finding->route.error ||
		    !finding->route.interface ||
		    reach_space_get_link(asker->space, finding->route.interface,
					 &finding->link) ||
		    --tries == 0)
			return result;
		result = reach_space_update(asker->space, asker->socket);
		if (result)
			return result;
	}
}

static void judge(const struct reach_asker *asker,
		  struct reach_finding *finding, bool alive, bool owns_local,
		  bool is_default)
{
	const struct reach_route *route = &finding->route;
	const struct reach_link *link = &finding->link;
	struct reach_facts facts = {
		.type = path_type_of(route),
		.rejected = route->error && route->error != ENETUNREACH,
		.alive = alive && link->flags & IFF_UP,
		.source_usable = has_usable_source(finding),
		.owns_local = owns_local,
		.gateway = route->has_gateway,
		.ipv4_link_local =
			is_ipv4_link_local(&finding->question.destination),
		.is_default = is_default,
		.dormant = link->operstate == OPERSTATE_DORMANT,
		.running = link->flags & IFF_RUNNING,
		.point_to_point = link->point_to_point,
		.kind = link->kind,
	};

	if (facts.type == REACH_PATH_LOCAL)
		facts.loopback_up = is_loopback_up(asker);
	/* No event tells when its kind can be read. */
	if (link->guessed &&
	    (!route->lifetime || route->lifetime > GUESS_LIFETIME))
		finding->route.lifetime = GUESS_LIFETIME;
	finding->flags = reach_flags_of(&facts, &finding->rule);
}

/* A pair's local address must be on the interface that routes to the remote;
   a route to ourselves goes through lo, then any interface will do. */
static int check_local(const struct reach_asker *asker,
		       const struct reach_endpoint *local,
		       struct reach_route *route, bool *ret_owns)
{
	*ret_owns = true;
	if (!local->family || reach_endpoint_is_zero(local) || route->error)
		return 0;
	return reach_route_owns(
		asker->socket, &local->address, local->scope,
		path_type_of(route) == REACH_PATH_LOCAL ? 0 : route->interface,
		&route->lifetime, ret_owns);
}

static int judge_way(const struct reach_asker *asker,
		     const struct reach_endpoint *local, bool is_default,
		     bool alive, struct reach_finding *finding)
{
	bool owns_local;
	int result = check_local(asker, local, &finding->route, &owns_local);

	if (!result)
		judge(asker, finding, alive, owns_local, is_default);
	return result;
}

static void take_hop(const struct reach_asker *asker,
		     const struct reach_hop *hop, struct reach_finding *finding)
{
	struct reach_route *route = &finding->route;

	route->interface = hop->interface;
	route->gateway = hop->gateway;
	route->has_gateway = hop->has_gateway;
	if (!reach_space_get_link(asker->space, hop->interface, &finding->link))
		memset(&finding->link, 0, sizeof(finding->link));
}

/* Of several ways the best one counts, the one in the finding among equals. */
static int judge_ways(const struct reach_asker *asker,
		      const struct reach_endpoint *local, bool is_default,
		      struct reach_finding *finding)
{
	const struct reach_finding first = *finding;
	int result = judge_way(asker, local, is_default,
			       first.route.nexthops_alive > 0, finding);

	for (uint32_t i = 0; !result && i < first.route.hop_count; i++) {
		const struct reach_hop *hop = &first.route.hops[i];
		struct reach_finding other = first;

		if (reach_flags_rank(finding->flags) == 2)
			break;
		take_hop(asker, hop, &other);
		result =
			judge_way(asker, local, is_default, hop->alive, &other);
		if (!result && reach_flags_rank(other.flags) >
				       reach_flags_rank(finding->flags))
			*finding = other;
	}
	return result;
}

static void make_question(const struct reach_asker *asker,
			  const struct reach_subject *subject,
			  const struct in6_addr *destination, uint32_t scope,
			  struct reach_question *ret_question)
{
	const struct reach_endpoint *local = reach_subject_get_local(subject);

	memset(ret_question, 0, sizeof(*ret_question));
	ret_question->destination = *destination;
	ret_question->scope = scope;
	ret_question->interface = subject->interface;
	ret_question->user = asker->user;
	ret_question->has_user = true;
	ret_question->wants_source = asker->observer != NULL;
	if (local->family && !reach_endpoint_is_zero(local) &&
	    IN6_IS_ADDR_V4MAPPED(&local->address) ==
		    IN6_IS_ADDR_V4MAPPED(destination)) {
		ret_question->source = local->address;
		ret_question->has_source = true;
	}
}

static int find(const struct reach_asker *asker,
		const struct reach_subject *subject,
		const struct in6_addr *destination, uint32_t scope,
		bool is_default, struct reach_finding *ret_finding)
{
	const struct reach_endpoint *local = reach_subject_get_local(subject);
	int result;

	/* All else is filled in on the way. */
	memset(&ret_finding->link, 0, sizeof(ret_finding->link));
	if (asker->asked)
		ret_finding->question = asker->asked->question;
	else
		make_question(asker, subject, destination, scope,
			      &ret_finding->question);
	result = ask_route_and_link(asker, ret_finding);
	if (result)
		return result;
	result = ret_finding->route.hop_count > 1
			 ? judge_ways(asker, local, is_default, ret_finding)
			 : judge_way(asker, local, is_default,
				     ret_finding->route.nexthops_alive > 0,
				     ret_finding);
	if (result)
		return result;
	if (asker->observer)
		asker->observer->found(ret_finding, asker->observer->info);
	return 0;
}

static void decide(const struct reach_asker *asker, enum reach_rule rule)
{
	if (asker->observer)
		asker->observer->decided(rule, asker->observer->info);
}

static void note_lifetime(struct reach_state *state,
			  const struct reach_finding *finding)
{
	uint32_t lifetime = finding->route.lifetime;

	if (lifetime && (!state->lifetime || lifetime < state->lifetime))
		state->lifetime = lifetime;
}

/* Takes the finding over if it ranks higher than what is there. True if
   nothing can rank higher any more. */
static bool prefer(const struct reach_asker *asker, struct reach_state *state,
		   const struct reach_finding *finding)
{
	unsigned int rank = reach_flags_rank(finding->flags);

	note_lifetime(state, finding);
	if (rank > reach_flags_rank(state->flags)) {
		state->flags = finding->flags;
		state->interface = finding->route.interface;
		decide(asker, finding->rule);
	}
	return rank == 2;
}

static int evaluate_probes(const struct reach_asker *asker,
			   const struct reach_subject *subject, bool ipv6,
			   struct reach_finding *ret_finding,
			   struct reach_state *state)
{
	const struct in6_addr *probes =
		ipv6 ? reach_probes_ipv6 : reach_probes_ipv4;
	size_t count = ipv6 ? REACH_PROBES_IPV6 : REACH_PROBES_IPV4;
	unsigned int longest =
		ipv6 ? REACH_DEFAULT_PREFIX_IPV6 : REACH_DEFAULT_PREFIX_IPV4;

	for (size_t i = 0; i < count; i++) {
		int result =
			find(asker, subject, &probes[i], 0, true, ret_finding);

		if (result)
			return result;
		note_lifetime(state, ret_finding);
		if (ret_finding->route.prefix_length > longest)
			continue;
		if (prefer(asker, state, ret_finding))
			return 1;
	}
	return 0;
}

/* family 0: IPv4 first, then IPv6. */
static int evaluate_zero(const struct reach_asker *asker,
			 const struct reach_subject *subject, int family,
			 struct reach_state *state)
{
	struct reach_finding finding;
	int result = 0;

	if (family != AF_INET6)
		result =
			evaluate_probes(asker, subject, false, &finding, state);
	if (result == 0 && family != AF_INET)
		result = evaluate_probes(asker, subject, true, &finding, state);
	if (result < 0)
		return result;
	if (!state->flags)
		decide(asker, REACH_RULE_NO_DEFAULT);
	return 0;
}

static int evaluate_address(const struct reach_asker *asker,
			    const struct reach_subject *subject,
			    const struct in6_addr *address, uint32_t scope,
			    struct reach_state *state)
{
	struct reach_finding finding;
	int result = find(asker, subject, address, scope, false, &finding);

	if (result)
		return result;
	if (!prefer(asker, state, &finding) && !state->flags)
		decide(asker, finding.rule);
	return 0;
}

static int evaluate_endpoint(const struct reach_asker *asker,
			     const struct reach_subject *subject,
			     const struct reach_endpoint *endpoint,
			     struct reach_state *state)
{
	return evaluate_address(asker, subject, &endpoint->address,
				endpoint->scope, state);
}

static int evaluate_pair(const struct reach_asker *asker,
			 const struct reach_subject *subject,
			 struct reach_state *state)
{
	const struct reach_endpoint *remote = &subject->remote;
	const struct reach_endpoint *local = reach_subject_get_local(subject);

	if (remote->family && !reach_endpoint_is_zero(remote))
		return evaluate_endpoint(asker, subject, remote, state);
	/* A local address alone asks for the default path out of it, but
	   there is none out of a loopback address. */
	if (!remote->family && reach_endpoint_is_loopback(local))
		return evaluate_endpoint(asker, subject, local, state);
	return evaluate_zero(asker, subject, remote->family, state);
}

static int evaluate_name(const struct reach_asker *asker,
			 const struct reach_subject *subject,
			 const struct reach_answer *resolved,
			 struct reach_state *state)
{
	if (!resolved)
		return evaluate_zero(asker, subject, 0, state);
	state->endpoints = (uint32_t)resolved->count;
	decide(asker, REACH_RULE_NO_ADDRESS);
	for (size_t i = 0; i < resolved->count; i++) {
		int result = evaluate_address(
			asker, subject, &resolved->addresses[i].address,
			resolved->addresses[i].scope, state);

		if (result)
			return result;
		if (reach_flags_rank(state->flags) == 2)
			break;
	}
	return 0;
}

int reach_evaluate(const struct reach_asker *asker,
		   const struct reach_subject *subject,
		   const struct reach_answer *resolved,
		   struct reach_state *ret_state)
{
	struct reach_state state = {0};
	int result = 0;

	switch ((enum reach_subject_kind)subject->kind) {
	case REACH_SUBJECT_ADDRESS:
		result = reach_endpoint_is_zero(&subject->remote)
				 ? evaluate_zero(asker, subject, 0, &state)
				 : evaluate_endpoint(asker, subject,
						     &subject->remote, &state);
		break;
	case REACH_SUBJECT_PAIR:
		result = evaluate_pair(asker, subject, &state);
		break;
	case REACH_SUBJECT_NAME:
		result = evaluate_name(asker, subject, resolved, &state);
		break;
	}
	if (!result)
		*ret_state = state;
	return result;
}

bool reach_evaluate_question(const struct reach_asker *asker,
			     const struct reach_subject *subject,
			     struct reach_question *ret_question)
{
	if (!reach_subject_is_single(subject))
		return false;
	make_question(asker, subject, &subject->remote.address,
		      subject->remote.scope, ret_question);
	return true;
}

static bool do_probes_depend(const struct reach_changes *changes)
{
	for (size_t i = 0; i < REACH_PROBES_IPV4; i++)
		if (reach_changes_concern(changes, &reach_probes_ipv4[i]))
			return true;
	for (size_t i = 0; i < REACH_PROBES_IPV6; i++)
		if (reach_changes_concern(changes, &reach_probes_ipv6[i]))
			return true;
	return false;
}

bool reach_evaluate_depends(const struct reach_subject *subject,
			    const struct reach_answer *resolved,
			    const struct reach_changes *changes)
{
	bool is_zero = reach_endpoint_is_zero(&subject->remote);

	if (resolved) {
		for (size_t i = 0; i < resolved->count; i++)
			if (reach_changes_concern(
				    changes, &resolved->addresses[i].address))
				return true;
		return false;
	}
	/* A zero local address stands for any; that it is looked at too does
	   no harm. */
	return reach_changes_concern(
		       changes, &reach_subject_get_local(subject)->address) ||
	       (is_zero ? do_probes_depend(changes)
			: reach_changes_concern(changes,
						&subject->remote.address));
}

_Static_assert(REACH_DEFAULT_PREFIX_IPV4 <= REACH_WIDE_PREFIX &&
		       REACH_DEFAULT_PREFIX_IPV6 <= REACH_WIDE_PREFIX,
	       "a change of a default path is told as a wide one");

int reach_evaluate_default(const struct reach_asker *asker, int family,
			   struct reach_finding *ret_finding)
{
	static const struct reach_subject anywhere = {
		.kind = REACH_SUBJECT_ADDRESS,
	};
	struct reach_state state = {0};
	struct reach_finding finding;
	int result = evaluate_probes(asker, &anywhere, family == AF_INET6,
				     &finding, &state);

	if (result < 0)
		return result;
	if (!state.flags)
		memset(&finding, 0, sizeof(finding));
	*ret_finding = finding;
	return 0;
}
