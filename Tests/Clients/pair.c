/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Asks for the way from the loopback address to a host, and means the way to
   the host; and for the way from an address of its own. */

#include "client.h"

static int last = -1;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	(void)info;
	store(&last, (int)flags);
}

static SCNetworkReachabilityRef pair(const char *local, const char *remote)
{
	struct sockaddr_in from = ipv4(local);
	struct sockaddr_in to = ipv4(remote);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithAddressPair(
			NULL, (struct sockaddr *)&from, (struct sockaddr *)&to);

	if (!target)
		exit(2);
	return target;
}

int main(void)
{
	SCNetworkReachabilityRef target = pair("127.0.0.1", "198.51.100.7");
	SCNetworkReachabilityRef own = pair("192.0.2.2", "198.51.100.7");
	SCNetworkReachabilityRef foreign = pair("192.0.2.3", "198.51.100.7");
	SCNetworkReachabilityContext context = {0, (void *)target, CFRetain,
						CFRelease, CFCopyDescription};

	EXPECT(flags_of(target) == REACHABLE);
	EXPECT(flags_of(own) == REACHABLE);
	EXPECT(flags_of(foreign) == 0);
	EXPECT(SCNetworkReachabilitySetCallback(target, changed, &context));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	network_down();
	EXPECT(run_until(&last, 0));
	EXPECT(flags_of(own) == 0);
	network_up();
	EXPECT(run_until(&last, REACHABLE));
	EXPECT(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	EXPECT(SCNetworkReachabilitySetCallback(target, NULL, NULL));
	CFRelease(target);
	CFRelease(own);
	CFRelease(foreign);
	return failures;
}
