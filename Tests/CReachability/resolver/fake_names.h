/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A name service for tests, linked in the place of getaddrinfo: it says what
 * it was told to, counts, and holds its answers back on demand.
 */

#ifndef REACH_TEST_FAKE_NAMES_H
#define REACH_TEST_FAKE_NAMES_H

#include <stdbool.h>

/* Knows no names; nothing is held. */
void fake_names_reset(void);
/* From now on: "192.0.2.1 2001:db8::1 fe80::1%3", or NULL and an EAI_ number.
   A name that was never set gives EAI_NONAME. */
void fake_names_set(const char *name, int error, const char *addresses);
/* Look-ups that begin from now on do not return, until release; or they do. */
void fake_names_hold(const char *name, bool hold);
/* Lets go the oldest that is held; or all, and holds no more. */
void fake_names_release(const char *name);
void fake_names_release_all(void);

/* Look-ups begun, of one name; and those that are out, of all. */
unsigned int fake_names_count(const char *name);
unsigned int fake_names_out(void);

#endif
