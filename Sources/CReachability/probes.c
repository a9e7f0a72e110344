/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The probe addresses, as data. */

#include "probes.h"

#define IPV4(a, b, c, d)                                     \
	{                                                    \
		.s6_addr = { [10] = 0xff, 0xff, a, b, c, d } \
	}
#define IPV6(a, b, c, d)                            \
	{                                           \
		.s6_addr = { a, b, c, d, [15] = 1 } \
	}

const struct in6_addr reach_probes_ipv4[REACH_PROBES_IPV4] = {
	IPV4(8, 8, 8, 8),	 IPV4(193, 0, 6, 139),	IPV4(17, 253, 4, 125),
	IPV4(151, 101, 65, 140), IPV4(96, 7, 128, 175), IPV4(208, 80, 154, 224),
};

const struct in6_addr reach_probes_ipv6[REACH_PROBES_IPV6] = {
	IPV6(0x20, 0x01, 0x48, 0x60),
	IPV6(0x2a, 0x00, 0x14, 0x50),
	IPV6(0x26, 0x06, 0x47, 0x00),
	IPV6(0x24, 0x04, 0x68, 0x00),
};
