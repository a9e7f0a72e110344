/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Code that compares Apple's version macros takes its newer branch. */

#include <SystemConfiguration/SystemConfiguration.h>

#if MAC_OS_X_VERSION_MIN_REQUIRED <= MAC_OS_X_VERSION_10_5
#error "older than 10.6"
#endif
#if !defined(__MAC_OS_X_VERSION_MIN_REQUIRED) || \
	__MAC_OS_X_VERSION_MIN_REQUIRED < __MAC_10_11
#error "older than 10.11"
#endif

extern int nothing;
