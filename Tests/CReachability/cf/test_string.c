/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Strings, alone and with the toolchain's CoreFoundation. */

#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cf.h"

static void text_goes_in_and_comes_out(void **state)
{
	/* UTF-16 units beside each text */
	static const struct {
		const char *text;
		CFIndex units;
	} texts[] = {
		{"", 0},
		{"kCFRunLoopDefaultMode", 21},
		{"Gr\xc3\xbc\xc3\x9f"
		 "e",
		 5},
		{"\xe2\x82\xac", 1},
		{"\xf0\x9f\x98\x80!", 3},
		{"\xf4\x8f\xbf\xbf", 2},
		{"\xef\xbf\xbd", 1},
	};
	char buffer[64];
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		CFStringRef string = reach_cf_string(texts[i].text);

		assert_non_null(string);
		assert_true(reach_cf_is_string(string));
		assert_int_equal(CFStringGetLength(string), texts[i].units);
		assert_int_equal(CFStringGetCString(string, buffer,
						    sizeof(buffer),
						    kCFStringEncodingUTF8),
				 TRUE);
		assert_string_equal(buffer, texts[i].text);
		CFRelease(string);
	}
}

static void what_is_not_utf8_makes_no_string(void **state)
{
	static const char *const texts[] = {
		"\x80",
		"a\xff",
		"\xc3",
		"\xc3(",
		"\xc0\xaf",
		"\xe0\x80\xaf",
		"\xed\xa0\x80",
		"\xf0\x80\x80\xaf",
		"\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80",
		"\xe2\x82",
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (reach_cf_string(texts[i]))
			fail_msg("text %zu was taken", i);
	}
}

static void text_must_fit_with_its_end(void **state)
{
	CFStringRef string = reach_cf_string("seven b");
	char buffer[9] = "********";

	assert_int_equal(
		CFStringGetCString(string, buffer, 7, kCFStringEncodingUTF8),
		FALSE);
	assert_int_equal(
		CFStringGetCString(string, buffer, 8, kCFStringEncodingUTF8),
		TRUE);
	assert_string_equal(buffer, "seven b");
	assert_true(CFStringGetMaximumSizeForEncoding(
			    7, kCFStringEncodingUTF8) >= 7);
	CFRelease(string);
}

static void ascii_is_an_encoding_for_ascii_only(void **state)
{
	CFStringRef plain = CFStringCreateWithCString(NULL, "plain",
						      kCFStringEncodingASCII);
	CFStringRef umlaut = reach_cf_string("\xc3\xbc");
	char buffer[16];

	assert_non_null(plain);
	assert_int_equal(CFStringGetCString(plain, buffer, sizeof(buffer),
					    kCFStringEncodingASCII),
			 TRUE);
	assert_string_equal(buffer, "plain");
	assert_int_equal(CFStringGetCString(umlaut, buffer, sizeof(buffer),
					    kCFStringEncodingASCII),
			 FALSE);
	assert_null(CFStringGetCStringPtr(umlaut, kCFStringEncodingASCII));
	CFRelease(plain);
	CFRelease(umlaut);
}

static void encodings_we_do_not_have_are_refused(void **state)
{
	/* a number nobody uses */
	const CFStringEncoding unknown = 0x7fff0000;
	CFStringRef string = reach_cf_string("text");
	char buffer[16];

	/* the toolchain's takes any for text that is plain ASCII */
	if (!reach_cf_is_genuine()) {
		assert_null(CFStringCreateWithCString(NULL, "text", unknown));
		assert_int_equal(CFStringGetCString(string, buffer,
						    sizeof(buffer), unknown),
				 FALSE);
		assert_null(CFStringGetCStringPtr(string, unknown));
		assert_int_equal(CFStringGetMaximumSizeForEncoding(4, unknown),
				 kCFNotFound);
	}
	CFRelease(string);
}

