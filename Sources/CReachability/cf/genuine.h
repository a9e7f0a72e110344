/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The symbols of the Swift toolchain's CoreFoundation that this room hands
 * over to, each under its name with genuine_ in front. They are weak: NULL
 * when the process has no such library. Only to be used when
 * reach_cf_is_genuine().
 */

#ifndef REACH_CF_GENUINE_H
#define REACH_CF_GENUINE_H

#include "cf.h"

#define REACH_GENUINE(type, name)                 \
	extern type genuine_##name __asm__(#name) \
		__attribute__((weak, visibility("default")))
#define REACH_GENUINE_CALL(type, name, ...)                    \
	extern type genuine_##name(__VA_ARGS__) __asm__(#name) \
		__attribute__((weak, visibility("default")))

/* What _CFRuntimeRegisterClass reads. version 0: the last three are not
   looked at. */
struct reach_genuine_class {
	CFIndex version;
	const char *name;
	void (*init)(CFTypeRef object);
	CFTypeRef (*copy)(CFAllocatorRef allocator, CFTypeRef object);
	void (*finalize)(CFTypeRef object);
	Boolean (*equal)(CFTypeRef a, CFTypeRef b);
	CFHashCode (*hash)(CFTypeRef object);
	CFStringRef (*format)(CFTypeRef object, CFDictionaryRef options);
	CFStringRef (*describe)(CFTypeRef object);
	void (*reclaim)(CFTypeRef object);
	uint32_t (*count)(intptr_t change, CFTypeRef object);
	uintptr_t alignment;
};

REACH_GENUINE_CALL(CFTypeID, _CFRuntimeRegisterClass,
		   const struct reach_genuine_class *class);
/* size does not count the base; the last argument is NULL */
REACH_GENUINE_CALL(CFTypeRef, _CFRuntimeCreateInstance,
		   CFAllocatorRef allocator, CFTypeID type, CFIndex size,
		   unsigned char *category);
/* of the Swift runtime; the toolchain has no CFGetRetainCount */
REACH_GENUINE_CALL(size_t, swift_retainCount, const void *object);

REACH_GENUINE_CALL(CFTypeRef, CFRetain, CFTypeRef object);
REACH_GENUINE_CALL(void, CFRelease, CFTypeRef object);
REACH_GENUINE_CALL(CFTypeID, CFGetTypeID, CFTypeRef object);
REACH_GENUINE_CALL(Boolean, CFEqual, CFTypeRef a, CFTypeRef b);
REACH_GENUINE_CALL(CFHashCode, CFHash, CFTypeRef object);
REACH_GENUINE_CALL(CFStringRef, CFCopyDescription, CFTypeRef object);
REACH_GENUINE_CALL(void, CFShow, CFTypeRef object);
REACH_GENUINE_CALL(CFAllocatorRef, CFGetAllocator, CFTypeRef object);

REACH_GENUINE_CALL(CFTypeID, CFStringGetTypeID, void);
REACH_GENUINE_CALL(CFStringRef, CFStringCreateWithCString,
		   CFAllocatorRef allocator, const char *text,
		   CFStringEncoding encoding);
REACH_GENUINE_CALL(CFIndex, CFStringGetLength, CFStringRef string);
REACH_GENUINE_CALL(CFIndex, CFStringGetMaximumSizeForEncoding, CFIndex length,
		   CFStringEncoding encoding);
REACH_GENUINE_CALL(Boolean, CFStringGetCString, CFStringRef string,
		   char *buffer, CFIndex size, CFStringEncoding encoding);
REACH_GENUINE_CALL(const char *, CFStringGetCStringPtr, CFStringRef string,
		   CFStringEncoding encoding);

REACH_GENUINE_CALL(CFTypeID, CFBooleanGetTypeID, void);
REACH_GENUINE_CALL(Boolean, CFBooleanGetValue, CFBooleanRef boolean);
REACH_GENUINE(CFBooleanRef, kCFBooleanTrue);
REACH_GENUINE(CFBooleanRef, kCFBooleanFalse);

REACH_GENUINE_CALL(CFTypeID, CFDataGetTypeID, void);
REACH_GENUINE_CALL(CFDataRef, CFDataCreate, CFAllocatorRef allocator,
		   const UInt8 *bytes, CFIndex length);
REACH_GENUINE_CALL(CFIndex, CFDataGetLength, CFDataRef data);
REACH_GENUINE_CALL(const UInt8 *, CFDataGetBytePtr, CFDataRef data);

REACH_GENUINE_CALL(CFTypeID, CFArrayGetTypeID, void);
REACH_GENUINE_CALL(CFArrayRef, CFArrayCreate, CFAllocatorRef allocator,
		   const void **values, CFIndex count,
		   const CFArrayCallBacks *callbacks);
REACH_GENUINE_CALL(CFIndex, CFArrayGetCount, CFArrayRef array);
REACH_GENUINE_CALL(const void *, CFArrayGetValueAtIndex, CFArrayRef array,
		   CFIndex index);
REACH_GENUINE(const CFArrayCallBacks, kCFTypeArrayCallBacks);

REACH_GENUINE_CALL(CFTypeID, CFDictionaryGetTypeID, void);
REACH_GENUINE_CALL(CFDictionaryRef, CFDictionaryCreate,
		   CFAllocatorRef allocator, const void **keys,
		   const void **values, CFIndex count,
		   const CFDictionaryKeyCallBacks *key_callbacks,
		   const CFDictionaryValueCallBacks *value_callbacks);
REACH_GENUINE_CALL(CFIndex, CFDictionaryGetCount, CFDictionaryRef dictionary);
REACH_GENUINE_CALL(const void *, CFDictionaryGetValue,
		   CFDictionaryRef dictionary, const void *key);
REACH_GENUINE(const CFDictionaryKeyCallBacks, kCFTypeDictionaryKeyCallBacks);
REACH_GENUINE(const CFDictionaryValueCallBacks,
	      kCFTypeDictionaryValueCallBacks);

REACH_GENUINE_CALL(CFTypeID, CFErrorGetTypeID, void);
REACH_GENUINE_CALL(CFErrorRef, CFErrorCreate, CFAllocatorRef allocator,
		   CFStringRef domain, CFIndex code, CFDictionaryRef info);
REACH_GENUINE_CALL(CFStringRef, CFErrorGetDomain, CFErrorRef error);
REACH_GENUINE_CALL(CFIndex, CFErrorGetCode, CFErrorRef error);
REACH_GENUINE_CALL(CFDictionaryRef, CFErrorCopyUserInfo, CFErrorRef error);
REACH_GENUINE_CALL(CFStringRef, CFErrorCopyDescription, CFErrorRef error);
REACH_GENUINE(CFStringRef, kCFErrorDomainPOSIX);
REACH_GENUINE(CFStringRef, kCFErrorDomainMach);
REACH_GENUINE(CFStringRef, kCFErrorDescriptionKey);

REACH_GENUINE(CFStringRef, kCFRunLoopDefaultMode);
REACH_GENUINE(CFStringRef, kCFRunLoopCommonModes);

#endif
