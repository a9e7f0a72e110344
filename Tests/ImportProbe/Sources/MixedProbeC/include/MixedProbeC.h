/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What a C part of a Swift program sees; taken and given as plain pointers. */

#ifndef MIXED_PROBE_C_H
#define MIXED_PROBE_C_H

long mixed_count(const void *object);
const void *mixed_retain(const void *object);
void mixed_release(const void *object);
unsigned long mixed_target_type(void);
unsigned long mixed_type(const void *object);
const void *mixed_main_loop(void);
const void *mixed_default_mode(void);
const void *mixed_domain(void);

#endif
