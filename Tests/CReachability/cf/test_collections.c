/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Arrays, dictionaries, bytes and truth, in both worlds. */

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cf.h"

static CFStringRef make_long_string(void)
{
	/* long enough not to be kept in the pointer or shared */
	return reach_cf_string("a string that is made for this test alone");
}

static void bytes_go_in_and_come_out(void **state)
{
	UInt8 bytes[] = {1, 0, 255, 7};
	CFDataRef data = CFDataCreate(NULL, bytes, 4);

	bytes[0] = 9;
	assert_int_equal(CFGetTypeID(data), CFDataGetTypeID());
	assert_int_equal(CFDataGetLength(data), 4);
	assert_memory_equal(CFDataGetBytePtr(data), "\1\0\377\7", 4);
	CFRelease(data);
	assert_null(CFDataCreate(NULL, bytes, -1));
}

static void equal_bytes_make_equal_data(void **state)
{
	CFDataRef a = CFDataCreate(NULL, (const UInt8 *)"abc", 3);
	CFDataRef b = CFDataCreate(NULL, (const UInt8 *)"abc", 3);
	CFDataRef c = CFDataCreate(NULL, (const UInt8 *)"abd", 3);

	assert_true(reach_cf_equal(a, b));
	assert_int_equal(CFHash(a), CFHash(b));
	assert_false(reach_cf_equal(a, c));
	CFRelease(a);
	CFRelease(b);
	CFRelease(c);
}

static void there_are_two_truth_values(void **state)
{
	assert_int_equal(CFBooleanGetValue(kCFBooleanTrue), TRUE);
	assert_int_equal(CFBooleanGetValue(kCFBooleanFalse), FALSE);
	assert_int_equal(CFGetTypeID(kCFBooleanTrue), CFBooleanGetTypeID());
	assert_false(reach_cf_equal(kCFBooleanTrue, kCFBooleanFalse));
	CFRelease(CFRetain(kCFBooleanTrue));
	assert_int_equal(CFBooleanGetValue(kCFBooleanTrue), TRUE);
}

static void an_array_holds_its_values(void **state)
{
	CFStringRef string = make_long_string();
	CFIndex before = CFGetRetainCount(string);
	const void *values[] = {string, kCFBooleanTrue, string};
	CFArrayRef array =
		CFArrayCreate(NULL, values, 3, &kCFTypeArrayCallBacks);

	assert_int_equal(CFGetTypeID(array), CFArrayGetTypeID());
	assert_int_equal(CFArrayGetCount(array), 3);
	assert_ptr_equal(CFArrayGetValueAtIndex(array, 0), string);
	assert_ptr_equal(CFArrayGetValueAtIndex(array, 1), kCFBooleanTrue);
	assert_int_equal(CFGetRetainCount(string), before + 2);
	CFRelease(array);
	assert_int_equal(CFGetRetainCount(string), before);
	CFRelease(string);
	assert_null(CFArrayCreate(NULL, values, -1, NULL));
}

static void values_that_are_no_objects_are_left_alone(void **state)
{
	const void *values[] = {(void *)1, (void *)2};
	CFArrayRef array = CFArrayCreate(NULL, values, 2, NULL);
	CFDictionaryRef dictionary =
		CFDictionaryCreate(NULL, values, values, 2, NULL, NULL);

	assert_ptr_equal(CFArrayGetValueAtIndex(array, 1), (void *)2);
	assert_ptr_equal(CFDictionaryGetValue(dictionary, (void *)2),
			 (void *)2);
	assert_null(CFDictionaryGetValue(dictionary, (void *)3));
	CFRelease(array);
	CFRelease(dictionary);
}

static void equal_values_make_equal_arrays(void **state)
{
	CFStringRef a = make_long_string();
	CFStringRef b = make_long_string();
	const void *values[] = {a, b, kCFBooleanTrue};
	CFArrayRef first =
		CFArrayCreate(NULL, values, 1, &kCFTypeArrayCallBacks);
	CFArrayRef second =
		CFArrayCreate(NULL, values + 1, 1, &kCFTypeArrayCallBacks);
	CFArrayRef other =
		CFArrayCreate(NULL, values + 2, 1, &kCFTypeArrayCallBacks);
	CFArrayRef longer =
		CFArrayCreate(NULL, values, 2, &kCFTypeArrayCallBacks);

	assert_true(reach_cf_equal(first, second));
	assert_int_equal(CFHash(first), CFHash(second));
	assert_false(reach_cf_equal(first, other));
	assert_false(reach_cf_equal(first, longer));
	CFRelease(first);
	CFRelease(second);
	CFRelease(other);
	CFRelease(longer);
	CFRelease(a);
	CFRelease(b);
}

