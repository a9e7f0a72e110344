/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The rules, in the order they are tried: local, no route or dead, dormant,
 * not running, WWAN, point-to-point, direct. Knows no kernel and no addresses.
 */

#include "flags.h"

#define TRANSIENT kSCNetworkReachabilityFlagsTransientConnection
#define REACHABLE kSCNetworkReachabilityFlagsReachable
#define REQUIRED kSCNetworkReachabilityFlagsConnectionRequired
#define ON_TRAFFIC kSCNetworkReachabilityFlagsConnectionOnTraffic
#define LOCAL kSCNetworkReachabilityFlagsIsLocalAddress
#define DIRECT kSCNetworkReachabilityFlagsIsDirect
#define WWAN kSCNetworkReachabilityFlagsIsWWAN

/* Whether anything can be sent at all; REACH_RULE_NONE if so. */
static enum reach_rule refusal_of(const struct reach_facts *facts)
{
	if (facts->type == REACH_PATH_NONE)
		return facts->rejected ? REACH_RULE_REJECTED
				       : REACH_RULE_NO_ROUTE;
	if (!facts->alive)
		return REACH_RULE_DEAD;
	if (!facts->source_usable)
		return REACH_RULE_NO_SOURCE;
	if (!facts->owns_local)
		return REACH_RULE_LOCAL_ADDRESS;
	return REACH_RULE_NONE;
}

static enum reach_rule local_rule_of(const struct reach_facts *facts)
{
	if (!facts->loopback_up)
		return REACH_RULE_LOOPBACK_DOWN;
	if (!facts->owns_local)
		return REACH_RULE_LOCAL_ADDRESS;
	return REACH_RULE_LOCAL;
}

static enum reach_rule link_rule_of(const struct reach_facts *facts)
{
	if (facts->dormant)
		return REACH_RULE_DORMANT;
	if (!facts->running)
		return REACH_RULE_NOT_RUNNING;
	if (facts->kind == REACH_LINK_WWAN)
		return REACH_RULE_WWAN;
	if (facts->point_to_point)
		return REACH_RULE_POINT_TO_POINT;
	if (facts->is_default)
		return REACH_RULE_DEFAULT;
	if (!facts->gateway)
		return REACH_RULE_DIRECT;
	if (facts->ipv4_link_local &&
	    (facts->kind == REACH_LINK_WIRED || facts->kind == REACH_LINK_WIFI))
		return REACH_RULE_LINK_LOCAL;
	return REACH_RULE_GATEWAY;
}

static enum reach_rule rule_of(const struct reach_facts *facts)
{
	enum reach_rule rule;

	if (facts->type == REACH_PATH_LOCAL)
		return local_rule_of(facts);
	rule = refusal_of(facts);
	return rule == REACH_RULE_NONE ? link_rule_of(facts) : rule;
}

static SCNetworkReachabilityFlags word_of(enum reach_rule rule,
					  const struct reach_facts *facts)
{
	switch (rule) {
	case REACH_RULE_LOCAL:
		return facts->is_default ? REACHABLE
					 : REACHABLE | LOCAL | DIRECT;
	case REACH_RULE_DORMANT:
		return facts->point_to_point
			       ? REACHABLE | REQUIRED | TRANSIENT | ON_TRAFFIC
			       : REACHABLE | REQUIRED;
	case REACH_RULE_WWAN:
		return REACHABLE | TRANSIENT | WWAN;
	case REACH_RULE_POINT_TO_POINT:
		return REACHABLE | TRANSIENT;
	case REACH_RULE_LINK_LOCAL:
	case REACH_RULE_DIRECT:
		return REACHABLE | DIRECT;
	case REACH_RULE_GATEWAY:
	case REACH_RULE_DEFAULT:
		return REACHABLE;
	default:
		return 0;
	}
}

SCNetworkReachabilityFlags reach_flags_of(const struct reach_facts *facts,
					  enum reach_rule *ret_rule)
{
	enum reach_rule rule = rule_of(facts);

	*ret_rule = rule;
	return word_of(rule, facts);
}

unsigned int reach_flags_rank(SCNetworkReachabilityFlags flags)
{
	if (!(flags & REACHABLE))
		return 0;
	return flags & REQUIRED ? 1 : 2;
}
