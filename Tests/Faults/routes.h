/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Route changes without a process for each, fast enough for a storm; knows
   nothing of the library. */

#ifndef REACH_TEST_ROUTES_H
#define REACH_TEST_ROUTES_H

#include <stdbool.h>

/* A socket that changes what its namespace has; close it. -1 with errno. */
int routes_open(void);

/* Adds (replacing) or deletes the default route of one family through a device
   that needs no gateway. 0 or errno. */
int routes_default(int fd, int family, const char *device, bool there);

/* So many changes: blackholes that come and go. 0 or errno. */
int routes_storm(int fd, unsigned int changes);

#endif
