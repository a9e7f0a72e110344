/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Messages to the kernel, built by hand; those of a storm go in batches. */

#include "routes.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* In one datagram; their refusals must fit the receive buffer. */
#define BATCH 64

struct change {
	struct nlmsghdr header;
	struct rtmsg route;
	struct rtattr attribute;
	uint32_t value;
};

int routes_open(void)
{
	int on = 1;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	/* Refusals without the request that is refused. */
	if (fd >= 0)
		setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	return fd;
}

static struct change make_change(int family, bool add, uint16_t attribute,
				 uint32_t value)
{
	struct change change = {
		.header = {.nlmsg_len = sizeof(change),
			   .nlmsg_type = add ? RTM_NEWROUTE : RTM_DELROUTE,
			   .nlmsg_flags = NLM_F_REQUEST},
		.route = {.rtm_family = (unsigned char)family,
			  .rtm_table = RT_TABLE_MAIN,
			  .rtm_protocol = RTPROT_STATIC,
			  .rtm_type = RTN_UNICAST},
		.attribute = {.rta_len = RTA_LENGTH(sizeof(value)),
			      .rta_type = attribute},
		.value = value,
	};

	if (add) {
		change.header.nlmsg_flags |= NLM_F_CREATE | NLM_F_REPLACE;
	} else {
		/* Whoever made it. */
		change.route.rtm_protocol = RTPROT_UNSPEC;
		change.route.rtm_scope = RT_SCOPE_NOWHERE;
	}
	return change;
}

/* Acknowledgements come for all or for the last alone. */
static int take_acknowledgement(int fd)
{
	char buffer[8192];
	const struct nlmsghdr *reply = (const struct nlmsghdr *)buffer;
	ssize_t size;
	int error;

	do {
		size = recv(fd, buffer, sizeof(buffer), 0);
	} while (size < 0 && errno == EINTR);
	if (size < 0)
		return errno;
	if (!NLMSG_OK(reply, (size_t)size) || reply->nlmsg_type != NLMSG_ERROR)
		return EBADMSG;
	memcpy(&error, NLMSG_DATA(reply), sizeof(error));
	return -error;
}

int routes_default(int fd, int family, const char *device, bool there)
{
	struct change change =
		make_change(family, there, RTA_OIF, if_nametoindex(device));

	change.header.nlmsg_flags |= NLM_F_ACK;
	if (there)
		change.route.rtm_scope =
			family == AF_INET ? RT_SCOPE_LINK : RT_SCOPE_UNIVERSE;
	if (send(fd, &change, sizeof(change), 0) != sizeof(change))
		return errno;
	return take_acknowledgement(fd);
}

int routes_storm(int fd, unsigned int changes)
{
	struct change batch[BATCH];
	unsigned int done = 0;

	while (done < changes) {
		unsigned int count = 0;
		int error;

		/* Each comes and goes. */
		while (count < BATCH && done < changes) {
			uint32_t address = htonl(0xc6120000 + done / 2 % 60000);
			struct change *change = &batch[count++];

			*change = make_change(AF_INET, done % 2 == 0, RTA_DST,
					      address);
			change->route.rtm_dst_len = 32;
			change->route.rtm_type = RTN_BLACKHOLE;
			done++;
		}
		batch[count - 1].header.nlmsg_flags |= NLM_F_ACK;
		if (send(fd, batch, count * sizeof(*batch), 0) < 0)
			return errno;
		error = take_acknowledgement(fd);
		if (error)
			return error;
	}
	return 0;
}
