/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The rules as a table: one row for each line of the decisions, then what the
 * rows cannot say: the order of the rules, over all combinations of facts.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "flags.h"

/* A row says what is not as on a plain wired link. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

#define ON_LINK                                                        \
	.type = REACH_PATH_REMOTE, .loopback_up = true, .alive = true, \
	.source_usable = true, .owns_local = true, .running = true,    \
	.kind = REACH_LINK_WIRED

struct row {
	const char *what;
	struct reach_facts facts;
	SCNetworkReachabilityFlags flags;
	enum reach_rule rule;
};

static const struct row rows[] = {
	{"own address",
	 {.type = REACH_PATH_LOCAL, .loopback_up = true, .owns_local = true},
	 0x30002,
	 REACH_RULE_LOCAL},
	{"own address while lo is down",
	 {.type = REACH_PATH_LOCAL, .owns_local = true},
	 0,
	 REACH_RULE_LOOPBACK_DOWN},
	{"own address, but the pair's local one is not ours",
	 {.type = REACH_PATH_LOCAL, .loopback_up = true},
	 0,
	 REACH_RULE_LOCAL_ADDRESS},
	{"a default route of type local is neither local nor direct",
	 {.type = REACH_PATH_LOCAL,
	  .loopback_up = true,
	  .owns_local = true,
	  .is_default = true},
	 0x2,
	 REACH_RULE_LOCAL},
	{"no route", {.type = REACH_PATH_NONE}, 0, REACH_RULE_NO_ROUTE},
	{"a route or rule that rejects",
	 {.type = REACH_PATH_NONE, .rejected = true},
	 0,
	 REACH_RULE_REJECTED},
	{"every nexthop dead", {ON_LINK, .alive = false}, 0, REACH_RULE_DEAD},
	{"no usable source",
	 {ON_LINK, .source_usable = false},
	 0,
	 REACH_RULE_NO_SOURCE},
	{"local address on another interface",
	 {ON_LINK, .owns_local = false},
	 0,
	 REACH_RULE_LOCAL_ADDRESS},
	{"dormant",
	 {ON_LINK, .running = false, .dormant = true},
	 0x6,
	 REACH_RULE_DORMANT},
	{"dormant, through a gateway",
	 {ON_LINK, .running = false, .dormant = true, .gateway = true},
	 0x6,
	 REACH_RULE_DORMANT},
	{"dormant point-to-point",
	 {ON_LINK, .running = false, .dormant = true, .point_to_point = true},
	 0xF,
	 REACH_RULE_DORMANT},
	{"not running", {ON_LINK, .running = false}, 0, REACH_RULE_NOT_RUNNING},
	{"WWAN, on-link",
	 {ON_LINK, .kind = REACH_LINK_WWAN},
	 0x40003,
	 REACH_RULE_WWAN},
	{"WWAN in raw-IP mode",
	 {ON_LINK, .kind = REACH_LINK_WWAN, .point_to_point = true},
	 0x40003,
	 REACH_RULE_WWAN},
	{"default path over WWAN",
	 {ON_LINK, .kind = REACH_LINK_WWAN, .is_default = true},
	 0x40003,
	 REACH_RULE_WWAN},
	{"tunnel, on-link",
	 {ON_LINK, .kind = REACH_LINK_TUNNEL, .point_to_point = true},
	 0x3,
	 REACH_RULE_POINT_TO_POINT},
	{"tunnel, through a gateway",
	 {ON_LINK, .kind = REACH_LINK_TUNNEL, .point_to_point = true,
	  .gateway = true},
	 0x3,
	 REACH_RULE_POINT_TO_POINT},
	{"default path through a tunnel",
	 {ON_LINK, .kind = REACH_LINK_TUNNEL, .point_to_point = true,
	  .is_default = true},
	 0x3,
	 REACH_RULE_POINT_TO_POINT},
	{"on-link", {ON_LINK}, 0x20002, REACH_RULE_DIRECT},
	{"through a gateway",
	 {ON_LINK, .gateway = true},
	 0x2,
	 REACH_RULE_GATEWAY},
	{"default path without a gateway",
	 {ON_LINK, .is_default = true},
	 0x2,
	 REACH_RULE_DEFAULT},
	{"default path through a gateway",
	 {ON_LINK, .is_default = true, .gateway = true},
	 0x2,
	 REACH_RULE_DEFAULT},
	{"169.254/16 on-link",
	 {ON_LINK, .ipv4_link_local = true},
	 0x20002,
	 REACH_RULE_DIRECT},
	{"169.254/16 through a gateway on a wired link",
	 {ON_LINK, .ipv4_link_local = true, .gateway = true},
	 0x20002,
	 REACH_RULE_LINK_LOCAL},
	{"169.254/16 through a gateway on Wi-Fi",
	 {ON_LINK, .ipv4_link_local = true, .gateway = true,
	  .kind = REACH_LINK_WIFI},
	 0x20002,
	 REACH_RULE_LINK_LOCAL},
	{"169.254/16 through a gateway on another link",
	 {ON_LINK, .ipv4_link_local = true, .gateway = true,
	  .kind = REACH_LINK_OTHER},
	 0x2,
	 REACH_RULE_GATEWAY},
};

static void each_decision_has_its_word(void **state)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		enum reach_rule rule = REACH_RULE_NONE;
		uint32_t flags = reach_flags_of(&rows[i].facts, &rule);

		if (flags != rows[i].flags || rule != rows[i].rule)
			fail_msg("%s: 0x%x by rule %d, not 0x%x by rule %d",
				 rows[i].what, flags, rule, rows[i].flags,
				 rows[i].rule);
	}
}

/* Every bit of i is one fact. */
static struct reach_facts facts_of(unsigned int i)
{
	return (struct reach_facts){
		.type = (enum reach_path_type)(i % 3),
		.rejected = i / 3 & 1,
		.loopback_up = i / 3 & 2,
		.alive = i / 3 & 4,
		.source_usable = i / 3 & 8,
		.owns_local = i / 3 & 16,
		.gateway = i / 3 & 32,
		.ipv4_link_local = i / 3 & 64,
		.is_default = i / 3 & 128,
		.dormant = i / 3 & 256,
		.running = i / 3 & 512,
		.point_to_point = i / 3 & 1024,
		.kind = (enum reach_link_kind)(i / 3 / 2048 % 6),
	};
}

