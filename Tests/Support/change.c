/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Requests are written by hand, many to a datagram. */

#include "change.h"

#include "namespace.h"

#include <arpa/inet.h>
#include <linux/fib_rules.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>

#define BATCH 64

struct request {
	struct nlmsghdr header;
	union {
		struct rtmsg route;
		struct nhmsg nexthop;
		struct ifaddrmsg address;
		struct ifinfomsg link;
		struct fib_rule_hdr rule;
	};
	char attributes[64];
};

int change_open(void)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	assert_true(fd >= 0);
	return fd;
}

static void begin(struct request *request, uint16_t type, uint16_t flags,
		  size_t body)
{
	memset(request, 0, sizeof(*request));
	request->header.nlmsg_len = (uint32_t)NLMSG_SPACE(body);
	request->header.nlmsg_type = type;
	request->header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | flags;
}

static void add_number(struct request *request, uint16_t type, uint32_t number)
{
	struct rtattr *attribute =
		(void *)((char *)request + request->header.nlmsg_len);

	attribute->rta_type = type;
	attribute->rta_len = RTA_LENGTH(sizeof(number));
	memcpy(RTA_DATA(attribute), &number, sizeof(number));
	request->header.nlmsg_len += RTA_SPACE(sizeof(number));
}

static void expect_acknowledgements(int fd, unsigned int count)
{
	char buffer[8192];

	while (count) {
		ssize_t size = recv(fd, buffer, sizeof(buffer), 0);
		struct nlmsghdr *message = (void *)buffer;

		assert_true(size > 0);
		for (; NLMSG_OK(message, size);
		     message = NLMSG_NEXT(message, size)) {
			struct nlmsgerr *verdict = NLMSG_DATA(message);

			assert_int_equal(message->nlmsg_type, NLMSG_ERROR);
			assert_int_equal(verdict->error, 0);
			count--;
		}
	}
}

static void change(int fd, struct request *request)
{
	assert_int_equal(send(fd, request, request->header.nlmsg_len, 0),
			 request->header.nlmsg_len);
	expect_acknowledgements(fd, 1);
}

static void build_route(bool add, const struct change_routes *routes,
			unsigned int number, struct request *request)
{
	begin(request, add ? RTM_NEWROUTE : RTM_DELROUTE,
	      add ? NLM_F_CREATE | NLM_F_EXCL : 0, sizeof(request->route));
	request->route = (struct rtmsg){
		.rtm_family = AF_INET,
		.rtm_dst_len = 32,
		.rtm_table = RT_TABLE_MAIN,
		.rtm_protocol = RTPROT_STATIC,
		.rtm_type = RTN_UNICAST,
	};
	add_number(request, RTA_DST, htonl(routes->first + number));
	add_number(request, RTA_PRIORITY, number + 1);
	if (routes->nexthop)
		add_number(request, RTA_NH_ID, routes->nexthop);
	if (routes->device)
		add_number(request, RTA_OIF, routes->device);
	if (routes->gateway)
		add_number(request, RTA_GATEWAY, htonl(routes->gateway));
	if (routes->source)
		add_number(request, RTA_PREFSRC, htonl(routes->source));
}

void change_routes(int fd, bool add, const struct change_routes *routes)
{
	unsigned int done = 0;

	while (done < routes->count) {
		char batch[BATCH * sizeof(struct request)];
		unsigned int count = 0;
		size_t size = 0;

		for (; count < BATCH && done < routes->count; count++) {
			struct request request;

			build_route(add, routes, done++, &request);
			memcpy(batch + size, &request,
			       request.header.nlmsg_len);
			size += request.header.nlmsg_len;
		}
		assert_int_equal(send(fd, batch, size, 0), size);
		expect_acknowledgements(fd, count);
	}
}

void change_nexthop(int fd, bool add, uint32_t id, uint32_t gateway,
		    uint32_t device)
{
	struct request request;

	begin(&request, add ? RTM_NEWNEXTHOP : RTM_DELNEXTHOP,
	      add ? NLM_F_CREATE | NLM_F_EXCL : 0, sizeof(request.nexthop));
	if (add) {
		request.nexthop.nh_family = AF_INET;
		request.nexthop.nh_protocol = RTPROT_STATIC;
	}
	add_number(&request, NHA_ID, id);
	if (add) {
		add_number(&request, NHA_OIF, device);
		add_number(&request, NHA_GATEWAY, htonl(gateway));
	}
	change(fd, &request);
}

void change_address(int fd, bool add, uint32_t address, uint32_t device)
{
	struct request request;

	begin(&request, add ? RTM_NEWADDR : RTM_DELADDR,
	      add ? NLM_F_CREATE | NLM_F_EXCL : 0, sizeof(request.address));
	request.address = (struct ifaddrmsg){
		.ifa_family = AF_INET,
		.ifa_prefixlen = 24,
		.ifa_index = device,
	};
	add_number(&request, IFA_LOCAL, htonl(address));
	add_number(&request, IFA_ADDRESS, htonl(address));
	change(fd, &request);
}

void change_link(int fd, bool up, uint32_t device)
{
	struct request request;

	begin(&request, RTM_NEWLINK, 0, sizeof(request.link));
	request.link = (struct ifinfomsg){
		.ifi_index = (int)device,
		.ifi_flags = up ? IFF_UP : 0,
		.ifi_change = IFF_UP,
	};
	change(fd, &request);
}

void change_rule(int fd, bool add, uint32_t address)
{
	struct request request;

	begin(&request, add ? RTM_NEWRULE : RTM_DELRULE,
	      add ? NLM_F_CREATE | NLM_F_EXCL : 0, sizeof(request.rule));
	request.rule = (struct fib_rule_hdr){
		.family = AF_INET,
		.dst_len = 32,
		.action = FR_ACT_UNREACHABLE,
	};
	add_number(&request, FRA_DST, htonl(address));
	add_number(&request, FRA_PRIORITY, 10);
	change(fd, &request);
}
