/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Name servers for tests, on 127.0.0.1 of the test's namespace: dnsmasq, which
 * knows the names it is given and denies all others of "test", and a silent
 * one that only counts.
 */

#ifndef REACH_TEST_DNS_H
#define REACH_TEST_DNS_H

/* resolv.conf that asks it, and gives up soon. */
#define REACH_TEST_RESOLV_CONF \
	"nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"

/* Each record as for dnsmasq's --host-record: "www.test,192.0.2.1". Returns
   when the server answers. NULL ends the list. Starting again replaces the
   server that was there. */
void reach_test_dns_start(const char *record, ...) __attribute__((sentinel));
void reach_test_dns_stop(void);
/* How many queries have arrived since the start. */
unsigned int reach_test_dns_count(void);

/* A server that never answers. */
void reach_test_dns_start_silent(void);
unsigned int reach_test_dns_count_silent(void);

#endif