static CFDictionaryRef make_dictionary(const void **keys, const void **values,
				       CFIndex count)
{
	return CFDictionaryCreate(NULL, keys, values, count,
				  &kCFTypeDictionaryKeyCallBacks,
				  &kCFTypeDictionaryValueCallBacks);
}

static void a_dictionary_finds_values_by_equal_keys(void **state)
{
	CFStringRef key = make_long_string();
	CFStringRef same = make_long_string();
	CFIndex before = CFGetRetainCount(key);
	const void *keys[] = {CFSTR("first"), key};
	const void *values[] = {kCFBooleanTrue, kCFBooleanFalse};
	CFDictionaryRef dictionary = make_dictionary(keys, values, 2);

	assert_int_equal(CFGetTypeID(dictionary), CFDictionaryGetTypeID());
	assert_int_equal(CFDictionaryGetCount(dictionary), 2);
	assert_ptr_equal(CFDictionaryGetValue(dictionary, same),
			 kCFBooleanFalse);
	assert_ptr_equal(CFDictionaryGetValue(dictionary, CFSTR("first")),
			 kCFBooleanTrue);
	assert_null(CFDictionaryGetValue(dictionary, CFSTR("third")));
	assert_int_equal(CFGetRetainCount(key), before + 1);
	CFRelease(dictionary);
	assert_int_equal(CFGetRetainCount(key), before);
	CFRelease(key);
	CFRelease(same);
	assert_null(make_dictionary(keys, values, -1));
}

static void a_dictionary_holds_its_values(void **state)
{
	CFStringRef string = make_long_string();
	CFIndex before = CFGetRetainCount(string);
	const void *keys[] = {CFSTR("first"), CFSTR("second")};
	const void *values[] = {string, string};
	CFDictionaryRef dictionary = make_dictionary(keys, values, 2);

	assert_int_equal(CFGetRetainCount(string), before + 2);
	CFRelease(dictionary);
	assert_int_equal(CFGetRetainCount(string), before);
	CFRelease(string);
}

static void the_first_of_equal_keys_counts(void **state)
{
	CFStringRef key = make_long_string();
	const void *keys[] = {key, key};
	const void *values[] = {kCFBooleanTrue, kCFBooleanFalse};
	CFDictionaryRef dictionary = make_dictionary(keys, values, 2);

	assert_int_equal(CFDictionaryGetCount(dictionary), 1);
	assert_ptr_equal(CFDictionaryGetValue(dictionary, key), kCFBooleanTrue);
	CFRelease(dictionary);
	CFRelease(key);
}

static void equal_entries_make_equal_dictionaries(void **state)
{
	const void *keys[] = {CFSTR("a"), CFSTR("b"), CFSTR("a"), CFSTR("c")};
	const void *values[] = {kCFBooleanTrue, kCFBooleanFalse, kCFBooleanTrue,
				kCFBooleanFalse};
	CFDictionaryRef first = make_dictionary(keys, values, 2);
	CFDictionaryRef turned = make_dictionary(keys + 1, values + 1, 2);
	CFDictionaryRef other = make_dictionary(keys + 2, values + 2, 2);
	CFDictionaryRef shorter = make_dictionary(keys, values, 1);

	assert_true(reach_cf_equal(first, turned));
	assert_int_equal(CFHash(first), CFHash(turned));
	assert_false(reach_cf_equal(first, other));
	assert_false(reach_cf_equal(first, shorter));
	CFRelease(first);
	CFRelease(turned);
	CFRelease(other);
	CFRelease(shorter);
}

static void all_of_them_describe_themselves(void **state)
{
	const void *values[] = {kCFBooleanTrue};
	CFTypeRef objects[] = {
		CFDataCreate(NULL, (const UInt8 *)"abc", 3),
		CFArrayCreate(NULL, values, 1, &kCFTypeArrayCallBacks),
		make_dictionary(values, values, 1),
		kCFBooleanTrue,
	};
	size_t i;

	for (i = 0; i < 4; i++) {
		CFStringRef description = CFCopyDescription(objects[i]);

		assert_true(reach_cf_is_string(description));
		assert_true(CFStringGetLength(description) > 8);
		CFRelease(description);
		CFRelease(objects[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_go_in_and_come_out),
		cmocka_unit_test(equal_bytes_make_equal_data),
		cmocka_unit_test(there_are_two_truth_values),
		cmocka_unit_test(an_array_holds_its_values),
		cmocka_unit_test(values_that_are_no_objects_are_left_alone),
		cmocka_unit_test(equal_values_make_equal_arrays),
		cmocka_unit_test(a_dictionary_finds_values_by_equal_keys),
		cmocka_unit_test(a_dictionary_holds_its_values),
		cmocka_unit_test(the_first_of_equal_keys_counts),
		cmocka_unit_test(equal_entries_make_equal_dictionaries),
		cmocka_unit_test(all_of_them_describe_themselves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
