/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* GNetworkMonitor, for who watches with it. */

#ifndef REACH_BENCH_GLIB_MONITOR_H
#define REACH_BENCH_GLIB_MONITOR_H

#include <gio/gio.h>

#include "bench.h"

/* One with the netlink backend, served by the calling thread's context. */
GNetworkMonitor *glib_monitor_new(void);
GSocketConnectable *glib_address(const union bench_address *address);
bool glib_can_reach(GNetworkMonitor *monitor, GSocketConnectable *address);

#endif
