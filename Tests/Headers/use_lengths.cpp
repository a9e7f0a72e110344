/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The same in C++, where the members are set one by one. */

#include <SystemConfiguration/SystemConfiguration.h>

int use();

int use()
{
	sockaddr_in ipv4{};
	sockaddr_in6 ipv6{};

	ipv4.sin_len = sizeof(ipv4);
	ipv4.sin_family = AF_INET;
	ipv6.sin6_len = sizeof(ipv6);
	ipv6.sin6_family = AF_INET6;
	reinterpret_cast<sockaddr *>(&ipv4)->sa_len = sizeof(ipv4);
	return ipv4.sin_len;
}
