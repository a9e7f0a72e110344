/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Strings, as far as names of modes, keys and descriptions need them. */

#ifndef REACH_COMPAT_CFSTRING_H
#define REACH_COMPAT_CFSTRING_H

#include "CFBase.h"

/** A way to write text in bytes. These three can be used. */
typedef UInt32 CFStringEncoding;
enum {
	kCFStringEncodingMacRoman = 0,	/**< as ASCII here */
	kCFStringEncodingASCII = 0x0600,
	kCFStringEncodingUTF8 = 0x08000100
};

CF_EXTERN_C_BEGIN

CF_EXPORT CFTypeID CFStringGetTypeID(void) REACH_CF(CFStringGetTypeID);

/** A constant string. The argument is a string literal; equal literals give
 *  one object, which lasts as long as the process. */
#define CFSTR(text) __CFStringMakeConstantString("" text "")
CF_EXPORT CFStringRef __CFStringMakeConstantString(const char *text)
	REACH_CF(CFStringMakeConstantString);

/** Make a string from text that ends with a NUL.
 *  @return NULL when the text is not valid in that encoding */
CF_EXPORT CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator,
						const char *text,
						CFStringEncoding encoding)
	REACH_CF(CFStringCreateWithCString);

/** How many UTF-16 units the text has. */
CF_EXPORT CFIndex CFStringGetLength(CFStringRef string)
	REACH_CF(CFStringGetLength);

/** The most bytes so many UTF-16 units can need, without a NUL. */
CF_EXPORT CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length,
						    CFStringEncoding encoding)
	REACH_CF(CFStringGetMaximumSizeForEncoding);

/** Copy the text and a NUL into a buffer of size bytes.
 *  @return FALSE when it does not fit or cannot be written that way */
CF_EXPORT Boolean CFStringGetCString(CFStringRef string, char *buffer,
				     CFIndex size, CFStringEncoding encoding)
	REACH_CF(CFStringGetCString);

/** The text without a copy, while the string lives; or NULL, when it is not
 *  kept that way: then use CFStringGetCString. */
CF_EXPORT const char *CFStringGetCStringPtr(CFStringRef string,
					    CFStringEncoding encoding)
	REACH_CF(CFStringGetCStringPtr);

CF_EXTERN_C_END

#endif
