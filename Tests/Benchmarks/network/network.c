/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The topology and its routes. */

#include "network.h"

#include <endian.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "namespace.h"
#include "wire.h"

/* 16.0.0.0/4, or 3fff::/20, which is for documentation: room for a million. */
#define FIRST_ROUTE 0x10000000u
#define FIRST_ROUTE6 UINT64_C(0x3fff000000000000)
#define BATCH 256
#define MESSAGE_MAX 80

static struct {
	int family;
	size_t routes;
	bool entered;
	struct reach_test test;
} network = {.test = {.name = "reachability_bench"}};

/* The number-th prefix, with a host in it or 0. */
static union bench_address address_in(size_t prefix, size_t host)
{
	union bench_address address;
	uint64_t high;

	if (network.family == AF_INET)
		return bench_address4(FIRST_ROUTE +
				      (uint32_t)(prefix * 256 + host));
	memset(&address, 0, sizeof(address));
	address.ipv6.sin6_family = AF_INET6;
	high = htobe64(FIRST_ROUTE6 + ((uint64_t)prefix << 16));
	memcpy(&address.ipv6.sin6_addr, &high, sizeof(high));
	address.ipv6.sin6_addr.s6_addr[15] = (uint8_t)host;
	return address;
}

void network_enter(int family)
{
	void *state = &network.test;

	network_leave();
	network.family = family;
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

int network_family(void)
{
	return network.family;
}

const char *network_suffix(void)
{
	return network.family == AF_INET ? "" : ", IPv6";
}

const char *network_gateway(void)
{
	return network.family == AF_INET ? NETWORK_GATEWAY : NETWORK_GATEWAY6;
}

/* Many messages in one call; only the last is acknowledged, but refusals of
   the others arrive before. */
static void add_routes(int fd, size_t first, size_t count)
{
	char bytes[BATCH * MESSAGE_MAX];
	size_t length = 0;
	_Alignas(struct nlmsghdr) char reply[1024];
	const struct nlmsghdr *header = (const void *)reply;
	const struct nlmsgerr *error = NLMSG_DATA(header);

	for (size_t i = 0; i < count; i++) {
		union bench_address prefix = address_in(first + i, 0);
		struct wire_message message;

		wire_route(&message, true, &prefix,
			   network.family == AF_INET ? 24 : 48,
			   network_gateway(), 0);
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
		size_t host = 1 + i / prefixes % 254;

		addresses[i] = address_in(i * step % prefixes, host);
	}
}

void network_make_cover(struct wire_message *message, bool add)
{
	union bench_address prefix = address_in(0, 0);

	wire_route(message, add, &prefix, network.family == AF_INET ? 4 : 20,
		   network_gateway(), 0);
}

void network_set_default(bool present)
{
	union bench_address any =
		bench_address(network.family == AF_INET ? "0.0.0.0" : "::");
	struct wire_message message;
	int fd = wire_open();

	wire_route(&message, present, &any, 0, network_gateway(), 0);
	wire_must(fd, &message);
	close(fd);
}
