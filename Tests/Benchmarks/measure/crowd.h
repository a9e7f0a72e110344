/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Several threads that do the same for so long, each for itself. */

#ifndef REACH_BENCH_CROWD_H
#define REACH_BENCH_CROWD_H

#include "contestant.h"

#define CROWD_MAX 8

/* Answers of all threads in a microsecond. Each has an instance of its own,
   made before the time begins. */
double crowd_run(const struct contestant *contestant,
		 const union bench_address *addresses, size_t count,
		 size_t threads, double milliseconds);

#endif
