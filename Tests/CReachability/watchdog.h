/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Ends a test program that hangs, having said what it was at and where each
 * of its threads is. Knows nothing of what is tested.
 */

#ifndef REACH_TEST_WATCHDOG_H
#define REACH_TEST_WATCHDOG_H

/* One at a time, for something that is fed again within so many
   milliseconds. */
void watchdog_start(int milliseconds);
/* It goes on: with this, which must stay in memory. Any thread. */
void watchdog_feed(const char *what);
void watchdog_stop(void);

#endif
