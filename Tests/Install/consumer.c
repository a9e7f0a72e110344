/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A C program as a user of the installed library writes it. */

#include <SystemConfiguration/SystemConfiguration.h>
#include <CoreFoundation/CoreFoundation.h>
#include <netinet/in.h>
#include <stdio.h>

int main(void)
{
	struct sockaddr_in loopback = {.sin_family = AF_INET};
	SCNetworkReachabilityRef target;
	SCNetworkReachabilityFlags flags = 0;

	loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	target = SCNetworkReachabilityCreateWithAddress(
		kCFAllocatorDefault, (const struct sockaddr *)&loopback);
	if (!target || !SCNetworkReachabilityGetFlags(target, &flags)) {
		fprintf(stderr, "%s\n", SCErrorString(SCError()));
		return 1;
	}
	CFRelease(target);
	printf("0x%x\n", flags);
	return 0;
}
