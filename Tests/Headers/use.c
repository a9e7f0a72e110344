/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Patterns of real C code, with no other header than the one it includes. */

#include <SystemConfiguration/SCNetworkReachability.h>

int use(struct sockaddr *address, const char *name);

/* functions are values, also here */
static CFTypeRef (*const retain_pointer)(CFTypeRef) = CFRetain;
static void (*release_pointer)(CFTypeRef) = CFRelease;
static SCNetworkReachabilityRef (*const create_pointer)(
	CFAllocatorRef, const char *) = SCNetworkReachabilityCreateWithName;

static void called(SCNetworkReachabilityRef target,
		   SCNetworkReachabilityFlags flags, void *info)
{
	*(SCNetworkReachabilityFlags *)info =
		flags & kSCNetworkReachabilityFlagsReachable
			? flags
			: (SCNetworkReachabilityFlags)
				  kSCNetworkReachabilityFlagsIsDirect;
	(void)target;
}

/* the older name of the flags is the same type */
static void called_legacy(SCNetworkReachabilityRef target,
			  SCNetworkConnectionFlags flags, void *info)
{
	called(target, flags, info);
}

static SCNetworkReachabilityContext context = {
	0, NULL, CFRetain, CFRelease, CFCopyDescription,
};

int use(struct sockaddr *address, const char *name)
{
	SCNetworkReachabilityContext short_context = {0, NULL, NULL, NULL,
						      NULL};
	SCNetworkReachabilityCallBack callout = called_legacy;
	SCNetworkReachabilityFlags flags = 0;
	SCNetworkConnectionFlags legacy =
		kSCNetworkFlagsReachable | kSCNetworkFlagsConnectionRequired;
	SCNetworkReachabilityRef target;
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	char *copy = malloc(strlen(name) + 1);

	bzero(copy, 1);
	free(copy);
	target = create_pointer(kCFAllocatorDefault, name);
	if (!target)
		target = SCNetworkReachabilityCreateWithAddress(NULL, address);
	flags = kSCNetworkReachabilityFlagsReachable |
		kSCNetworkReachabilityFlagsIsWWAN;
	legacy = flags;
	flags |= legacy;
	context.info = &flags;
	if (SCNetworkReachabilityGetFlags(target, &flags) == TRUE &&
	    SCNetworkReachabilitySetCallback(target, callout, &context) ==
		    FALSE)
		flags = IN_LINKLOCALNETNUM == 0xA9FE0000;
	SCNetworkReachabilitySetCallback(target, called, &short_context);
	SCNetworkReachabilitySetCallback(target, NULL, NULL);
	SCNetworkReachabilityScheduleWithRunLoop(target, loop,
						 kCFRunLoopCommonModes);
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.0, FALSE);
	SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetMain(),
						   kCFRunLoopDefaultMode);
	SCNetworkReachabilitySetDispatchQueue(target, (dispatch_queue_t)NULL);
	SCNetworkCheckReachabilityByAddress(address, sizeof(*address), &legacy);
	SCNetworkCheckReachabilityByName(name, &legacy);
	retain_pointer(target);
	release_pointer(target);
	release_pointer(target);
	return (flags & kSCNetworkReachabilityFlagsConnectionAutomatic) != 0;
}
