/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * In the place of the kernel: the input, cut into datagrams, each of them two
 * bytes of length and so many bytes. With FUZZ_STRANGER in its length one comes
 * from another process; FUZZ_LOST instead of a length says that some are lost.
 */

#ifndef REACH_FUZZ_KERNEL_H
#define REACH_FUZZ_KERNEL_H

#include "fuzz.h"

#define FUZZ_STRANGER 0x8000
#define FUZZ_LOST 0xffff

/* What is received from now on. */
void fuzz_kernel_begin(const uint8_t *data, size_t size);
bool fuzz_kernel_is_empty(void);

/* A message of which nothing follows in memory; free it. NULL if it cannot be
   one. The header's length is put right: receivers check it before. */
struct nlmsghdr *fuzz_kernel_message(const uint8_t *data, size_t size);

#endif
