/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* SCPrivate.h: targets from options, and what the calls say to arguments that
   are none. */

#include "recorder.h"

#include <SystemConfiguration/SCPrivate.h>

#include <net/if.h>
#include <stdio.h>
#include <string.h>

struct option {
	CFStringRef key;
	/* released by create() */
	CFTypeRef value;
};

static CFStringRef text(const char *string)
{
	return CFStringCreateWithCString(NULL, string, kCFStringEncodingUTF8);
}

static CFDataRef bytes(const void *data, size_t size)
{
	return CFDataCreate(NULL, data, (CFIndex)size);
}

static CFDataRef address(const char *string)
{
	union test_address made = test_address(string);

	return bytes(&made, made.any.sa_family == AF_INET ? sizeof(made.ipv4)
							  : sizeof(made.ipv6));
}

static SCNetworkReachabilityRef create(const struct option *options,
				       CFIndex count)
{
	const void *keys[8];
	const void *values[8];
	CFDictionaryRef dictionary;
	SCNetworkReachabilityRef target;

	for (CFIndex i = 0; i < count; i++) {
		keys[i] = options[i].key;
		values[i] = options[i].value;
	}
	dictionary = CFDictionaryCreate(NULL, keys, values, count,
					&kCFTypeDictionaryKeyCallBacks,
					&kCFTypeDictionaryValueCallBacks);
	target = SCNetworkReachabilityCreateWithOptions(NULL, dictionary);
	CFRelease(dictionary);
	for (CFIndex i = 0; i < count; i++)
		CFRelease(options[i].value);
	return target;
}

#define CREATE(...)                                           \
	create((const struct option[]){__VA_ARGS__},          \
	       sizeof((const struct option[]){__VA_ARGS__}) / \
		       sizeof(struct option))

#define NAME kSCNetworkReachabilityOptionNodeName
#define LOCAL kSCNetworkReachabilityOptionLocalAddress
#define REMOTE kSCNetworkReachabilityOptionRemoteAddress
#define PTR kSCNetworkReachabilityOptionPTRAddress
#define INTERFACE kSCNetworkReachabilityOptionInterface

