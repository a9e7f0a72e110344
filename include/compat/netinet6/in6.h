/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Where Apple's systems have IPv6 addresses, beside <netinet/in.h>. */

#ifndef REACH_COMPAT_IN6_H
#define REACH_COMPAT_IN6_H

#include <netinet/in.h>

#endif
