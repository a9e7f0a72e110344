/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Code that sets the length members, which only compiles with the opt-in. */

#include <SystemConfiguration/SystemConfiguration.h>

int use(void);

int use(void)
{
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;
	struct sockaddr_in named = {
		.sin_len = sizeof(named),
		.sin_family = AF_INET,
	};
	struct sockaddr any;

	bzero(&ipv4, sizeof(ipv4));
	ipv4.sin_len = sizeof(ipv4);
	ipv4.sin_family = AF_INET;
	ipv4.sin_addr.s_addr = htonl(IN_LINKLOCALNETNUM);
	bzero(&ipv6, sizeof(ipv6));
	ipv6.sin6_len = sizeof(ipv6);
	ipv6.sin6_family = AF_INET6;
	bzero(&any, sizeof(any));
	any.sa_len = sizeof(any);
	return ipv4.sin_len + named.sin_len + any.sa_len + (int)ipv6.sin6_len +
	       (SCNetworkReachabilityCreateWithAddress(
			NULL, (struct sockaddr *)&ipv4) != NULL);
}
