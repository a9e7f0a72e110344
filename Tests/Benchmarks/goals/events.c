/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What one answer costs when an event has arrived before each question, so that
   nothing known from before may be used. */

#include "goals.h"

#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/nexthop.h>

#include "namespace.h"
#include "network.h"
#include "rounds.h"
#include "wire.h"

#define TARGETS 64

/* An unrelated change, made or undone. */
static void make_route(struct wire_message *message, bool undo)
{
	bool ipv6 = network_family() == AF_INET6;
	union bench_address prefix =
		bench_address(ipv6 ? "2001:db8:60::" : "60.0.0.0");

	wire_route(message, !undo, &prefix, ipv6 ? 48 : 24, network_gateway(),
		   0);
}

static void make_address(struct wire_message *message, bool undo)
{
	bool ipv6 = network_family() == AF_INET6;
	union bench_address address =
		bench_address(ipv6 ? "2001:db8:18::1" : "198.18.0.1");
	size_t size;
	const void *bytes = bench_address_bytes(&address, &size);
	struct ifaddrmsg body = {
		.ifa_family = (uint8_t)network_family(),
		.ifa_prefixlen = ipv6 ? 128 : 32,
		.ifa_index = if_nametoindex("lo"),
	};

	wire_begin(message, undo ? RTM_DELADDR : RTM_NEWADDR,
		   undo ? 0 : NLM_F_CREATE | NLM_F_EXCL, &body, sizeof(body));
	wire_put(message, IFA_LOCAL, bytes, size);
}

static void make_link(struct wire_message *message, bool undo)
{
	struct ifinfomsg body = {.ifi_index = (int)if_nametoindex("lo")};

	wire_begin(message, RTM_NEWLINK, 0, &body, sizeof(body));
	wire_put_u32(message, IFLA_MTU, undo ? 65536 : 65535);
}

static void make_nexthop(struct wire_message *message, bool undo)
{
	union bench_address gateway = bench_address(network_gateway());
	size_t size;
	const void *bytes = bench_address_bytes(&gateway, &size);
	struct nhmsg body = {
		.nh_family = (uint8_t)(undo ? AF_UNSPEC : network_family()),
	};

	wire_begin(message, undo ? RTM_DELNEXTHOP : RTM_NEWNEXTHOP,
		   undo ? 0 : NLM_F_CREATE | NLM_F_EXCL, &body, sizeof(body));
	wire_put_u32(message, NHA_ID, 7);
	if (undo)
		return;
	wire_put(message, NHA_GATEWAY, bytes, size);
	wire_put_u32(message, NHA_OIF, if_nametoindex(NETWORK_LINK));
}

static const struct {
	const char *name;
	void (*make)(struct wire_message *message, bool undo);
} kinds[] = {
	{"route", make_route},
	{"address", make_address},
	{"link", make_link},
	{"nexthop", make_nexthop},
};

static void ask(struct entrant *entrant, size_t number)
{
	entrant->contestant->ask(entrant->instance, number, 1,
				 entrant->answers);
}

/* A change, made and undone in turn. */
struct toggle {
	int fd;
	struct wire_message messages[2];
	size_t count;
};

static void toggle(struct toggle *change)
{
	wire_must(change->fd, &change->messages[change->count++ % 2]);
}

/* One event is new to each call, the one before as well. */
static double ask_after(struct toggle *change, struct entrant *entrant,
			size_t number)
{
	uint64_t start;

	toggle(change);
	ask(entrant, number);
	toggle(change);
	start = bench_now();
	ask(entrant, number);
	return (double)(bench_now() - start);
}

static void run(const char *name,
		void (*make)(struct wire_message *message, bool undo))
{
	static union bench_address addresses[TARGETS];
	struct entrant entrants[] = {
		{.contestant = &contestant_raw},
		{.contestant = &contestant_library},
		{.contestant = NULL},
	};
	size_t rounds = BENCH_SIZE(3000, 50);
	char goal[REPORT_TEXT];
	struct toggle change = {.fd = wire_open()};

	make(&change.messages[0], false);
	make(&change.messages[1], true);
	network_destinations(addresses, TARGETS);
	rounds_start(entrants, addresses, TARGETS);
	for (size_t i = 0; i < 2 * rounds; i++) {
		struct entrant *entrant = &entrants[i % 2];

		samples_add(&entrant->nanoseconds,
			    ask_after(&change, entrant, i / 2));
		/* Then it is the other half of the change. */
		if (i % 2)
			toggle(&change);
	}
	rounds_agree(entrants, addresses, TARGETS, "goals, events");
	snprintf(goal, sizeof(goal),
		 "GetFlags, a%s %s event before every call%s",
		 strchr("aeiou", name[0]) ? "n" : "", name, network_suffix());
	report_goal(goal,
		    samples_ratio(&entrants[1].nanoseconds,
				  &entrants[0].nanoseconds),
		    REPORT_AT_MOST, 1.3, "x");
	rounds_stop(entrants);
	close(change.fd);
}

void goals_events(void)
{
	for (size_t i = 0; i < 2; i++) {
		network_enter(i ? AF_INET6 : AF_INET);
		for (size_t j = 0; j < sizeof(kinds) / sizeof(*kinds); j++)
			run(kinds[j].name, kinds[j].make);
	}
}
