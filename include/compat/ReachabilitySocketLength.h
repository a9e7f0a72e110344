/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * For code that sets the length members of socket addresses, which Linux does
 * not have: they become a byte or word of the structure that means nothing
 * here. Compile such code with -include ReachabilitySocketLength.h; nothing
 * includes this by itself, because the names are then taken everywhere.
 *
 * sin_len is a byte of sin_zero, sa_len the last byte of sa_data, sin6_len is
 * sin6_flowinfo, which the kernel ignores unless a socket asks for it. The
 * library looks at none of them. An initialiser without names, such as
 * {sizeof(address), AF_INET}, cannot be helped: it sets other members here.
 */

#ifndef REACH_COMPAT_SOCKETLENGTH_H
#define REACH_COMPAT_SOCKETLENGTH_H

/* before the names are taken */
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>

#define sa_len sa_data[13]
#define sin_len sin_zero[0]
#define sin6_len sin6_flowinfo

#endif
