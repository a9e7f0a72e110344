/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Basic types, what all objects have in common, and the macros that headers
 * written for CoreFoundation put around their declarations.
 *
 * Ownership, everywhere in this folder: functions with Create or Copy in
 * their name return a reference that the caller releases, others do not.
 * Functions may be called from any thread; objects do not change once made.
 */

#ifndef REACH_COMPAT_CFBASE_H
#define REACH_COMPAT_CFBASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../TargetConditionals.h"

/* GCC has no nullability. */
#ifdef __clang__
#if !__has_feature(nullability)
#define REACH_NO_NULLABILITY
#endif
#else
#define REACH_NO_NULLABILITY
#endif
#ifdef REACH_NO_NULLABILITY
#ifndef _Nullable
#define _Nullable
#endif
#ifndef _Nonnull
#define _Nonnull
#endif
#ifndef _Null_unspecified
#define _Null_unspecified
#endif
#endif

#ifdef __cplusplus
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif

#define CF_EXPORT extern __attribute__((visibility("default")))
#define CF_INLINE static __inline__
#define CF_RETURNS_RETAINED
#define CF_RETURNS_NOT_RETAINED
#define CF_ENUM(type, name) type name; enum
#define CF_OPTIONS(type, name) type name; enum
#ifdef __clang__
#define CF_IMPLICIT_BRIDGING_ENABLED \
	_Pragma("clang arc_cf_code_audited begin")
#define CF_IMPLICIT_BRIDGING_DISABLED _Pragma("clang arc_cf_code_audited end")
#define CF_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define CF_IMPLICIT_BRIDGING_ENABLED
#define CF_IMPLICIT_BRIDGING_DISABLED
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#endif

/* The symbol behind a name. */
#define REACH_CF(name) __asm__("reach_" #name)

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

/** Always TRUE or FALSE when it comes from this library. */
typedef unsigned char Boolean;
typedef unsigned char UInt8;
typedef signed char SInt8;
typedef unsigned short UInt16;
typedef signed short SInt16;
typedef unsigned int UInt32;
typedef signed int SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
typedef unsigned short UniChar;
typedef SInt32 OSStatus;
enum { noErr = 0 };

typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;
typedef signed long CFIndex;
/** Instead of a place or a size. */
enum { kCFNotFound = -1 };

/** A part of something that is counted: length items from location on. */
typedef struct {
	CFIndex location;
	CFIndex length;
} CFRange;

CF_INLINE CFRange CFRangeMake(CFIndex location, CFIndex length)
{
	CFRange range;

	range.location = location;
	range.length = length;
	return range;
}

/** Any object. */
typedef const void *CFTypeRef;
typedef const struct __CFString *CFStringRef;
typedef struct __CFString *CFMutableStringRef;

/** Where memory comes from. There is one allocator; functions that take one
 *  want NULL, kCFAllocatorDefault or what CFGetAllocator returned. */
typedef const struct __CFAllocator *CFAllocatorRef;

CF_EXTERN_C_BEGIN

/** NULL: the usual one. */
CF_EXPORT const CFAllocatorRef kCFAllocatorDefault
	REACH_CF(kCFAllocatorDefault);

/** The allocator an object came from. */
CF_EXPORT CFAllocatorRef CFGetAllocator(CFTypeRef cf) REACH_CF(CFGetAllocator);

/** What type of object it is; compare with what CF...GetTypeID returns. */
CF_EXPORT CFTypeID CFGetTypeID(CFTypeRef cf) REACH_CF(CFGetTypeID);

/** Take one more reference. @return cf */
CF_EXPORT CFTypeRef CFRetain(CFTypeRef cf) REACH_CF(CFRetain);

/** Drop one reference; the last one ends the object. */
CF_EXPORT void CFRelease(CFTypeRef cf) REACH_CF(CFRelease);

/** How many references there are. For curiosity only: other threads change it
 *  at any time. Constants have a very large one. */
CF_EXPORT CFIndex CFGetRetainCount(CFTypeRef cf) REACH_CF(CFGetRetainCount);

/** Whether two objects have the same type and the same content. */
CF_EXPORT Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2) REACH_CF(CFEqual);

/** A number that is the same for equal objects. */
CF_EXPORT CFHashCode CFHash(CFTypeRef cf) REACH_CF(CFHash);

/** A text for people who look for errors. @return NULL when out of memory */
CF_EXPORT CFStringRef CFCopyDescription(CFTypeRef cf)
	REACH_CF(CFCopyDescription);

/** Write an object's description and a newline to standard error. */
CF_EXPORT void CFShow(CFTypeRef cf) REACH_CF(CFShow);

CF_EXTERN_C_END

#endif
