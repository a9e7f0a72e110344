/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Leaves the version of its context, and the bytes of its address that mean
   nothing, as they happen to be. */

#include "client.h"

static int last = -1;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	store((int *)info, (int)flags);
}

int main(void)
{
	SCNetworkReachabilityContext context;
	struct sockaddr_in address;
	SCNetworkReachabilityRef target;

	memset(&address, 0xa5, sizeof(address));
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_ANY);
	target = SCNetworkReachabilityCreateWithAddress(
		kCFAllocatorDefault, (struct sockaddr *)&address);
	EXPECT(target);
	if (!target)
		return failures;
	memset(&context, 0xa5, sizeof(context));
	context.info = &last;
	context.retain = NULL;
	context.release = NULL;
	context.copyDescription = NULL;
	EXPECT(SCNetworkReachabilitySetCallback(target, changed, &context));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetMain(), kCFRunLoopDefaultMode));
	EXPECT(flags_of(target) == REACHABLE);
	network_down();
	EXPECT(run_until(&last, 0));
	CFRelease(target);
	return failures;
}
