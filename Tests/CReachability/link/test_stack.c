/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Links that stand on others. The events are made up: modems cannot be had. */

#include "links.h"

#include <sys/resource.h>

static void a_stack_takes_the_kind_at_its_bottom(void **state)
{
	add_macvlan(12, "mv", 11);
	add_bridge(11, "br");
	assert_like(12, REACH_LINK_WIRED, "br");
	add_modem(10, "modem", WORKING, 11);
	assert_like(11, REACH_LINK_WWAN, "modem");
	assert_like(12, REACH_LINK_WWAN, "modem");
	assert_like(10, REACH_LINK_WWAN, "");
	apply_gone(10, AF_UNSPEC);
	assert_like(11, REACH_LINK_WIRED, "");
	assert_like(12, REACH_LINK_WIRED, "br");
}

static void any_working_modem_makes_the_whole_one(void **state)
{
	add_bridge(11, "br");
	add_veth(5, "a", 11);
	add_veth(6, "b", 11);
	assert_like(11, REACH_LINK_WIRED, "a");
	add_modem(10, "modem", IFF_UP, 11);
	assert_like(11, REACH_LINK_WIRED, "a");
	add_modem(10, "modem", WORKING, 11);
	assert_like(11, REACH_LINK_WWAN, "modem");
	add_modem(10, "modem", IFF_UP, 11);
	assert_like(11, REACH_LINK_WIRED, "a");
	add_modem(10, "modem", WORKING, 0);
	assert_like(11, REACH_LINK_WIRED, "a");
}

static void add_port(uint32_t index, const char *name, const char *driver_kind)
{
	apply((struct made){.index = index,
			    .name = name,
			    .driver_kind = driver_kind,
			    .flags = WORKING,
			    .master = 11,
			    .type = ARPHRD_NONE});
}

/* Each before what was there: what has no kind, a tunnel, Wi-Fi, a wire. */
static void of_working_ports_the_costliest_decides(void **state)
{
	add_bridge(11, "br");
	add_port(9, "odd", "unheard of");
	assert_like(11, REACH_LINK_OTHER, "odd");
	add_port(8, "tunnel", "wireguard");
	assert_like(11, REACH_LINK_TUNNEL, "tunnel");
	add_port(7, "radio", "virt_wifi");
	assert_like(11, REACH_LINK_WIFI, "radio");
	add_veth(6, "wire", 11);
	assert_like(11, REACH_LINK_WIRED, "wire");
	/* Of equals the oldest. */
	add_veth(5, "older", 11);
	add_veth(12, "newer", 11);
	assert_like(11, REACH_LINK_WIRED, "older");
}

static void a_bridge_without_ports_is_wired(void **state)
{
	add_bridge(11, "br");
	assert_like(11, REACH_LINK_WIRED, "");
}

static void a_lower_in_another_namespace_is_not_looked_for_here(void **state)
{
	add_modem(10, "modem", WORKING, 0);
	apply((struct made){.index = 12,
			    .name = "mv",
			    .driver_kind = "macvlan",
			    .flags = WORKING,
			    .lower = 10,
			    .foreign = true});
	assert_like(12, REACH_LINK_WIRED, "");
}

static void a_veths_peer_is_not_below_it(void **state)
{
	add_modem(10, "modem", WORKING, 0);
	apply((struct made){.index = 12,
			    .name = "veth",
			    .driver_kind = "veth",
			    .flags = WORKING,
			    .lower = 10});
	assert_like(12, REACH_LINK_WIRED, "");
}

static void cycles_and_towers_end(void **state)
{
	add_macvlan(10, "a", 11);
	add_macvlan(11, "b", 10);
	assert_int_equal(get(10).kind, REACH_LINK_WIRED);
	add_macvlan(12, "self", 12);
	assert_int_equal(get(12).kind, REACH_LINK_WIRED);
	add_modem(200, "modem2", WORKING, 0);
	for (uint32_t index = 201; index <= 208; index++)
		add_macvlan(index, "floor", index - 1);
	assert_int_equal(get(208).kind, REACH_LINK_WWAN);
	add_modem(100, "modem", WORKING, 0);
	for (uint32_t index = 101; index < 120; index++)
		add_macvlan(index, "storey", index - 1);
	assert_int_equal(get(110).kind, REACH_LINK_WIRED);
	/* What was too deep for one is not for another. */
	assert_int_equal(get(102).kind, REACH_LINK_WWAN);
	assert_int_equal(get(108).kind, REACH_LINK_WWAN);
}

static void a_cycle_through_many_ports_ends_soon(void **state)
{
	int64_t start = reach_test_now();

	add_bridge(10, "br");
	for (uint32_t index = 100; index < 300; index++)
		apply((struct made){.index = index,
				    .name = "port",
				    .driver_kind = "macvlan",
				    .flags = WORKING,
				    .lower = 10,
				    .master = 10});
	assert_int_equal(get(10).kind, REACH_LINK_WIRED);
	assert_true(reach_test_now() - start < REACH_TEST_DEADLINE_MS);
}

static void a_modems_channel_is_one_by_its_lower(void **state)
{
	reach_test_lay_sys_class_net();
	lay("channel", 11, "");
	reach_test_run("ln -s ../modem /sys/class/net/channel/lower_modem");
	apply((struct made){.index = 11,
			    .name = "channel",
			    .flags = WORKING,
			    .type = ARPHRD_NONE});
	assert_int_equal(get(11).kind, REACH_LINK_OTHER);
	add_modem(10, "modem", WORKING, 0);
	assert_like(11, REACH_LINK_WWAN, "modem");
}

static void assert_guess(uint32_t index)
{
	assert_int_equal(get(index).kind, REACH_LINK_WIRED);
	assert_true(get(index).guessed);
}

static void what_it_stands_on_is_looked_at_again_after_a_guess(void **state)
{
	struct rlimit former, none = {0};

	reach_test_lay_sys_class_net();
	lay("radio", 10, "wlan");
	apply((struct made){
		.index = 10, .name = "radio", .flags = WORKING, .master = 13});
	add_macvlan(11, "lower", 10);
	add_macvlan(12, "upper", 11);
	add_bridge(13, "br");
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &former), 0);
	none.rlim_max = former.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	for (uint32_t index = 10; index <= 13; index++)
		assert_guess(index);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &former), 0);
	/* Nothing was told meanwhile. */
	for (uint32_t index = 13; index >= 10; index--) {
		assert_int_equal(get(index).kind, REACH_LINK_WIFI);
		assert_false(get(index).guessed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_stack_takes_the_kind_at_its_bottom),
		test(any_working_modem_makes_the_whole_one),
		test(of_working_ports_the_costliest_decides),
		test(a_bridge_without_ports_is_wired),
		test(a_lower_in_another_namespace_is_not_looked_for_here),
		test(a_veths_peer_is_not_below_it),
		test(cycles_and_towers_end),
		test(a_cycle_through_many_ports_ends_soon),
		test(a_modems_channel_is_one_by_its_lower),
		test(what_it_stands_on_is_looked_at_again_after_a_guess),
	};

	return cmocka_run_group_tests(tests, NULL, close_all);
}
