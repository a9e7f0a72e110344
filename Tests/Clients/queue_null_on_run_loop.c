/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Is on a run loop and ends that with SetDispatchQueue(NULL). */

#include "client.h"

static int told;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	(void)flags;
	(void)info;
	add(&told, 1);
}

int main(void)
{
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	SCNetworkReachabilityRef other = new_witness();
	SCNetworkReachabilityRef target = any_network();

	EXPECT(SCNetworkReachabilitySetCallback(target, changed, NULL));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(target, loop,
							kCFRunLoopDefaultMode));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(other, loop,
							kCFRunLoopDefaultMode));
	network_down();
	EXPECT(run_until(&witnessed, 0) && run_until(&told, 1));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, NULL));
	CFRelease(target);
	network_up();
	EXPECT(run_until(&witnessed, REACHABLE));
	EXPECT(told == 1);
	EXPECT(SCNetworkReachabilitySetDispatchQueue(other, NULL));
	CFRelease(other);
	return failures;
}
