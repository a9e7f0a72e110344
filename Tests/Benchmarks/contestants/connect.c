/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* connect() of a UDP socket: cheaper than netlink, and knows neither the
   gateway nor the interface, nor that a link has lost its carrier. */

#include "contestant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct udp {
	int fd[2];
	const union bench_address *addresses;
	size_t count;
};

static void *start(const union bench_address *addresses, size_t count)
{
	struct udp *udp = bench_allocate(1, sizeof(*udp));

	udp->fd[0] = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	udp->fd[1] = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (udp->fd[0] < 0 || udp->fd[1] < 0)
		bench_die("no UDP socket: %s", strerror(errno));
	udp->addresses = addresses;
	udp->count = count;
	return udp;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct udp *udp = instance;

	for (size_t i = 0; i < count; i++) {
		union bench_address address =
			udp->addresses[(first + i) % udp->count];
		bool ipv6 = address.any.sa_family == AF_INET6;

		/* The port is the same place in both. */
		address.ipv4.sin_port = 9;
		answers[i] = connect(udp->fd[ipv6], &address.any,
				     ipv6 ? sizeof(address.ipv6)
					  : sizeof(address.ipv4)) == 0
				     ? BENCH_REACHABLE
				     : 0;
	}
}

static void stop(void *instance)
{
	struct udp *udp = instance;

	close(udp->fd[0]);
	close(udp->fd[1]);
	free(udp);
}

const struct contestant contestant_connect = {
	.name = "connect",
	.title = "connect() of a UDP socket",
	.knows = BENCH_REACHABLE,
	.slice = 512,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.stop = stop,
};
