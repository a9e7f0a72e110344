/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Short ways to use the library, or the end. */

#ifndef REACH_BENCH_LIBRARY_H
#define REACH_BENCH_LIBRARY_H

#include <SystemConfiguration/SystemConfiguration.h>

#include "bench.h"

SCNetworkReachabilityRef library_target(const union bench_address *address);
/* GetFlags, as BENCH_ bits. */
uint8_t library_read(SCNetworkReachabilityRef target);

#endif
