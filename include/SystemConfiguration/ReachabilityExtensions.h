/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What this library offers beyond Apple's API: why a flag word is what it is,
 * delivery to any event loop, and what a thread does after it changed its
 * network namespace. Everything here starts with reach_ or REACH_; code that
 * must also build on Apple's systems keeps away from this header.
 */

#ifndef REACH_EXTENSIONS_H
#define REACH_EXTENSIONS_H

#include <stddef.h>
#include <stdint.h>

#include "SCNetworkReachability.h"

REACH_DECLARATIONS_BEGIN

/**
 * What kind of interface a path goes through. A stacked interface (bridge,
 * bond, VLAN, macvlan) takes the kind of what it stands on.
 */
enum reach_link_kind {
	REACH_LINK_OTHER = 0,	/**< unknown, or no interface at all */
	REACH_LINK_LOOPBACK = 1,
	REACH_LINK_WIRED = 2,	/**< Ethernet and what looks like it */
	REACH_LINK_WIFI = 3,
	REACH_LINK_WWAN = 4,	/**< a cellular modem */
	REACH_LINK_TUNNEL = 5,	/**< tun, PPP, WireGuard, IPsec, IP in IP */
};

/** The rule that decided a flag word, in the order the rules are tried. */
enum reach_rule {
	REACH_RULE_NONE = 0,
	REACH_RULE_LOOPBACK_DOWN = 1, /**< own address, but lo is down: 0 */
	REACH_RULE_LOCAL = 2,	/**< own or loopback address: 0x30002 */
	REACH_RULE_NO_ROUTE = 3,	/**< the kernel has no route: 0 */
	REACH_RULE_REJECTED = 4,	/**< a route or rule refuses it: 0 */
	REACH_RULE_DEAD = 5,	/**< every nexthop is dead or without carrier: 0 */
	REACH_RULE_NO_SOURCE = 6,	/**< IPv6 without a usable source: 0 */
	REACH_RULE_LOCAL_ADDRESS = 7, /**< the pair's local address is not on
					 the interface that routes there: 0 */
	REACH_RULE_DORMANT = 8,	/**< the link waits for a connection: 0x6, 0xF */
	REACH_RULE_NOT_RUNNING = 9,	/**< the link is down: 0 */
	REACH_RULE_WWAN = 10,	/**< cellular: 0x40003 */
	REACH_RULE_POINT_TO_POINT = 11, /**< tunnel: 0x3 */
	REACH_RULE_LINK_LOCAL = 12,	/**< 169.254/16 over wired or Wi-Fi: 0x20002 */
	REACH_RULE_DIRECT = 13,	/**< on-link: 0x20002 */
	REACH_RULE_GATEWAY = 14,	/**< through a gateway: 0x2 */
	REACH_RULE_DEFAULT = 15,	/**< default path over an ordinary link: 0x2 */
	REACH_RULE_NO_DEFAULT = 16,	/**< no default path: 0 */
	REACH_RULE_NO_ADDRESS = 17,	/**< the name resolved to nothing: 0 */
};

/** What is known of a name. */
enum reach_name_state {
	REACH_NAME_NONE = 0,	/**< the target is not a name */
	REACH_NAME_UNASKED = 1,	/**< not scheduled: names are not looked up */
	REACH_NAME_PENDING = 2,	/**< first look-up is under way */
	REACH_NAME_RESOLVED = 3, /**< at least one address */
	REACH_NAME_FAILED = 4,	/**< looked up, nothing found */
};

/** Room for an address as text, "%interface" included. */
#define REACH_TEXT_MAX 64
/** Room for an interface name, as IFNAMSIZ. */
#define REACH_NAME_MAX 16
/** How many paths an explanation holds. */
#define REACH_PATHS_MAX 16

/** One address that was looked at, and the kernel's answer. */
struct reach_path {
	char address[REACH_TEXT_MAX];	/**< what was asked */
	SCNetworkReachabilityFlags flags; /**< the word of this path alone */
	uint32_t rule;		/**< enum reach_rule */
	int32_t error;		/**< errno of the kernel's refusal, or 0 */
	uint32_t route_type;	/**< RTN_UNICAST, RTN_LOCAL, ...; 0 no route */
	uint32_t table;		/**< routing table the kernel names */
	uint32_t prefix_length;	/**< of the route that matched */
	uint32_t metric;	/**< RTA_PRIORITY */
	uint32_t nexthop_id;	/**< nexthop object, or 0 */
	uint32_t nexthops;	/**< how many the route has */
	uint32_t nexthops_alive; /**< how many of them can be used */
	uint32_t lifetime;	/**< seconds until an IPv6 route ends; 0 never */
	char gateway[REACH_TEXT_MAX];	/**< "" when on-link */
	char source[REACH_TEXT_MAX];	/**< preferred source, "" if unknown */
	uint32_t interface_index;	/**< 0 if none */
	char interface_name[REACH_NAME_MAX];
	uint32_t link_kind;	/**< enum reach_link_kind */
	uint32_t link_flags;	/**< IFF_ bits */
	uint32_t link_type;	/**< ARPHRD_ number */
	uint32_t link_operstate; /**< IF_OPER_ number (RFC 2863) */
	char link_driver_kind[REACH_NAME_MAX]; /**< "veth", "wireguard", ... */
	char link_lower[REACH_NAME_MAX]; /**< the link it took its kind from */
};

