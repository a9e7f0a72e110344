/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The list. */

#include "changes.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include <linux/fib_rules.h>
#include <linux/nexthop.h>

#include "namespace.h"
#include "network.h"

#define ANYWHERE "198.51.100.1"
#define NEW_DEFAULTS                                \
	"ip route add default via " NETWORK_GATEWAY \
	" && ip -6 route replace default via " NETWORK_GATEWAY6

static void make_default(struct wire_message *message)
{
	union bench_address any = bench_address("0.0.0.0");

	wire_route(message, false, &any, 0, NETWORK_GATEWAY, 0);
}

/* By name: a number would have to be of the right namespace. */
static void make_down(struct wire_message *message, const char *link)
{
	struct ifinfomsg body = {.ifi_change = IFF_UP};

	wire_begin(message, RTM_NEWLINK, 0, &body, sizeof(body));
	wire_put(message, IFLA_IFNAME, link, strlen(link) + 1);
}

static void make_link(struct wire_message *message)
{
	make_down(message, NETWORK_LINK);
}

static void make_carrier(struct wire_message *message)
{
	make_down(message, "v1");
}

static void make_address(struct wire_message *message)
{
	union bench_address address = bench_address("192.0.2.2");
	size_t size;
	const void *bytes = bench_address_bytes(&address, &size);
	struct ifaddrmsg body = {
		.ifa_family = AF_INET,
		.ifa_prefixlen = 24,
		.ifa_index = if_nametoindex(NETWORK_LINK),
	};

	wire_begin(message, RTM_DELADDR, 0, &body, sizeof(body));
	wire_put(message, IFA_LOCAL, bytes, size);
}

static void make_nexthop(struct wire_message *message)
{
	struct nhmsg body = {.nh_family = AF_UNSPEC};

	wire_begin(message, RTM_DELNEXTHOP, 0, &body, sizeof(body));
	wire_put_u32(message, NHA_ID, 10);
}

static void make_rule(struct wire_message *message)
{
	union bench_address address = bench_address(ANYWHERE);
	size_t size;
	const void *bytes = bench_address_bytes(&address, &size);
	struct fib_rule_hdr body = {
		.family = AF_INET,
		.dst_len = 32,
		.action = FR_ACT_UNREACHABLE,
	};

	wire_begin(message, RTM_NEWRULE, NLM_F_CREATE | NLM_F_EXCL, &body,
		   sizeof(body));
	wire_put(message, FRA_DST, bytes, size);
	wire_put_u32(message, FRA_PRIORITY, 100);
}

const struct change changes[] = {
	{
		.name = "default route removed",
		.address = ANYWHERE,
		.make = make_default,
		.restore = NEW_DEFAULTS,
		.rounds = 20,
	},
	{
		.name = "link down",
		.address = ANYWHERE,
		.make = make_link,
		.restore_link = "ip link set v0 up",
		.restore = NEW_DEFAULTS,
		.rounds = 20,
	},
	{
		.name = "carrier lost",
		.address = ANYWHERE,
		.make = make_carrier,
		.by_peer = true,
		.restore_peer = "ip link set v1 up",
		/* The kernel tells of carriers once a second. */
		.rest = 1200,
		.rounds = 8,
	},
	{
		.name = "last address removed",
		.address = ANYWHERE,
		.make = make_address,
		.restore = "ip addr add 192.0.2.2/24 dev v0 && " NEW_DEFAULTS,
		.rounds = 20,
	},
	{
		.name = "nexthop deleted",
		.address = ANYWHERE,
		.prepare = "ip route del default && ip nexthop add id 10 via "
			   "192.0.2.1 dev v0 && ip route add 198.51.100.0/24 "
			   "nhid 10",
		.make = make_nexthop,
		.restore = "ip nexthop add id 10 via 192.0.2.1 dev v0 && "
			   "ip route add 198.51.100.0/24 nhid 10",
		.rounds = 20,
	},
	{
		.name = "rule added",
		.address = ANYWHERE,
		.make = make_rule,
		.restore = "ip rule del pref 100",
		.rounds = 20,
	},
	{.name = NULL},
};

void change_prepare(const struct change *change)
{
	/* What comes back after a link was down must not take its time. */
	reach_test_run("sysctl -qw net.ipv6.conf.v0.accept_dad=0 "
		       "net.ipv6.conf.v0.keep_addr_on_down=1");
	if (change->prepare)
		reach_test_run("%s", change->prepare);
}

int change_open(const struct change *change)
{
	int home;
	int peer;
	int fd;

	if (!change->by_peer)
		return wire_open();
	home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	peer = reach_test_open_peer();
	if (setns(peer, CLONE_NEWNET))
		bench_die("no way to the peer: %s", strerror(errno));
	fd = wire_open();
	if (setns(home, CLONE_NEWNET))
		bench_die("no way back: %s", strerror(errno));
	close(peer);
	close(home);
	return fd;
}

void change_restore(const struct change *change)
{
	if (change->restore_peer)
		reach_test_run_peer("%s", change->restore_peer);
	if (change->restore_link)
		reach_test_run("%s", change->restore_link);
	reach_test_settle_link(NETWORK_LINK);
	reach_test_settle("2001:db8:1::2");
	if (change->restore)
		reach_test_run("%s", change->restore);
	bench_pause(change->rest);
}
