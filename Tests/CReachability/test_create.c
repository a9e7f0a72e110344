/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* CONF-01 to CONF-17, CONF-37, CONF-75, CONF-76: making targets, what is
   refused, what they look like. The status itself is tested in
   test_SCError.c. */

#include "api.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/un.h>
#include <unistd.h>

static void conf_01_no_address_is_refused(void **state)
{
	assert_null(SCNetworkReachabilityCreateWithAddress(NULL, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void conf_02_other_families_are_refused(void **state)
{
	const sa_family_t families[] = {AF_UNSPEC, AF_UNIX, AF_PACKET, 255};

	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		struct sockaddr_storage address = {.ss_family = families[i]};
		const struct sockaddr *any = (const struct sockaddr *)&address;

		assert_null(SCNetworkReachabilityCreateWithAddress(NULL, any));
		assert_int_equal(SCError(), kSCStatusInvalidArgument);
	}
}

static void conf_03_both_families_make_a_target_of_one_reference(void **state)
{
	const char *addresses[] = {"192.0.2.1", "2001:db8::1"};

	for (int i = 0; i < 2; i++) {
		SCNetworkReachabilityRef target = test_target(addresses[i]);

		assert_int_equal(CFGetRetainCount(target), 1);
		assert_int_not_equal(SCNetworkReachabilityGetTypeID(), 0);
		assert_int_equal(CFGetTypeID(target),
				 SCNetworkReachabilityGetTypeID());
		CFRetain(target);
		assert_int_equal(CFGetRetainCount(target), 2);
		CFRelease(target);
		CFRelease(target);
	}
}

/* The address ends where the page does; one byte more would fault. */
static void conf_04_no_byte_past_the_family_is_read(void **state)
{
	long page = sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const char *addresses[] = {"192.0.2.1", "2001:db8::1"};
	const size_t sizes[] = {16, 28};

	assert_ptr_not_equal(memory, MAP_FAILED);
	mprotect(memory + page, (size_t)page, PROT_NONE);
	for (int i = 0; i < 2; i++) {
		union test_address address = test_address(addresses[i]);
		char *end = memory + page - sizes[i];
		SCNetworkReachabilityRef target;
		SCNetworkReachabilityRef odd;

		memcpy(end, &address, sizes[i]);
		target = SCNetworkReachabilityCreateWithAddress(NULL,
								(void *)end);
		assert_non_null(target);
		/* Unaligned as well. */
		memcpy(end - 1, &address, sizes[i]);
		odd = SCNetworkReachabilityCreateWithAddress(NULL,
							     (void *)(end - 1));
		assert_non_null(odd);
		memset(end - 1, 0xff, sizes[i]);
		assert_true(test_description_has(target, addresses[i]));
		assert_true(test_description_has(odd, addresses[i]));
		CFRelease(target);
		CFRelease(odd);
	}
	munmap(memory, 2 * (size_t)page);
}

static void
conf_05_a_pair_of_nothing_or_of_another_family_is_refused(void **state)
{
	struct sockaddr_un other = {.sun_family = AF_UNIX};
	const struct sockaddr *bad = (const struct sockaddr *)&other;
	union test_address good = test_address("192.0.2.1");

	assert_null(
		SCNetworkReachabilityCreateWithAddressPair(NULL, NULL, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_null(SCNetworkReachabilityCreateWithAddressPair(NULL, bad,
							       &good.any));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_null(SCNetworkReachabilityCreateWithAddressPair(NULL, &good.any,
							       bad));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void conf_06_one_address_is_a_pair(void **state)
{
	CFRelease(test_pair("192.0.2.1", NULL));
	CFRelease(test_pair(NULL, "2001:db8::1"));
	CFRelease(test_pair("192.0.2.1", "2001:db8::1"));
}

static void conf_07_no_name_is_refused(void **state)
{
	assert_null(SCNetworkReachabilityCreateWithName(NULL, NULL));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_null(SCNetworkReachabilityCreateWithName(NULL, ""));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void expect_description(const char *name, const char *text)
{
	SCNetworkReachabilityRef target = test_name(name);

	assert_true(test_description_has(target, text));
	CFRelease(target);
}

static void conf_08_a_numeric_name_is_an_address(void **state)
{
	expect_description("192.0.2.1", "{address = 192.0.2.1}");
	expect_description("2001:db8::1", "{address = 2001:db8::1}");
}

static void conf_09_short_octal_and_hex_forms_are_addresses(void **state)
{
	expect_description("1", "{address = 0.0.0.1}");
	expect_description("127.1", "{address = 127.0.0.1}");
	expect_description("0x7f000001", "{address = 127.0.0.1}");
	expect_description("0300.0.2.1", "{address = 192.0.2.1}");
}

static void conf_10_a_scope_is_an_interface_of_this_namespace(void **state)
{
	expect_description("fe80::1%v0", "{address = fe80::1%v0}");
	expect_description("fe80::1%nosuchif", "{address = fe80::1}");
}

static void conf_11_any_other_text_is_a_name(void **state)
{
	expect_description("http://x", "{name = http://x}");
	expect_description("a b", "{name = a b}");
	expect_description("x:80", "{name = x:80}");
	expect_description("192.0.2.1.example", "{name = 192.0.2.1.example}");
}

static void conf_12_success_leaves_the_status_alone(void **state)
{
	assert_null(SCNetworkReachabilityCreateWithAddress(NULL, NULL));
	CFRelease(test_target("192.0.2.1"));
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void *read_status(void *info)
{
	*(int *)info = SCError();
	return NULL;
}

static void conf_13_the_status_is_the_threads_own(void **state)
{
	pthread_t thread;
	int status = -1;

	assert_null(SCNetworkReachabilityCreateWithAddress(NULL, NULL));
	assert_int_equal(pthread_create(&thread, NULL, read_status, &status),
			 0);
	pthread_join(thread, NULL);
	assert_int_equal(status, 0);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void conf_16_what_is_no_target_has_no_flags(void **state)
{
	SCNetworkReachabilityFlags flags = 0x12345678;
	CFStringRef text = CFSTR("no target");

	assert_int_equal(SCNetworkReachabilityGetFlags((void *)text, &flags),
			 FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(SCNetworkReachabilityGetFlags(NULL, &flags), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(flags, 0x12345678);
}

static void conf_17_equal_addresses_are_not_equal_targets(void **state)
{
	SCNetworkReachabilityRef one = test_target("192.0.2.1");
	SCNetworkReachabilityRef other = test_target("192.0.2.1");

	assert_false(CFEqual(one, other));
	assert_true(CFEqual(one, one));
	CFRelease(one);
	CFRelease(other);
}

static void conf_75_no_target_takes_no_callback(void **state)
{
	assert_int_equal(SCNetworkReachabilitySetCallback(NULL, NULL, NULL),
			 FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void expect_pair(const char *local, const char *remote, const char *text)
{
	SCNetworkReachabilityRef target = test_pair(local, remote);

	assert_true(test_description_has(target, text));
	assert_false(test_description_has(target, "flags ="));
	CFRelease(target);
}

static void conf_76_descriptions_are_apples(void **state)
{
	expect_description("0.0.0.0", "{default path}");
	expect_description("::", "{default path}");
	expect_description("www.example.com", "{name = www.example.com}");
	expect_pair("192.0.2.2", "198.51.100.1",
		    "{local address = 192.0.2.2, remote address = "
		    "198.51.100.1}");
	expect_pair(NULL, "198.51.100.1", "{remote address = 198.51.100.1}");
	expect_description("192.0.2.1", "<SCNetworkReachability 0x");
}

static void conf_37_a_loopback_source_is_dropped(void **state)
{
	expect_pair("127.0.0.1", "198.51.100.1", "{address = 198.51.100.1}");
	expect_pair("127.0.0.1", "127.0.0.2", "{local address = 127.0.0.1");
}

static void a_name_may_have_any_bytes_and_any_length(void **state)
{
	char name[5000];
	SCNetworkReachabilityRef target;

	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	CFRelease(test_name(name));
	target = test_name("\xff\xfe\x01");
	CFRelease(CFCopyDescription(target));
	CFRelease(target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conf_01_no_address_is_refused),
		cmocka_unit_test(conf_02_other_families_are_refused),
		cmocka_unit_test(
			conf_03_both_families_make_a_target_of_one_reference),
		cmocka_unit_test(conf_04_no_byte_past_the_family_is_read),
		cmocka_unit_test(
			conf_05_a_pair_of_nothing_or_of_another_family_is_refused),
		cmocka_unit_test(conf_06_one_address_is_a_pair),
		cmocka_unit_test(conf_07_no_name_is_refused),
		cmocka_unit_test(conf_08_a_numeric_name_is_an_address),
		cmocka_unit_test(
			conf_09_short_octal_and_hex_forms_are_addresses),
		TEST_IN(reach_test_enter_veth,
			conf_10_a_scope_is_an_interface_of_this_namespace),
		cmocka_unit_test(conf_11_any_other_text_is_a_name),
		cmocka_unit_test(conf_12_success_leaves_the_status_alone),
		cmocka_unit_test(conf_13_the_status_is_the_threads_own),
		cmocka_unit_test(conf_16_what_is_no_target_has_no_flags),
		cmocka_unit_test(conf_17_equal_addresses_are_not_equal_targets),
		cmocka_unit_test(conf_75_no_target_takes_no_callback),
		cmocka_unit_test(conf_76_descriptions_are_apples),
		cmocka_unit_test(conf_37_a_loopback_source_is_dropped),
		cmocka_unit_test(a_name_may_have_any_bytes_and_any_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
