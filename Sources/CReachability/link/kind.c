/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Recognizing links by their driver's kind, their hardware type, their name,
 * and sysfs, in this order. Pure but for what sysfs.c reads; knows no other
 * link.
 */

#include "kind.h"

#include <linux/if_arp.h>
#include <string.h>

#include "sysfs.h"

/* Raw IP of modem drivers outside the kernel. */
#define ARPHRD_RAWIP_OUTSIDE 530
#ifndef ARPHRD_RAWIP
#define ARPHRD_RAWIP 519
#endif

struct driver {
	const char *kind;
	enum reach_stacking stacking;
	enum reach_link_kind link_kind;
};

/* IFLA_INFO_KIND of those that their hardware type would not tell. IFLA_LINK
   of all others is something else: a veth's peer, a tunnel's underlay. */
static const struct driver drivers[] = {
	{"wwan", REACH_STACKING_NONE, REACH_LINK_WWAN},
	{"rmnet", REACH_STACKING_NONE, REACH_LINK_WWAN},
	{"virt_wifi", REACH_STACKING_NONE, REACH_LINK_WIFI},
	{"wireguard", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ovpn", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ovpn-dco", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"xfrm", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"vti", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"vti6", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ipip", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ip6tnl", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"sit", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"gre", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ip6gre", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"gtp", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"bareudp", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"ppp", REACH_STACKING_NONE, REACH_LINK_TUNNEL},
	{"vlan", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"macvlan", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"macvtap", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"ipvlan", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"ipvtap", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"macsec", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"dsa", REACH_STACKING_LOWER, REACH_LINK_WIRED},
	{"bridge", REACH_STACKING_PORTS, REACH_LINK_WIRED},
	{"bond", REACH_STACKING_PORTS, REACH_LINK_WIRED},
	{"team", REACH_STACKING_PORTS, REACH_LINK_WIRED},
	{"batadv", REACH_STACKING_PORTS, REACH_LINK_WIRED},
	{"vrf", REACH_STACKING_PORTS, REACH_LINK_OTHER},
};

static const struct driver *find_driver(const char *kind)
{
	for (size_t i = 0; i < sizeof(drivers) / sizeof(*drivers); i++)
		if (!strcmp(drivers[i].kind, kind))
			return &drivers[i];
	return NULL;
}

/* Modem drivers outside the kernel say nothing but this. */
static bool is_modem_name(const char *name)
{
	static const char *const prefixes[] = {"rmnet", "rev_rmnet", "ccmni"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

static enum reach_link_kind kind_of_type(uint16_t type)
{
	switch (type) {
	case ARPHRD_LOOPBACK:
		return REACH_LINK_LOOPBACK;
	case ARPHRD_ETHER:
	case ARPHRD_INFINIBAND:
		return REACH_LINK_WIRED;
	case ARPHRD_IEEE80211:
	case ARPHRD_IEEE80211_PRISM:
	case ARPHRD_IEEE80211_RADIOTAP:
		return REACH_LINK_WIFI;
	case ARPHRD_RAWIP:
	case ARPHRD_RAWIP_OUTSIDE:
		return REACH_LINK_WWAN;
	case ARPHRD_PPP:
	case ARPHRD_SLIP:
	case ARPHRD_CSLIP:
	case ARPHRD_TUNNEL:
	case ARPHRD_TUNNEL6:
	case ARPHRD_SIT:
	case ARPHRD_IPGRE:
	case ARPHRD_IP6GRE:
		return REACH_LINK_TUNNEL;
	default:
		return REACH_LINK_OTHER;
	}
}

/* A modem in raw IP mode, one of its channels, or a tunnel: no header, and
   nothing in the messages tells them apart. */
static bool recognize_in_sysfs(const struct reach_link *link,
			       struct reach_kind *kind)
{
	bool headless = link->type == ARPHRD_NONE;
	struct reach_sysfs found;
	bool looked = reach_sysfs_read(link->name, link->index, headless,
				       &found) == 0;

	if (headless && link->flags & IFF_POINTOPOINT)
		kind->kind = REACH_LINK_TUNNEL;
	if (looked && found.kind != REACH_LINK_OTHER)
		kind->kind = found.kind;
	if (looked && found.lower[0]) {
		kind->stacking = REACH_STACKING_NAMED;
		memcpy(kind->lower, found.lower, sizeof(kind->lower));
	}
	return looked;
}

bool reach_kind_recognize(const struct reach_link *link,
			  struct reach_kind *ret_kind)
{
	const struct driver *driver = find_driver(link->driver_kind);
	bool is_tun = !strcmp(link->driver_kind, "tun");

	memset(ret_kind, 0, sizeof(*ret_kind));
	ret_kind->kind = kind_of_type(link->type);
	if (link->flags & IFF_LOOPBACK) {
		ret_kind->kind = REACH_LINK_LOOPBACK;
	} else if (driver) {
		ret_kind->kind = driver->link_kind;
		ret_kind->stacking = driver->stacking;
	} else if (is_tun && link->type == ARPHRD_NONE) {
		ret_kind->kind = REACH_LINK_TUNNEL;
	} else if (!link->driver_kind[0] && is_modem_name(link->name)) {
		ret_kind->kind = REACH_LINK_WWAN;
	} else if (link->type == ARPHRD_ETHER || link->type == ARPHRD_NONE) {
		return recognize_in_sysfs(link, ret_kind);
	}
	return true;
}
