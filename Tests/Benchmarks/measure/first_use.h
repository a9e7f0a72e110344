/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What the first answer costs a process that has just been started. */

#ifndef REACH_BENCH_FIRST_USE_H
#define REACH_BENCH_FIRST_USE_H

#include "contestant.h"
#include "statistics.h"

/* One process, one answer; false if it was "not reachable". */
bool first_use_measure(const struct contestant *contestant, int family,
		       struct samples *milliseconds, struct samples *kilobytes);

#endif
