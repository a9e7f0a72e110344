/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Has CoreFoundation's own functions keep its context alive, in a static
   initialiser and through a table; what they take they give back. */

#include "client.h"

static int last = -1;
static CFIndex during;

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	during = CFGetRetainCount(info);
	store(&last, (int)flags);
}

static SCNetworkReachabilityContext context = {
	0, NULL, CFRetain, CFRelease, CFCopyDescription,
};

static const struct {
	SCNetworkReachabilityRef (*create)(CFAllocatorRef, const char *);
	Boolean (*set_callback)(SCNetworkReachabilityRef,
				SCNetworkReachabilityCallBack,
				SCNetworkReachabilityContext *);
	Boolean (*schedule)(SCNetworkReachabilityRef, CFRunLoopRef,
			    CFStringRef);
	Boolean (*unschedule)(SCNetworkReachabilityRef, CFRunLoopRef,
			      CFStringRef);
	void (*release)(CFTypeRef);
} table = {
	SCNetworkReachabilityCreateWithName,
	SCNetworkReachabilitySetCallback,
	SCNetworkReachabilityScheduleWithRunLoop,
	SCNetworkReachabilityUnscheduleFromRunLoop,
	CFRelease,
};

int main(void)
{
	uint8_t bytes[100] = "an object of some length";
	CFDataRef object = CFDataCreate(NULL, bytes, sizeof(bytes));
	CFIndex before = CFGetRetainCount(object);
	SCNetworkReachabilityRef target =
		table.create(kCFAllocatorDefault, "server.test");

	context.info = (void *)object;
	EXPECT(table.set_callback(target, changed, &context));
	EXPECT(context.info == object);
	EXPECT(CFGetRetainCount(object) == before + 1);
	EXPECT(table.set_callback(target, changed, &context));
	EXPECT(CFGetRetainCount(object) == before + 1);
	EXPECT(table.schedule(target, CFRunLoopGetMain(),
			      kCFRunLoopCommonModes));
	/* never asks; only waits to be told */
	EXPECT(run_until(&last, REACHABLE));
	EXPECT(during == before + 2);
	EXPECT(table.unschedule(target, CFRunLoopGetMain(),
				kCFRunLoopCommonModes));
	EXPECT(table.set_callback(target, NULL, NULL));
	EXPECT(CFGetRetainCount(object) == before);
	table.release(target);
	CFRelease(object);
	return failures;
}
