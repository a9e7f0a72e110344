/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The calls that Apple keeps to itself and that its own tools use. Not part of
 * SystemConfiguration.h.
 */

#ifndef REACH_SCPRIVATE_H
#define REACH_SCPRIVATE_H

#include "SCBase.h"
#include "SCNetworkReachability.h"

/** Keys of SCNetworkReachabilityCreateWithOptions, with the type of the value
 *  each wants. */

/** CFString: a host name, as for CreateWithName; alone of the four targets */
#define kSCNetworkReachabilityOptionNodeName CFSTR("nodename")
/** CFData: the struct sockaddr packets come from */
#define kSCNetworkReachabilityOptionLocalAddress CFSTR("local-address")
/** CFData: the struct sockaddr packets go to */
#define kSCNetworkReachabilityOptionRemoteAddress CFSTR("remote-address")
/** CFData: the struct sockaddr whose name is asked for */
#define kSCNetworkReachabilityOptionPTRAddress CFSTR("ptr-address")
/** CFString: the only interface that counts; it must exist */
#define kSCNetworkReachabilityOptionInterface CFSTR("interface")
/** CFBoolean: accepted, without effect on Linux */
#define kSCNetworkReachabilityOptionConnectionOnDemandBypass \
	CFSTR("ConnectionOnDemandBypass")
/** CFBoolean: never look the name up */
#define kSCNetworkReachabilityOptionResolverBypass CFSTR("ResolverBypass")
/** CFBoolean: accepted, without effect */
#define kSCNetworkReachabilityOptionServerBypass CFSTR("ServerBypass")

REACH_DECLARATIONS_BEGIN

/**
 * Make a target from a dictionary of the options above.
 *
 * Source: the Apple call of the same name.
 *
 * @param allocator NULL or kCFAllocatorDefault
 * @param options   the options; not kept
 * @return a target with one reference for the caller to release, or NULL with
 *         SCError() 1002 when a value has the wrong type, no target or more
 *         than one is named, or the interface does not exist
 */
SCNetworkReachabilityRef _Nullable
SCNetworkReachabilityCreateWithOptions(CFAllocatorRef _Nullable allocator,
				       CFDictionaryRef options);

/**
 * The addresses the name of a scheduled target has now.
 *
 * Source: the Apple call of the same name. May be called from any thread.
 *
 * @param target    a target made from a name
 * @param error_num out: 0; may be NULL
 * @return an array of CFData, each a struct sockaddr, for the caller to
 *         release; or NULL with SCError() 0 when nothing is known, 1002 when
 *         the target is not one with a name
 */
CFArrayRef _Nullable
SCNetworkReachabilityCopyResolvedAddress(SCNetworkReachabilityRef target,
					 int *_Nullable error_num);

/**
 * The interface the path to a target goes through.
 *
 * Source: the Apple call of the same name. May be called from any thread.
 *
 * @param target the target
 * @return the interface's index, or -1 when the target is not plainly
 *         reachable
 */
int SCNetworkReachabilityGetInterfaceIndex(SCNetworkReachabilityRef target);

REACH_DECLARATIONS_END

#endif
