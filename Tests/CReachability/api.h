/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Short ways to ask the public API, for tests: targets come and go in one
   call, and GetFlags and Explain must agree each time. */

#ifndef REACH_TEST_API_H
#define REACH_TEST_API_H

#include "namespace.h"

#include <netinet/in.h>

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/ReachabilityExtensions.h>

/* Room for either family. */
union test_address {
	struct sockaddr any;
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;
};

/* "192.0.2.1", "2001:db8::1", "fe80::1%v0"; fails the test otherwise. */
union test_address test_address(const char *text);

/* Targets from text; NULL for no address. */
SCNetworkReachabilityRef test_target(const char *address);
SCNetworkReachabilityRef test_pair(const char *local, const char *remote);
SCNetworkReachabilityRef test_name(const char *name);

/* GetFlags says so; for children and threads, where nothing can be asserted. */
bool test_reads(SCNetworkReachabilityRef target, uint32_t expected);

/* The word of an unscheduled target, which is released. It must be known, and
   Explain must say the same. */
uint32_t test_flags_of(SCNetworkReachabilityRef target);
/* Of an address, a pair, a name. */
uint32_t test_flags(const char *address);
uint32_t test_pair_flags(const char *local, const char *remote);
uint32_t test_name_flags(const char *name);
/* The rule that decided, and everything else. */
struct reach_explanation test_explain(const char *address);

/* Asserts with the address and both words in the message. */
#define assert_flags(address, expected) \
	test_assert_flags(address, expected, __FILE__, __LINE__)
void test_assert_flags(const char *address, uint32_t expected, const char *file,
		       int line);

/* Its description contains the text. */
bool test_description_has(SCNetworkReachabilityRef target, const char *text);

#define TEST_IN(setup, test) REACH_TEST_IN(setup, test)

#endif
