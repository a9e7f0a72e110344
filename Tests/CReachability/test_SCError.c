/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The status of a thread, its text and its error object, in both worlds. */

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <SystemConfiguration/SystemConfiguration.h>

#include "SCError.h"

static void assert_text(CFStringRef string, const char *expected)
{
	char text[128] = "";

	assert_non_null(string);
	assert_int_equal(CFStringGetCString(string, text, sizeof(text),
					    kCFStringEncodingUTF8),
			 TRUE);
	assert_string_equal(text, expected);
}

static void every_code_has_its_value_and_text_CONF_14(void **state)
{
	static const struct {
		int code;
		int value;
		const char *text;
	} codes[] = {
		{kSCStatusOK, 0, "Success!"},
		{kSCStatusFailed, 1001, "Failed!"},
		{kSCStatusInvalidArgument, 1002, "Invalid argument"},
		{kSCStatusAccessError, 1003, "Permission denied"},
		{kSCStatusNoKey, 1004, "No such key"},
		{kSCStatusKeyExists, 1005, "Key already defined"},
		{kSCStatusLocked, 1006, "Lock already held"},
		{kSCStatusNeedLock, 1007, "Lock required for this operation"},
		{kSCStatusNoStoreSession, 2001,
		 "Configuration daemon session not active"},
		{kSCStatusNoStoreServer, 2002,
		 "Configuration daemon not (no longer) available"},
		{kSCStatusNotifierActive, 2003, "Notifier is currently active"},
		{kSCStatusNoPrefsSession, 3001,
		 "Preference session not active"},
		{kSCStatusPrefsBusy, 3002,
		 "Preferences update currently in progress"},
		{kSCStatusNoConfigFile, 3003, "Configuration file not found"},
		{kSCStatusNoLink, 3004, "No such link"},
		{kSCStatusStale, 3005,
		 "Write attempted on stale version of object"},
		{kSCStatusMaxLink, 3006, "Maximum link count exceeded"},
		{kSCStatusReachabilityUnknown, 4001,
		 "Network reachability cannot be determined"},
		{kSCStatusConnectionNoService, 5001,
		 "Network service for connection not available"},
		{kSCStatusConnectionIgnore, 5002,
		 "Network connection information not available at this time"},
	};
	size_t i;

	assert_int_equal(sizeof(codes) / sizeof(codes[0]), 20);
	for (i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		assert_int_equal(codes[i].code, codes[i].value);
		assert_string_equal(SCErrorString(codes[i].code),
				    codes[i].text);
	}
}

static void other_numbers_have_a_text_too_CONF_14(void **state)
{
	static const int numbers[] = {999999, -1,   -1002,     1000,
				      1008,   5003, INT32_MAX, INT32_MIN};
	size_t i;

	assert_string_equal(SCErrorString(ENOENT), strerror(ENOENT));
	assert_string_equal(SCErrorString(ENETUNREACH), strerror(ENETUNREACH));
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		assert_non_null(SCErrorString(numbers[i]));
		assert_true(strlen(SCErrorString(numbers[i])) > 0);
	}
	assert_non_null(strstr(SCErrorString(999999), "999999"));
}

static void *note_status(void *status)
{
	*(int *)status = SCError();
	reach_status_set(kSCStatusStale);
	return NULL;
}

static void each_thread_has_its_own_status_CONF_13(void **state)
{
	pthread_t thread;
	int status = -1;

	reach_status_set(kSCStatusInvalidArgument);
	assert_int_equal(pthread_create(&thread, NULL, note_status, &status),
			 0);
	pthread_join(thread, NULL);
	assert_int_equal(status, 0);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
}

static void asking_changes_nothing_CONF_12(void **state)
{
	CFErrorRef error;

	reach_status_set(kSCStatusInvalidArgument);
	error = SCCopyLastError();
	SCErrorString(ENOENT);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	CFRelease(error);
}

static void assert_last_error(int status, CFStringRef domain, const char *text)
{
	CFErrorRef error;
	CFDictionaryRef info;

	reach_status_set(status);
	error = SCCopyLastError();
	assert_non_null(error);
	assert_int_equal(CFGetRetainCount(error), 1);
	assert_int_equal(CFErrorGetCode(error), status);
	assert_int_equal(CFEqual(CFErrorGetDomain(error), domain), TRUE);
	info = CFErrorCopyUserInfo(error);
	if (text)
		assert_text(CFDictionaryGetValue(info, kCFErrorDescriptionKey),
			    text);
	else
		assert_int_equal(CFDictionaryGetCount(info), 0);
	CFRelease(info);
	CFRelease(error);
}

static void the_last_error_is_an_object_CONF_15(void **state)
{
	assert_last_error(kSCStatusInvalidArgument,
			  kCFErrorDomainSystemConfiguration,
			  "Invalid argument");
	assert_last_error(kSCStatusConnectionIgnore,
			  kCFErrorDomainSystemConfiguration,
			  "Network connection information not available at "
			  "this time");
	assert_last_error(EMFILE, kCFErrorDomainPOSIX, NULL);
	assert_last_error(999999, kCFErrorDomainMach, NULL);
	assert_last_error(-5, kCFErrorDomainMach, NULL);
	assert_text(kCFErrorDomainSystemConfiguration,
		    "com.apple.SystemConfiguration");
}

static void *note_error(void *error)
{
	*(CFErrorRef *)error = SCCopyLastError();
	return NULL;
}

static void success_is_an_error_object_too_CONF_15(void **state)
{
	CFErrorRef error = NULL;
	CFDictionaryRef info;
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, note_error, &error), 0);
	pthread_join(thread, NULL);
	assert_non_null(error);
	assert_int_equal(CFErrorGetCode(error), 0);
	info = CFErrorCopyUserInfo(error);
	assert_text(CFDictionaryGetValue(info, kCFErrorDescriptionKey),
		    "Success!");
	CFRelease(info);
	CFRelease(error);
}

static void internal_results_become_codes(void **state)
{
	reach_status_set_result(-EINVAL);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	reach_status_set_result(-ENOMEM);
	assert_int_equal(SCError(), kSCStatusFailed);
	reach_status_set_result(-ENOSYS);
	assert_int_equal(SCError(), kSCStatusFailed);
	reach_status_set_result(-EMFILE);
	assert_int_equal(SCError(), EMFILE);
	reach_status_set_result(-EAFNOSUPPORT);
	assert_int_equal(SCError(), EAFNOSUPPORT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_has_its_value_and_text_CONF_14),
		cmocka_unit_test(other_numbers_have_a_text_too_CONF_14),
		cmocka_unit_test(each_thread_has_its_own_status_CONF_13),
		cmocka_unit_test(asking_changes_nothing_CONF_12),
		cmocka_unit_test(the_last_error_is_an_object_CONF_15),
		cmocka_unit_test(success_is_an_error_object_too_CONF_15),
		cmocka_unit_test(internal_results_become_codes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
