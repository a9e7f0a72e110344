/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * RTM_GETROUTE requests, and what their end means: a route, a refusal, or no
 * answer. Knows what strict checking allows; must not know which form of a
 * question is true when.
 */

#include "form.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "netlink.h"
#include "reply.h"

struct request {
	struct nlmsghdr header;
	struct rtmsg route;
	/* destination, source, interface, user */
	char attributes[2 * RTA_SPACE(sizeof(struct in6_addr)) +
			2 * RTA_SPACE(sizeof(uint32_t))];
};

#define REQUESTS_MAX (REACH_QUERIES_MAX * REACH_FORMS)

/* Requests under way, one after the other, each as long as it is. */
struct asking {
	_Alignas(struct nlmsghdr) char requests[REQUESTS_MAX *
						sizeof(struct request)];
	size_t size;
	unsigned int count;
	/* of each request: where its answer goes, and whether it is a route */
	struct {
		struct reach_query *query;
		enum reach_form form;
		bool routed;
	} sent[REQUESTS_MAX];
};

bool reach_form_is_ipv4(const struct in6_addr *address)
{
	return IN6_IS_ADDR_V4MAPPED(address);
}

bool reach_form_is_link_scope(const struct in6_addr *address)
{
	return IN6_IS_ADDR_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_LINKLOCAL(address) ||
	       IN6_IS_ADDR_MC_NODELOCAL(address);
}

bool reach_form_has_source(const struct reach_question *question)
{
	return question->has_source &&
	       reach_form_is_ipv4(&question->source) ==
		       reach_form_is_ipv4(&question->destination);
}

void reach_form_refuse(struct reach_route *route, int error)
{
	reach_route_clear(route);
	route->error = error;
}

static void add_attribute(struct request *request, uint16_t type,
			  const void *data, size_t size)
{
	struct rtattr *attribute =
		(void *)((char *)request + request->header.nlmsg_len);

	attribute->rta_type = type;
	attribute->rta_len = (uint16_t)RTA_LENGTH(size);
	memcpy(RTA_DATA(attribute), data, size);
	request->header.nlmsg_len += (uint32_t)RTA_SPACE(size);
}

static void add_address(struct request *request, uint16_t type,
			const struct in6_addr *address, uint8_t *ret_length)
{
	size_t skipped = reach_form_is_ipv4(address) ? 12 : 0;
	size_t size = sizeof(*address) - skipped;

	add_attribute(request, type, &address->s6_addr[skipped], size);
	*ret_length = (uint8_t)(size * 8);
}

/* Strict checking allows nothing but what is filled in here. */
static void build_request(const struct reach_question *question,
			  unsigned int form, struct request *request)
{
	uint32_t interface = question->interface;

	memset(request, 0, sizeof(*request));
	request->header.nlmsg_len =
		(uint32_t)offsetof(struct request, attributes);
	request->header.nlmsg_type = RTM_GETROUTE;
	request->route.rtm_family =
		reach_form_is_ipv4(&question->destination) ? AF_INET : AF_INET6;
	if (form == REACH_FORM_MATCHED)
		request->route.rtm_flags = RTM_F_FIB_MATCH;
	/* IPv6 names the table anyway, and refuses the flag. */
	if (request->route.rtm_family == AF_INET)
		request->route.rtm_flags |= RTM_F_LOOKUP_TABLE;
	add_address(request, RTA_DST, &question->destination,
		    &request->route.rtm_dst_len);
	if (reach_form_has_source(question))
		add_address(request, RTA_SRC, &question->source,
			    &request->route.rtm_src_len);
	if (!interface && reach_form_is_link_scope(&question->destination))
		interface = question->scope;
	if (interface)
		add_attribute(request, RTA_OIF, &interface, sizeof(interface));
	if (question->has_user)
		add_attribute(request, RTA_UID, &question->user,
			      sizeof(question->user));
}

static void add_request(struct asking *asking, struct reach_query *query,
			enum reach_form form)
{
	struct request *request = (void *)&asking->requests[asking->size];

	build_request(query->question, form, request);
	asking->size += NLMSG_ALIGN(request->header.nlmsg_len);
	asking->sent[asking->count].query = query;
	asking->sent[asking->count].form = form;
	asking->sent[asking->count].routed = false;
	asking->count++;
}

static void take_reply(const struct nlmsghdr *reply, void *info)
{
	struct asking *asking = info;
	const struct nlmsghdr *first = (void *)asking->requests;
	unsigned int number = reply->nlmsg_seq - first->nlmsg_seq;
	enum reach_form form = asking->sent[number].form;
	struct reach_query *query = asking->sent[number].query;

	asking->sent[number].routed = reach_route_read(
		reply, form == REACH_FORM_MATCHED, &query->answers[form].route);
}

/* The errno that refuses a route, or a negative one if it refuses the
   question. */
static int refusal_of(const struct reach_verdict *verdict, bool ipv4)
{
	switch (verdict->error) {
	case ENETUNREACH:
	case EHOSTUNREACH:
	case EACCES:
		return verdict->error;
	case EINVAL:
		/* Also what a blackhole says, though without words. */
		return verdict->malformed ? -EINVAL : EINVAL;
	case ENODEV:
	case ENETDOWN:
		return ENETUNREACH;
	case EAFNOSUPPORT:
	case EOPNOTSUPP:
		/* A kernel without IPv6 has no routes for it. */
		return ipv4 ? -verdict->error : ENETUNREACH;
	case 0:
		return -EBADMSG;
	default:
		return -verdict->error;
	}
}

static void conclude(struct reach_answer_form *answer, bool routed,
		     const struct reach_verdict *verdict, bool ipv4)
{
	int refusal;

	answer->failure = 0;
	if (routed && !verdict->error)
		return;
	refusal = refusal_of(verdict, ipv4);
	if (refusal < 0)
		answer->failure = refusal;
	else
		reach_form_refuse(&answer->route, refusal);
}

int reach_form_ask(struct reach_netlink *socket, struct reach_query *queries,
		   unsigned int count)
{
	struct reach_verdict verdicts[REQUESTS_MAX];
	struct asking asking;
	int result;

	asking.size = 0;
	asking.count = 0;
	for (unsigned int i = 0; i < count; i++)
		for (unsigned int form = 0; form < REACH_FORMS; form++)
			if (queries[i].forms & 1u << form)
				add_request(&asking, &queries[i], form);
	result = reach_netlink_ask_many(socket, (void *)asking.requests,
					asking.count, take_reply, &asking,
					verdicts);
	if (result)
		return result;
	for (unsigned int i = 0; i < asking.count; i++) {
		struct reach_query *query = asking.sent[i].query;

		conclude(&query->answers[asking.sent[i].form],
			 asking.sent[i].routed, &verdicts[i],
			 reach_form_is_ipv4(&query->question->destination));
	}
	return 0;
}
