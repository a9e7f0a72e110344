/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Route questions and notifications with bare sockets. */

#include "kernel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "namespace.h"

struct request {
	struct nlmsghdr header;
	struct rtmsg route;
	char attributes[128];
};

static int open_socket(void)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
			NETLINK_ROUTE);
	int on = 1;

	assert_true(fd >= 0);
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	return fd;
}

static void add(struct request *request, unsigned short type, const void *data,
		size_t size)
{
	struct rtattr attribute = {
		.rta_type = type,
		.rta_len = (unsigned short)RTA_LENGTH(size),
	};
	char *position = (char *)request + request->header.nlmsg_len;

	memcpy(position, &attribute, sizeof(attribute));
	memcpy(position + RTA_LENGTH(0), data, size);
	request->header.nlmsg_len += (unsigned int)RTA_SPACE(size);
}

static unsigned char add_address(struct request *request, unsigned short type,
				 const char *text)
{
	int family = strchr(text, ':') ? AF_INET6 : AF_INET;
	size_t size = family == AF_INET6 ? 16 : 4;
	char address[16];

	assert_int_equal(inet_pton(family, text, address), 1);
	request->route.rtm_family = (unsigned char)family;
	add(request, type, address, size);
	return (unsigned char)(size * 8);
}

static void send_question(int fd, const struct kernel_question *question)
{
	struct request request = {
		.header = {.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)),
			   .nlmsg_type = RTM_GETROUTE,
			   .nlmsg_flags = NLM_F_REQUEST},
		.route = {.rtm_flags = question->flags,
			  .rtm_table = question->table},
	};

	if (question->source)
		request.route.rtm_src_len =
			add_address(&request, RTA_SRC, question->source);
	request.route.rtm_dst_len =
		add_address(&request, RTA_DST, question->destination);
	if (question->interface) {
		uint32_t index = if_nametoindex(question->interface);

		/* One that is not there is a question too. */
		if (!index)
			index = 4711;
		add(&request, RTA_OIF, &index, sizeof(index));
	}
	assert_int_equal(send(fd, &request, request.header.nlmsg_len, 0),
			 request.header.nlmsg_len);
}

static void read_hops(const struct rtattr *list, struct kernel_answer *answer)
{
	const struct rtnexthop *hop = RTA_DATA(list);
	int left = (int)RTA_PAYLOAD(list);

	for (; RTNH_OK(hop, left) && answer->hops < KERNEL_HOPS;
	     left -= NLMSG_ALIGN(hop->rtnh_len), hop = RTNH_NEXT(hop)) {
		const struct rtattr *attribute = RTNH_DATA(hop);
		int size = hop->rtnh_len - (int)sizeof(*hop);
		struct kernel_hop *read = &answer->hop[answer->hops++];

		read->interface = (uint32_t)hop->rtnh_ifindex;
		read->flags = hop->rtnh_flags;
		for (; RTA_OK(attribute, size);
		     attribute = RTA_NEXT(attribute, size))
			if (attribute->rta_type == RTA_GATEWAY)
				read->has_gateway = true;
	}
}

static void read_attribute(const struct rtattr *attribute,
			   struct kernel_answer *answer)
{
	const void *data = RTA_DATA(attribute);

	switch (attribute->rta_type) {
	case RTA_TABLE:
		memcpy(&answer->table, data, sizeof(answer->table));
		break;
	case RTA_NH_ID:
		memcpy(&answer->nexthop_id, data, sizeof(answer->nexthop_id));
		break;
	case RTA_OIF:
		memcpy(&answer->interface, data, sizeof(answer->interface));
		break;
	case RTA_GATEWAY:
		answer->has_gateway = true;
		break;
	case RTA_VIA:
		answer->has_via = true;
		break;
	case RTA_PREFSRC:
		answer->has_source = true;
		inet_ntop(answer->route.rtm_family, data, answer->source,
			  sizeof(answer->source));
		break;
	case RTA_MULTIPATH:
		answer->has_multipath = true;
		read_hops(attribute, answer);
		break;
	case RTA_CACHEINFO:
		answer->expires =
			((const struct rta_cacheinfo *)data)->rta_expires;
		break;
	default:
		break;
	}
}

struct kernel_answer kernel_ask(struct kernel_question question)
{
	_Alignas(struct nlmsghdr) char buffer[8192];
	const struct nlmsghdr *reply = (const void *)buffer;
	struct kernel_answer answer = {.error = -1};
	const struct rtattr *attribute;
	int fd = open_socket();
	ssize_t size;
	int left;

	send_question(fd, &question);
	size = recv(fd, buffer, sizeof(buffer), 0);
	close(fd);
	assert_true(size > 0 && NLMSG_OK(reply, size));
	if (reply->nlmsg_type == NLMSG_ERROR) {
		const struct nlmsgerr *refusal = NLMSG_DATA(reply);

		answer.error = -refusal->error;
		answer.in_words = reply->nlmsg_flags & NLM_F_ACK_TLVS;
		return answer;
	}
	assert_int_equal(reply->nlmsg_type, RTM_NEWROUTE);
	answer.error = 0;
	memcpy(&answer.route, NLMSG_DATA(reply), sizeof(answer.route));
	answer.table = answer.route.rtm_table;
	attribute = RTM_RTA(NLMSG_DATA(reply));
	left = (int)RTM_PAYLOAD(reply);
	for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
		read_attribute(attribute, &answer);
	return answer;
}

int kernel_listen(int group)
{
	const struct sockaddr_nl address = {.nl_family = AF_NETLINK};
	int fd = open_socket();

	/* An unbound socket hears nothing. */
	assert_int_equal(
		bind(fd, (const struct sockaddr *)&address, sizeof(address)),
		0);
	assert_int_equal(setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP,
				    &group, sizeof(group)),
			 0);
	return fd;
}

int kernel_count(int fd, int type, int family)
{
	_Alignas(struct nlmsghdr) char buffer[16384];
	bool lost = false;
	int count = 0;
	ssize_t size;

	while ((size = recv(fd, buffer, sizeof(buffer), 0)) >= 0 ||
	       errno == ENOBUFS) {
		const struct nlmsghdr *event = (const void *)buffer;

		lost = lost || size < 0;
		for (; size > 0 && NLMSG_OK(event, size);
		     event = NLMSG_NEXT(event, size)) {
			/* All kinds of header begin with the family. */
			unsigned char of = *(unsigned char *)NLMSG_DATA(event);

			if (event->nlmsg_type == type &&
			    (!family || of == family))
				count++;
		}
	}
	assert_int_equal(errno, EAGAIN);
	return lost ? -1 : count;
}
