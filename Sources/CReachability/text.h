/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Addresses from text and to text; knows no names that have to be looked up. */

#ifndef REACH_TEXT_H
#define REACH_TEXT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target.h"

struct sockaddr;

/* IPv4 in all forms of inet_aton ("127.1", "0x7f000001"), or IPv6, with or
   without %interface. False: not numeric. */
bool reach_text_parse(const char *text, struct reach_endpoint *ret_endpoint);

/* Of AF_INET and AF_INET6 only; reads no byte that the family does not have,
   and needs no alignment. False: neither. */
bool reach_text_read(const struct sockaddr *address,
		     struct reach_endpoint *ret_endpoint);

/* With %interface; text has room for REACH_TEXT_MAX. */
void reach_text_write(const struct reach_endpoint *endpoint, char *text);
/* An address as it is asked about: ::ffff:a.b.c.d is written as IPv4. */
void reach_text_write_address(const struct in6_addr *address, uint32_t scope,
			      char *text);

#endif