static void assert_refused(SCNetworkReachabilityRef target)
{
	assert_null(target);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void options_make_every_kind_of_target(void **state)
{
	assert_int_equal(test_flags_of(CREATE({REMOTE, address("192.0.2.1")})),
			 0x20002);
	assert_int_equal(test_flags_of(CREATE({NAME, text("192.0.2.1")})),
			 0x20002);
	assert_int_equal(test_flags_of(CREATE({NAME, text("www.test")})), 0x2);
	assert_int_equal(test_flags_of(CREATE({LOCAL, address("192.0.2.2")},
					      {REMOTE, address("192.0.2.1")})),
			 0x20002);
	assert_int_equal(test_flags_of(CREATE({LOCAL, address("192.0.2.9")},
					      {REMOTE, address("192.0.2.1")})),
			 0);
	assert_int_equal(test_flags_of(CREATE({REMOTE, address("192.0.2.1")},
					      {INTERFACE, text("v0")})),
			 0x20002);
	assert_int_equal(test_flags_of(CREATE({REMOTE, address("192.0.2.1")},
					      {INTERFACE, text("lo")})),
			 0);
}

static void what_names_no_target_or_two_is_refused(void **state)
{
	CFStringRef no_dictionary = text("");

	assert_refused(SCNetworkReachabilityCreateWithOptions(NULL, NULL));
	assert_refused(SCNetworkReachabilityCreateWithOptions(
		NULL, (CFDictionaryRef)no_dictionary));
	CFRelease(no_dictionary);
	assert_refused(create(NULL, 0));
	assert_refused(CREATE({INTERFACE, text("v0")}));
	assert_refused(CREATE({NAME, text("www.test")},
			      {REMOTE, address("192.0.2.1")}));
	assert_refused(CREATE({NAME, text("www.test")},
			      {LOCAL, address("192.0.2.1")}));
	assert_refused(CREATE({PTR, address("192.0.2.1")}));
	assert_refused(
		CREATE({NAME, text("www.test")}, {PTR, address("192.0.2.1")}));
}

static void values_of_another_type_are_refused(void **state)
{
	static const char *const flags[] = {"ConnectionOnDemandBypass",
					    "ResolverBypass", "ServerBypass"};

	assert_refused(CREATE({NAME, address("192.0.2.1")}));
	assert_refused(CREATE({REMOTE, text("192.0.2.1")}));
	assert_refused(CREATE({LOCAL, text("192.0.2.1")}));
	assert_refused(CREATE({REMOTE, address("192.0.2.1")},
			      {INTERFACE, CFRetain(kCFBooleanTrue)}));
	for (int i = 0; i < 3; i++) {
		CFStringRef key = text(flags[i]);
		SCNetworkReachabilityRef target;

		assert_refused(
			CREATE({NAME, text("www.test")}, {key, text("true")}));
		target = CREATE({NAME, text("www.test")},
				{key, CFRetain(kCFBooleanTrue)});
		assert_int_equal(test_flags_of(target), 0x2);
		CFRelease(key);
	}
}

static void values_that_say_nothing_are_refused(void **state)
{
	struct sockaddr_storage other = {.ss_family = AF_UNIX};
	struct sockaddr_in ipv4 = {.sin_family = AF_INET};
	char much[256] = "";

	memcpy(much, &ipv4, sizeof(ipv4));
	assert_refused(CREATE({NAME, text("")}));
	assert_refused(CREATE({REMOTE, bytes(&other, sizeof(other))}));
	assert_refused(CREATE({LOCAL, bytes(&other, sizeof(other))}));
	assert_refused(CREATE({REMOTE, bytes(&ipv4, sizeof(ipv4) - 1)}));
	assert_refused(CREATE({REMOTE, bytes(&ipv4, 0)}));
	assert_refused(CREATE({REMOTE, bytes(much, sizeof(much))}));
	assert_refused(
		CREATE({REMOTE, address("192.0.2.1")}, {INTERFACE, text("")}));
	assert_refused(CREATE({REMOTE, address("192.0.2.1")},
			      {INTERFACE, text("none")}));
	assert_refused(CREATE({REMOTE, address("192.0.2.1")},
			      {INTERFACE, text("a name that is too long")}));
}

static bool describes(SCNetworkReachabilityRef target, const char *part)
{
	bool found = test_description_has(target, part);

	CFRelease(target);
	return found;
}

static void options_are_described(void **state)
{
	char interface[32];

	snprintf(interface, sizeof(interface), "192.0.2.1, if_index = %u",
		 if_nametoindex("v0"));
	assert_true(describes(
		CREATE({REMOTE, address("192.0.2.1")}, {INTERFACE, text("v0")}),
		interface));
	assert_true(describes(CREATE({LOCAL, address("192.0.2.2")}),
			      "local address = 192.0.2.2, default path"));
}

static void resolved_addresses_are_those_of_a_name(void **state)
{
	SCNetworkReachabilityRef target = test_target("192.0.2.1");
	int error = 99;

	assert_null(SCNetworkReachabilityCopyResolvedAddress(NULL, &error));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_null(SCNetworkReachabilityCopyResolvedAddress(target, &error));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(error, 99);
	CFRelease(target);
	target = test_name("www.test");
	assert_null(SCNetworkReachabilityCopyResolvedAddress(target, &error));
	assert_int_equal(SCError(), kSCStatusOK);
	assert_int_equal(error, 0);
	CFRelease(target);
}

static int get_index(SCNetworkReachabilityRef target)
{
	int index = SCNetworkReachabilityGetInterfaceIndex(target);

	CFRelease(target);
	return index;
}

static void the_interface_is_that_of_the_path(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	assert_int_equal(SCNetworkReachabilityGetInterfaceIndex(NULL), -1);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(get_index(test_target("192.0.2.1")),
			 if_nametoindex("v0"));
	assert_int_equal(get_index(test_target("127.0.0.1")),
			 if_nametoindex("lo"));
	reach_test_run("ip route add unreachable 203.0.113.1");
	assert_int_equal(get_index(test_target("203.0.113.1")), -1);
	target = recorder_schedule(recorder, test_target("192.0.2.1"));
	assert_int_equal(SCNetworkReachabilityGetInterfaceIndex(target),
			 if_nametoindex("v0"));
	recorder_finish(recorder, target);
}

static void nowhere_to_write_to_is_refused(void **state)
{
	SCNetworkReachabilityRef target = test_target("192.0.2.1");
	struct reach_explanation small = {.size = sizeof(size_t) - 1};
	union test_address address = test_address("192.0.2.1");

	assert_false(SCNetworkReachabilityGetFlags(target, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(reach_explain(target, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(reach_explain(target, &small));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(SCNetworkCheckReachabilityByAddress(
		&address.any, sizeof(address.ipv4), NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(SCNetworkCheckReachabilityByName("192.0.2.1", NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

static void the_older_calls_refuse_what_is_no_address(void **state)
{
	SCNetworkConnectionFlags flags = 0x12345678;
	struct sockaddr_storage other = {.ss_family = AF_UNIX};

	assert_false(SCNetworkCheckReachabilityByAddress(
		(const struct sockaddr *)&other, sizeof(other), &flags));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(SCNetworkCheckReachabilityByName("", &flags));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(flags, 0x12345678);
}

static void no_loop_and_no_mode_are_refused(void **state)
{
	SCNetworkReachabilityRef target = test_target("192.0.2.1");
	CFRunLoopRef loop = CFRunLoopGetCurrent();

	assert_false(SCNetworkReachabilityUnscheduleFromRunLoop(
		NULL, loop, kCFRunLoopDefaultMode));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, NULL, kCFRunLoopDefaultMode));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_false(
		SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(target);
}

static void numbers_without_a_meaning_have_a_text(void **state)
{
	assert_string_equal(reach_rule_text(0xffffffff), "unknown rule");
	assert_string_equal(reach_link_kind_text(0xffffffff),
			    reach_link_kind_text(REACH_LINK_OTHER));
}

#define IN(test) TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(options_make_every_kind_of_target),
		IN(what_names_no_target_or_two_is_refused),
		IN(values_of_another_type_are_refused),
		IN(values_that_say_nothing_are_refused),
		IN(options_are_described),
		IN(resolved_addresses_are_those_of_a_name),
		IN(the_interface_is_that_of_the_path),
		IN(nowhere_to_write_to_is_refused),
		IN(the_older_calls_refuse_what_is_no_address),
		IN(no_loop_and_no_mode_are_refused),
		IN(numbers_without_a_meaning_have_a_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
