/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The constants of CoreFoundation and of SystemConfiguration that are data.
 * Callers see them as const; here they are variables under other names of C,
 * because their values are those of the world in use. They start as our own
 * and are replaced before anybody can look.
 */

#include "genuine.h"
#include "own.h"

#define CONSTANT(type, variable, symbol)                \
	extern type variable __asm__(symbol)            \
		__attribute__((visibility("default"))); \
	type variable

#define STRING(variable, symbol, text)                                      \
	static struct reach_string own_##variable = REACH_OWN_STRING(text); \
	CONSTANT(CFStringRef, variable, symbol) = (CFStringRef)&own_##variable

static struct reach_own_base own_true =
	REACH_OWN_CONSTANT(reach_boolean_class, REACH_TYPE_BOOLEAN);
static struct reach_own_base own_false =
	REACH_OWN_CONSTANT(reach_boolean_class, REACH_TYPE_BOOLEAN);
struct reach_string reach_string_domain =
	REACH_OWN_STRING("com.apple.SystemConfiguration");

CONSTANT(CFAllocatorRef, allocator_default, "reach_kCFAllocatorDefault") = NULL;
CONSTANT(CFBooleanRef, boolean_true,
	 "reach_kCFBooleanTrue") = (CFBooleanRef)&own_true;
CONSTANT(CFBooleanRef, boolean_false,
	 "reach_kCFBooleanFalse") = (CFBooleanRef)&own_false;

CONSTANT(CFArrayCallBacks, array_callbacks, "reach_kCFTypeArrayCallBacks") = {
	.retain = reach_own_retain_value,
	.release = reach_own_release_value,
	.copyDescription = CFCopyDescription,
	.equal = CFEqual,
};
CONSTANT(CFDictionaryKeyCallBacks, key_callbacks,
	 "reach_kCFTypeDictionaryKeyCallBacks") = {
	.retain = reach_own_retain_value,
	.release = reach_own_release_value,
	.copyDescription = CFCopyDescription,
	.equal = CFEqual,
	.hash = CFHash,
};
CONSTANT(CFDictionaryValueCallBacks, value_callbacks,
	 "reach_kCFTypeDictionaryValueCallBacks") = {
	.retain = reach_own_retain_value,
	.release = reach_own_release_value,
	.copyDescription = CFCopyDescription,
	.equal = CFEqual,
};

STRING(error_posix, "reach_kCFErrorDomainPOSIX", "NSPOSIXErrorDomain");
STRING(error_mach, "reach_kCFErrorDomainMach", "NSMachErrorDomain");
STRING(error_description, "reach_kCFErrorDescriptionKey", "NSDescription");
STRING(mode_default, "reach_kCFRunLoopDefaultMode", "kCFRunLoopDefaultMode");
STRING(mode_common, "reach_kCFRunLoopCommonModes", "kCFRunLoopCommonModes");
CONSTANT(CFStringRef, error_domain, "reach_kCFErrorDomainSystemConfiguration") =
	(CFStringRef)&reach_string_domain;

/* A constant string as clang lays it out for Swift's runtime. */
struct genuine_string {
	struct reach_cf_base base;
	const char *text;
	uint64_t size;
};

/*
 * Made by hand, because this may run before the toolchain's library has been
 * initialised: what says that it is a constant string is taken from one.
 */
static CFStringRef make_genuine_domain(void)
{
	static struct genuine_string domain;

	domain.base =
		*(const struct reach_cf_base *)genuine_kCFErrorDomainPOSIX;
	domain.text = reach_string_domain.text;
	domain.size = reach_string_domain.size;
	return (CFStringRef)&domain;
}

__attribute__((constructor(101))) static void take_genuine(void)
{
	if (!reach_cf_is_genuine())
		return;
	boolean_true = genuine_kCFBooleanTrue;
	boolean_false = genuine_kCFBooleanFalse;
	array_callbacks = genuine_kCFTypeArrayCallBacks;
	key_callbacks = genuine_kCFTypeDictionaryKeyCallBacks;
	value_callbacks = genuine_kCFTypeDictionaryValueCallBacks;
	error_posix = genuine_kCFErrorDomainPOSIX;
	error_mach = genuine_kCFErrorDomainMach;
	error_description = genuine_kCFErrorDescriptionKey;
	mode_default = genuine_kCFRunLoopDefaultMode;
	mode_common = genuine_kCFRunLoopCommonModes;
	error_domain = make_genuine_domain();
}
