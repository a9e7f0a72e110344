/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What an RTM_NEWLINK or RTM_DELLINK says. Knows the message format alone. */

#include "message.h"

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>
#include <string.h>
#include <sys/socket.h>

static uint32_t read_number(const struct nlattr *attribute)
{
	uint32_t number = 0;

	if (attribute && nla_len(attribute) >= (int)sizeof(number))
		memcpy(&number, nla_data(attribute), sizeof(number));
	return number;
}

static void read_text(const struct nlattr *attribute, char text[IFNAMSIZ])
{
	if (attribute)
		nla_strlcpy(text, attribute, IFNAMSIZ);
}

static void read_driver_kind(struct nlattr *info, char kind[IFNAMSIZ])
{
	struct nlattr *attributes[IFLA_INFO_MAX + 1];

	if (info && !nla_parse_nested(attributes, IFLA_INFO_MAX, info, NULL))
		read_text(attributes[IFLA_INFO_KIND], kind);
}

bool reach_link_read(const struct nlmsghdr *message,
		     struct reach_link_news *ret_news)
{
	const struct ifinfomsg *header = nlmsg_data(message);
	struct nlattr *attributes[IFLA_MAX + 1];
	struct reach_link_news news = {0};

	if ((message->nlmsg_type != RTM_NEWLINK &&
	     message->nlmsg_type != RTM_DELLINK) ||
	    nlmsg_parse((struct nlmsghdr *)message, sizeof(*header), attributes,
			IFLA_MAX, NULL))
		return false;
	/* Of a bridge's ports or of IPv6 alone: RTM_DELLINK with AF_BRIDGE is a
	   port that left its bridge, and lives on. */
	if (header->ifi_family != AF_UNSPEC)
		return false;
	news.gone = message->nlmsg_type == RTM_DELLINK;
	news.link.index = (uint32_t)header->ifi_index;
	/* Wireless events have the type but none of the attributes. */
	if (!news.gone && !attributes[IFLA_IFNAME])
		return false;
	news.link.flags = header->ifi_flags;
	news.link.type = header->ifi_type;
	read_text(attributes[IFLA_IFNAME], news.link.name);
	read_driver_kind(attributes[IFLA_LINKINFO], news.link.driver_kind);
	if (attributes[IFLA_OPERSTATE] &&
	    nla_len(attributes[IFLA_OPERSTATE]) > 0)
		news.link.operstate = nla_get_u8(attributes[IFLA_OPERSTATE]);
	news.master = read_number(attributes[IFLA_MASTER]);
	/* The index of another namespace would name the wrong link here. */
	if (!attributes[IFLA_LINK_NETNSID])
		news.lower = read_number(attributes[IFLA_LINK]);
	*ret_news = news;
	return true;
}
