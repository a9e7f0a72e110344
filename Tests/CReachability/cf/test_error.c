/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Error objects and the constants that are data, in both worlds. */

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cf.h"

static void assert_text(CFStringRef string, const char *expected)
{
	char text[128] = "";

	assert_int_equal(CFStringGetCString(string, text, sizeof(text),
					    kCFStringEncodingUTF8),
			 TRUE);
	assert_string_equal(text, expected);
}

static CFErrorRef make_error(CFIndex code, const char *text)
{
	CFStringRef description = reach_cf_string(text);
	const void *keys[] = {kCFErrorDescriptionKey};
	const void *values[] = {description};
	CFDictionaryRef info = CFDictionaryCreate(
		NULL, keys, values, 1, &kCFTypeDictionaryKeyCallBacks,
		&kCFTypeDictionaryValueCallBacks);
	CFErrorRef error = CFErrorCreate(
		NULL, kCFErrorDomainSystemConfiguration, code, info);

	CFRelease(description);
	CFRelease(info);
	return error;
}

static void an_error_keeps_what_it_was_made_of(void **state)
{
	CFErrorRef error = make_error(1002, "it will not do");
	CFDictionaryRef info = CFErrorCopyUserInfo(error);

	assert_int_equal(CFGetTypeID(error), CFErrorGetTypeID());
	assert_int_equal(CFErrorGetCode(error), 1002);
	assert_true(reach_cf_equal(CFErrorGetDomain(error),
				   kCFErrorDomainSystemConfiguration));
	assert_text(CFDictionaryGetValue(info, kCFErrorDescriptionKey),
		    "it will not do");
	CFRelease(info);
	CFRelease(error);
}

static void an_error_without_more_has_an_empty_dictionary(void **state)
{
	CFErrorRef error = CFErrorCreate(NULL, kCFErrorDomainMach, 7, NULL);
	CFDictionaryRef info = CFErrorCopyUserInfo(error);

	assert_non_null(info);
	assert_int_equal(CFDictionaryGetCount(info), 0);
	CFRelease(info);
	CFRelease(error);
}

static void assert_described(CFErrorRef error, const char *part)
{
	CFStringRef strings[] = {CFErrorCopyDescription(error),
				 CFCopyDescription(error)};
	char text[256];
	size_t i;

	for (i = 0; i < 2; i++) {
		text[0] = '\0';
		CFStringGetCString(strings[i], text, sizeof(text),
				   kCFStringEncodingUTF8);
		if (!strstr(text, part))
			fail_msg("\"%s\" is not in \"%s\"", part, text);
		CFRelease(strings[i]);
	}
}

static void an_error_can_be_read(void **state)
{
	CFErrorRef error = make_error(1002, "it will not do");
	CFErrorRef posix =
		CFErrorCreate(NULL, kCFErrorDomainPOSIX, ENOENT, NULL);
	CFErrorRef bare = CFErrorCreate(NULL, kCFErrorDomainSystemConfiguration,
					1001, NULL);

	assert_described(error, "1002");
	assert_described(error, "it will not do");
	assert_described(error, "com.apple.SystemConfiguration");
	assert_described(posix, "2");
	assert_described(bare, "1001");
	if (!reach_cf_is_genuine())
		assert_described(posix, "No such file or directory");
	CFRelease(error);
	CFRelease(posix);
	CFRelease(bare);
}

static void equal_errors_are_equal(void **state)
{
	CFErrorRef a = make_error(1, "text");
	CFErrorRef b = make_error(1, "text");
	CFErrorRef c = make_error(2, "text");
	CFErrorRef d = CFErrorCreate(NULL, kCFErrorDomainPOSIX, 1, NULL);

	assert_true(reach_cf_equal(a, b));
	assert_int_equal(CFHash(a), CFHash(b));
	assert_false(reach_cf_equal(a, c));
	assert_false(reach_cf_equal(a, d));
	CFRelease(a);
	CFRelease(b);
	CFRelease(c);
	CFRelease(d);
}

static void without_memory_there_is_still_an_error(void **state)
{
	CFErrorRef error = reach_cf_out_of_memory_error();

	/* the toolchain's does not return then */
	if (reach_cf_is_genuine()) {
		assert_null(error);
		return;
	}
	CFRelease(error);
	assert_int_equal(CFErrorGetCode(error), kSCStatusFailed);
	assert_text(CFErrorGetDomain(error), "com.apple.SystemConfiguration");
}

static void constants_are_strings_of_the_world_in_use(void **state)
{
	assert_text(kCFErrorDomainSystemConfiguration,
		    "com.apple.SystemConfiguration");
	assert_text(kCFRunLoopDefaultMode, "kCFRunLoopDefaultMode");
	assert_text(kCFRunLoopCommonModes, "kCFRunLoopCommonModes");
	assert_text(kCFErrorDomainPOSIX, "NSPOSIXErrorDomain");
	assert_text(kCFErrorDomainMach, "NSMachErrorDomain");
	assert_true(reach_cf_is_string(kCFErrorDescriptionKey));
	assert_true(reach_cf_equal(kCFErrorDomainSystemConfiguration,
				   CFSTR("com.apple.SystemConfiguration")));
	assert_int_equal(CFHash(kCFErrorDomainSystemConfiguration),
			 CFHash(CFSTR("com.apple.SystemConfiguration")));
}

static void constants_may_be_released_too_often(void **state)
{
	int i;

	for (i = 0; i < 10; i++) {
		CFRelease(kCFErrorDomainSystemConfiguration);
		CFRelease(kCFRunLoopDefaultMode);
	}
	constants_are_strings_of_the_world_in_use(state);
}

static void constants_are_the_toolchains_where_it_is(void **state)
{
	CFStringRef *mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
	CFBooleanRef *yes = dlsym(RTLD_DEFAULT, "kCFBooleanTrue");

	assert_int_equal(mode != NULL, reach_cf_is_genuine());
	if (!mode)
		return;
	assert_ptr_equal(kCFRunLoopDefaultMode, *mode);
	assert_ptr_equal(kCFBooleanTrue, *yes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_keeps_what_it_was_made_of),
		cmocka_unit_test(an_error_without_more_has_an_empty_dictionary),
		cmocka_unit_test(an_error_can_be_read),
		cmocka_unit_test(equal_errors_are_equal),
		cmocka_unit_test(without_memory_there_is_still_an_error),
		cmocka_unit_test(constants_are_strings_of_the_world_in_use),
		cmocka_unit_test(constants_may_be_released_too_often),
		cmocka_unit_test(constants_are_the_toolchains_where_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
