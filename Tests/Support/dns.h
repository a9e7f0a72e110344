/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Name servers for tests, on 127.0.0.1 of the test's namespace: dnsmasq, which
 * knows the names it is given, denies all others of "test" and refuses to
 * speak of the rest of the world; and a silent one that only counts.
 */

#ifndef REACH_TEST_DNS_H
#define REACH_TEST_DNS_H

/* resolv.conf that asks it, and gives up soon. */
#define REACH_TEST_RESOLV_CONF \
	"nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"

/* Each record is "www.test,192.0.2.1" with as many addresses as you like, told
   in that order. NULL ends the list. Returns when the server answers. Starting
   again replaces the server that was there. */
void reach_test_dns_start(const char *record, ...) __attribute__((sentinel));
/* The running server answers with these instead, without a gap. */
void reach_test_dns_change(const char *record, ...) __attribute__((sentinel));
void reach_test_dns_stop(void);
/* How many queries have arrived since the start. */
unsigned int reach_test_dns_count(void);

/* A server that never answers. */
void reach_test_dns_start_silent(void);
unsigned int reach_test_dns_count_silent(void);

#endif
