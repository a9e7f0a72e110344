/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

#include "MixedProbeC.h"

#include <SystemConfiguration/SystemConfiguration.h>

long mixed_count(const void *object)
{
	return CFGetRetainCount(object);
}

const void *mixed_retain(const void *object)
{
	return CFRetain(object);
}

void mixed_release(const void *object)
{
	CFRelease(object);
}

unsigned long mixed_target_type(void)
{
	return SCNetworkReachabilityGetTypeID();
}

unsigned long mixed_type(const void *object)
{
	return CFGetTypeID(object);
}

const void *mixed_main_loop(void)
{
	return CFRunLoopGetMain();
}

const void *mixed_default_mode(void)
{
	return kCFRunLoopDefaultMode;
}

const void *mixed_domain(void)
{
	return kCFErrorDomainSystemConfiguration;
}
