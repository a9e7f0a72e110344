/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Ends everything inside the callback: the schedule, the callback, and with the
   last reference the target. Once on a run loop, once on a queue. */

#include "client.h"
#include "queues.h"

static int on_loop;
static int on_queue;
static int ended;

static void end(void *info)
{
	(void)info;
	add(&ended, 1);
}

static const void *keep(const void *info)
{
	return info;
}

static void drop(const void *info)
{
	if (info == &ended)
		end(NULL);
}

static void loop_changed(SCNetworkReachabilityRef target,
			 SCNetworkReachabilityFlags flags, void *info)
{
	EXPECT(flags == 0 && info == &ended);
	EXPECT(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	EXPECT(SCNetworkReachabilitySetCallback(target, NULL, NULL));
	CFRelease(target);
	add(&on_loop, 1);
}

static void queue_changed(SCNetworkReachabilityRef target,
			  SCNetworkReachabilityFlags flags, void *info)
{
	EXPECT(flags == 0 && info == &ended);
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, NULL));
	CFRelease(target);
	add(&on_queue, 1);
}

static SCNetworkReachabilityRef
new_target(SCNetworkReachabilityCallBack callback)
{
	SCNetworkReachabilityContext context = {0, &ended, keep, drop, NULL};
	SCNetworkReachabilityRef target = any_network();

	EXPECT(SCNetworkReachabilitySetCallback(target, callback, &context));
	return target;
}

int main(void)
{
	SCNetworkReachabilityRef other = new_witness();
	dispatch_queue_t queue = dispatch_queue_create("client", NULL);

	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		new_target(loop_changed), CFRunLoopGetCurrent(),
		kCFRunLoopDefaultMode));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(new_target(queue_changed),
						     queue));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		other, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	network_down();
	EXPECT(run_until(&on_loop, 1));
	EXPECT(wait_until(&on_queue, 1));
	/* twice: SetCallback's own, and the callback's */
	EXPECT(wait_until(&ended, 4));
	network_up();
	EXPECT(run_until(&witnessed, REACHABLE));
	dispatch_sync_f(queue, NULL, nothing);
	EXPECT(on_loop == 1 && on_queue == 1 && ended == 4);
	dispatch_release(queue);
	CFRelease(other);
	return failures;
}
