/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Fills an address by the place of its members, which are others on Apple's
   systems: it compiles, and is refused instead of being taken for something
   else. By their names all is well, with an opt-in also the length. */

#include "client.h"
#include <ReachabilitySocketLength.h>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

int main(void)
{
	struct sockaddr_in by_place = {sizeof(by_place), AF_INET};
	struct sockaddr_in by_name = {
		.sin_family = AF_INET,
		.sin_len = sizeof(by_name),
	};
	SCNetworkReachabilityRef target;

	EXPECT(!SCNetworkReachabilityCreateWithAddress(
		NULL, (struct sockaddr *)&by_place));
	EXPECT(SCError() == kSCStatusInvalidArgument);
	target = SCNetworkReachabilityCreateWithAddress(
		NULL, (struct sockaddr *)&by_name);
	EXPECT(target);
	if (!target)
		return failures;
	EXPECT(flags_of(target) == REACHABLE);
	CFRelease(target);
	by_name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	target = SCNetworkReachabilityCreateWithAddress(
		NULL, (struct sockaddr *)&by_name);
	EXPECT(flags_of(target) == OWN);
	CFRelease(target);
	return failures;
}
