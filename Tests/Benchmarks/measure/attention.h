/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What it costs a process to pay attention while others change routes: CPU time
   in percent of a core. */

#ifndef REACH_BENCH_ATTENTION_H
#define REACH_BENCH_ATTENTION_H

#include "bench.h"

struct attention {
	const char *title;
	/* scheduled targets; 0: it is not the library */
	size_t targets;
	double (*run)(const union bench_address *addresses, size_t count,
		      unsigned int changes_per_second, double milliseconds);
};

double attention_of_library(const union bench_address *addresses, size_t count,
			    unsigned int changes_per_second,
			    double milliseconds);
double attention_of_glib(const union bench_address *addresses, size_t count,
			 unsigned int changes_per_second, double milliseconds);
/* Reads each event and asks once for each. */
double attention_of_reader(const union bench_address *addresses, size_t count,
			   unsigned int changes_per_second,
			   double milliseconds);

#endif
