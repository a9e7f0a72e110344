/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Why a state followed another, told from two explanations. */

#include "namespace.h"

#include <errno.h>
#include <netdb.h>
#include <string.h>

#include "reason.h"

#define REACHABLE kSCNetworkReachabilityFlagsReachable

static struct tool_answer answer(enum tool_state state, enum reach_rule rule,
				 const char *interface)
{
	struct tool_answer made = {
		.state = state,
		.kind = TOOL_KIND_ADDRESS,
		.why =
			{
				.flags = state == TOOL_STATE_NOT_REACHABLE
						 ? 0
						 : REACHABLE,
				.rule = rule,
				.path_count = 1,
				.path_total = 1,
				.paths = {{.address = "198.51.100.1",
					   .rule = rule}},
			},
	};

	if (*interface) {
		/* "v0" is 10, "v1" is 11 */
		made.why.interface_index = 10U + (unsigned)(interface[1] - '0');
		made.why.paths[0].interface_index = made.why.interface_index;
		strcpy(made.why.paths[0].interface_name, interface);
	}
	if (rule == REACH_RULE_GATEWAY)
		strcpy(made.why.paths[0].gateway, "192.0.2.1");
	return made;
}

static struct tool_answer up(enum reach_rule rule)
{
	return answer(TOOL_STATE_REACHABLE, rule, "v0");
}

static struct tool_answer down(enum reach_rule rule)
{
	return answer(TOOL_STATE_NOT_REACHABLE, rule, "");
}

static const struct tool_link fine = {
	.known = true,
	.exists = true,
	.up = true,
	.running = true,
};

static void expect_with(struct tool_answer before, struct tool_answer after,
			struct tool_link link, const char *expected)
{
	char text[TOOL_SUMMARY_MAX];

	tool_reason(&before, &after, &link, text);
	assert_string_equal(text, expected);
}

static void expect(struct tool_answer before, struct tool_answer after,
		   const char *expected)
{
	expect_with(before, after, fine, expected);
}

static void the_first_answer_is_summed_up(void **state)
{
	struct tool_answer after = up(REACH_RULE_GATEWAY);
	struct tool_link link = {0};
	char text[TOOL_SUMMARY_MAX];

	tool_reason(NULL, &after, &link, text);
	assert_string_equal(text, "198.51.100.1, through gateway 192.0.2.1");
}

static void a_link_that_failed_comes_before_the_route(void **state)
{
	struct tool_answer before = up(REACH_RULE_GATEWAY);
	struct tool_answer after = down(REACH_RULE_NO_ROUTE);
	struct tool_link link = fine;

	link.running = false;
	expect_with(before, after, link, "link down: v0 lost its carrier");
	link.up = false;
	expect_with(before, after, link, "link down: v0 was switched off");
	link.exists = false;
	expect_with(before, after, link, "link gone: v0 was removed");
	link.known = false;
	expect_with(before, after, link, "route withdrawn");
}

static void with_a_good_link_the_rule_is_the_reason(void **state)
{
	struct tool_answer before = up(REACH_RULE_GATEWAY);
	struct tool_answer rejected = down(REACH_RULE_REJECTED);

	expect(before, down(REACH_RULE_NO_ROUTE), "route withdrawn");
	expect(before, down(REACH_RULE_NO_DEFAULT), "default route withdrawn");
	expect(before, down(REACH_RULE_DEAD),
	       "link down: no next hop is alive");
	expect(before, down(REACH_RULE_NO_SOURCE),
	       "no IPv6 address left to send from");
	expect(before, down(REACH_RULE_LOOPBACK_DOWN),
	       "link down: the loopback interface");
	expect(before, down(REACH_RULE_LOCAL_ADDRESS),
	       "the local address is not on the interface that routes there");
	expect(before,
	       answer(TOOL_STATE_NOT_REACHABLE, REACH_RULE_NOT_RUNNING, "v0"),
	       "link down: v0");
	rejected.why.paths[0].error = EHOSTUNREACH;
	expect(before, rejected, "rejected by a route or rule: unreachable");
	rejected.why.paths[0].error = EPERM;
	expect(before, rejected, "rejected by a route or rule");
}

