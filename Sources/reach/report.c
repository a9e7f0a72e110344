/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Names and order of the JSON members. */

#include "report.h"

#include <net/if.h>
#include <string.h>

#include "names.h"

#ifndef IFF_LOWER_UP
#define IFF_LOWER_UP 0x10000
#endif

void tool_report_target(struct tool_json *json,
			const struct tool_target *target)
{
	tool_json_string(json, "target", target->text);
	tool_json_string(json, "kind", tool_word_kind_text(target->word.kind));
}

void tool_report_flags(struct tool_json *json, const char *key,
		       SCNetworkReachabilityFlags flags)
{
	tool_json_begin_array(json, key);
	for (unsigned int bit = 0; bit < 32; bit++)
		if (flags & 1U << bit && tool_names_flag(bit))
			tool_json_string(json, NULL, tool_names_flag(bit));
	tool_json_end_array(json);
}

static void report_interface(struct tool_json *json,
			     const struct reach_path *path)
{
	if (!path || !path->interface_index) {
		tool_json_null(json, "interface");
		return;
	}
	tool_json_begin_object(json, "interface");
	tool_json_unsigned(json, "index", path->interface_index);
	tool_json_string(json, "name", path->interface_name);
	tool_json_string(json, "kind", reach_link_kind_text(path->link_kind));
	tool_json_end_object(json);
}

static void report_name(struct tool_json *json,
			const struct reach_explanation *why)
{
	static const char *const states[] = {
		[REACH_NAME_UNASKED] = "unasked",
		[REACH_NAME_PENDING] = "pending",
		[REACH_NAME_RESOLVED] = "resolved",
		[REACH_NAME_FAILED] = "failed",
	};

	if (why->name_state == REACH_NAME_NONE ||
	    why->name_state > REACH_NAME_FAILED) {
		tool_json_null(json, "name");
		return;
	}
	tool_json_begin_object(json, "name");
	tool_json_string(json, "state", states[why->name_state]);
	tool_json_unsigned(
		json, "addresses",
		why->name_state == REACH_NAME_RESOLVED ? why->path_total : 0);
	tool_json_text(json, "error",
		       why->name_state == REACH_NAME_FAILED
			       ? tool_names_lookup(why->name_error)
			       : "");
	tool_json_end_object(json);
}

void tool_report_answer(struct tool_json *json,
			const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;
	const struct reach_path *path = tool_answer_path(answer);

	tool_json_string(json, "state", tool_state_word(answer->state));
	tool_json_unsigned(json, "flags", why->flags);
	tool_report_flags(json, "flag_names", why->flags);
	tool_json_string(json, "rule", tool_names_rule(why->rule));
	tool_json_string(json, "rule_text", reach_rule_text(why->rule));
	report_interface(json, path);
	tool_json_text(json, "address",
		       path && !tool_answer_is_default(answer) ? path->address
							       : "");
	tool_json_text(json, "gateway", path ? path->gateway : "");
	tool_json_text(json, "source", path ? path->source : "");
	report_name(json, why);
}

static void report_route(struct tool_json *json, const struct reach_path *path)
{
	if (!path->route_type) {
		tool_json_null(json, "route");
		return;
	}
	tool_json_begin_object(json, "route");
	tool_json_text(json, "type", tool_names_route_type(path->route_type));
	tool_json_unsigned(json, "table", path->table);
	tool_json_unsigned(json, "prefix_length", path->prefix_length);
	tool_json_unsigned(json, "metric", path->metric);
	tool_json_text(json, "gateway", path->gateway);
	tool_json_text(json, "source", path->source);
	tool_json_unsigned(json, "nexthop_id", path->nexthop_id);
	tool_json_unsigned(json, "nexthops", path->nexthops);
	tool_json_unsigned(json, "nexthops_alive", path->nexthops_alive);
	if (path->lifetime)
		tool_json_unsigned(json, "lifetime", path->lifetime);
	else
		tool_json_null(json, "lifetime");
	tool_json_end_object(json);
}

static void report_link(struct tool_json *json, const struct reach_path *path)
{
	if (!path->interface_index) {
		tool_json_null(json, "link");
		return;
	}
	tool_json_begin_object(json, "link");
	tool_json_unsigned(json, "index", path->interface_index);
	tool_json_string(json, "name", path->interface_name);
	tool_json_string(json, "kind", reach_link_kind_text(path->link_kind));
	tool_json_text(json, "driver_kind", path->link_driver_kind);
	tool_json_text(json, "lower", path->link_lower);
	tool_json_unsigned(json, "type", path->link_type);
	tool_json_text(json, "operstate",
		       tool_names_operstate(path->link_operstate));
	tool_json_bool(json, "up", path->link_flags & IFF_UP);
	tool_json_bool(json, "running", path->link_flags & IFF_RUNNING);
	tool_json_bool(json, "carrier", path->link_flags & IFF_LOWER_UP);
	tool_json_end_object(json);
}

static void report_path(struct tool_json *json, const struct reach_path *path)
{
	tool_json_begin_object(json, NULL);
	tool_json_string(json, "address", path->address);
	tool_json_unsigned(json, "flags", path->flags);
	tool_report_flags(json, "flag_names", path->flags);
	tool_json_string(json, "rule", tool_names_rule(path->rule));
	tool_json_text(json, "error", path->error ? strerror(path->error) : "");
	report_route(json, path);
	report_link(json, path);
	tool_json_end_object(json);
}

void tool_report_paths(struct tool_json *json, const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;

	if (tool_answer_path(answer))
		tool_json_unsigned(json, "decided", why->path_decided);
	else
		tool_json_null(json, "decided");
	tool_json_begin_array(json, "paths");
	for (uint32_t i = 0; i < why->path_count; i++)
		report_path(json, &why->paths[i]);
	tool_json_end_array(json);
}

void tool_report_error(struct tool_json *json, int error)
{
	tool_json_string(json, "error", SCErrorString(error));
	tool_json_unsigned(json, "error_code", (uint64_t)error);
}
