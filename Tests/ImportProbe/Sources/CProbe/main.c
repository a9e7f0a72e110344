/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A C program in a Swift package, with no other header. */

#include <SystemConfiguration/SystemConfiguration.h>

#include <stdio.h>

static void check(int condition, const char *what)
{
	printf("%s %s\n", condition ? "ok" : "FAILED", what);
}

int main(void)
{
	CFTypeRef (*retain)(CFTypeRef) = CFRetain;
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, "www.example.com");
	CFStringRef description = CFCopyDescription(target);
	char text[256] = "";

	check(target != NULL, "a target is made");
	check(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID(),
	      "it has its type");
	check(CFGetRetainCount(target) == 1, "it has one reference");
	check(retain(target) == target && CFGetRetainCount(target) == 2,
	      "CFRetain is a function");
	CFRelease(target);
	check(CFGetRetainCount(target) == 1, "a reference is dropped");
	check(CFStringGetCString(description, text, sizeof(text),
				 kCFStringEncodingUTF8),
	      "its description is a string");
	check(strstr(text, "www.example.com") != NULL, "with its name");
	CFRelease(description);
	CFRelease(target);
	check(CFRunLoopGetMain() == CFRunLoopGetCurrent(),
	      "run loops are there");
	return 0;
}
