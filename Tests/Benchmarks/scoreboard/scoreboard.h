/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who notices what, and after how long. */

#ifndef REACH_BENCH_SCOREBOARD_H
#define REACH_BENCH_SCOREBOARD_H

void scoreboard_run(void);

#endif
