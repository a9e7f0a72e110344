/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A thread that makes one change when told to, and remembers when: who waits
   for it is asleep by then, as a program waiting for events is. */

#ifndef REACH_BENCH_ACTOR_H
#define REACH_BENCH_ACTOR_H

#include "wire.h"

struct actor;

struct actor *actor_start(void);
/* Sends the change over this socket a little later. */
void actor_go(struct actor *actor, int fd, const struct wire_message *change);
/* Waits until it is made; returns when it was begun. */
uint64_t actor_wait(struct actor *actor);
void actor_stop(struct actor *actor);

#endif
