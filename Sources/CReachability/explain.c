/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * reach_explain(): watches an evaluation and writes down what it saw. Decides
 * nothing itself.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "SCError.h"
#include "evaluate.h"
#include "resolver.h"
#include "space.h"
#include "text.h"
#include "watch.h"

static void copy_name(char *destination, const char *source)
{
	snprintf(destination, REACH_NAME_MAX, "%s", source);
}

static void write_route(const struct reach_route *route,
			struct reach_path *path)
{
	path->error = route->error;
	path->route_type = route->type;
	path->table = route->table;
	path->prefix_length = route->prefix_length;
	path->metric = route->metric;
	path->nexthop_id = route->nexthop_id;
	path->nexthops = route->nexthops;
	path->nexthops_alive = route->nexthops_alive;
	path->lifetime = (route->lifetime + 999) / 1000;
	path->interface_index = route->interface;
	if (route->has_gateway)
		reach_text_write_address(&route->gateway, 0, path->gateway);
	if (route->has_source)
		reach_text_write_address(&route->source, 0, path->source);
}

static void write_link(const struct reach_link *link, struct reach_path *path)
{
	copy_name(path->interface_name, link->name);
	path->link_kind = link->kind;
	path->link_flags = link->flags;
	path->link_type = link->type;
	path->link_operstate = link->operstate;
	copy_name(path->link_driver_kind, link->driver_kind);
	copy_name(path->link_lower, link->lower);
}

static void found(const struct reach_finding *finding, void *info)
{
	struct reach_explanation *explanation = info;
	struct reach_path *path;

	if (explanation->path_count == REACH_PATHS_MAX)
		return;
	path = &explanation->paths[explanation->path_count++];
	reach_text_write_address(&finding->question.destination,
				 finding->question.scope, path->address);
	path->flags = finding->flags;
	path->rule = finding->rule;
	write_route(&finding->route, path);
	write_link(&finding->link, path);
}

static void decided(enum reach_rule rule, void *info)
{
	struct reach_explanation *explanation = info;

	explanation->rule = rule;
	explanation->path_decided = explanation->path_count
					    ? explanation->path_count - 1
					    : REACH_PATHS_MAX;
	if (rule == REACH_RULE_NO_DEFAULT)
		explanation->path_decided = REACH_PATHS_MAX;
}

static void write_name(const struct reach_subject *subject,
		       const struct reach_answer *answer, bool scheduled,
		       struct reach_explanation *explanation)
{
	if (subject->kind != REACH_SUBJECT_NAME)
		return;
	if (!scheduled || subject->no_resolve) {
		explanation->name_state = REACH_NAME_UNASKED;
	} else if (!answer) {
		explanation->name_state = REACH_NAME_PENDING;
	} else {
		explanation->name_state =
			answer->count ? REACH_NAME_RESOLVED : REACH_NAME_FAILED;
		explanation->name_error = answer->error;
		explanation->path_total = (uint32_t)answer->count;
	}
}

/* For a scheduled target the word is the one that GetFlags answers, though
   the paths are asked about anew. */
static int explain(struct __SCNetworkReachability *target,
		   struct reach_explanation *explanation)
{
	const struct reach_observer observer = {
		.found = found,
		.decided = decided,
		.info = explanation,
	};
	struct reach_asker asker = {.observer = &observer};
	struct reach_answer *answer = NULL;
	struct reach_thread *thread;
	struct reach_state state;
	struct reach_state cached = {0};
	int result = reach_thread_enter(&thread);

	if (result)
		return result;
	asker.space = thread->space;
	asker.socket = thread->socket;
	asker.user = geteuid();
	reach_target_lock(target);
	if (target->watch) {
		explanation->scheduled = 1;
		cached = target->watch->state;
		answer = reach_watch_get_answer(target->watch);
	}
	reach_target_unlock(target);
	write_name(&target->subject, answer, explanation->scheduled,
		   explanation);
	result = reach_space_update(thread->space, thread->socket);
	if (!result)
		result = reach_evaluate(&asker, &target->subject, answer,
					&state);
	reach_answer_unref(answer);
	if (result)
		return result;
	if (!explanation->scheduled)
		cached = state;
	explanation->flags = cached.flags;
	explanation->interface_index = cached.interface;
	return 0;
}

Boolean reach_explain(SCNetworkReachabilityRef reference,
		      struct reach_explanation *explanation)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_explanation full = {0};
	size_t size;
	int result;

	if (!target)
		return 0;
	if (!explanation || explanation->size < sizeof(size_t)) {
		reach_status_set(kSCStatusInvalidArgument);
		return 0;
	}
	full.path_decided = REACH_PATHS_MAX;
	result = explain(target, &full);
	if (result) {
		reach_status_set_result(result);
		return 0;
	}
	if (full.path_decided > full.path_count)
		full.path_decided = full.path_count;
	if (full.path_total < full.path_count)
		full.path_total = full.path_count;
	size = explanation->size < sizeof(full) ? explanation->size
						: sizeof(full);
	full.size = size;
	memcpy(explanation, &full, size);
	return 1;
}

const char *reach_rule_text(uint32_t rule)
{
	static const char *const texts[] = {
		[REACH_RULE_NONE] = "nothing was decided",
		[REACH_RULE_LOOPBACK_DOWN] =
			"an address of this machine, but the loopback "
			"interface is down",
		[REACH_RULE_LOCAL] = "an address of this machine",
		[REACH_RULE_NO_ROUTE] = "no route",
		[REACH_RULE_REJECTED] = "a route or rule rejects it",
		[REACH_RULE_DEAD] = "no nexthop has a live link",
		[REACH_RULE_NO_SOURCE] =
			"no IPv6 address to send from beyond the link",
		[REACH_RULE_LOCAL_ADDRESS] =
			"the local address is not on the interface that "
			"routes there",
		[REACH_RULE_DORMANT] =
			"the link is dormant: it waits for a connection",
		[REACH_RULE_NOT_RUNNING] = "the link is not running",
		[REACH_RULE_WWAN] = "through a cellular modem",
		[REACH_RULE_POINT_TO_POINT] =
			"through a tunnel or point-to-point link",
		[REACH_RULE_LINK_LOCAL] = "link-local address on a wired or "
					  "Wi-Fi link",
		[REACH_RULE_DIRECT] = "on a directly attached network",
		[REACH_RULE_GATEWAY] = "through a gateway",
		[REACH_RULE_DEFAULT] = "there is a default path",
		[REACH_RULE_NO_DEFAULT] = "there is no default path",
		[REACH_RULE_NO_ADDRESS] = "the name has no address",
	};

	return rule < sizeof(texts) / sizeof(texts[0]) ? texts[rule]
						       : "unknown rule";
}

const char *reach_link_kind_text(uint32_t kind)
{
	static const char *const texts[] = {
		[REACH_LINK_OTHER] = "other",
		[REACH_LINK_LOOPBACK] = "loopback",
		[REACH_LINK_WIRED] = "wired",
		[REACH_LINK_WIFI] = "wifi",
		[REACH_LINK_WWAN] = "cellular",
		[REACH_LINK_TUNNEL] = "tunnel",
	};

	return kind < sizeof(texts) / sizeof(texts[0]) ? texts[kind] : texts[0];
}
