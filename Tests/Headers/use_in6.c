/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Code that takes its IPv6 addresses from a header of Apple's systems. */

#include <netinet6/in6.h>
#include <SystemConfiguration/SystemConfiguration.h>

SCNetworkReachabilityRef create(void);

SCNetworkReachabilityRef create(void)
{
	struct sockaddr_in6 zero;

	bzero(&zero, sizeof(zero));
	zero.sin6_family = AF_INET6;
	return SCNetworkReachabilityCreateWithAddress(
		NULL, (const struct sockaddr *)&zero);
}
