/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Brings the system's libnl-3 and libnl-route-3 to SwiftPM: include path and
   link flags come from pkg-config. */

#include <netlink/netlink.h>
#include <netlink/socket.h>
