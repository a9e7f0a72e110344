/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Targets as text, for CFCopyDescription. */

#ifndef REACH_DESCRIBE_H
#define REACH_DESCRIBE_H

#include <SystemConfiguration/SCNetworkReachability.h>

/* Of a target; +1. */
CFStringRef reach_describe(CFTypeRef object);

#endif
