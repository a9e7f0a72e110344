/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Derives reasons. A link that went down comes first, as the kernel then takes
 * routes away without a word; then the name; then the rule that decided.
 */

#include "reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "text.h"

__attribute__((format(printf, 2, 3))) static bool say(char *ret_text,
						      const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(ret_text, TOOL_SUMMARY_MAX, format, arguments);
	va_end(arguments);
	return true;
}

static struct tool_safe interface_of(const struct tool_answer *answer)
{
	const struct reach_path *path = tool_answer_path(answer);

	return tool_safe(path ? path->interface_name : "");
}

/* How many addresses the name has. */
static uint32_t addresses_of(const struct tool_answer *answer)
{
	return answer->why.name_state == REACH_NAME_RESOLVED
		       ? answer->why.path_total
		       : 0;
}

bool tool_reason_differs(const struct tool_answer *before,
			 const struct tool_answer *after)
{
	return before->state != after->state ||
	       before->why.flags != after->why.flags ||
	       before->why.interface_index != after->why.interface_index ||
	       addresses_of(before) != addresses_of(after);
}

/* The look-up is what changed. */
static bool explain_name(const struct tool_answer *before,
			 const struct tool_answer *after, char *ret_text)
{
	const struct reach_explanation *why = &after->why;

	if (why->name_state == before->why.name_state)
		return false;
	if (why->name_state == REACH_NAME_FAILED)
		return say(ret_text, "%s", tool_names_lookup(why->name_error));
	if (why->name_state == REACH_NAME_RESOLVED) {
		char summary[TOOL_SUMMARY_MAX];

		tool_answer_summary(after, summary);
		return say(ret_text, "name found: %.600s", summary);
	}
	return false;
}

static bool explain_link(const struct tool_answer *before,
			 const struct tool_link *link, char *ret_text)
{
	struct tool_safe name = interface_of(before);

	if (!link->known || !name.text[0])
		return false;
	if (!link->exists)
		return say(ret_text, "link gone: %s was removed", name.text);
	if (!link->up)
		return say(ret_text, "link down: %s was switched off",
			   name.text);
	if (!link->running)
		return say(ret_text, "link down: %s lost its carrier",
			   name.text);
	return false;
}

static void explain_loss(const struct tool_answer *before,
			 const struct tool_answer *after,
			 const struct tool_link *link, char *ret_text)
{
	const struct reach_path *path = tool_answer_path(after);
	const char *refusal = tool_names_refusal(path ? path->error : 0);

	if (after->why.rule == REACH_RULE_DORMANT)
		say(ret_text, "link %s waits for a connection",
		    interface_of(after).text);
	else if (after->why.rule == REACH_RULE_LOOPBACK_DOWN)
		say(ret_text, "link down: the loopback interface");
	else if (explain_link(before, link, ret_text))
		return;
	else if (after->why.rule == REACH_RULE_NO_ROUTE)
		say(ret_text, "route withdrawn");
	else if (after->why.rule == REACH_RULE_NO_DEFAULT)
		say(ret_text, "default route withdrawn");
	else if (after->why.rule == REACH_RULE_REJECTED)
		say(ret_text, "rejected by a route or rule%s%s",
		    *refusal ? ": " : "", refusal);
	else if (after->why.rule == REACH_RULE_DEAD)
		say(ret_text, "link down: no next hop is alive");
	else if (after->why.rule == REACH_RULE_NOT_RUNNING)
		say(ret_text, "link down: %s", interface_of(after).text);
	else if (after->why.rule == REACH_RULE_NO_SOURCE)
		say(ret_text, "no IPv6 address left to send from");
	else if (after->why.rule == REACH_RULE_LOCAL_ADDRESS)
		say(ret_text, "the local address is not on the interface that "
			      "routes there");
	else
		say(ret_text, "%s", reach_rule_text(after->why.rule));
}

