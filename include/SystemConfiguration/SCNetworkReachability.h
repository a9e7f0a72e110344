/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Whether a packet for a host can leave this machine, now and as the network
 * changes. A target is an address, a pair of addresses or a name; it is asked
 * once with GetFlags, or scheduled to call back when its flags change. Nothing
 * is ever sent to the host itself: an answer of "reachable" does not say that
 * anybody is there.
 *
 * Names and behaviour are those of Apple's SCNetworkReachability. A failing
 * call returns FALSE or NULL and leaves its reason for SCError(), which is in
 * SystemConfiguration.h; a call that works leaves SCError() as it was.
 */

#ifndef REACH_SCNETWORKREACHABILITY_H
#define REACH_SCNETWORKREACHABILITY_H

#include "SCBase.h"
#include "SCNetwork.h"

/* The network 169.254.0.0 in host byte order, as Apple's <netinet/in.h>. */
#ifndef IN_LINKLOCALNETNUM
#define IN_LINKLOCALNETNUM 0xA9FE0000U
#endif

struct sockaddr;

REACH_DECLARATIONS_BEGIN

/**
 * A target. An object with a reference count: Create gives the first
 * reference, CFRetain and CFRelease add and drop one. Its calls may be made
 * from any thread, also at the same time, also from inside its callback.
 *
 * Source: SCNetworkReachabilityRef.
 */
typedef const struct REACH_SWIFT_CLASS __SCNetworkReachability
	*SCNetworkReachabilityRef;

/**
 * What goes with a callback: a pointer of the caller's and the functions that
 * keep alive what it points to. The structure is copied by SetCallback.
 *
 * Source: SCNetworkReachabilityContext. No lock of the library is held while
 * one of the functions runs.
 */
typedef struct REACH_SWIFT_PRIVATE SCNetworkReachabilityContext {
	/** 0; not looked at */
	CFIndex version;
	/** handed to the callback, through retain if there is one */
	void *_Nullable info;
	/**
	 * Called once by SetCallback and once before each callback; what it
	 * returns is used in place of info. May be NULL.
	 */
	const void *_Nonnull (*_Nullable retain)(const void *info)
		REACH_SWIFT_SENDABLE;
	/**
	 * Called once for every call of retain, and if there is no retain once
	 * when the context is replaced or the target ends. May be NULL.
	 */
	void (*_Nullable release)(const void *info) REACH_SWIFT_SENDABLE;
	/** never called; may be NULL */
	CFStringRef _Nonnull (*_Nullable copyDescription)(const void *info)
		REACH_SWIFT_SENDABLE;
} SCNetworkReachabilityContext REACH_SWIFT_PRIVATE;

/**
 * What is known of the path to a target: a combination of the bits below. 0
 * means that the target cannot be reached. Bits 24 to 31 are never set.
 *
 * Source: SCNetworkReachabilityFlags; a plain integer in C and C++, an
 * option set in Swift.
 */
#ifdef __swift__
enum SCNetworkReachabilityFlags : uint32_t;
typedef enum SCNetworkReachabilityFlags SCNetworkReachabilityFlags;
enum __attribute__((flag_enum, enum_extensibility(open)))
SCNetworkReachabilityFlags : uint32_t
#else
typedef uint32_t SCNetworkReachabilityFlags;

