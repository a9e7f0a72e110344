/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Tables of words. */

#include "names.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	SCNetworkReachabilityFlags flag;
	const char *scutil;
	/* NULL: told by the state */
	const char *word;
	const char *name;
} flags_table[] = {
	/* in the order in which scutil prints them */
	{kSCNetworkReachabilityFlagsReachable, "Reachable", NULL, "Reachable"},
	{kSCNetworkReachabilityFlagsTransientConnection, "Transient Connection",
	 "transient", "TransientConnection"},
	{kSCNetworkReachabilityFlagsConnectionRequired, "Connection Required",
	 NULL, "ConnectionRequired"},
	{kSCNetworkReachabilityFlagsConnectionOnTraffic,
	 "Automatic Connection On Traffic", "on-traffic",
	 "ConnectionOnTraffic"},
	{kSCNetworkReachabilityFlagsConnectionOnDemand,
	 "Automatic Connection On Demand", "on-demand", "ConnectionOnDemand"},
	{kSCNetworkReachabilityFlagsInterventionRequired,
	 "Intervention Required", "intervention", "InterventionRequired"},
	{kSCNetworkReachabilityFlagsIsLocalAddress, "Local Address", "local",
	 "IsLocalAddress"},
	{kSCNetworkReachabilityFlagsIsDirect, "Directly Reachable Address",
	 "direct", "IsDirect"},
	{kSCNetworkReachabilityFlagsIsWWAN, "WWAN", "wwan", "IsWWAN"},
};

void tool_names_scutil(SCNetworkReachabilityFlags flags, char *ret_text)
{
	SCNetworkReachabilityFlags unknown = flags;
	size_t used = 0;

	snprintf(ret_text, TOOL_FLAGS_SCUTIL_MAX, "Not Reachable");
	for (size_t i = 0; i < COUNT(flags_table); i++) {
		if (!(flags & flags_table[i].flag))
			continue;
		unknown &= ~flags_table[i].flag;
		if (used < TOOL_FLAGS_SCUTIL_MAX)
			used += (size_t)snprintf(
				ret_text + used, TOOL_FLAGS_SCUTIL_MAX - used,
				"%s%s", used ? "," : "", flags_table[i].scutil);
	}
	if (!unknown)
		return;
	if (used < TOOL_FLAGS_SCUTIL_MAX)
		used += (size_t)snprintf(ret_text + used,
					 TOOL_FLAGS_SCUTIL_MAX - used,
					 "%s0x%08x", used ? "," : "", unknown);
	if (used >= TOOL_FLAGS_SCUTIL_MAX)
		snprintf(ret_text, TOOL_FLAGS_SCUTIL_MAX, "0x%08x", flags);
}

void tool_names_flags(SCNetworkReachabilityFlags flags, char *ret_text)
{
	size_t used = 0;

	strcpy(ret_text, "-");
	for (size_t i = 0; i < COUNT(flags_table); i++)
		if (flags & flags_table[i].flag && flags_table[i].word)
			used += (size_t)snprintf(
				ret_text + used, TOOL_FLAGS_MAX - used, "%s%s",
				used ? "," : "", flags_table[i].word);
}

const char *tool_names_flag(unsigned int bit)
{
	for (size_t i = 0; i < COUNT(flags_table); i++)
		if (flags_table[i].flag == 1U << bit)
			return flags_table[i].name;
	return NULL;
}

const char *tool_names_route_type(uint32_t type)
{
	static const char *const names[] = {
		[RTN_UNSPEC] = "",
		[RTN_UNICAST] = "unicast",
		[RTN_LOCAL] = "local",
		[RTN_BROADCAST] = "broadcast",
		[RTN_ANYCAST] = "anycast",
		[RTN_MULTICAST] = "multicast",
		[RTN_BLACKHOLE] = "blackhole",
		[RTN_UNREACHABLE] = "unreachable",
		[RTN_PROHIBIT] = "prohibit",
		[RTN_THROW] = "throw",
	};

	return type < COUNT(names) ? names[type] : "";
}

const char *tool_names_table(uint32_t table)
{
	switch (table) {
	case RT_TABLE_DEFAULT:
		return "default";
	case RT_TABLE_MAIN:
		return "main";
	case RT_TABLE_LOCAL:
		return "local";
	default:
		return "";
	}
}

const char *tool_names_operstate(uint32_t operstate)
{
	/* RFC 2863; the kernel header for them clashes with <net/if.h>. */
	static const char *const names[] = {
		"unknown", "not-present", "down", "lower-layer-down",
		"testing", "dormant",	  "up",
	};

	return operstate < COUNT(names) ? names[operstate] : "";
}

const char *tool_names_refusal(int32_t error)
{
	switch (error) {
	case EINVAL:
		return tool_names_route_type(RTN_BLACKHOLE);
	case EHOSTUNREACH:
		return tool_names_route_type(RTN_UNREACHABLE);
	case EACCES:
		return tool_names_route_type(RTN_PROHIBIT);
	default:
		return "";
	}
}

const char *tool_names_rule(uint32_t rule)
{
	static const char *const names[] = {
		[REACH_RULE_NONE] = "none",
		[REACH_RULE_LOOPBACK_DOWN] = "loopback-down",
		[REACH_RULE_LOCAL] = "local",
		[REACH_RULE_NO_ROUTE] = "no-route",
		[REACH_RULE_REJECTED] = "rejected",
		[REACH_RULE_DEAD] = "dead",
		[REACH_RULE_NO_SOURCE] = "no-source",
		[REACH_RULE_LOCAL_ADDRESS] = "local-address",
		[REACH_RULE_DORMANT] = "dormant",
		[REACH_RULE_NOT_RUNNING] = "not-running",
		[REACH_RULE_WWAN] = "wwan",
		[REACH_RULE_POINT_TO_POINT] = "point-to-point",
		[REACH_RULE_LINK_LOCAL] = "link-local",
		[REACH_RULE_DIRECT] = "direct",
		[REACH_RULE_GATEWAY] = "gateway",
		[REACH_RULE_DEFAULT] = "default",
		[REACH_RULE_NO_DEFAULT] = "no-default",
		[REACH_RULE_NO_ADDRESS] = "no-address",
	};

	return rule < COUNT(names) ? names[rule] : "unknown";
}

const char *tool_names_lookup(int32_t error)
{
	switch (error) {
	case 0:
	case EAI_NONAME:
	case EAI_NODATA:
		return "name not found";
	case EAI_AGAIN:
		return "no answer from a name server";
	default:
		return gai_strerror(error);
	}
}
