/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Gives up its only reference as soon as the target is scheduled: the schedule
   keeps it alive. One on a run loop, one on a queue. */

#include "client.h"
#include "queues.h"

static int on_loop = -1;
static int on_queue = -1;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	EXPECT(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID());
	store((int *)info, (int)flags);
}

static SCNetworkReachabilityRef new_target(int *last)
{
	SCNetworkReachabilityContext context = {0, last, NULL, NULL, NULL};
	SCNetworkReachabilityRef target = any_network();

	EXPECT(SCNetworkReachabilitySetCallback(target, changed, &context));
	return target;
}

int main(void)
{
	dispatch_queue_t queue = dispatch_queue_create("client", NULL);
	SCNetworkReachabilityRef target = new_target(&on_loop);

	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	CFRelease(target);
	target = new_target(&on_queue);
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, queue));
	CFRelease(target);
	dispatch_release(queue);
	network_down();
	EXPECT(run_until(&on_loop, 0));
	EXPECT(wait_until(&on_queue, 0));
	network_up();
	EXPECT(run_until(&on_loop, REACHABLE));
	EXPECT(wait_until(&on_queue, REACHABLE));
	return failures;
}
