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
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netlink.h"

/* Link messages are the largest, two to four kilobytes. What does not fit is
   treated as lost. */
#define BUFFER_SIZE 16384
#define BUFFERED (1 << 20)
/* Datagrams read by one call; their buffers have pages once they are used. */
#define BATCH 8

struct reach_monitor {
	struct nl_sock *socket;
	_Alignas(struct nlmsghdr) char buffers[BATCH][BUFFER_SIZE];
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

/* Room for the events of a window under a storm; beyond the system's limit if
   we are allowed to. */
static int set_buffer_size(struct nl_sock *socket)
{
	int size = BUFFERED;

	if (!setsockopt(nl_socket_get_fd(socket), SOL_SOCKET, SO_RCVBUFFORCE,
			&size, sizeof(size)))
		return 0;
	return nl_socket_set_buffer_size(socket, size, 0);
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
	result = reach_netlink_connect(&monitor->socket);
	if (!result) {
		errno = 0;
		if (set_buffer_size(monitor->socket) ||
		    join_groups(monitor->socket))
			result = last_error();
	}
	if (result) {
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
	reach_netlink_disconnect(monitor->socket);
	free(monitor);
}

int reach_monitor_get_fd(const struct reach_monitor *monitor)
{
	return nl_socket_get_fd(monitor->socket);
}

static void read_datagram(const char *buffer, size_t size,
			  reach_monitor_link *on_link, void *info,
			  struct reach_changes *changes)
{
	const struct nlmsghdr *event = (const struct nlmsghdr *)buffer;
	int left = (int)size;

	for (; nlmsg_ok(event, left);
	     event = nlmsg_next((struct nlmsghdr *)event, &left)) {
		if (event->nlmsg_type == RTM_NEWLINK ||
		    event->nlmsg_type == RTM_DELLINK)
			on_link(event, info);
		reach_changes_add(changes, event);
	}
}

/* Up to BATCH datagrams; how many, or a negative errno. */
static int receive(struct reach_monitor *monitor, struct mmsghdr *messages,
		   struct sockaddr_nl *senders)
{
	struct iovec parts[BATCH];
	int count;

	for (int i = 0; i < BATCH; i++) {
		parts[i] = (struct iovec){monitor->buffers[i], BUFFER_SIZE};
		messages[i].msg_hdr = (struct msghdr){
			.msg_name = &senders[i],
			.msg_namelen = sizeof(senders[i]),
			.msg_iov = &parts[i],
			.msg_iovlen = 1,
		};
	}
	do {
		count = recvmmsg(reach_monitor_get_fd(monitor), messages, BATCH,
				 MSG_DONTWAIT, NULL);
	} while (count < 0 && errno == EINTR);
	return count < 0 ? -errno : count;
}

static void lose(struct reach_changes *changes)
{
	reach_changes_set(changes, REACH_CHANGED_EARLY | REACH_CHANGED_LOST);
}

static void take(struct reach_monitor *monitor, int number,
		 const struct mmsghdr *message, reach_monitor_link *on_link,
		 void *info, struct reach_changes *changes)
{
	const struct sockaddr_nl *sender = message->msg_hdr.msg_name;

	/* A privileged process can send here too. */
	if (message->msg_hdr.msg_namelen != sizeof(*sender) ||
	    sender->nl_pid != 0)
		return;
	if (message->msg_hdr.msg_flags & MSG_TRUNC)
		lose(changes);
	else
		read_datagram(monitor->buffers[number], message->msg_len,
			      on_link, info, changes);
}

int reach_monitor_drain(struct reach_monitor *monitor,
			reach_monitor_link *on_link, void *info,
			struct reach_changes *changes)
{
	struct sockaddr_nl senders[BATCH];
	struct mmsghdr messages[BATCH];
	int total = 0;
	int count;

	/* Anything that came after a batch that is not full, a loss too, came
	   after the call. */
	do {
		count = receive(monitor, messages, senders);
		/* The kernel queues nothing more until the queue is empty, so
		   go on reading. */
		if (count == -ENOBUFS)
			lose(changes);
		for (int i = 0; i < count; i++)
			take(monitor, i, &messages[i], on_link, info, changes);
		total |= count > 0 || count == -ENOBUFS;
	} while (count == BATCH || count == -ENOBUFS);
	return count < 0 && count != -EAGAIN ? count : total;
}

int reach_monitor_open_ear(const struct reach_monitor *monitor, int *ret_ear)
{
	struct epoll_event event = {.events = EPOLLIN};
	int ear = epoll_create1(EPOLL_CLOEXEC);
	int result;

	if (ear < 0)
		return -errno;
	if (epoll_ctl(ear, EPOLL_CTL_ADD, reach_monitor_get_fd(monitor),
		      &event)) {
		result = -errno;
		close(ear);
		return result;
	}
	*ret_ear = ear;
	return 0;
}

/* The kernel puts a socket on the list of an epoll before the call that made
   the event returns, and looking at an empty list takes no lock. */
bool reach_monitor_is_silent(int ear)
{
	struct epoll_event event;

	return epoll_wait(ear, &event, 1, 0) == 0;
}
