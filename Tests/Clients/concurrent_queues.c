/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Queues on which work runs side by side: the callbacks of one target do not,
   and the last one tells the last state. One callback waits for its own queue
   to be empty. */

#include "client.h"
#include "queues.h"

#define CHANGES 6

struct monitor {
	dispatch_queue_t queue;
	int inside;
	int last;
	int told;
};

static void settled(void *info)
{
	struct monitor *monitor = info;

	add(&monitor->told, 1);
}

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	struct monitor *monitor = info;
	SCNetworkReachabilityFlags now = 0;

	EXPECT(add(&monitor->inside, 1) == 1);
	EXPECT(SCNetworkReachabilityGetFlags(target, &now));
	if (monitor->queue)
		dispatch_barrier_async_f(monitor->queue, monitor, settled);
	add(&monitor->inside, -1);
	store(&monitor->last, (int)flags);
}

static SCNetworkReachabilityRef start(struct monitor *monitor,
				      dispatch_queue_t queue)
{
	SCNetworkReachabilityContext context = {0, monitor, NULL, NULL, NULL};
	SCNetworkReachabilityRef target = any_network();

	EXPECT(flags_of(target) == REACHABLE);
	/* in this order nothing is lost either */
	EXPECT(SCNetworkReachabilitySetDispatchQueue(target, queue));
	EXPECT(SCNetworkReachabilitySetCallback(target, changed, &context));
	EXPECT(!SCNetworkReachabilitySetDispatchQueue(target, queue));
	EXPECT(SCError() == kSCStatusInvalidArgument);
	return target;
}

int main(void)
{
	dispatch_queue_t global =
		dispatch_get_global_queue(DISPATCH_QUEUE_PRIORITY_DEFAULT, 0);
	dispatch_queue_t queue =
		dispatch_queue_create("client", DISPATCH_QUEUE_CONCURRENT);
	static struct monitor on_global, on_queue[2];
	SCNetworkReachabilityRef targets[3];
	int told, i;

	on_queue[0].queue = queue;
	targets[0] = start(&on_queue[0], queue);
	targets[1] = start(&on_queue[1], queue);
	targets[2] = start(&on_global, global);
	for (i = 0; i < CHANGES; i++) {
		int flags = i % 2 ? REACHABLE : 0;

		if (flags)
			network_up();
		else
			network_down();
		EXPECT(wait_until(&on_queue[0].last, flags));
		EXPECT(wait_until(&on_queue[1].last, flags));
		EXPECT(wait_until(&on_global.last, flags));
	}
	for (i = 0; i < 3; i++)
		EXPECT(SCNetworkReachabilitySetDispatchQueue(targets[i], NULL));
	/* after this no callback that had begun is still running */
	dispatch_barrier_sync_f(queue, NULL, nothing);
	told = load(&on_queue[0].told);
	EXPECT(told >= CHANGES);
	network_down();
	EXPECT(flags_of(targets[0]) == 0);
	dispatch_barrier_sync_f(queue, NULL, nothing);
	EXPECT(load(&on_queue[0].told) == told);
	for (i = 0; i < 3; i++)
		CFRelease(targets[i]);
	dispatch_release(queue);
	return failures;
}
