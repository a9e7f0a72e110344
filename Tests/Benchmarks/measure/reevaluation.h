/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What it costs the library to look again at all its targets after an event
   that concerns them: CPU time of its threads until they rest, because there
   is no moment at which a program could know that nothing has changed. */

#ifndef REACH_BENCH_REEVALUATION_H
#define REACH_BENCH_REEVALUATION_H

#include "bench.h"

struct watched;

/* Nanoseconds, of a fresh set of targets. */
double reevaluation_cost(const union bench_address *addresses, size_t count);
/* Of one that is there. */
double reevaluation_cost_of(const struct watched *watched);

#endif
