/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* libnl's own helper for one look-up. It works only without strict checking,
   and folds why there is no route. */

#include "contestant.h"

#include <stdlib.h>

#include <netlink/netlink.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>

struct helper {
	struct nl_sock *socket;
	size_t count;
	struct nl_addr **addresses;
};

static void *start(const union bench_address *addresses, size_t count)
{
	struct helper *helper = bench_allocate(1, sizeof(*helper));

	helper->socket = nl_socket_alloc();
	if (!helper->socket || nl_connect(helper->socket, NETLINK_ROUTE))
		bench_die("no libnl socket");
	helper->count = count;
	helper->addresses = bench_allocate(count, sizeof(*helper->addresses));
	for (size_t i = 0; i < count; i++) {
		size_t size;
		const void *bytes = bench_address_bytes(&addresses[i], &size);

		helper->addresses[i] = nl_addr_build(addresses[i].any.sa_family,
						     (void *)bytes, size);
		if (!helper->addresses[i])
			bench_die("no memory");
	}
	return helper;
}

static uint8_t judge(struct rtnl_route *route)
{
	struct rtnl_nexthop *hop = rtnl_route_nexthop_n(route, 0);
	uint8_t answer = BENCH_REACHABLE;

	if (rtnl_route_get_nnexthops(route) == 1 && hop &&
	    !rtnl_route_nh_get_gateway(hop) && !rtnl_route_nh_get_via(hop))
		answer |= BENCH_DIRECT;
	return answer;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct helper *helper = instance;

	for (size_t i = 0; i < count; i++) {
		struct nl_addr *address =
			helper->addresses[(first + i) % helper->count];
		struct rtnl_route *route = NULL;

		answers[i] = 0;
		if (rtnl_route_lookup(helper->socket, address, &route) == 0) {
			answers[i] = judge(route);
			rtnl_route_put(route);
		}
	}
}

static void stop(void *instance)
{
	struct helper *helper = instance;

	for (size_t i = 0; i < helper->count; i++)
		nl_addr_put(helper->addresses[i]);
	nl_socket_free(helper->socket);
	free(helper->addresses);
	free(helper);
}

const struct contestant contestant_libnl = {
	.name = "libnl",
	.title = "libnl, rtnl_route_lookup",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 128,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.stop = stop,
};
