/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Code that needs more of CoreFoundation than there is in the subset: the
   toolchain's comes first in the search path, and is taken by all. */

#include <CoreFoundation/CoreFoundation.h>
#include <TargetConditionals.h>
#include <netinet/in.h>
#include <SystemConfiguration/SCNetworkReachability.h>

#if TARGET_OS_MAC || TARGET_OS_IPHONE
#error "this is Linux"
#endif

bool use(const char *name);

bool use(const char *name)
{
	const int number = IN_LINKLOCALNETNUM != 0;
	auto object =
		CFNumberCreate(kCFAllocatorDefault, kCFNumberIntType, &number);
	auto list = CFArrayCreateMutable(kCFAllocatorDefault, 0,
					 &kCFTypeArrayCallBacks);
	auto target =
		SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, name);
	sockaddr_in address{};
	SCNetworkReachabilityContext context = {0, list, CFRetain, CFRelease,
						CFCopyDescription};

	address.sin_len = sizeof(address);
	CFArrayAppendValue(list, object);
	CFArrayAppendValue(list, target);
	return SCNetworkReachabilitySetCallback(target, nullptr, &context);
}
