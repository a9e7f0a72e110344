/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* One question to the system's name service. */

#ifndef REACH_QUERY_H
#define REACH_QUERY_H

#include "resolver.h"

/* Blocks for as long as it takes. NULL if there is no memory. */
struct reach_answer *reach_query(const char *name);

#endif
