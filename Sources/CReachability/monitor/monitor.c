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
	struct reach_netlink *socket;
	/* where what is read goes, while somebody reads */
	struct {
		reach_monitor_link *on_link;
		void *info;
		struct reach_changes *changes;
		bool told;
	} ear;
	struct sockaddr_nl senders[BATCH];
	struct iovec parts[BATCH];
	struct mmsghdr messages[BATCH];
	_Alignas(struct nlmsghdr) char buffers[BATCH][BUFFER_SIZE];
};

/* Room for the events of a window under a storm; beyond the system's limit if
   we are allowed to. */
static int set_buffer_size(int fd)
{
	int size = BUFFERED;

	return setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size,
			  sizeof(size)) &&
			       setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size,
					  sizeof(size))
		       ? -errno
		       : 0;
}

static void lose(struct reach_changes *changes)
{
	reach_changes_set(changes, REACH_CHANGED_EARLY | REACH_CHANGED_LOST);
}

static void take_event(const struct nlmsghdr *event, void *info)
{
	struct reach_monitor *monitor = info;

	monitor->ear.told = true;
	if (!event) {
		lose(monitor->ear.changes);
		return;
	}
	if (event->nlmsg_type == RTM_NEWLINK ||
	    event->nlmsg_type == RTM_DELLINK)
		monitor->ear.on_link(event, monitor->ear.info);
	reach_changes_add(monitor->ear.changes, event);
}

static void lay_out_messages(struct reach_monitor *monitor)
{
	for (int i = 0; i < BATCH; i++) {
		monitor->parts[i] =
			(struct iovec){monitor->buffers[i], BUFFER_SIZE};
		monitor->messages[i].msg_hdr = (struct msghdr){
			.msg_name = &monitor->senders[i],
			.msg_namelen = sizeof(monitor->senders[i]),
			.msg_iov = &monitor->parts[i],
			.msg_iovlen = 1,
		};
	}
}

int reach_monitor_open(struct reach_monitor **ret_monitor)
{
	static const int groups[] = {
		RTNLGRP_LINK,
		RTNLGRP_IPV4_IFADDR,
		RTNLGRP_IPV6_IFADDR,
		RTNLGRP_IPV4_ROUTE,
		RTNLGRP_IPV6_ROUTE,
		RTNLGRP_IPV4_RULE,
		RTNLGRP_IPV6_RULE,
		RTNLGRP_NEXTHOP,
		RTNLGRP_IPV4_NETCONF,
		RTNLGRP_IPV6_NETCONF,
		0,
	};
	struct reach_monitor *monitor = calloc(1, sizeof(*monitor));
	int result;

	if (!monitor)
		return -ENOMEM;
	lay_out_messages(monitor);
	result = reach_netlink_open(&monitor->socket);
	if (!result)
		result = set_buffer_size(reach_monitor_get_fd(monitor));
	if (!result)
		result = reach_netlink_listen(monitor->socket, groups,
					      take_event, monitor);
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
	reach_netlink_close(monitor->socket);
	free(monitor);
}

int reach_monitor_get_fd(const struct reach_monitor *monitor)
{
	return reach_netlink_get_fd(monitor->socket);
}

static void read_datagram(struct reach_monitor *monitor, const char *buffer,
			  size_t size)
{
	const struct nlmsghdr *event = (const struct nlmsghdr *)buffer;
	int left = (int)size;

	for (; nlmsg_ok(event, left);
	     event = nlmsg_next((struct nlmsghdr *)event, &left))
		take_event(event, monitor);
}

static void take(struct reach_monitor *monitor, int number)
{
	struct mmsghdr *message = &monitor->messages[number];
	const struct sockaddr_nl *sender = message->msg_hdr.msg_name;
	/* A privileged process can send here too. */
	bool believed = message->msg_hdr.msg_namelen == sizeof(*sender) &&
			sender->nl_pid == 0;

	/* As it was before the call. */
	message->msg_hdr.msg_namelen = sizeof(*sender);
	if (!believed)
		return;
	if (message->msg_hdr.msg_flags & MSG_TRUNC)
		lose(monitor->ear.changes);
	else
		read_datagram(monitor, monitor->buffers[number],
			      message->msg_len);
}

/* Up to BATCH datagrams; how many, or a negative errno. */
static int receive(struct reach_monitor *monitor)
{
	int count;

	do {
		count = recvmmsg(reach_monitor_get_fd(monitor),
				 monitor->messages, BATCH, MSG_DONTWAIT, NULL);
	} while (count < 0 && errno == EINTR);
	return count < 0 ? -errno : count;
}

int reach_monitor_drain(struct reach_monitor *monitor,
			reach_monitor_link *on_link, void *info,
			struct reach_changes *changes)
{
	bool told = false;
	int count;

	monitor->ear.on_link = on_link;
	monitor->ear.info = info;
	monitor->ear.changes = changes;
	/* Anything that came after a batch that is not full, a loss too, came
	   after the call. */
	do {
		count = receive(monitor);
		/* The kernel queues nothing more until the queue is empty, so
		   go on reading. */
		if (count == -ENOBUFS)
			lose(changes);
		for (int i = 0; i < count; i++)
			take(monitor, i);
		told |= count > 0 || count == -ENOBUFS;
	} while (count == BATCH || count == -ENOBUFS);
	return count < 0 && count != -EAGAIN ? count : told;
}

bool reach_monitor_ask(struct reach_monitor *monitor,
		       struct reach_errand *errand, reach_monitor_link *on_link,
		       void *info, struct reach_changes *changes)
{
	monitor->ear.on_link = on_link;
	monitor->ear.info = info;
	monitor->ear.changes = changes;
	monitor->ear.told = false;
	errand->done = !errand->ask(monitor->socket, errand->info);
	return monitor->ear.told;
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
