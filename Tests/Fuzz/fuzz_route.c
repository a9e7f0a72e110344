/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Answers to questions about routes: alone, and as datagrams that come in
   reply to one. */

#include <errno.h>
#include <linux/rtnetlink.h>

#include "fuzz.h"
#include "kernel.h"
#include "netlink.h"
#include "reply.h"
#include "route.h"

static struct reach_netlink *netlink;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	return reach_netlink_open(&netlink);
}

/* What route.h promises of every answer. */
static void check(const struct reach_route *route)
{
	if (route->error) {
		must(route->error > 0 && route->error < 4096);
		must(!route->type && !route->interface && !route->nexthops);
	}
	must(route->nexthops_alive <= route->nexthops);
	must(route->nexthops || !route->interface);
}

static void read_one(const uint8_t *data, size_t size, bool matched)
{
	struct nlmsghdr *message = fuzz_kernel_message(data, size);
	struct reach_route route;

	if (!message)
		return;
	message->nlmsg_type = RTM_NEWROUTE;
	memset(&route, 0xa5, sizeof(route));
	if (reach_route_read(message, matched, &route))
		check(&route);
	else
		must(route.type == 0xa5 && route.nexthops == 0xa5a5a5a5);
	free(message);
}

static void ask(const uint8_t *data, size_t size, uint8_t choice)
{
	struct reach_question question = {
		.has_source = choice & 4,
		.wants_source = choice & 8,
		.interface = choice & 16 ? 1 : 0,
		.scope = 1,
	};
	struct input input = {data, size};
	struct reach_route route;
	int result;

	take_bytes(&input, &question.destination, sizeof(struct in6_addr));
	if (choice & 32) {
		memset(&question.destination, 0, 10);
		memset(&question.destination.s6_addr[10], 0xff, 2);
	}
	question.source = question.destination;
	question.source.s6_addr[15] ^= 1;
	fuzz_kernel_begin(input.data, input.size);
	if (choice & 64) {
		uint32_t lifetime = 0;
		bool owns = false;

		result = reach_route_owns(netlink, &question.destination,
					  question.scope, question.interface,
					  &lifetime, &owns);
		must(result <= 0 && (!result || !owns));
		return;
	}
	memset(&route, 0xa5, sizeof(route));
	result = reach_route_ask(netlink, &question, &route);
	must(result <= 0);
	if (!result)
		check(&route);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	uint8_t choice = take_byte(&input);

	if (choice & 1)
		ask(input.data, input.size, choice);
	else
		read_one(input.data, input.size, choice & 2);
	return 0;
}