/**
 * Why a flag word is what it is. The caller sets size to
 * sizeof(struct reach_explanation) first; only that many bytes are written, so
 * that programs built against an older header go on working.
 */
struct reach_explanation {
	size_t size;
	SCNetworkReachabilityFlags flags; /**< what GetFlags answers */
	uint32_t rule;		/**< enum reach_rule that decided */
	uint32_t interface_index; /**< of the path that decided; 0 if none */
	uint32_t name_state;	/**< enum reach_name_state */
	int32_t name_error;	/**< EAI_ number of the last look-up, or 0 */
	uint32_t scheduled;	/**< 1: the cached state of a scheduled target */
	uint32_t path_count;	/**< entries used in paths */
	uint32_t path_total;	/**< addresses there were; may be more */
	uint32_t path_decided;	/**< index of the one that decided, or
				     path_count if none did */
	struct reach_path paths[REACH_PATHS_MAX];
};

/**
 * Explain the flag word of a target.
 *
 * Runs the same evaluation as SCNetworkReachabilityGetFlags and writes down
 * what it saw. For a scheduled target the addresses are those resolved so
 * far, each asked about again now. May be called from any thread.
 *
 * @param target       the target; NULL or a foreign object gives 1002
 * @param explanation  in: size; out: the explanation; untouched on failure
 * @return TRUE, or FALSE with SCError() 1002 for bad arguments, else 1001 or
 *         an errno when the kernel cannot be asked
 */
Boolean reach_explain(SCNetworkReachabilityRef _Nullable target,
		      struct reach_explanation *_Nullable explanation);

/** A rule in plain English; never NULL, static text. */
const char *_Nonnull reach_rule_text(uint32_t rule);

/** "wired", "wifi", "cellular", "tunnel", "loopback", "other"; never NULL. */
const char *_Nonnull reach_link_kind_text(uint32_t kind);

/**
 * Where callbacks shall run, for event systems the library does not know.
 * The structure is copied.
 */
struct reach_executor {
	/** handed to the three functions below; not otherwise used */
	void *_Nullable info;
	/**
	 * Arrange for work(work_info) to be called once, later, on any thread
	 * of the executor's choice. Called from a thread of the library with
	 * no lock held; it must not block. It must not drop the work: if the
	 * executor is ending, it may call it at once.
	 */
	void (*_Nonnull execute)(void *_Nullable info,
				 void (*_Nonnull work)(void *_Nullable)
					 REACH_SWIFT_SENDABLE,
				 void *_Nullable work_info)
		REACH_SWIFT_SENDABLE;
	/** called once when the target is scheduled; may be NULL */
	void (*_Nullable retain)(void *_Nullable info) REACH_SWIFT_SENDABLE;
	/** called once when the last work has run; may be NULL */
	void (*_Nullable release)(void *_Nullable info) REACH_SWIFT_SENDABLE;
};

/**
 * Schedule a target on an executor, or with NULL take it off again.
 *
 * The rules are those of SCNetworkReachabilitySetDispatchQueue: one schedule
 * at a time (else FALSE, 1002), the target stays alive while scheduled, the
 * callbacks of one target never overlap.
 *
 * @return TRUE, or FALSE with SCError() set
 */
Boolean reach_set_executor(SCNetworkReachabilityRef _Nullable target,
			   const struct reach_executor *_Nullable executor);

/**
 * A port: a file descriptor that becomes readable when callbacks are due, for
 * foreign event loops (epoll, GLib, libuv, sd-event, Qt). Any number of
 * threads may dispatch it; the callbacks of one target never overlap. In the
 * child of a fork it is empty, and its descriptor is another one under the
 * same number: tell the child's epoll of it anew.
 */
typedef struct reach_port *reach_port_ref;

/**
 * Make a port.
 *
 * @return a port with one reference, or NULL with SCError() set to an errno
 */
reach_port_ref _Nullable reach_port_create(void);

/** Take one more reference. @return the port */
reach_port_ref _Nonnull reach_port_retain(reach_port_ref _Nonnull port);

/**
 * Give up one reference. Scheduled targets hold their own, so the descriptor
 * is closed when the last target has left as well. NULL is ignored.
 */
void reach_port_release(reach_port_ref _Nullable port);

/**
 * The descriptor to poll for readability. It belongs to the port: do not
 * read, write or close it. Level-triggered.
 */
int reach_port_get_fd(reach_port_ref _Nonnull port);

/**
 * Run the callbacks that are due, on the calling thread. Never blocks.
 *
 * @return how many targets were served
 */
int reach_port_dispatch(reach_port_ref _Nonnull port);

/**
 * Schedule a target on a port, or with NULL take it off again. The rules are
 * those of reach_set_executor().
 *
 * @return TRUE, or FALSE with SCError() set
 */
Boolean reach_set_port(SCNetworkReachabilityRef _Nullable target,
		       reach_port_ref _Nullable port);

/**
 * Forget what this thread knows of its network namespace.
 *
 * A thread's answers are for the namespace it was in at its first call. After
 * setns(2) or unshare(2) call this once; the next call looks again. Scheduled
 * targets go on watching the namespace they were scheduled in.
 */
void reach_thread_reset(void);

/** The library's version, "major.minor.patch"; static text. */
const char *_Nonnull reach_version(void);

REACH_DECLARATIONS_END

#endif