/** The bits of SCNetworkReachabilityFlags. */
enum
#endif
{
	/** The path goes through a link that comes and goes: a tunnel, PPP or
	 *  a cellular modem. */
	kSCNetworkReachabilityFlagsTransientConnection = 1 << 0,
	/** Packets can leave for the target. With ConnectionRequired: once a
	 *  connection has been made. */
	kSCNetworkReachabilityFlagsReachable = 1 << 1,
	/** A connection has to be made first: the link waits for its login
	 *  or for being dialled. */
	kSCNetworkReachabilityFlagsConnectionRequired = 1 << 2,
	/** Traffic for the target makes that connection by itself. */
	kSCNetworkReachabilityFlagsConnectionOnTraffic = 1 << 3,
	/** Somebody has to do something, such as give a password, to make that
	 *  connection. Not set on Linux. */
	kSCNetworkReachabilityFlagsInterventionRequired = 1 << 4,
	/** The connection is made by Apple's interfaces for name look-ups. Not
	 *  set on Linux. */
	kSCNetworkReachabilityFlagsConnectionOnDemand = 1 << 5,
	/** The target is an address of this machine. */
	kSCNetworkReachabilityFlagsIsLocalAddress = 1 << 16,
	/** The target is on a network this machine is attached to, so that no
	 *  gateway is in between; also set for addresses of this machine. */
	kSCNetworkReachabilityFlagsIsDirect = 1 << 17,
	/** The path goes through a cellular modem. */
	kSCNetworkReachabilityFlagsIsWWAN = 1 << 18,
	/** Older name of ConnectionOnTraffic. */
	kSCNetworkReachabilityFlagsConnectionAutomatic = 1 << 3
};

/**
 * Called when what is known of a scheduled target has changed: its flags, the
 * interface of the path, or the number of addresses its name has. A target
 * made from a name is also told its first state.
 *
 * Runs where the target is scheduled, never twice at the same time for one
 * target, and with no lock held: every call on the target is allowed inside,
 * unscheduling and releasing it too.
 *
 * Source: SCNetworkReachabilityCallBack.
 *
 * @param target the target; alive for the length of the call
 * @param flags  its flags now
 * @param info   from the context given to SetCallback, or NULL
 */
typedef void (*SCNetworkReachabilityCallBack)(
	SCNetworkReachabilityRef target, SCNetworkReachabilityFlags flags,
	void *_Nullable info) REACH_SWIFT_SENDABLE;

/**
 * Make a target from an address. The zero address of either family stands for
 * the default path: it is reachable when the network at large is.
 *
 * Source: the Apple call of the same name.
 *
 * @param allocator NULL or kCFAllocatorDefault
 * @param address   a struct sockaddr_in or sockaddr_in6, no more than these
 *                  bytes are read and they need not be aligned; copied; the
 *                  port does not matter
 * @return a target with one reference for the caller to release, or NULL with
 *         SCError() 1002 when there is no address or its family is neither
 *         AF_INET nor AF_INET6
 */
SCNetworkReachabilityRef _Nullable
SCNetworkReachabilityCreateWithAddress(CFAllocatorRef _Nullable allocator,
				       const struct sockaddr *address);

/**
 * Make a target from the address packets come from and the one they go to.
 * Reachable when the interface that leads to the remote address owns the local
 * one.
 *
 * Source: the Apple call of the same name.
 *
 * @param allocator     NULL or kCFAllocatorDefault
 * @param localAddress  as for CreateWithAddress, or NULL for any
 * @param remoteAddress as for CreateWithAddress, or NULL for any
 * @return a target with one reference for the caller to release, or NULL with
 *         SCError() 1002 when both are NULL or a family is unusable
 */
SCNetworkReachabilityRef _Nullable SCNetworkReachabilityCreateWithAddressPair(
	CFAllocatorRef _Nullable allocator,
	const struct sockaddr *_Nullable localAddress,
	const struct sockaddr *_Nullable remoteAddress);

/**
 * Make a target from a host name. The text of an address makes the target of
 * that address, "%interface" at its end included. Any other text is taken for
 * a name without being looked at, so a URL makes a target whose name is never
 * found.
 *
 * The name is looked up while the target is scheduled, on a thread of the
 * library. Before that, its flags are those of the default path.
 *
 * Source: the Apple call of the same name.
 *
 * @param allocator NULL or kCFAllocatorDefault
 * @param nodename  the name; copied
 * @return a target with one reference for the caller to release, or NULL with
 *         SCError() 1002 when the name is NULL or empty
 */
SCNetworkReachabilityRef _Nullable
SCNetworkReachabilityCreateWithName(CFAllocatorRef _Nullable allocator,
				    const char *nodename);

/**
 * The type number of targets, to compare with that of an unknown object.
 *
 * Source: the Apple call of the same name. Never fails.
 */