static void no_combination_of_facts_breaks_an_invariant(void **state)
{
	for (unsigned int i = 0; i < 3 * 2048 * 6; i++) {
		struct reach_facts facts = facts_of(i);
		enum reach_rule rule;
		uint32_t flags = reach_flags_of(&facts, &rule);

		assert_int_not_equal(rule, REACH_RULE_NONE);
		/* Unreachable means no bit at all. */
		assert_true(flags == 0 || flags & 0x2);
		/* CONF-42; OnDemand and InterventionRequired never. */
		assert_int_equal(flags & ~0x7000fu, 0);
		/* Local implies direct. */
		assert_true(!(flags & 0x10000) || flags & 0x20000);
		if (facts.is_default)
			assert_int_equal(flags & 0x30000, 0);
		if (facts.type == REACH_PATH_REMOTE &&
		    (facts.point_to_point || facts.kind == REACH_LINK_WWAN))
			assert_int_equal(flags & 0x20000, 0);
		if (facts.type == REACH_PATH_REMOTE && !facts.dormant &&
		    !facts.running)
			assert_int_equal(flags, 0);
		if (facts.type == REACH_PATH_NONE)
			assert_int_equal(flags, 0);
	}
}

static void rank_is_plain_reachability(void **state)
{
	assert_int_equal(reach_flags_rank(0), 0);
	assert_int_equal(reach_flags_rank(0x4), 0);
	assert_int_equal(reach_flags_rank(0x40000), 0);
	assert_int_equal(reach_flags_rank(0x6), 1);
	assert_int_equal(reach_flags_rank(0xF), 1);
	assert_int_equal(reach_flags_rank(0x2), 2);
	assert_int_equal(reach_flags_rank(0x30002), 2);
	assert_int_equal(reach_flags_rank(0x40003), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_decision_has_its_word),
		cmocka_unit_test(no_combination_of_facts_breaks_an_invariant),
		cmocka_unit_test(rank_is_plain_reachability),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
