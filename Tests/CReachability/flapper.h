/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Changes of the network in quick succession, by one ip(8) that is fed with
   commands and goes on when one of them fails. */

#ifndef REACH_TEST_FLAPPER_H
#define REACH_TEST_FLAPPER_H

struct flapper {
	int pid;
	int fd;
};

/* In this thread's namespace. */
void flapper_start(struct flapper *flapper);
/* A line for "ip -batch". Any one thread; returns before it is done. False:
   there is no ip any more. */
_Bool flapper_do(const struct flapper *flapper, const char *command);
/* When all is done. */
void flapper_finish(struct flapper *flapper);

#endif
