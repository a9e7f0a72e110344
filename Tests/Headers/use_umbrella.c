/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The umbrella, Apple's private calls, strings, errors and collections. */

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/SCPrivate.h>
#include <SystemConfiguration/ReachabilityExtensions.h>

int use(const char *name);

/* a redeclaration some programs have */
typedef uint32_t SCNetworkConnectionFlags_again;
typedef struct dispatch_queue_s *dispatch_queue_t;

static int use_options(const char *name)
{
	CFStringRef text =
		CFStringCreateWithCString(NULL, name, kCFStringEncodingUTF8);
	CFDataRef data = CFDataCreate(NULL, (const UInt8 *)name, 1);
	const void *keys[] = {kSCNetworkReachabilityOptionNodeName,
			      kSCNetworkReachabilityOptionResolverBypass};
	const void *values[] = {text, kCFBooleanTrue};
	CFDictionaryRef options =
		CFDictionaryCreate(kCFAllocatorDefault, keys, values, 2,
				   &kCFTypeDictionaryKeyCallBacks,
				   &kCFTypeDictionaryValueCallBacks);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithOptions(NULL, options);
	int error = 0;
	CFArrayRef addresses =
		SCNetworkReachabilityCopyResolvedAddress(target, &error);
	CFIndex i;

	for (i = 0; i < CFArrayGetCount(addresses); i++)
		error += *CFDataGetBytePtr(
			(CFDataRef)CFArrayGetValueAtIndex(addresses, i));
	CFShow(CFDictionaryGetValue(options, keys[0]));
	CFRelease(text);
	CFRelease(data);
	return error + SCNetworkReachabilityGetInterfaceIndex(target);
}

static int use_errors(void)
{
	CFErrorRef error = SCCopyLastError();
	CFStringRef description = CFErrorCopyDescription(error);
	char buffer[100];
	OSStatus status = noErr;

	if (CFEqual(CFErrorGetDomain(error), kCFErrorDomainSystemConfiguration))
		status = (OSStatus)CFErrorGetCode(error);
	if (!CFStringGetCString(description, buffer, sizeof(buffer),
				kCFStringEncodingASCII))
		buffer[0] = *SCErrorString(kSCStatusReachabilityUnknown);
	CFRelease(description);
	CFRelease(error);
	return status + SCError() + buffer[0] +
	       (int)CFStringGetLength(CFSTR("text"));
}

#ifdef __BLOCKS__
static void use_blocks(void)
{
	CFRunLoopPerformBlock(CFRunLoopGetMain(), kCFRunLoopDefaultMode, ^{
	  CFRunLoopStop(CFRunLoopGetMain());
	});
	CFRunLoopWakeUp(CFRunLoopGetMain());
}
#endif

static Boolean use_extensions(SCNetworkReachabilityRef target)
{
	struct reach_explanation explanation = {0};
	reach_port_ref port = reach_port_create();

	explanation.size = sizeof(explanation);
	if (port) {
		reach_set_port(target, port);
		reach_port_dispatch(port);
		reach_port_release(port);
	}
	return reach_explain(target, &explanation);
}

int use(const char *name)
{
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, name);
	int result = use_extensions(target);

#ifdef __BLOCKS__
	use_blocks();
#endif
	CFRelease(target);
	return result + use_options(name) + use_errors();
}