static void a_dormant_link_waits(void **state)
{
	struct tool_answer dormant =
		answer(TOOL_STATE_NEEDS_CONNECTION, REACH_RULE_DORMANT, "v0");
	struct tool_link link = fine;

	link.running = false;
	expect_with(up(REACH_RULE_DIRECT), dormant, link,
		    "link v0 waits for a connection");
	expect(dormant, up(REACH_RULE_DIRECT), "link v0 is connected");
}

static void what_was_missing_is_the_reason_of_a_gain(void **state)
{
	struct tool_answer after = up(REACH_RULE_GATEWAY);

	expect(down(REACH_RULE_NO_ROUTE), after, "route added");
	expect(down(REACH_RULE_NO_ROUTE), up(REACH_RULE_LOCAL),
	       "address added to this machine");
	expect(down(REACH_RULE_NO_DEFAULT), after, "default route added");
	expect(down(REACH_RULE_REJECTED), after,
	       "no longer rejected by a route or rule");
	expect(down(REACH_RULE_DEAD), after, "link up: v0");
	expect(down(REACH_RULE_NOT_RUNNING), after, "link up: v0");
	expect(down(REACH_RULE_LOOPBACK_DOWN), after,
	       "link up: the loopback interface");
	expect(down(REACH_RULE_NO_SOURCE), after,
	       "IPv6 address to send from added");
}

/* Its probes had a route, and the link of that did not work. */
static void a_default_route_whose_link_returns_was_not_added(void **state)
{
	struct tool_answer before = down(REACH_RULE_NO_DEFAULT);
	struct tool_answer after = up(REACH_RULE_DEFAULT);

	before.why.path_decided = before.why.path_count;
	before.why.paths[0].rule = REACH_RULE_DEAD;
	before.why.paths[0].interface_index = after.why.interface_index;
	expect(before, after, "link up: v0");
	before.why.paths[0].rule = REACH_RULE_NOT_RUNNING;
	expect(before, after, "link up: v0");
	before.why.paths[0].interface_index++;
	expect(before, after, "default route added");
}

/* Nor was any route that the system does not show without a carrier. */
static void a_route_whose_link_returns_was_not_added(void **state)
{
	struct tool_answer after = up(REACH_RULE_GATEWAY);
	struct tool_link link = {.carrier_lost = after.why.interface_index};

	expect_with(down(REACH_RULE_NO_ROUTE), after, link, "link up: v0");
	expect_with(down(REACH_RULE_NO_DEFAULT), after, link, "link up: v0");
	link.carrier_lost++;
	expect_with(down(REACH_RULE_NO_ROUTE), after, link, "route added");
}

static void an_own_address_is_no_path_that_moved(void **state)
{
	struct tool_answer local =
		answer(TOOL_STATE_REACHABLE, REACH_RULE_LOCAL, "v1");

	expect(up(REACH_RULE_GATEWAY), local, "address added to this machine");
	expect(local, up(REACH_RULE_GATEWAY),
	       "address removed from this machine, now through a gateway");
	expect(local, answer(TOOL_STATE_REACHABLE, REACH_RULE_LOCAL, "v2"),
	       "path moved from v1 to v2");
}

static void another_interface_is_a_move(void **state)
{
	struct tool_answer after =
		answer(TOOL_STATE_REACHABLE, REACH_RULE_GATEWAY, "v1");
	struct tool_link link = fine;

	expect(up(REACH_RULE_GATEWAY), after, "path moved from v0 to v1");
	link.running = false;
	expect_with(up(REACH_RULE_GATEWAY), after, link,
		    "path moved from v0 to v1, link down: v0 lost its carrier");
}

static void another_rule_on_the_same_interface_is_told(void **state)
{
	expect(up(REACH_RULE_GATEWAY), up(REACH_RULE_DIRECT),
	       "now on a directly attached network");
}

static struct tool_answer name(enum tool_state state, uint32_t name_state,
			       uint32_t addresses)
{
	struct tool_answer made = answer(state, REACH_RULE_GATEWAY, "v0");

	made.kind = TOOL_KIND_NAME;
	made.why.name_state = name_state;
	made.why.path_total = addresses;
	if (state == TOOL_STATE_NOT_REACHABLE)
		made.why.rule = REACH_RULE_NO_ADDRESS;
	return made;
}

