/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The axes; each makes the network it needs. */

#ifndef REACH_BENCH_AXES_H
#define REACH_BENCH_AXES_H

void axis_routes(void);
void axis_targets(void);
void axis_churn(void);
void axis_threads(void);

/* Those that are listed. */
void axes_run(void);

#endif
