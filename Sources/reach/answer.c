/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Takes an explanation from the library and sums it up. Explains nothing at
 * length and keeps nothing.
 */

#include "answer.h"

#include <stdio.h>

#include "names.h"
#include "target.h"
#include "text.h"

static enum tool_state state_of(const struct reach_explanation *why)
{
	if (!(why->flags & kSCNetworkReachabilityFlagsReachable))
		return TOOL_STATE_NOT_REACHABLE;
	if (why->name_state == REACH_NAME_PENDING)
		return TOOL_STATE_UNRESOLVED;
	if (why->flags & kSCNetworkReachabilityFlagsConnectionRequired)
		return TOOL_STATE_NEEDS_CONNECTION;
	return TOOL_STATE_REACHABLE;
}

bool tool_answer_get(const struct tool_target *target,
		     struct tool_answer *ret_answer)
{
	ret_answer->why.size = sizeof(ret_answer->why);
	if (!reach_explain(target->reference, &ret_answer->why))
		return false;
	ret_answer->kind = target->word.kind;
	ret_answer->state = state_of(&ret_answer->why);
	return true;
}

bool tool_answer_is_pending(const struct tool_answer *answer)
{
	return answer->why.name_state == REACH_NAME_PENDING;
}

const struct reach_path *tool_answer_path(const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;

	return why->path_decided < why->path_count
		       ? &why->paths[why->path_decided]
		       : NULL;
}

bool tool_answer_is_default(const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;

	return answer->kind == TOOL_KIND_DEFAULT ||
	       why->name_state == REACH_NAME_UNASKED ||
	       why->name_state == REACH_NAME_PENDING ||
	       why->rule == REACH_RULE_NO_DEFAULT;
}

static const char *const state_texts[TOOL_STATES][2] = {
	[TOOL_STATE_NONE] = {"unknown", "unknown"},
	[TOOL_STATE_REACHABLE] = {"reachable", "reachable"},
	[TOOL_STATE_NEEDS_CONNECTION] = {"needs connection",
					 "needs-connection"},
	[TOOL_STATE_UNRESOLVED] = {"unresolved", "unresolved"},
	[TOOL_STATE_NOT_REACHABLE] = {"not reachable", "not-reachable"},
};

const char *tool_state_text(enum tool_state state)
{
	return state_texts[state][0];
}

const char *tool_state_word(enum tool_state state)
{
	return state_texts[state][1];
}

static const char *subject_of(const struct tool_answer *answer,
			      const struct reach_path *path,
			      struct tool_safe *buffer)
{
	switch (answer->why.name_state) {
	case REACH_NAME_UNASKED:
		return "name not looked up, default path";
	case REACH_NAME_PENDING:
		return "name not resolved yet, default path";
	}
	if (tool_answer_is_default(answer) || !path)
		return "default path";
	*buffer = tool_safe(path->address);
	return buffer->text;
}

void tool_answer_summary(const struct tool_answer *answer, char *ret_text)
{
	const struct reach_explanation *why = &answer->why;
	const struct reach_path *path = tool_answer_path(answer);
	struct tool_safe buffer;
	const char *subject = subject_of(answer, path, &buffer);
	const char *refusal = why->rule == REACH_RULE_REJECTED && path
				      ? tool_names_refusal(path->error)
				      : "";

	if (why->name_state == REACH_NAME_FAILED)
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s",
			 tool_names_lookup(why->name_error));
	else if (why->rule == REACH_RULE_NO_DEFAULT)
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s",
			 reach_rule_text(why->rule));
	else if (path && path->gateway[0] &&
		 (why->rule == REACH_RULE_GATEWAY ||
		  why->rule == REACH_RULE_DEFAULT))
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s, through gateway %s",
			 subject, tool_safe(path->gateway).text);
	else if (why->rule == REACH_RULE_DEFAULT)
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s, without a gateway",
			 subject);
	else
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s, %s%s%s", subject,
			 reach_rule_text(why->rule), *refusal ? ": " : "",
			 refusal);
}

void tool_answer_interface(const struct tool_answer *answer, char *ret_text)
{
	const struct reach_path *path = tool_answer_path(answer);

	if (!path || !path->interface_index)
		snprintf(ret_text, TOOL_SUMMARY_MAX, "-");
	else
		snprintf(ret_text, TOOL_SUMMARY_MAX, "%s (%s)",
			 tool_safe(path->interface_name).text,
			 reach_link_kind_text(path->link_kind));
}
