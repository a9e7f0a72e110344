/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Written for the first form of the interface, and half moved on: old names of
   flags and types, one of them declared again, and the calls without object. */

#include "client.h"

typedef SCNetworkConnectionFlags SCNetworkReachabilityFlags;

static int last = -1;

static int is_online(SCNetworkConnectionFlags flags)
{
	return (flags & kSCNetworkFlagsReachable) &&
	       !(flags & kSCNetworkFlagsConnectionRequired) &&
	       !(flags & (kSCNetworkFlagsTransientConnection |
			  kSCNetworkFlagsConnectionAutomatic |
			  kSCNetworkFlagsInterventionRequired));
}

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkConnectionFlags flags, void *info)
{
	(void)target;
	(void)info;
	store(&last, is_online(flags));
}

int main(void)
{
	SCNetworkReachabilityCallBack callback = changed;
	SCNetworkReachabilityRef target = any_network();
	struct sockaddr_in neighbour = ipv4("192.0.2.1");
	struct sockaddr_in own = ipv4("192.0.2.2");
	SCNetworkConnectionFlags flags = 0;

	EXPECT(SCNetworkCheckReachabilityByName("server.test", &flags));
	EXPECT(is_online(flags) && flags == REACHABLE);
	EXPECT(SCNetworkCheckReachabilityByAddress(
		(struct sockaddr *)&neighbour, sizeof(neighbour), &flags));
	EXPECT(flags == (kSCNetworkFlagsReachable | kSCNetworkFlagsIsDirect));
	EXPECT(SCNetworkCheckReachabilityByAddress((struct sockaddr *)&own,
						   sizeof(own), &flags));
	EXPECT(flags & kSCNetworkFlagsIsLocalAddress);

	EXPECT(SCNetworkReachabilitySetCallback(target, callback, NULL));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	network_down();
	EXPECT(run_until(&last, 0));
	EXPECT(SCNetworkCheckReachabilityByName("server.test", &flags) &&
	       !is_online(flags));
	network_up();
	EXPECT(run_until(&last, 1));
	CFRelease(target);
	return failures;
}
