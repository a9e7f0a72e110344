/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* CONF-46 to CONF-50, and names that follow DNS: the configuration, the
   network, servers that change, refuse or stay silent. */

#include "recorder.h"

#include <SystemConfiguration/SCPrivate.h>

#include <net/if.h>
#include <stdio.h>
#include <unistd.h>

#include "dns.h"

/* What a test begins with: an /etc of its own and these records. */
#define serve(...)                                          \
	do {                                                \
		reach_test_lay_etc(REACH_TEST_RESOLV_CONF); \
		reach_test_dns_start(__VA_ARGS__, NULL);    \
	} while (0)

static void conf_46_a_name_hears_at_least_once_offline_too(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_name("www.test"));

	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_47_get_flags_takes_the_first_callbacks_place(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_lay_etc("");
	target = recorder_schedule(recorder, test_name("www.test"));
	assert_int_equal(test_read(target), 0);
	recorder_expect_none(recorder);
	/* And still hears of a change. */
	reach_test_write("/etc/hosts",
			 "127.0.0.1 localhost\n127.0.0.1 www.test\n");
	recorder_expect_flags(recorder, 0x30002);
	recorder_finish(recorder, target);
}

static void conf_48_an_address_gives_the_name_its_own_word(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("far.test,198.51.100.1", "near.test,192.0.2.1");
	target = recorder_schedule(recorder, test_name("far.test"));
	/* Optimistic first; then an address more, and the same flags. */
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0x2);
	assert_true(test_description_has(target, "(complete, 198.51.100.1)"));
	recorder_finish(recorder, target);
	target = recorder_schedule(recorder, test_name("near.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

static void conf_49_no_such_name_is_reachable_first_and_then_not(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("www.test,192.0.2.1");
	target = recorder_schedule(recorder, test_name("other.test"));
	recorder_expect(recorder, 2);
	assert_int_equal(recorder->flags[0], 0x2);
	assert_int_equal(recorder->flags[1], 0);
	assert_int_equal(recorder->inside[0], 0x2);
	recorder_expect_none(recorder);
	reach_test_write("/etc/hosts",
			 "127.0.0.1 localhost\n192.0.2.1 other.test\n");
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

static void conf_49_results_wait_for_the_first_callback(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int64_t end;

	serve("www.test,192.0.2.1");
	target = recorder_schedule(recorder, test_name("other.test"));
	/* The answer is there long before the loop runs. */
	end = reach_test_now() + REACH_TEST_DEADLINE_MS;
	while (reach_test_dns_count() < 2 && reach_test_now() < end)
		reach_test_readable(-1, 5);
	assert_true(reach_test_dns_count() >= 2);
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void conf_50_the_first_address_of_the_best_rank_decides(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_run("ip route add unreachable 203.0.113.0/24");
	/* The resolver puts the unreachable one last; which of the others is
	   first is its business. */
	serve("many.test,203.0.113.1", "many.test,192.0.2.1",
	      "many.test,198.51.100.1");
	target = recorder_schedule(recorder, test_name("many.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect(recorder, 2);
	if (recorder_last(recorder) == 0x20002)
		assert_true(test_description_has(
			target,
			"(complete, 192.0.2.1, 198.51.100.1, 203.0.113.1)"));
	else
		assert_true(test_description_has(
			target,
			"(complete, 198.51.100.1, 192.0.2.1, 203.0.113.1)"));
	recorder_finish(recorder, target);
}

static void conf_50_of_equal_addresses_the_first_decides(void **state)
{
	struct reach_explanation explanation = {.size = sizeof(explanation)};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	bool as_served;

	reach_test_run("for i in 0 1; do "
		       "ip link add w$i type veth peer name x$i && "
		       "ip link set x$i up && "
		       "ip link set w$i mode dormant && ip link set w$i up && "
		       "ip addr add 203.0.11$i.2/24 dev w$i || exit; done");
	serve("two.test,203.0.110.1", "two.test,203.0.111.1");
	target = recorder_schedule(recorder, test_name("two.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0x6);
	/* The order is the resolver's business. */
	as_served = test_description_has(
		target, "(complete, 203.0.110.1, 203.0.111.1)");
	assert_true(reach_explain(target, &explanation));
	assert_int_equal(explanation.interface_index,
			 if_nametoindex(as_served ? "w0" : "w1"));
	recorder_finish(recorder, target);
}

static void a_name_follows_its_addresses_routes(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("far.test,198.51.100.1");
	target = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect(recorder, 2);
	reach_test_run("ip route add blackhole 198.51.100.1");
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip route del blackhole 198.51.100.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

static bool was_counted(void *info)
{
	return reach_test_dns_count() >= *(const unsigned int *)info;
}

/* Queries in all: one for each family and look-up. */
static void expect_queries(unsigned int count)
{
	assert_true(
		reach_test_until(was_counted, &count, REACH_TEST_DEADLINE_MS));
}

/* Tried again by itself it is after 2, 8 and then only 32 seconds. */
static void
a_name_without_an_address_is_asked_for_after_any_change(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("www.test,192.0.2.1");
	target = recorder_schedule(recorder, test_name("other.test"));
	recorder_expect(recorder, 2);
	for (unsigned int i = 0; i < 4; i++) {
		reach_test_run("ip route add 203.0.113.%u dev v0", i);
		expect_queries(4 + 2 * i);
	}
	recorder_expect_none(recorder);
	recorder_finish(recorder, target);
}

static void on_another_network_all_names_are_asked_for(void **state)
{
	struct recorder *first_recorder = recorder_new();
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef first;
	SCNetworkReachabilityRef target;

	serve("far.test,198.51.100.1");
	/* What there was before the name. */
	first = recorder_schedule(first_recorder, test_target("192.0.2.1"));
	reach_test_run("ip route add unreachable 192.0.2.1");
	recorder_expect_flags(first_recorder, 0);
	target = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect(recorder, 2);
	for (unsigned int i = 0; i < 4; i++) {
		reach_test_run("ip route replace default via 192.0.2.%u",
			       11 + i);
		expect_queries(4 + 2 * i);
	}
	recorder_expect_none(recorder);
	recorder_finish(recorder, target);
	recorder_finish(first_recorder, first);
}

/* Row 63: rust 41570. */
static void a_name_that_failed_is_found_when_the_servers_change(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_lay_etc("");
	reach_test_dns_start("late.test,192.0.2.1", NULL);
	/* The stub's own address is the default server; deny it. */
	reach_test_write("/etc/resolv.conf", "nameserver 192.0.2.77\n"
					     "options timeout:1 attempts:1\n");
	reach_test_run("ip route add unreachable 192.0.2.77");
	target = recorder_schedule(recorder, test_name("late.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0);
	reach_test_write("/etc/resolv.conf.new", REACH_TEST_RESOLV_CONF);
	assert_int_equal(rename("/etc/resolv.conf.new", "/etc/resolv.conf"), 0);
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

/* They may have been others for a moment: so it is asked again, for each
   family, but nobody is told what they know. */
static void servers_written_anew_unchanged_are_told_to_nobody(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("far.test,198.51.100.1");
	target = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect(recorder, 2);
	for (unsigned int count = 4; count <= 8; count += 2) {
		reach_test_write("/etc/resolv.conf", REACH_TEST_RESOLV_CONF);
		expect_queries(count);
	}
	recorder_expect_none(recorder);
	assert_int_equal(reach_test_dns_count(), 8);
	recorder_finish(recorder, target);
}

/* Row 64: c-ares 301. */
static void a_symlinked_configuration_is_watched_at_every_step(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	serve("late.test,192.0.2.1");
	reach_test_run("mkdir -p /etc/run /etc/step && "
		       "echo 'nameserver 192.0.2.77' > /etc/run/resolv.conf && "
		       "echo 'options timeout:1 attempts:1' >> "
		       "/etc/run/resolv.conf && "
		       "ln -s ../run/resolv.conf /etc/step/resolv.conf && "
		       "ln -sf /etc/step/resolv.conf /etc/resolv.conf && "
		       "ip route add unreachable 192.0.2.77");
	target = recorder_schedule(recorder, test_name("late.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0);
	reach_test_write("/etc/run/new", REACH_TEST_RESOLV_CONF);
	assert_int_equal(rename("/etc/run/new", "/etc/run/resolv.conf"), 0);
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

static bool was_asked(void *info)
{
	(void)info;
	return reach_test_dns_count_silent() > 0;
}

static void a_silent_server_delays_nobody(void **state)
{
	struct recorder *name_recorder = recorder_new();
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef name;
	SCNetworkReachabilityRef target;
	int64_t start;

	reach_test_lay_etc("nameserver 127.0.0.1\n"
			   "options timeout:3 attempts:1\n");
	reach_test_dns_start_silent();
	name = recorder_schedule(name_recorder, test_name("www.test"));
	recorder_expect_flags(name_recorder, 0x2);
	assert_true(reach_test_until(was_asked, NULL, REACH_TEST_DEADLINE_MS));
	target = recorder_schedule(recorder, test_target("198.51.100.1"));
	start = reach_test_now();
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	/* Long before the look-up has given up. */
	assert_true(reach_test_now() - start < 2500);
	recorder_finish(recorder, target);
	recorder_finish(name_recorder, name);
}

static void a_network_that_comes_brings_the_name(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_lay_etc("nameserver 127.0.0.1\n"
			   "options timeout:1 attempts:1\n");
	reach_test_dns_start("far.test,198.51.100.1", NULL);
	reach_test_run("ip route del default && ip -6 route del default && "
		       "ip link set lo down");
	target = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip link set lo up && "
		       "ip route add default via 192.0.2.1");
	/* With its address, at the latest when the look-up is tried again. */
	while (recorder_last(recorder) != 0x2 ||
	       !test_description_has(target, "198.51.100.1"))
		recorder_expect_more(recorder);
	recorder_finish(recorder, target);
}

static void a_name_without_resolving_keeps_the_default_answer(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	CFStringRef keys[] = {CFSTR("nodename"), CFSTR("ResolverBypass")};
	const void *values[] = {CFSTR("other.test"), kCFBooleanTrue};
	CFDictionaryRef options =
		CFDictionaryCreate(NULL, (const void **)keys, values, 2,
				   &kCFTypeDictionaryKeyCallBacks,
				   &kCFTypeDictionaryValueCallBacks);

	serve("www.test,192.0.2.1");
	target = SCNetworkReachabilityCreateWithOptions(NULL, options);
	CFRelease(options);
	assert_non_null(target);
	recorder_schedule(recorder, target);
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_none(recorder);
	assert_int_equal(reach_test_dns_count(), 0);
	assert_true(test_description_has(target, ", !resolve"));
	reach_test_run("ip route del default && ip -6 route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

static void resolved_addresses_can_be_copied(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	CFArrayRef addresses;
	int error = -1;

	serve("near.test,192.0.2.1,2001:db8:1::1");
	target = recorder_schedule(recorder, test_name("near.test"));
	assert_null(SCNetworkReachabilityCopyResolvedAddress(target, &error));
	assert_int_equal(error, 0);
	assert_int_equal(SCError(), kSCStatusOK);
	recorder_expect(recorder, 2);
	addresses = SCNetworkReachabilityCopyResolvedAddress(target, NULL);
	assert_non_null(addresses);
	assert_int_equal(CFArrayGetCount(addresses), 2);
	for (CFIndex i = 0; i < 2; i++) {
		CFDataRef data = CFArrayGetValueAtIndex(addresses, i);
		const struct sockaddr *address =
			(const struct sockaddr *)CFDataGetBytePtr(data);

		assert_true(CFDataGetLength(data) ==
			    (address->sa_family == AF_INET ? 16 : 28));
	}
	CFRelease(addresses);
	recorder_finish(recorder, target);
	target = test_target("192.0.2.1");
	assert_null(SCNetworkReachabilityCopyResolvedAddress(target, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

static void two_targets_share_one_look_up(void **state)
{
	struct recorder *first_recorder = recorder_new();
	struct recorder *second_recorder = recorder_new();
	SCNetworkReachabilityRef first;
	SCNetworkReachabilityRef second;

	serve("far.test,198.51.100.1");
	first = recorder_schedule(first_recorder, test_name("far.test"));
	recorder_expect(first_recorder, 2);
	second = recorder_schedule(second_recorder, test_name("far.test"));
	recorder_expect(second_recorder, 2);
	/* One for each family. */
	assert_int_equal(reach_test_dns_count(), 2);
	recorder_finish(first_recorder, first);
	recorder_finish(second_recorder, second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter_lo,
			conf_46_a_name_hears_at_least_once_offline_too),
		TEST_IN(reach_test_enter_lo,
			conf_47_get_flags_takes_the_first_callbacks_place),
		TEST_IN(reach_test_enter_routed,
			conf_48_an_address_gives_the_name_its_own_word),
		TEST_IN(reach_test_enter_routed,
			conf_49_no_such_name_is_reachable_first_and_then_not),
		TEST_IN(reach_test_enter_routed,
			conf_49_results_wait_for_the_first_callback),
		TEST_IN(reach_test_enter_routed,
			conf_50_the_first_address_of_the_best_rank_decides),
		TEST_IN(reach_test_enter_routed,
			conf_50_of_equal_addresses_the_first_decides),
		TEST_IN(reach_test_enter_routed,
			a_name_follows_its_addresses_routes),
		TEST_IN(reach_test_enter_routed,
			a_name_without_an_address_is_asked_for_after_any_change),
		TEST_IN(reach_test_enter_routed,
			on_another_network_all_names_are_asked_for),
		TEST_IN(reach_test_enter_routed,
			a_name_that_failed_is_found_when_the_servers_change),
		TEST_IN(reach_test_enter_routed,
			servers_written_anew_unchanged_are_told_to_nobody),
		TEST_IN(reach_test_enter_routed,
			a_symlinked_configuration_is_watched_at_every_step),
		TEST_IN(reach_test_enter_routed, a_silent_server_delays_nobody),
		TEST_IN(reach_test_enter_routed,
			a_network_that_comes_brings_the_name),
		TEST_IN(reach_test_enter_routed,
			a_name_without_resolving_keeps_the_default_answer),
		TEST_IN(reach_test_enter_routed,
			resolved_addresses_can_be_copied),
		TEST_IN(reach_test_enter_routed, two_targets_share_one_look_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
