/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Objects of ours and what all objects have in common. Built twice: alone, and
 * with the toolchain's CoreFoundation in the process.
 */

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cf.h"

struct thing {
	struct reach_cf_base base;
	int *finalized;
	char room[100];
};

static void finalize_thing(CFTypeRef object)
{
	++*((const struct thing *)object)->finalized;
}

static CFStringRef describe_thing(CFTypeRef object)
{
	return reach_cf_string("<a thing>");
}

static const struct reach_cf_class thing_class = {
	.name = "Thing",
	.finalize = finalize_thing,
	.describe = describe_thing,
};

static const struct reach_cf_class other_class = {
	.name = "Thing",
	.finalize = finalize_thing,
	.describe = describe_thing,
};

static struct thing *make(const struct reach_cf_class *class, int *finalized)
{
	struct thing *thing = (struct thing *)reach_cf_create(
		NULL, reach_cf_register(class), sizeof(*thing));

	assert_non_null(thing);
	thing->finalized = finalized;
	return thing;
}

static void the_expected_world_is_in_use(void **state)
{
	assert_int_equal(reach_cf_is_genuine(),
			 dlsym(RTLD_DEFAULT, "CFRetain") != NULL);
}

static void a_class_registered_twice_has_one_type(void **state)
{
	CFTypeID type = reach_cf_register(&thing_class);

	assert_int_not_equal(type, 0);
	assert_int_equal(reach_cf_register(&thing_class), type);
	assert_int_not_equal(reach_cf_register(&other_class), type);
}

static void classes_beyond_the_room_for_them_are_refused(void **state)
{
	static struct reach_cf_class many[64];
	CFTypeID type = 1;
	size_t i;

	for (i = 0; i < 64 && type; i++) {
		many[i] = thing_class;
		type = reach_cf_register(&many[i]);
	}
	assert_int_equal(type, 0);
	/* and two that were there before */
	assert_int_equal(i - 1, 16 - 2);
	assert_null(reach_cf_create(NULL, 0, sizeof(struct thing)));
	/* those there are go on working */
	assert_int_not_equal(reach_cf_register(&thing_class), 0);
}

static void a_new_object_is_empty_and_has_one_reference(void **state)
{
	static const char zeroes[100];
	int finalized = 0;
	struct thing *thing = make(&thing_class, &finalized);

	assert_memory_equal(thing->room, zeroes, sizeof(zeroes));
	assert_int_equal(CFGetRetainCount(thing), 1);
	assert_int_equal(CFGetTypeID(thing), reach_cf_register(&thing_class));
	reach_cf_release(thing);
}

static void the_last_release_finalizes_once(void **state)
{
	int finalized = 0;
	struct thing *thing = make(&thing_class, &finalized);

	assert_ptr_equal(reach_cf_retain(thing), thing);
	assert_ptr_equal(CFRetain(thing), thing);
	assert_int_equal(CFGetRetainCount(thing), 3);
	reach_cf_release(thing);
	CFRelease(thing);
	assert_int_equal(finalized, 0);
	reach_cf_release(thing);
	assert_int_equal(finalized, 1);
}

static void *count_up_and_down(void *object)
{
	int i;

	for (i = 0; i < 20000; i++) {
		CFRetain(object);
		CFRelease(object);
	}
	CFRelease(object);
	return NULL;
}

static void counting_is_safe_between_threads(void **state)
{
	int finalized = 0;
	struct thing *thing = make(&thing_class, &finalized);
	pthread_t threads[4];
	size_t i;

	for (i = 0; i < 4; i++) {
		CFRetain(thing);
		assert_int_equal(pthread_create(&threads[i], NULL,
						count_up_and_down, thing),
				 0);
	}
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(CFGetRetainCount(thing), 1);
	assert_int_equal(finalized, 0);
	CFRelease(thing);
	assert_int_equal(finalized, 1);
}

static void nothing_is_counted_in_null(void **state)
{
	assert_null(reach_cf_retain(NULL));
	reach_cf_release(NULL);
	assert_null(CFRetain(NULL));
	CFRelease(NULL);
	assert_null(CFCopyDescription(NULL));
}

