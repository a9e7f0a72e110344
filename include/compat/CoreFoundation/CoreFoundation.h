/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The part of CoreFoundation that users of SCNetworkReachability in C and C++
 * need, for systems without it. The names are Apple's, the symbols behind them
 * start with reach_, so that nothing here gets in the way of a real
 * CoreFoundation in the same process; where there is one, these functions hand
 * over to it and its objects can be used with them.
 */

#ifndef REACH_COMPAT_COREFOUNDATION_H
#define REACH_COMPAT_COREFOUNDATION_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CFBase.h"
#include "CFString.h"
#include "CFNumber.h"
#include "CFData.h"
#include "CFArray.h"
#include "CFDictionary.h"
#include "CFError.h"
#include "CFRunLoop.h"

#endif
