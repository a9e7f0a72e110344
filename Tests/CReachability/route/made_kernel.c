/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach_netlink_ask_many by the linker's --wrap. */

#include "made_kernel.h"

#include <linux/rtnetlink.h>
#include <string.h>

int __wrap_reach_netlink_ask_many(struct reach_netlink *socket,
				  struct nlmsghdr *requests, unsigned int count,
				  reach_netlink_reply *reply, void *info,
				  struct reach_verdict *verdicts);

static struct {
	made_kernel *answer;
	unsigned int asked;
	unsigned int exchanges;
	int error;
	unsigned int fails_after;
	unsigned int fails;
} kernel;

void made_kernel_begin(made_kernel *answer)
{
	memset(&kernel, 0, sizeof(kernel));
	kernel.answer = answer;
}

unsigned int made_kernel_count(void)
{
	return kernel.asked;
}

void made_kernel_fail(int error, unsigned int after, unsigned int exchanges)
{
	kernel.error = error;
	kernel.fails_after = kernel.exchanges + after;
	kernel.fails = exchanges;
}

static bool is_failing(void)
{
	unsigned int number = kernel.exchanges++;

	return number >= kernel.fails_after &&
	       number - kernel.fails_after < kernel.fails;
}

static void read_address(const struct rtattr *attribute, int family,
			 struct in6_addr *ret_address)
{
	if (family == AF_INET6) {
		memcpy(ret_address, RTA_DATA(attribute), sizeof(*ret_address));
		return;
	}
	*ret_address = (struct in6_addr){.s6_addr = {[10] = 0xff, 0xff}};
	memcpy(&ret_address->s6_addr[12], RTA_DATA(attribute), 4);
}

static void read_request(const struct nlmsghdr *header,
			 struct made_request *ret_request)
{
	const struct rtmsg *route = NLMSG_DATA(header);
	const struct rtattr *attribute = RTM_RTA(route);
	int left = (int)RTM_PAYLOAD(header);

	*ret_request = (struct made_request){
		.number = ++kernel.asked,
		.matched = route->rtm_flags & RTM_F_FIB_MATCH,
		.family = route->rtm_family,
	};
	for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
		if (attribute->rta_type == RTA_DST)
			read_address(attribute, route->rtm_family,
				     &ret_request->destination);
		else if (attribute->rta_type == RTA_OIF)
			memcpy(&ret_request->interface, RTA_DATA(attribute),
			       sizeof(ret_request->interface));
}

int __wrap_reach_netlink_ask_many(struct reach_netlink *socket,
				  struct nlmsghdr *requests, unsigned int count,
				  reach_netlink_reply *reply, void *info,
				  struct reach_verdict *verdicts)
{
	char *position = (char *)requests;

	(void)socket;
	if (is_failing())
		return kernel.error;
	requests->nlmsg_seq = 1;
	for (unsigned int i = 0; i < count; i++) {
		struct nlmsghdr *header = (struct nlmsghdr *)position;
		struct made_answer answer = {.error = 0};
		struct made_request request;

		read_request(header, &request);
		kernel.answer(&request, &answer);
		answer.message.header.nlmsg_seq = requests->nlmsg_seq + i;
		if (answer.has_message)
			reply(&answer.message.header, info);
		verdicts[i] =
			(struct reach_verdict){answer.error, answer.malformed};
		position += NLMSG_ALIGN(header->nlmsg_len);
	}
	return 0;
}

void made_route(struct made_answer *answer, const struct made_request *request,
		uint8_t type)
{
	const struct rtmsg header = {
		.rtm_family = (unsigned char)request->family,
		.rtm_table = RT_TABLE_MAIN,
		.rtm_type = type,
	};

	answer->has_message = true;
	test_message_begin(&answer->message, RTM_NEWROUTE, &header,
			   sizeof(header));
}

void made_route_address(struct made_answer *answer, uint16_t type,
			const char *text)
{
	struct in6_addr address = parse(text);
	bool ipv4 = !strchr(text, ':');

	test_message_add(&answer->message, type,
			 &address.s6_addr[ipv4 ? 12 : 0], ipv4 ? 4 : 16);
}

void route_out(const struct made_request *request, struct made_answer *answer)
{
	struct in6_addr own = parse(OWN6);
	bool local = !memcmp(&request->destination, &own, sizeof(own));

	made_route(answer, request, local ? RTN_LOCAL : RTN_UNICAST);
	test_message_add_number(&answer->message, RTA_OIF, OUT);
	if (!local && request->family == AF_INET6)
		made_route_address(answer, RTA_PREFSRC, OWN6);
}
