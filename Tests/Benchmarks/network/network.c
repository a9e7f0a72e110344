/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The topology and its routes. */

#include "network.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "namespace.h"
#include "wire.h"

/* 16.0.0.0/4: room for a million of /24. */
#define FIRST_ROUTE 0x10000000u
#define BATCH 256

static struct {
	size_t routes;
	bool entered;
	struct reach_test test;
} network = {.test = {.name = "reachability_bench"}};

void network_enter(void)
{
	void *state = &network.test;

	network_leave();
	if (reach_test_enter_routed(&state))
		bench_die("the network cannot be made");
	if (network.test.missing)
		bench_die("this machine lacks %s", network.test.missing);
	network.entered = true;
	network.routes = 0;
}

void network_leave(void)
{
	void *state = NULL;

	if (network.entered)
		reach_test_leave(&state);
	network.entered = false;
}

/* Many messages in one call; only the last is acknowledged, but refusals of
   the others arrive before. */
static void add_routes(int fd, size_t first, size_t count)
{
	char bytes[BATCH * 64];
	size_t length = 0;
	_Alignas(struct nlmsghdr) char reply[1024];
	const struct nlmsghdr *header = (const void *)reply;
	const struct nlmsgerr *error = NLMSG_DATA(header);

	for (size_t i = 0; i < count; i++) {
		union bench_address prefix = bench_address4(
			FIRST_ROUTE + (uint32_t)(first + i) * 256);
		struct wire_message message;

		wire_route(&message, true, &prefix, 24, NETWORK_GATEWAY, 0);
		if (i == count - 1)
			message.header.nlmsg_flags |= NLM_F_ACK;
		memcpy(bytes + length, &message, message.header.nlmsg_len);
		length += message.header.nlmsg_len;
	}
	if (send(fd, bytes, length, 0) < 0 ||
	    recv(fd, reply, sizeof(reply), 0) < 0)
		bench_die("routes cannot be added: %s", strerror(errno));
	if (error->error)
		bench_die("a route is refused: %s", strerror(-error->error));
}

void network_grow(size_t routes)
{
	int fd = wire_open();

	while (network.routes < routes) {
		size_t count = routes - network.routes;

		if (count > BATCH)
			count = BATCH;
		add_routes(fd, network.routes, count);
		network.routes += count;
	}
	close(fd);
}

size_t network_routes(void)
{
	return network.routes;
}

/* A step that is coprime to the number of prefixes visits each once before any
   twice, in an order that no prefetcher guesses. */
void network_destinations(union bench_address *addresses, size_t count)
{
	size_t prefixes = network.routes > 1000 ? network.routes : 1000;
	size_t step = 618034327;

	for (size_t i = 0; i < count; i++) {
		size_t prefix = i * step % prefixes;
		size_t host = 1 + i / prefixes % 254;

		addresses[i] = bench_address4(FIRST_ROUTE +
					      (uint32_t)(prefix * 256 + host));
	}
}

void network_make_cover(struct wire_message *message, bool add)
{
	union bench_address prefix = bench_address4(FIRST_ROUTE);

	wire_route(message, add, &prefix, 4, NETWORK_GATEWAY, 0);
}

void network_set_default(bool present)
{
	union bench_address any = bench_address("0.0.0.0");
	struct wire_message message;
	int fd = wire_open();

	wire_route(&message, present, &any, 0, NETWORK_GATEWAY, 0);
	wire_must(fd, &message);
	close(fd);
}