static void an_object_is_of_its_own_type_only(void **state)
{
	int finalized = 0;
	CFTypeID type = reach_cf_register(&thing_class);
	CFTypeID other = reach_cf_register(&other_class);
	struct thing *thing = make(&thing_class, &finalized);

	assert_true(reach_cf_is(thing, type));
	assert_false(reach_cf_is(thing, other));
	assert_false(reach_cf_is(thing, 0));
	CFRelease(thing);
}

static void other_objects_are_not_of_our_type(void **state)
{
	int finalized = 0;
	CFTypeID type = reach_cf_register(&thing_class);
	/* so that there has been an instance */
	struct thing *thing = make(&thing_class, &finalized);
	struct thing *other = make(&other_class, &finalized);
	CFStringRef string = reach_cf_string("text");
	/* as another copy of the library would make it */
	struct {
		const struct reach_cf_class *class;
		intptr_t references;
		CFTypeID type;
	} foreign = {&other_class, 1, type};
	long words[8] = {0};

	assert_false(reach_cf_is(NULL, type));
	assert_false(reach_cf_is(string, type));
	assert_false(reach_cf_is(kCFBooleanTrue, type));
	assert_false(reach_cf_is(other, type));
	assert_false(reach_cf_is(&foreign, type));
	assert_false(reach_cf_is(words, type));
	assert_false(reach_cf_is((char *)thing + 1, type));
	CFRelease(string);
	CFRelease(other);
	CFRelease(thing);
}

static void objects_equal_only_themselves(void **state)
{
	int finalized = 0;
	struct thing *a = make(&thing_class, &finalized);
	struct thing *b = make(&thing_class, &finalized);

	assert_int_equal(CFEqual(a, a), TRUE);
	assert_int_equal(CFEqual(a, b), FALSE);
	assert_int_equal(CFHash(a), CFHash(a));
	assert_int_not_equal(CFHash(a), CFHash(b));
	assert_true(reach_cf_equal(NULL, NULL));
	assert_false(reach_cf_equal(a, NULL));
	assert_false(reach_cf_equal(NULL, a));
	CFRelease(a);
	CFRelease(b);
}

static void the_class_describes_its_objects(void **state)
{
	int finalized = 0;
	struct thing *thing = make(&thing_class, &finalized);
	CFStringRef description = CFCopyDescription(thing);
	char text[32];

	assert_int_equal(CFStringGetCString(description, text, sizeof(text),
					    kCFStringEncodingUTF8),
			 TRUE);
	assert_string_equal(text, "<a thing>");
	CFRelease(description);
	CFRelease(thing);
}

static void an_allocator_describes_itself(void **state)
{
	CFStringRef description =
		CFCopyDescription(CFGetAllocator(kCFBooleanTrue));
	char text[256] = "";

	assert_non_null(description);
	CFStringGetCString(description, text, sizeof(text),
			   kCFStringEncodingUTF8);
	assert_non_null(strstr(text, "CFAllocator"));
	CFRelease(description);
}

static void an_allocator_can_be_named(void **state)
{
	int finalized = 0;
	struct thing *thing = make(&thing_class, &finalized);
	CFAllocatorRef allocator = CFGetAllocator(thing);

	assert_non_null(allocator);
	assert_null(kCFAllocatorDefault);
	CFRelease(thing);
	thing = (struct thing *)reach_cf_create(
		allocator, reach_cf_register(&thing_class), sizeof(*thing));
	assert_non_null(thing);
	thing->finalized = &finalized;
	assert_ptr_equal(CFGetAllocator(thing), allocator);
	CFRelease(thing);
	assert_int_equal(finalized, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_expected_world_is_in_use),
		cmocka_unit_test(a_class_registered_twice_has_one_type),
		cmocka_unit_test(a_new_object_is_empty_and_has_one_reference),
		cmocka_unit_test(the_last_release_finalizes_once),
		cmocka_unit_test(counting_is_safe_between_threads),
		cmocka_unit_test(nothing_is_counted_in_null),
		cmocka_unit_test(an_object_is_of_its_own_type_only),
		cmocka_unit_test(other_objects_are_not_of_our_type),
		cmocka_unit_test(objects_equal_only_themselves),
		cmocka_unit_test(the_class_describes_its_objects),
		cmocka_unit_test(an_allocator_describes_itself),
		cmocka_unit_test(an_allocator_can_be_named),
		cmocka_unit_test(classes_beyond_the_room_for_them_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
