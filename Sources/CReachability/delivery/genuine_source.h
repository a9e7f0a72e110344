/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A delivery as a source of the toolchain's run loops. */

#ifndef REACH_GENUINE_SOURCE_H
#define REACH_GENUINE_SOURCE_H

#include "genuine_loop.h"

struct reach_delivery;

/* Holds a reference to the delivery until it is given up itself; NULL when out
   of memory. */
genuine_source_ref reach_genuine_source_new(struct reach_delivery *delivery);

#endif
