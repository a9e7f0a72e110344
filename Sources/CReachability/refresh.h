/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Evaluates topics, many at once, and tells their watches what is new. On the
 * watcher's thread.
 */

#ifndef REACH_REFRESH_H
#define REACH_REFRESH_H

#include "topics.h"

/* Consumes the list. What fails is due again a little later. */
void reach_refresh(const struct reach_asker *asker,
		   struct reach_topic_list *list);

#endif
