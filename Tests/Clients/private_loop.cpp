/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Has a thread of its own run the loop, and ends both from outside. */

#include "client.h"

#include <future>
#include <thread>

namespace
{

class Monitor
{
      public:
	Monitor() : target_(any_network())
	{
		SCNetworkReachabilityContext context = {0, this, nullptr,
							nullptr, nullptr};
		std::promise<CFRunLoopRef> promise;
		auto loop = promise.get_future();

		EXPECT(SCNetworkReachabilitySetCallback(target_, changed,
							&context));
		thread_ = std::thread([this, &promise] {
			auto mine = CFRunLoopGetCurrent();

			EXPECT(SCNetworkReachabilityScheduleWithRunLoop(
				target_, mine, kCFRunLoopDefaultMode));
			CFRetain(mine);
			promise.set_value(mine);
			CFRunLoopRun();
		});
		loop_ = loop.get();
		store(&last_, flags_of(target_));
	}
	~Monitor()
	{
		EXPECT(SCNetworkReachabilityUnscheduleFromRunLoop(
			target_, loop_, kCFRunLoopDefaultMode));
		CFRunLoopStop(loop_);
		thread_.join();
		CFRelease(loop_);
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
		auto self = static_cast<Monitor *>(info);

		EXPECT(std::this_thread::get_id() == self->thread_.get_id());
		store(&self->last_, static_cast<int>(flags));
	}

	SCNetworkReachabilityRef target_;
	std::thread thread_;
	CFRunLoopRef loop_ = nullptr;
	int last_ = -1;
};

} // namespace

int main()
{
	for (int i = 0; i < 3; i++) {
		Monitor monitor;

		EXPECT(monitor.sees(REACHABLE));
		network_down();
		EXPECT(monitor.sees(0));
		network_up();
		EXPECT(monitor.sees(REACHABLE));
	}
	return failures;
}