static void equal_text_makes_equal_strings(void **state)
{
	CFStringRef a = reach_cf_string("one");
	CFStringRef b = reach_cf_string("one");
	CFStringRef c = reach_cf_string("two");

	assert_true(reach_cf_equal(a, b));
	assert_int_equal(CFHash(a), CFHash(b));
	assert_false(reach_cf_equal(a, c));
	assert_false(reach_cf_equal(a, kCFBooleanTrue));
	assert_true(reach_cf_equal(a, CFSTR("one")));
	CFRelease(a);
	CFRelease(b);
	CFRelease(c);
}

static void a_literal_is_one_object_for_ever(void **state)
{
	CFStringRef literal = CFSTR("a literal");
	int i;

	assert_true(reach_cf_is_string(literal));
	assert_ptr_equal(CFSTR("a literal"), literal);
	assert_ptr_not_equal(CFSTR("another"), literal);
	/* balanced or not */
	for (i = 0; i < 10 && !reach_cf_is_genuine(); i++)
		CFRelease(literal);
	assert_ptr_equal(CFSTR("a literal"), literal);
	assert_int_equal(CFStringGetLength(literal), 9);
}

static void *make_literals(void *result)
{
	char text[32];
	CFStringRef *strings = result;
	int i;

	for (i = 0; i < 300; i++) {
		snprintf(text, sizeof(text), "literal %d", i);
		strings[i] = __CFStringMakeConstantString(text);
	}
	return NULL;
}

static void threads_get_the_same_literals(void **state)
{
	static CFStringRef strings[4][300];
	pthread_t threads[4];
	int i;

	for (i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL,
						make_literals, strings[i]),
				 0);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	for (i = 1; i < 4; i++)
		assert_memory_equal(strings[i], strings[0], sizeof(strings[0]));
	assert_true(reach_cf_equal(strings[0][7], CFSTR("literal 7")));
}

static void only_strings_are_strings(void **state)
{
	CFDataRef data = CFDataCreate(NULL, NULL, 0);

	assert_false(reach_cf_is_string(NULL));
	assert_false(reach_cf_is_string(data));
	assert_true(reach_cf_is_string(kCFRunLoopDefaultMode));
	CFRelease(data);
}

/* What show writes to standard error, as text. */
static void capture_show(CFTypeRef object, char *text, size_t size)
{
	int saved = dup(STDERR_FILENO);
	FILE *file = tmpfile();
	size_t length;

	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	CFShow(object);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	length = fread(text, 1, size - 1, file);
	text[length] = '\0';
	fclose(file);
}

static void show_writes_text_and_descriptions(void **state)
{
	CFStringRef string = reach_cf_string("to be seen");
	char text[256];

	capture_show(string, text, sizeof(text));
	assert_string_equal(text, "to be seen\n");
	capture_show(kCFBooleanTrue, text, sizeof(text));
	assert_non_null(strstr(text, "true"));
	capture_show(NULL, text, sizeof(text));
	assert_string_equal(text, "(null)\n");
	CFRelease(string);
}

static void a_string_describes_itself_with_its_text(void **state)
{
	CFStringRef string = reach_cf_string("inside");
	CFStringRef description = CFCopyDescription(string);
	char text[256] = "";

	CFStringGetCString(description, text, sizeof(text),
			   kCFStringEncodingUTF8);
	assert_non_null(strstr(text, "inside"));
	CFRelease(description);
	CFRelease(string);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_goes_in_and_comes_out),
		cmocka_unit_test(what_is_not_utf8_makes_no_string),
		cmocka_unit_test(text_must_fit_with_its_end),
		cmocka_unit_test(ascii_is_an_encoding_for_ascii_only),
		cmocka_unit_test(encodings_we_do_not_have_are_refused),
		cmocka_unit_test(equal_text_makes_equal_strings),
		cmocka_unit_test(a_literal_is_one_object_for_ever),
		cmocka_unit_test(threads_get_the_same_literals),
		cmocka_unit_test(only_strings_are_strings),
		cmocka_unit_test(show_writes_text_and_descriptions),
		cmocka_unit_test(a_string_describes_itself_with_its_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
