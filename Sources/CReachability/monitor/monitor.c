/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The event socket. Knows which groups tell of what; must not know what is
 * watched, and keeps nothing of what it reads.
 */

#include "monitor.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <stdlib.h>
#include <sys/socket.h>

/* Link messages are the largest, two to four kilobytes. What does not fit is
   treated as lost. */
#define BUFFER_SIZE 16384

struct reach_monitor {
	struct nl_sock *socket;
	_Alignas(struct nlmsghdr) char buffer[BUFFER_SIZE];
};

static int join_groups(struct nl_sock *socket)
{
	/* An unbound socket hears nothing, so this comes after the connect,
	   and nothing binds again: groups 0 would clear the memberships. */
	return nl_socket_add_memberships(
		socket, RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR,
		RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE, RTNLGRP_IPV4_RULE,
		RTNLGRP_IPV6_RULE, RTNLGRP_NEXTHOP, RTNLGRP_IPV4_NETCONF,
		RTNLGRP_IPV6_NETCONF, 0);
}

/* libnl folds errors into codes of its own; errno still has the kernel's. */
static int last_error(void)
{
	return errno > 0 ? -errno : -ENOMEM;
}

int reach_monitor_open(struct reach_monitor **ret_monitor)
{
	struct reach_monitor *monitor = calloc(1, sizeof(*monitor));
	int result;

	if (!monitor)
		return -ENOMEM;
	errno = 0;
	monitor->socket = nl_socket_alloc();
	if (!monitor->socket || nl_connect(monitor->socket, NETLINK_ROUTE) ||
	    nl_socket_set_nonblocking(monitor->socket) ||
	    nl_socket_set_buffer_size(monitor->socket, 1 << 20, 0) ||
	    join_groups(monitor->socket)) {
		result = last_error();
		reach_monitor_close(monitor);
		return result;
	}
	*ret_monitor = monitor;
	return 0;
}

void reach_monitor_close(struct reach_monitor *monitor)
{
	if (!monitor)
		return;
	nl_socket_free(monitor->socket);
	free(monitor);
}

int reach_monitor_get_fd(const struct reach_monitor *monitor)
{
	return nl_socket_get_fd(monitor->socket);
}

static unsigned int change_of(uint16_t message_type)
{
	switch (message_type) {
	case RTM_NEWLINK:
	case RTM_DELLINK:
		return REACH_CHANGED_LINK;
	case RTM_NEWADDR:
	case RTM_DELADDR:
		return REACH_CHANGED_ADDRESS;
	case RTM_NEWROUTE:
	case RTM_DELROUTE:
		return REACH_CHANGED_ROUTE;
	case RTM_NEWRULE:
	case RTM_DELRULE:
		return REACH_CHANGED_RULE;
	case RTM_NEWNEXTHOP:
	case RTM_DELNEXTHOP:
		return REACH_CHANGED_NEXTHOP;
	case RTM_NEWNETCONF:
	case RTM_DELNETCONF:
		return REACH_CHANGED_NETCONF;
	default:
		return 0;
	}
}

static unsigned int read_datagram(const char *buffer, size_t size,
				  reach_monitor_link *on_link, void *info)
{
	const struct nlmsghdr *event = (const struct nlmsghdr *)buffer;
	unsigned int changed = 0;
	int left = (int)size;

	for (; nlmsg_ok(event, left);
	     event = nlmsg_next((struct nlmsghdr *)event, &left)) {
		unsigned int change = change_of(event->nlmsg_type);

		if (change == REACH_CHANGED_LINK)
			on_link(event, info);
		changed |= change;
	}
	return changed;
}

int reach_monitor_drain(struct reach_monitor *monitor,
			reach_monitor_link *on_link, void *info,
			unsigned int *ret_changed)
{
	unsigned int changed = 0;

	for (;;) {
		struct sockaddr_nl sender;
		struct iovec part = {monitor->buffer, BUFFER_SIZE};
		struct msghdr message = {
			.msg_name = &sender,
			.msg_namelen = sizeof(sender),
			.msg_iov = &part,
			.msg_iovlen = 1,
		};
		ssize_t size = recvmsg(reach_monitor_get_fd(monitor), &message,
				       MSG_DONTWAIT);

		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0 && errno == ENOBUFS) {
			/* The kernel queues nothing more until the queue is
			   empty, so go on reading. */
			changed |= REACH_CHANGED_LOST;
			continue;
		}
		if (size < 0 && errno != EAGAIN)
			return -errno;
		if (size < 0)
			break;
		/* A privileged process can send here too. */
		if (message.msg_namelen != sizeof(sender) || sender.nl_pid != 0)
			continue;
		if (message.msg_flags & MSG_TRUNC) {
			changed |= REACH_CHANGED_LOST;
			continue;
		}
		changed |= read_datagram(monitor->buffer, (size_t)size, on_link,
					 info);
	}
	*ret_changed = changed;
	return 0;
}
