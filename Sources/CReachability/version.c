/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The version, in the one place the library has it. */

#include <SystemConfiguration/ReachabilityExtensions.h>

const char *reach_version(void)
{
	return "0.1.0";
}
