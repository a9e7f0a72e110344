/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Schedules first and sets the callback then; nothing is lost in between. */

#include "client.h"

static int told;
static int last = -1;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	EXPECT(info == &told);
	EXPECT(flags_of(target) == (int)flags);
	store(&last, (int)flags);
	add(&told, 1);
}

int main(void)
{
	SCNetworkReachabilityContext context = {0, &told, NULL, NULL, NULL};
	SCNetworkReachabilityRef target = any_network();

	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	EXPECT(SCNetworkReachabilitySetCallback(target, changed, &context));
	EXPECT(flags_of(target) == REACHABLE);
	network_down();
	EXPECT(run_until(&last, 0));
	network_up();
	EXPECT(run_until(&last, REACHABLE));
	EXPECT(told == 2);
	EXPECT(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	CFRelease(target);
	return failures;
}
