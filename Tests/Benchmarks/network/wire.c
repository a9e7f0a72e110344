/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Messages, sockets, questions. */

#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void wire_begin(struct wire_message *message, uint16_t type, uint16_t flags,
		const void *body, size_t size)
{
	memset(message, 0, sizeof(*message));
	message->header.nlmsg_len = (uint32_t)NLMSG_LENGTH(size);
	message->header.nlmsg_type = type;
	message->header.nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags);
	memcpy(NLMSG_DATA(&message->header), body, size);
}

void wire_put(struct wire_message *message, uint16_t type, const void *data,
	      size_t size)
{
	size_t start = NLMSG_ALIGN(message->header.nlmsg_len);
	struct rtattr *attribute = (struct rtattr *)(message->bytes + start);

	if (start + RTA_SPACE(size) > sizeof(message->bytes))
		bench_die("a message is too long");
	attribute->rta_type = type;
	attribute->rta_len = (uint16_t)RTA_LENGTH(size);
	memcpy(RTA_DATA(attribute), data, size);
	message->header.nlmsg_len = (uint32_t)(start + RTA_SPACE(size));
}

void wire_put_u32(struct wire_message *message, uint16_t type, uint32_t value)
{
	wire_put(message, type, &value, sizeof(value));
}

int wire_open(void)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	int on = 1;

	if (fd < 0)
		bench_die("no netlink socket: %s", strerror(errno));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	return fd;
}

static int open_groups(const int *groups, size_t count, int buffer)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
			NETLINK_ROUTE);
	struct sockaddr_nl name = {.nl_family = AF_NETLINK};

	if (fd < 0 || bind(fd, (struct sockaddr *)&name, sizeof(name)))
		bench_die("no netlink socket: %s", strerror(errno));
	if (buffer)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof(buffer));
	for (size_t i = 0; i < count; i++)
		if (setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP,
			       &groups[i], sizeof(groups[i])))
			bench_die("no group %d: %s", groups[i],
				  strerror(errno));
	return fd;
}

int wire_open_listener(int buffer)
{
	static const int groups[] = {
		RTNLGRP_LINK,	      RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR,
		RTNLGRP_IPV4_ROUTE,   RTNLGRP_IPV6_ROUTE,  RTNLGRP_IPV4_RULE,
		RTNLGRP_IPV6_RULE,    RTNLGRP_NEXTHOP,	   RTNLGRP_IPV4_NETCONF,
		RTNLGRP_IPV6_NETCONF,
	};

	return open_groups(groups, sizeof(groups) / sizeof(*groups), buffer);
}

int wire_open_route_listener(void)
{
	static const int groups[] = {RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE};

	return open_groups(groups, sizeof(groups) / sizeof(*groups), 0);
}

int wire_change(int fd, struct wire_message *message)
{
	union {
		struct nlmsghdr header;
		char bytes[512];
	} reply;
	struct nlmsgerr *error = NLMSG_DATA(&reply.header);
	ssize_t length;

	message->header.nlmsg_flags |= NLM_F_ACK;
	if (send(fd, message, message->header.nlmsg_len, 0) < 0)
		return -errno;
	length = recv(fd, &reply, sizeof(reply), 0);
	if (length < (ssize_t)NLMSG_LENGTH(sizeof(*error)))
		return -EIO;
	return error->error;
}

void wire_must(int fd, struct wire_message *message)
{
	int result = wire_change(fd, message);

	if (result)
		bench_die("a change of type %u is refused: %s",
			  message->header.nlmsg_type, strerror(-result));
}

void wire_question(struct wire_message *message,
		   const union bench_address *address, unsigned int flags)
{
	size_t size;
	const void *bytes = bench_address_bytes(address, &size);
	struct rtmsg route = {
		.rtm_family = (unsigned char)address->any.sa_family,
		.rtm_dst_len = (unsigned char)(size * 8),
		.rtm_flags = flags,
	};

	wire_begin(message, RTM_GETROUTE, 0, &route, sizeof(route));
	wire_put(message, RTA_DST, bytes, size);
}

uint8_t wire_judge(const void *reply, size_t length)
{
	const struct nlmsghdr *header = reply;
	const struct rtmsg *route = NLMSG_DATA(header);
	const struct rtattr *attribute = RTM_RTA(route);
	size_t left;

	if (length < NLMSG_LENGTH(sizeof(*route)) ||
	    header->nlmsg_type != RTM_NEWROUTE ||
	    route->rtm_flags & (RTNH_F_DEAD | RTNH_F_LINKDOWN))
		return 0;
	left = length - NLMSG_LENGTH(sizeof(*route));
	for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
		if (attribute->rta_type == RTA_GATEWAY ||
		    attribute->rta_type == RTA_VIA ||
		    attribute->rta_type == RTA_MULTIPATH)
			return BENCH_REACHABLE;
	return BENCH_REACHABLE | BENCH_DIRECT;
}

uint8_t wire_ask(int fd, const struct wire_message *question)
{
	_Alignas(struct nlmsghdr) char reply[1024];
	ssize_t length;

	if (send(fd, question, question->header.nlmsg_len, 0) < 0)
		bench_die("the kernel cannot be asked: %s", strerror(errno));
	length = recv(fd, reply, sizeof(reply), 0);
	if (length < 0)
		bench_die("the kernel does not answer: %s", strerror(errno));
	return wire_judge(reply, (size_t)length);
}

void wire_route(struct wire_message *message, bool add,
		const union bench_address *prefix, unsigned char length,
		const char *gateway, uint32_t interface)
{
	size_t size;
	const void *bytes = bench_address_bytes(prefix, &size);
	struct rtmsg route = {
		.rtm_family = (unsigned char)prefix->any.sa_family,
		.rtm_dst_len = length,
		.rtm_table = RT_TABLE_MAIN,
		.rtm_protocol = RTPROT_STATIC,
		.rtm_scope =
			gateway || !add ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK,
		.rtm_type = RTN_UNICAST,
	};

	if (!add) {
		route.rtm_scope = RT_SCOPE_NOWHERE;
		route.rtm_protocol = RTPROT_UNSPEC;
	}
	wire_begin(message, add ? RTM_NEWROUTE : RTM_DELROUTE,
		   add ? NLM_F_CREATE | NLM_F_EXCL : 0, &route, sizeof(route));
	if (length)
		wire_put(message, RTA_DST, bytes, size);
	if (gateway) {
		union bench_address hop = bench_address(gateway);

		bytes = bench_address_bytes(&hop, &size);
		wire_put(message, RTA_GATEWAY, bytes, size);
	}
	if (interface)
		wire_put_u32(message, RTA_OIF, interface);
}
