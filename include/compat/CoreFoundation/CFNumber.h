/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Truth values; there are no other numbers here. */

#ifndef REACH_COMPAT_CFNUMBER_H
#define REACH_COMPAT_CFNUMBER_H

#include "CFBase.h"

typedef const struct __CFBoolean *CFBooleanRef;

CF_EXTERN_C_BEGIN

CF_EXPORT const CFBooleanRef kCFBooleanTrue REACH_CF(kCFBooleanTrue);
CF_EXPORT const CFBooleanRef kCFBooleanFalse REACH_CF(kCFBooleanFalse);

CF_EXPORT CFTypeID CFBooleanGetTypeID(void) REACH_CF(CFBooleanGetTypeID);
CF_EXPORT Boolean CFBooleanGetValue(CFBooleanRef boolean)
	REACH_CF(CFBooleanGetValue);

CF_EXTERN_C_END

#endif