CFTypeID SCNetworkReachabilityGetTypeID(void);

/**
 * The flags of a target now.
 *
 * Never waits, never asks a name server. For a target that is not scheduled
 * the kernel's routing state is consulted and every change that was complete
 * before the call is seen; a scheduled target gives the state of its last
 * evaluation. Asked right after scheduling, a name target does not call back
 * with the state given here.
 *
 * Source: the Apple call of the same name.
 *
 * @param target the target
 * @param flags  out: its flags; untouched on failure
 * @return TRUE, also with flags 0, or FALSE with SCError() 1002 for something
 *         that is not a target, else 1001 or an errno when the kernel cannot
 *         be asked
 */
Boolean SCNetworkReachabilityGetFlags(SCNetworkReachabilityRef target,
				      SCNetworkReachabilityFlags *flags);

/**
 * Set the callback of a target, in place of an earlier one.
 *
 * The earlier context's release is called first, then the new one's retain,
 * once each. Nothing is called back before the target is also scheduled.
 *
 * Source: the Apple call of the same name.
 *
 * @param target  the target
 * @param callout the callback, or NULL for none
 * @param context what goes with it, copied; or NULL for nothing
 * @return TRUE, or FALSE with SCError() 1002 for something that is not a
 *         target
 */
REACH_SWIFT_PRIVATE
Boolean SCNetworkReachabilitySetCallback(
	SCNetworkReachabilityRef target,
	SCNetworkReachabilityCallBack _Nullable callout REACH_SWIFT_SENDABLE,
	SCNetworkReachabilityContext *_Nullable context);

/**
 * Have a target call back on a run loop. May be repeated with other loops and
 * modes; each call needs its own UnscheduleFromRunLoop. A scheduled target
 * stays alive without references of the caller's.
 *
 * Source: the Apple call of the same name.
 *
 * @param target      the target
 * @param runLoop     the loop; retained while the target is scheduled
 * @param runLoopMode the mode of the loop to call back in
 * @return TRUE, or FALSE with SCError() 1002 when an argument is missing or of
 *         the wrong type, or the target is scheduled otherwise; 1001 or an
 *         errno when the network cannot be watched
 */
REACH_SWIFT_PRIVATE
Boolean SCNetworkReachabilityScheduleWithRunLoop(
	SCNetworkReachabilityRef target, CFRunLoopRef runLoop,
	CFStringRef runLoopMode);

/**
 * Undo one ScheduleWithRunLoop. With the last one the target stops being
 * scheduled; on the thread of the loop nothing is called back after that.
 *
 * Source: the Apple call of the same name.
 *
 * @param target      the target
 * @param runLoop     as given to ScheduleWithRunLoop
 * @param runLoopMode as given to ScheduleWithRunLoop
 * @return TRUE, also without effect for a loop and mode the target is not
 *         scheduled with, or FALSE with SCError() 1002 when an argument is
 *         missing or of the wrong type, or the target is on no run loop
 */
REACH_SWIFT_PRIVATE
Boolean SCNetworkReachabilityUnscheduleFromRunLoop(
	SCNetworkReachabilityRef target, CFRunLoopRef runLoop,
	CFStringRef runLoopMode);

/**
 * Have a target call back on a dispatch queue, or with NULL end its schedule.
 * A scheduled target stays alive without references of the caller's. Once
 * called with NULL on the queue itself nothing is called back any more; seen
 * from elsewhere, a callback that was about to run may still do so.
 *
 * Source: the Apple call of the same name.
 *
 * @param target the target
 * @param queue  the queue; retained while the target is scheduled. Or NULL
 * @return TRUE, or FALSE with SCError() 1002 for something that is not a
 *         target, for a queue while the target is scheduled and for NULL while
 *         it is not; 1001 when there is no libdispatch in the process, or the
 *         network cannot be watched (also an errno)
 */
REACH_SWIFT_PRIVATE
Boolean SCNetworkReachabilitySetDispatchQueue(SCNetworkReachabilityRef target,
					      dispatch_queue_t _Nullable queue);

REACH_DECLARATIONS_END

#endif
