/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The goals of the project, in groups that can be run alone. Each makes the
   network it needs. */

#ifndef REACH_BENCH_GOALS_H
#define REACH_BENCH_GOALS_H

void goals_ask(void);
void goals_events(void);
void goals_threads(void);
void goals_users(void);
void goals_tables(void);
void goals_many(void);
void goals_callbacks(void);
void goals_unrelated(void);
void goals_churn(void);
void goals_latency(void);
void goals_memory(void);
void goals_idle(void);
void goals_library(void);

/* Those that are listed. */
void goals_run(void);

#endif
