/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Errors as objects: whose number it is, the number, and a text. */

#ifndef REACH_COMPAT_CFERROR_H
#define REACH_COMPAT_CFERROR_H

#include "CFBase.h"
#include "CFDictionary.h"

typedef struct __CFError *CFErrorRef;
typedef CFStringRef CFErrorDomain;

CF_EXTERN_C_BEGIN

/** The numbers are those of <errno.h>. */
CF_EXPORT const CFErrorDomain kCFErrorDomainPOSIX
	REACH_CF(kCFErrorDomainPOSIX);
/** The numbers are those of Apple's kernel; here, any number that nobody else
 *  claims. */
CF_EXPORT const CFErrorDomain kCFErrorDomainMach REACH_CF(kCFErrorDomainMach);

/** Key of the text in an error's dictionary. */
CF_EXPORT const CFStringRef kCFErrorDescriptionKey
	REACH_CF(kCFErrorDescriptionKey);

CF_EXPORT CFTypeID CFErrorGetTypeID(void) REACH_CF(CFErrorGetTypeID);

/** @param userInfo more about it, retained; or NULL
 *  @return NULL when out of memory */
CF_EXPORT CFErrorRef CFErrorCreate(CFAllocatorRef allocator,
				   CFErrorDomain domain, CFIndex code,
				   CFDictionaryRef userInfo)
	REACH_CF(CFErrorCreate);

CF_EXPORT CFErrorDomain CFErrorGetDomain(CFErrorRef error)
	REACH_CF(CFErrorGetDomain);

CF_EXPORT CFIndex CFErrorGetCode(CFErrorRef error) REACH_CF(CFErrorGetCode);

/** The dictionary it was made with; an empty one if there was none. */
CF_EXPORT CFDictionaryRef CFErrorCopyUserInfo(CFErrorRef error)
	REACH_CF(CFErrorCopyUserInfo);

/** A text for people to read. The one given under kCFErrorDescriptionKey comes
 *  after a general phrase. @return NULL when out of memory */
CF_EXPORT CFStringRef CFErrorCopyDescription(CFErrorRef error)
	REACH_CF(CFErrorCopyDescription);

CF_EXTERN_C_END

#endif
