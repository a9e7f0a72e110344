/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Throws the first callback away, because it only tells what is, and takes each
   further one for a change. */

#include "client.h"
#include "queues.h"

static int discarded;
static int last = -1;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	static int is_started;

	(void)target;
	(void)info;
	if (!is_started) {
		is_started = 1;
		add(&discarded, 1);
		return;
	}
	store(&last, (int)flags);
}

/* Of a name that nobody has there is nothing to tell but this. */
static void unknown(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	EXPECT(flags == 0);
	add((int *)info, 1);
}

static void expect_first_of_unknown(dispatch_queue_t queue)
{
	int told = 0;
	SCNetworkReachabilityContext context = {0, &told, NULL, NULL, NULL};
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, "unknown.test");

	EXPECT(SCNetworkReachabilitySetCallback(target, unknown, &context));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, queue));
	EXPECT(wait_until(&told, 1));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, NULL));
	dispatch_sync_f(queue, NULL, nothing);
	CFRelease(target);
}

int main(void)
{
	dispatch_queue_t queue = dispatch_queue_create("client", NULL);
	SCNetworkReachabilityRef target;

	/* a first callback comes also where there is nothing */
	network_down();
	expect_first_of_unknown(queue);
	target = SCNetworkReachabilityCreateWithName(NULL, "server.test");
	EXPECT(SCNetworkReachabilitySetCallback(target, changed, NULL));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, queue));
	EXPECT(wait_until(&discarded, 1));
	network_up();
	EXPECT(wait_until(&last, REACHABLE));
	network_down();
	EXPECT(wait_until(&last, 0));
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, NULL));
	dispatch_sync_f(queue, NULL, nothing);
	CFRelease(target);
	dispatch_release(queue);
	return failures;
}
