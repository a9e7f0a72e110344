/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The list. */

#include "rows.h"

#include <stddef.h>

#define ANYWHERE "198.51.100.1"
#define ANYWHERE6 "2001:db8:2::1"
#define NEXTHOP                                         \
	"ip route del default && "                      \
	"ip nexthop add id 10 via 192.0.2.1 dev v0 && " \
	"ip route add 198.51.100.0/24 nhid 10"

const struct row rows[] = {
	{
		.event = "1 link down, IPv4",
		.target = ANYWHERE,
		.change = "ip link set v0 down",
		.circumstances = ROW_IPV4,
	},
	{
		.event = "3 last IPv4 address removed",
		.target = ANYWHERE,
		.change = "ip addr del 192.0.2.2/24 dev v0",
		.circumstances = ROW_IPV4,
	},
	{
		.event = "4 carrier lost, nexthop objects",
		.target = ANYWHERE,
		.prepare = NEXTHOP,
		.change = "ip link set v1 down",
		.circumstances = ROW_BY_PEER,
	},
	{
		.event = "5 nexthop object deleted",
		.target = ANYWHERE,
		.prepare = NEXTHOP,
		.change = "ip nexthop del id 10",
	},
	{
		.event = "8 IPv6 route expires after 1 s",
		.target = ANYWHERE6,
		.prepare = "ip -6 route del default && "
			   "ip -6 route add default via 2001:db8:1::1 dev v0 "
			   "metric 50",
		.change = "ip -6 route replace default via 2001:db8:1::1 dev "
			  "v0 metric 50 expires 1",
	},
	{
		.event = "9 carrier lost",
		.target = ANYWHERE,
		.change = "ip link set v1 down",
		.circumstances = ROW_BY_PEER,
	},
	{
		.event = "15 a rule leads to a table without a way",
		.target = ANYWHERE,
		.prepare = "ip route add unreachable default table 200",
		.change = "ip rule add pref 100 lookup 200",
	},
	{
		.event = "16 default route moved to a table nobody reads",
		.target = ANYWHERE,
		.change = "ip route del default && "
			  "ip route add default via 192.0.2.1 table 100",
	},
	{
		.event = "18 the rule that leads to the way deleted",
		.target = ANYWHERE,
		.prepare = "ip rule add pref 100 lookup 200 && "
			   "ip route add default via 192.0.2.1 table 200 && "
			   "ip route del default",
		.change = "ip rule del pref 100",
	},
	{
		.event = "18 a rule that refuses, IPv4",
		.target = ANYWHERE,
		.change = "ip rule add pref 10 to " ANYWHERE " unreachable",
	},
	{
		.event = "18 a rule that refuses, IPv6",
		.target = ANYWHERE6,
		.change = "ip -6 rule add pref 10 to " ANYWHERE6 " unreachable",
	},
	{
		.event = "19 blackhole route",
		.target = ANYWHERE,
		.change = "ip route add blackhole 198.51.100.0/24",
	},
	{
		.event = "19 prohibit route",
		.target = ANYWHERE,
		.change = "ip route add prohibit 198.51.100.0/24",
	},
	{
		.event = "19 unreachable route",
		.target = ANYWHERE,
		.change = "ip route add unreachable 198.51.100.0/24",
	},
	{
		.event = "7 default route by a nexthop object, not expanded",
		.target = ANYWHERE,
		.prepare = "sysctl -qw net.ipv4.nexthop_compat_mode=0 && "
			   "ip route del default && "
			   "ip nexthop add id 10 via 192.0.2.1 dev v0",
		.change = "ip route add default nhid 10",
		.reachable = true,
	},
	{
		.event = "20 default route with two gateways",
		.target = ANYWHERE,
		.prepare = "ip route del default",
		.change = "ip route add default nexthop via 192.0.2.1 "
			  "nexthop via 192.0.2.3",
		.reachable = true,
	},
	{
		.event = "24 default route over a tun device",
		.target = ANYWHERE,
		.prepare = "ip route del default",
		.change = "ip route add default dev tun0",
		.reachable = true,
		.circumstances = ROW_TUN,
	},
	{
		.event = "36 events lost, then the default route removed",
		.target = ANYWHERE,
		.change = "for i in $(seq 0 255); do "
			  "for j in $(seq 0 63); do "
			  "echo route add 60.$j.$i.0/24 via 192.0.2.1; "
			  "done; done | ip -batch - && ip route del default",
		.circumstances = ROW_BUSY,
	},
	{
		.event = "40 default route removed amid 10,000 changes/s",
		.target = ANYWHERE,
		.change = "ip route del default",
		.circumstances = ROW_CHURN,
	},
	{
		.event = "48 ten containers come and go: silence",
		.target = ANYWHERE,
		.change = "for i in $(seq 10); do "
			  "ip link add c0 type veth peer name c1 && "
			  "ip link set c0 up && ip link set c1 up && "
			  "ip addr add 198.18.0.1/24 dev c0 && "
			  "ip link del c0; done",
		.reachable = true,
		.circumstances = ROW_SILENT,
	},
	{
		.event = "63 a name, once a name server is known",
		.target = "www.test",
		.change = "echo nameserver 127.0.0.1 >/etc/resolv.conf.new && "
			  "mv /etc/resolv.conf.new /etc/resolv.conf",
		.reachable = true,
		.circumstances = ROW_NAMES,
	},
	{.event = NULL},
};
