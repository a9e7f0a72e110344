/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A run loop, as on Apple's systems: this file builds there too.
 *
 * usage: example-run-loop NAME-OR-ADDRESS [CHANGES]
 * Prints the state, then a line for each change; ends after so many.
 */

#include <SystemConfiguration/SystemConfiguration.h>

#include <stdio.h>
#include <stdlib.h>

static int left = -1;

static void show(SCNetworkReachabilityFlags flags)
{
	printf("%s (0x%08x)\n",
	       flags & kSCNetworkReachabilityFlagsReachable ? "reachable"
							    : "not reachable",
	       flags);
	fflush(stdout);
}

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	show(flags);
	if (left > 0 && --left == 0)
		CFRunLoopStop(CFRunLoopGetCurrent());
}

int main(int argc, char **argv)
{
	SCNetworkReachabilityRef target;
	SCNetworkReachabilityFlags flags;

	if (argc < 2) {
		fprintf(stderr, "usage: %s NAME-OR-ADDRESS [CHANGES]\n",
			argv[0]);
		return 2;
	}
	if (argc > 2)
		left = atoi(argv[2]);
	target = SCNetworkReachabilityCreateWithName(NULL, argv[1]);
	if (!target ||
	    !SCNetworkReachabilitySetCallback(target, changed, NULL) ||
	    !SCNetworkReachabilityScheduleWithRunLoop(
		    target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode) ||
	    !SCNetworkReachabilityGetFlags(target, &flags)) {
		fprintf(stderr, "%s: %s\n", argv[1], SCErrorString(SCError()));
		return 1;
	}
	show(flags);
	CFRunLoopRun();
	SCNetworkReachabilityUnscheduleFromRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
	CFRelease(target);
	return 0;
}