/* Was there a default route over this interface, whose link did not work? */
static bool was_dead(const struct tool_answer *before, uint32_t interface_index)
{
	for (uint32_t i = 0; i < before->why.path_count; i++) {
		const struct reach_path *path = &before->why.paths[i];

		if (path->interface_index == interface_index &&
		    (path->rule == REACH_RULE_DEAD ||
		     path->rule == REACH_RULE_NOT_RUNNING))
			return true;
	}
	return false;
}

static void explain_gain(const struct tool_answer *before,
			 const struct tool_answer *after,
			 const struct tool_link *link, char *ret_text)
{
	struct tool_safe name = interface_of(after);
	/* The system may be told to look past routes without carrier. */
	bool returned = link->carrier_lost &&
			link->carrier_lost == after->why.interface_index;

	switch (before->why.rule) {
	case REACH_RULE_NO_ROUTE:
		if (returned)
			say(ret_text, "link up: %s", name.text);
		else
			say(ret_text, after->why.rule == REACH_RULE_LOCAL
					      ? "address added to this machine"
					      : "route added");
		break;
	case REACH_RULE_NO_DEFAULT:
		if (returned || was_dead(before, after->why.interface_index))
			say(ret_text, "link up: %s", name.text);
		else
			say(ret_text, "default route added");
		break;
	case REACH_RULE_REJECTED:
		say(ret_text, "no longer rejected by a route or rule");
		break;
	case REACH_RULE_DEAD:
	case REACH_RULE_NOT_RUNNING:
		say(ret_text, "link up: %s", name.text);
		break;
	case REACH_RULE_LOOPBACK_DOWN:
		say(ret_text, "link up: the loopback interface");
		break;
	case REACH_RULE_NO_SOURCE:
		say(ret_text, "IPv6 address to send from added");
		break;
	case REACH_RULE_LOCAL_ADDRESS:
		say(ret_text, "the local address is on the interface that "
			      "routes there");
		break;
	case REACH_RULE_DORMANT:
		say(ret_text, "link %s is connected", name.text);
		break;
	default:
		tool_answer_summary(after, ret_text);
	}
}

/* Another way, as good as the one before. */
static void explain_move(const struct tool_answer *before,
			 const struct tool_answer *after,
			 const struct tool_link *link, char *ret_text)
{
	struct tool_safe from = interface_of(before);
	struct tool_safe to = interface_of(after);
	char cause[TOOL_SUMMARY_MAX];

	if (before->why.rule != after->why.rule &&
	    after->why.rule == REACH_RULE_LOCAL) {
		say(ret_text, "address added to this machine");
	} else if (before->why.rule != after->why.rule &&
		   before->why.rule == REACH_RULE_LOCAL) {
		say(ret_text, "address removed from this machine, now %s",
		    reach_rule_text(after->why.rule));
	} else if (before->why.interface_index != after->why.interface_index &&
		   from.text[0] && to.text[0]) {
		if (explain_link(before, link, cause))
			say(ret_text, "path moved from %s to %s, %.80s",
			    from.text, to.text, cause);
		else
			say(ret_text, "path moved from %s to %s", from.text,
			    to.text);
	} else if (addresses_of(before) != addresses_of(after)) {
		say(ret_text, "name has %u address%s, had %u",
		    addresses_of(after), addresses_of(after) == 1 ? "" : "es",
		    addresses_of(before));
	} else {
		say(ret_text, "now %s", reach_rule_text(after->why.rule));
	}
}

void tool_reason(const struct tool_answer *before,
		 const struct tool_answer *after,
		 const struct tool_link *former_link, char *ret_text)
{
	if (!before)
		tool_answer_summary(after, ret_text);
	else if (explain_name(before, after, ret_text))
		return;
	else if (after->state > before->state)
		explain_loss(before, after, former_link, ret_text);
	else if (after->state < before->state)
		explain_gain(before, after, former_link, ret_text);
	else
		explain_move(before, after, former_link, ret_text);
}
