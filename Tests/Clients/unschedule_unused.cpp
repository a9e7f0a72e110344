/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Takes its target off a run loop it was never on, as a destructor may: of one
   that is on a queue, and of one that is nowhere. */

#include "client.h"
#include "queues.h"

namespace
{

class Monitor
{
      public:
	explicit Monitor(bool scheduled) : target_(any_network())
	{
		SCNetworkReachabilityContext context = {0, this, nullptr,
							nullptr, nullptr};

		EXPECT(SCNetworkReachabilitySetCallback(target_, changed,
							&context));
		if (scheduled)
			EXPECT(SCNetworkReachabilitySetDispatchQueue(
				target_,
				dispatch_get_global_queue(
					DISPATCH_QUEUE_PRIORITY_DEFAULT, 0)));
	}
	~Monitor()
	{
		EXPECT(!SCNetworkReachabilityUnscheduleFromRunLoop(
			target_, CFRunLoopGetMain(), kCFRunLoopCommonModes));
		EXPECT(SCError() == kSCStatusInvalidArgument);
		EXPECT(SCNetworkReachabilitySetCallback(target_, nullptr,
							nullptr));
		CFRelease(target_);
	}
	Monitor(const Monitor &) = delete;
	Monitor &operator=(const Monitor &) = delete;

	bool sees(int flags) const
	{
		return wait_until(&last_, flags) != 0;
	}

      private:
	static void changed(SCNetworkReachabilityRef,
			    SCNetworkReachabilityFlags flags, void *info)
	{
		store(&static_cast<Monitor *>(info)->last_,
		      static_cast<int>(flags));
	}

	SCNetworkReachabilityRef target_;
	int last_ = -1;
};

} // namespace

int main()
{
	SCNetworkReachabilityRef other = new_witness();

	EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
		other, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode));
	{
		Monitor on_queue(true), nowhere(false);

		network_down();
		EXPECT(on_queue.sees(0));
	}
	/* still scheduled, but there is nobody to be told any more */
	network_up();
	EXPECT(run_until(&witnessed, REACHABLE));
	return failures;
}
