/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Bytes as an object. */

#ifndef REACH_COMPAT_CFDATA_H
#define REACH_COMPAT_CFDATA_H

#include "CFBase.h"

typedef const struct __CFData *CFDataRef;
typedef struct __CFData *CFMutableDataRef;

CF_EXTERN_C_BEGIN

CF_EXPORT CFTypeID CFDataGetTypeID(void) REACH_CF(CFDataGetTypeID);

/** A copy of length bytes. @return NULL when out of memory */
CF_EXPORT CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes,
				 CFIndex length) REACH_CF(CFDataCreate);

CF_EXPORT CFIndex CFDataGetLength(CFDataRef data) REACH_CF(CFDataGetLength);

/** The bytes, while the object lives. */
CF_EXPORT const UInt8 *CFDataGetBytePtr(CFDataRef data)
	REACH_CF(CFDataGetBytePtr);

CF_EXTERN_C_END

#endif
