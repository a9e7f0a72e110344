/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* How a call is taken over: shared by calls.c and memory.c alone. */

#ifndef REACH_TEST_INTERCEPT_H
#define REACH_TEST_INTERCEPT_H

#include <stddef.h>
#include <stdint.h>

#include "faults.h"

/* The number with which this call has to fail, or 0. */
int fault_due(enum fault kind, const void *caller);
/* The caller is one of the libraries. */
bool fault_is_ours(const void *caller);
const char *fault_describe(uintptr_t place, char *text, size_t size);

#define CALLER __builtin_return_address(0)
/* Others must see what stands in for theirs. */
#define STANDS_IN __attribute__((visibility("default"), noinline))

#endif
