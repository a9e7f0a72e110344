/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Has no context: what the callback gets for it is NULL. A name's first state
   comes by itself. */

#include "client.h"

static int last = -1;
static int firsts;

static void changed(SCNetworkReachabilityRef, SCNetworkReachabilityFlags flags,
		    void *info)
{
	EXPECT(info == nullptr);
	if (load(&last) == -1)
		add(&firsts, 1);
	store(&last, static_cast<int>(flags));
}

int main()
{
	auto target =
		SCNetworkReachabilityCreateWithName(nullptr, "server.test");

	EXPECT(SCNetworkReachabilitySetCallback(target, changed, nullptr));
	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	CFRelease(target);
	EXPECT(run_until(&last, REACHABLE));
	EXPECT(firsts == 1);
	network_down();
	EXPECT(run_until(&last, 0));
	return failures;
}
