/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Another thread than the one whose loop it is takes the target off, and puts
   it on again; meanwhile a third one asks. */

#include "client.h"

#include <atomic>
#include <thread>

static int last = -1;

static void changed(SCNetworkReachabilityRef, SCNetworkReachabilityFlags flags,
		    void *)
{
	store(&last, static_cast<int>(flags));
}

static void unschedule(SCNetworkReachabilityRef target, CFRunLoopRef loop)
{
	EXPECT(SCNetworkReachabilityUnscheduleFromRunLoop(
		target, loop, kCFRunLoopCommonModes));
}

static void schedule(SCNetworkReachabilityRef target, CFRunLoopRef loop)
{
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(target, loop,
							kCFRunLoopCommonModes));
}

int main()
{
	auto loop = CFRunLoopGetCurrent();
	auto other = new_witness();
	auto target = any_network();
	std::atomic<bool> over(false);
	std::thread asking([&] {
		while (!over)
			EXPECT(flags_of(target) != -1);
	});

	EXPECT(SCNetworkReachabilitySetCallback(target, changed, nullptr));
	schedule(target, loop);
	schedule(other, loop);
	network_down();
	EXPECT(run_until(&last, 0) && run_until(&witnessed, 0));

	std::thread(unschedule, target, loop).join();
	network_up();
	EXPECT(run_until(&witnessed, REACHABLE));
	EXPECT(last == 0);

	std::thread(schedule, target, loop).join();
	network_down();
	EXPECT(run_until(&witnessed, 0));
	network_up();
	EXPECT(run_until(&last, REACHABLE));
	over = true;
	asking.join();
	unschedule(target, loop);
	CFRelease(target);
	return failures;
}
