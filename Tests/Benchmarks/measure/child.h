/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* This program started afresh, for what only a new process shows. */

#ifndef REACH_BENCH_CHILD_H
#define REACH_BENCH_CHILD_H

#include <stddef.h>

/* Starts it in the role and reads the numbers it says. */
void child_run(const char *role, size_t argument, double *ret_numbers,
	       size_t count);
/* What a role says. */
void child_tell(double number);

/* Plays the role and ends the process. */
void child_play(const char *role, size_t argument);

/* The roles. */
/* number: among the contestants */
void child_first_use(size_t number);
void child_first_use6(size_t number);
void child_memory(size_t targets);
/* For "profile": so many answers, or events. */
#define CHILD_PROFILE_TARGETS 1000
void child_profile_kept(size_t times);
void child_profile_fresh(size_t times);
void child_profile_pass(size_t times);

#endif