static void a_look_up_that_ended_is_the_reason(void **state)
{
	struct tool_answer pending =
		name(TOOL_STATE_UNRESOLVED, REACH_NAME_PENDING, 0);
	struct tool_answer found =
		name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 1);
	struct tool_answer failed =
		name(TOOL_STATE_NOT_REACHABLE, REACH_NAME_FAILED, 0);

	expect(pending, found,
	       "name found: 198.51.100.1, through gateway 192.0.2.1");
	failed.why.name_error = EAI_NONAME;
	expect(pending, failed, "name not found");
	expect(found, failed, "name not found");
	failed.why.name_error = EAI_AGAIN;
	expect(found, failed, "no answer from a name server");
	expect(failed, found,
	       "name found: 198.51.100.1, through gateway 192.0.2.1");
}

static void another_number_of_addresses_is_told(void **state)
{
	expect(name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 1),
	       name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 3),
	       "name has 3 addresses, had 1");
	expect(name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 2),
	       name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 1),
	       "name has 1 address, had 2");
}

static void a_change_is_flags_interface_or_number_of_addresses(void **state)
{
	struct tool_answer before =
		name(TOOL_STATE_REACHABLE, REACH_NAME_RESOLVED, 1);
	struct tool_answer after = before;

	after.why.paths[0].metric = 5;
	strcpy(after.why.paths[0].gateway, "192.0.2.9");
	assert_false(tool_reason_differs(&before, &after));
	after.why.path_total = 2;
	assert_true(tool_reason_differs(&before, &after));
	after = before;
	after.why.interface_index++;
	assert_true(tool_reason_differs(&before, &after));
	after = before;
	after.why.flags |= kSCNetworkReachabilityFlagsIsDirect;
	assert_true(tool_reason_differs(&before, &after));
}

static void interface_names_are_printable(void **state)
{
	struct tool_answer before = up(REACH_RULE_GATEWAY);
	struct tool_link link = fine;

	link.running = false;
	strcpy(before.why.paths[0].interface_name, "v\x1b[2J");
	expect_with(before, down(REACH_RULE_NO_ROUTE), link,
		    "link down: v\\x1b[2J lost its carrier");
}

static void the_longest_names_fit(void **state)
{
	struct tool_answer before = up(REACH_RULE_GATEWAY);
	struct tool_answer after =
		answer(TOOL_STATE_REACHABLE, REACH_RULE_GATEWAY, "v1");
	char text[TOOL_SUMMARY_MAX];

	memset(before.why.paths[0].interface_name, 1, REACH_NAME_MAX - 1);
	memset(after.why.paths[0].interface_name, 1, REACH_NAME_MAX - 1);
	memset(after.why.paths[0].address, 1, REACH_TEXT_MAX - 1);
	memset(after.why.paths[0].gateway, 1, REACH_TEXT_MAX - 1);
	tool_reason(&before, &after, &fine, text);
	assert_true(strlen(text) < sizeof(text));
	tool_reason(NULL, &after, &fine, text);
	assert_true(strlen(text) < sizeof(text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(the_first_answer_is_summed_up),
		REACH_TEST(a_link_that_failed_comes_before_the_route),
		REACH_TEST(with_a_good_link_the_rule_is_the_reason),
		REACH_TEST(a_dormant_link_waits),
		REACH_TEST(what_was_missing_is_the_reason_of_a_gain),
		REACH_TEST(a_default_route_whose_link_returns_was_not_added),
		REACH_TEST(a_route_whose_link_returns_was_not_added),
		REACH_TEST(an_own_address_is_no_path_that_moved),
		REACH_TEST(another_interface_is_a_move),
		REACH_TEST(another_rule_on_the_same_interface_is_told),
		REACH_TEST(a_look_up_that_ended_is_the_reason),
		REACH_TEST(another_number_of_addresses_is_told),
		REACH_TEST(a_change_is_flags_interface_or_number_of_addresses),
		REACH_TEST(interface_names_are_printable),
		REACH_TEST(the_longest_names_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
