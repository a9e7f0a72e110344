/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The first form of the interface: one call, one answer, no object. New code
 * uses SCNetworkReachability.h.
 */

#ifndef REACH_SCNETWORK_H
#define REACH_SCNETWORK_H

#include "SCBase.h"

struct sockaddr;

REACH_DECLARATIONS_BEGIN

/**
 * What is known of the path to a destination: a combination of kSCNetworkFlags
 * bits. The same word as SCNetworkReachabilityFlags under an older name.
 *
 * Source: SCNetworkConnectionFlags of Apple's SystemConfiguration.
 */
typedef uint32_t SCNetworkConnectionFlags;

/** The bits of SCNetworkConnectionFlags; each has the meaning and the value of
 *  the kSCNetworkReachabilityFlags constant with the same ending. */
enum {
	/** through a link that comes and goes, such as a tunnel */
	kSCNetworkFlagsTransientConnection = 1 << 0,
	/** packets can leave, perhaps after a connection has been made */
	kSCNetworkFlagsReachable = 1 << 1,
	/** a connection has to be made first */
	kSCNetworkFlagsConnectionRequired = 1 << 2,
	/** traffic makes that connection by itself */
	kSCNetworkFlagsConnectionAutomatic = 1 << 3,
	/** somebody has to do something to make that connection */
	kSCNetworkFlagsInterventionRequired = 1 << 4,
	/** the destination is an address of this machine */
	kSCNetworkFlagsIsLocalAddress = 1 << 16,
	/** the destination is on a network this machine is attached to */
	kSCNetworkFlagsIsDirect = 1 << 17
};

/**
 * Tell whether packets for an address can leave this machine.
 *
 * Sends nothing and does not wait. May be called from any thread.
 * Source: the Apple call of the same name, deprecated there since 10.6.
 *
 * @param address a struct sockaddr_in or sockaddr_in6; copied
 * @param addrlen its size in bytes, 1 to 128; bytes beyond it count as zero
 * @param flags   out: the answer; untouched on failure
 * @return TRUE, or FALSE with SCError() 1002 when the address cannot be used,
 *         else what SCNetworkReachabilityGetFlags sets
 */
Boolean SCNetworkCheckReachabilityByAddress(const struct sockaddr *address,
					    uint32_t addrlen,
					    SCNetworkConnectionFlags *flags);

/**
 * Tell whether packets for a host can leave this machine.
 *
 * Sends nothing, not even to a name server, and does not wait: for a name the
 * answer is whether there is a default path. May be called from any thread.
 * Source: the Apple call of the same name, deprecated there since 10.6.
 *
 * @param nodename a host name or the text of an address; copied
 * @param flags    out: the answer; untouched on failure
 * @return TRUE, or FALSE with SCError() 1002 for an empty name, else what
 *         SCNetworkReachabilityGetFlags sets
 */
Boolean SCNetworkCheckReachabilityByName(const char *nodename,
					 SCNetworkConnectionFlags *flags);

REACH_DECLARATIONS_END

#endif
