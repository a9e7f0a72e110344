/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The exchange of requests and answers with the kernel. The socket is libnl's,
 * but messages are not: its allocations cost more than the kernel's answer,
 * and its error codes fold what must be told apart. Knows no message but the
 * one the barrier sends.
 */

#include "netlink.h"

#include <errno.h>
#include <linux/rtnetlink.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* The kernel packs as much of a dump into one datagram as the largest read
   so far had room for, up to this. */
#define BUFFER_SIZE 32768
/* One question has one short answer; several are read at once. */
#define BUFFER_PARTS 16
#define PART_SIZE (BUFFER_SIZE / BUFFER_PARTS)
/* nl_connect() would shrink it to 32 KiB. */
#define RECEIVE_BUFFER (256 << 10)

/* Linux answers within send(), so the answer is there before it is read and
   a blocking read would only add ways to hang. This is for kernels that
   emulate it, and bounds the wait. */
#define PATIENCE 2000
#define TRIES 3

/* What is beyond is no error number to the kernel itself. */
#define LAST_ERRNO 4095

struct reach_netlink {
	struct nl_sock *socket;
	int fd;
	/* the number the kernel knows it by, and puts on its answers */
	uint32_t port;
	uint32_t sequence;
	/* the last exchange failed: its answers may be queued, or a dump may
	   be half read */
	bool unread;
	/* NULL: it asks and does not listen */
	reach_netlink_event *on_event;
	void *event_info;
	_Alignas(struct nlmsghdr) char buffer[BUFFER_SIZE];
};

/* One or more requests under way, and what to do with the answers. */
struct exchange {
	uint32_t first;
	unsigned int count;
	unsigned int unanswered;
	/* one message is the whole answer unless it is marked as a part */
	bool single;
	bool replied;
	bool interrupted;
	reach_netlink_reply *reply;
	void *info;
	struct reach_verdict *verdicts;
	/* on the monotonic clock, milliseconds; 0 until there is a wait */
	int64_t deadline;
};

static void set_option(int fd, int option)
{
	int on = 1;

	/* A kernel too old for one of these gives coarser answers. */
	(void)setsockopt(fd, SOL_NETLINK, option, &on, sizeof(on));
}

static pthread_mutex_t sockets_lock = PTHREAD_MUTEX_INITIALIZER;

void reach_netlink_lock(void)
{
	pthread_mutex_lock(&sockets_lock);
}

void reach_netlink_unlock(void)
{
	pthread_mutex_unlock(&sockets_lock);
}

static int connect_kernel(struct nl_sock **ret_socket)
{
	struct nl_sock *socket;
	int result = 0;

	reach_netlink_lock();
	/* libnl's own codes say less than the errno it leaves behind. */
	errno = 0;
	socket = nl_socket_alloc();
	if (!socket || nl_connect(socket, NETLINK_ROUTE) ||
	    nl_socket_set_nonblocking(socket)) {
		result = errno > 0 ? -errno : -ENOMEM;
		nl_socket_free(socket);
	}
	reach_netlink_unlock();
	if (!result)
		*ret_socket = socket;
	return result;
}

int reach_netlink_open(struct reach_netlink **ret_socket)
{
	struct reach_netlink *socket = malloc(sizeof(*socket));
	int result;

	if (!socket)
		return -ENOMEM;
	/* Not the buffer: its pages are only there once they are used. */
	memset(socket, 0, offsetof(struct reach_netlink, buffer));
	result = connect_kernel(&socket->socket);
	if (!result) {
		errno = 0;
		if (nl_socket_set_buffer_size(socket->socket, RECEIVE_BUFFER,
					      0))
			result = errno > 0 ? -errno : -ENOMEM;
	}
	if (result) {
		reach_netlink_close(socket);
		return result;
	}
	socket->fd = nl_socket_get_fd(socket->socket);
	socket->port = nl_socket_get_local_port(socket->socket);
	set_option(socket->fd, NETLINK_EXT_ACK);
	set_option(socket->fd, NETLINK_CAP_ACK);
	set_option(socket->fd, NETLINK_GET_STRICT_CHK);
	*ret_socket = socket;
	return 0;
}

void reach_netlink_close(struct reach_netlink *socket)
{
	if (!socket)
		return;
	reach_netlink_lock();
	nl_socket_free(socket->socket);
	reach_netlink_unlock();
	free(socket);
}

int reach_netlink_get_fd(const struct reach_netlink *socket)
{
	return socket->fd;
}

int reach_netlink_listen(struct reach_netlink *socket, const int *groups,
			 reach_netlink_event *on_event, void *info)
{
	socket->on_event = on_event;
	socket->event_info = info;
	/* An unbound socket hears nothing; and nothing binds again: groups 0
	   would clear the memberships. */
	for (errno = 0; *groups; groups++)
		if (nl_socket_add_membership(socket->socket, *groups))
			return errno > 0 ? -errno : -ENOMEM;
	return 0;
}

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int wait_for_answer(const struct reach_netlink *socket,
			   struct exchange *exchange)
{
	struct pollfd poller = {.fd = socket->fd, .events = POLLIN};
	int64_t left;

	if (socket->on_event)
		return -EAGAIN;
	if (!exchange->deadline)
		exchange->deadline = now() + PATIENCE;
	left = exchange->deadline - now();
	if (left <= 0)
		return -ETIMEDOUT;
	if (poll(&poller, 1, (int)left) < 0 && errno != EINTR)
		return -errno;
	return 0;
}

/* Of a datagram of this length, into a part of this size. */
static ssize_t size_of(const struct sockaddr_nl *sender, socklen_t sender_size,
		       size_t length, size_t size)
{
	/* What others send here is passed over. */
	if (sender_size != sizeof(*sender) || sender->nl_pid != 0)
		return 0;
	return length <= size ? (ssize_t)length : -EMSGSIZE;
}

/* One datagram from the kernel, into the whole buffer; a dump is the larger
   the more room there is. */
static int receive_one(struct reach_netlink *socket, ssize_t *ret_size)
{
	struct sockaddr_nl sender = {0};
	socklen_t sender_size = sizeof(sender);
	/* MSG_TRUNC tells the true size of one that did not fit. */
	ssize_t size = recvfrom(socket->fd, socket->buffer, BUFFER_SIZE,
				MSG_DONTWAIT | MSG_TRUNC,
				(struct sockaddr *)&sender, &sender_size);

	if (size < 0)
		return -errno;
	*ret_size = size_of(&sender, sender_size, (size_t)size, BUFFER_SIZE);
	return 1;
}

/* As many as there are parts of the buffer. */
static int receive_some(struct reach_netlink *socket,
			ssize_t sizes[BUFFER_PARTS])
{
	struct sockaddr_nl senders[BUFFER_PARTS];
	struct mmsghdr datagrams[BUFFER_PARTS];
	struct iovec parts[BUFFER_PARTS];
	int count;

	for (int i = 0; i < BUFFER_PARTS; i++) {
		parts[i] = (struct iovec){socket->buffer + i * PART_SIZE,
					  PART_SIZE};
		datagrams[i].msg_hdr = (struct msghdr){
			.msg_name = &senders[i],
			.msg_namelen = sizeof(senders[i]),
			.msg_iov = &parts[i],
			.msg_iovlen = 1,
		};
	}
	count = recvmmsg(socket->fd, datagrams, BUFFER_PARTS,
			 MSG_DONTWAIT | MSG_TRUNC, NULL);
	if (count < 0)
		return -errno;
	for (int i = 0; i < count; i++)
		sizes[i] =
			size_of(&senders[i], datagrams[i].msg_hdr.msg_namelen,
				datagrams[i].msg_len, PART_SIZE);
	return count;
}

/* How many datagrams there were, and where each begins. A size may be negative,
   or 0 for what is not from the kernel. */
static int receive(struct reach_netlink *socket, bool some,
		   ssize_t sizes[BUFFER_PARTS])
{
	int count;

	do {
		count = some ? receive_some(socket, sizes)
			     : receive_one(socket, sizes);
	} while (count == -EINTR);
	return count;
}

/* Reading is also what makes the kernel finish a dump; before it has, it
   refuses to start another. */
static void discard_unread(struct reach_netlink *socket)
{
	ssize_t sizes[BUFFER_PARTS];
	int count;

	do {
		count = receive(socket, true, sizes);
	} while (count > 0 || count == -ENOBUFS);
	socket->unread = false;
}

static int send_requests(const struct reach_netlink *socket,
			 const void *requests, size_t size)
{
	ssize_t sent;

	do {
		sent = send(socket->fd, requests, size, MSG_DONTWAIT);
	} while (sent < 0 && errno == EINTR);
	return sent < 0 ? -errno : 0;
}

static void take_verdict(struct exchange *exchange,
			 const struct nlmsghdr *message)
{
	struct reach_verdict *verdict =
		&exchange->verdicts[message->nlmsg_seq - exchange->first];
	int error = 0;

	/* Both begin with the negative errno; a DONE without one is fine. */
	if (message->nlmsg_len >= NLMSG_LENGTH(sizeof(error)))
		memcpy(&error, NLMSG_DATA(message), sizeof(error));
	else if (message->nlmsg_type == NLMSG_ERROR)
		error = -EBADMSG;
	if (error > 0 || error < -LAST_ERRNO)
		error = -EBADMSG;
	verdict->error = -error;
	verdict->malformed = error && message->nlmsg_flags & NLM_F_ACK_TLVS;
	exchange->unanswered--;
}

static int take_message(const struct reach_netlink *socket,
			struct exchange *exchange,
			const struct nlmsghdr *message)
{
	/* Late answers to what was given up have other numbers. */
	if (message->nlmsg_seq - exchange->first >= exchange->count ||
	    (socket->on_event && message->nlmsg_pid != socket->port)) {
		if (socket->on_event)
			socket->on_event(message, socket->event_info);
		return 0;
	}
	if (message->nlmsg_flags & NLM_F_DUMP_INTR)
		exchange->interrupted = true;
	switch (message->nlmsg_type) {
	case NLMSG_NOOP:
		return 0;
	case NLMSG_OVERRUN:
		return -ENOBUFS;
	case NLMSG_ERROR:
	case NLMSG_DONE:
		take_verdict(exchange, message);
		return 0;
	default:
		exchange->replied = true;
		if (exchange->reply)
			exchange->reply(message, exchange->info);
		if (exchange->single && !(message->nlmsg_flags & NLM_F_MULTI))
			exchange->unanswered--;
		return 0;
	}
}

/* What is left is counted with a sign: the last message need not be as long as
   its padding makes it. */
static int take_datagram(const struct reach_netlink *socket,
			 struct exchange *exchange, const char *datagram,
			 ssize_t left)
{
	int result = left < 0 ? (int)left : 0;

	while (!result && exchange->unanswered && left >= NLMSG_HDRLEN) {
		const struct nlmsghdr *message = (const void *)datagram;
		ssize_t size = message->nlmsg_len;

		if (size < NLMSG_HDRLEN || size > left)
			break;
		result = take_message(socket, exchange, message);
		size = NLMSG_ALIGN(size);
		datagram += size;
		left -= size;
	}
	return result;
}

static int read_answers(struct reach_netlink *socket, struct exchange *exchange)
{
	/* Events may be longer than a part. */
	bool some = exchange->count > 1 && !socket->on_event;
	int result = 0;

	while (!result && exchange->unanswered) {
		ssize_t sizes[BUFFER_PARTS];
		int count = receive(socket, some, sizes);

		if (count == -EAGAIN)
			result = wait_for_answer(socket, exchange);
		else if (count < 0)
			result = count;
		for (int i = 0; !result && i < count; i++)
			result = take_datagram(socket, exchange,
					       socket->buffer + i * PART_SIZE,
					       sizes[i]);
	}
	if (socket->on_event && (result == -ENOBUFS || result == -EMSGSIZE))
		socket->on_event(NULL, socket->event_info);
	return result;
}

static size_t number_requests(struct nlmsghdr *requests, unsigned int count,
			      uint32_t first)
{
	char *position = (char *)requests;

	for (unsigned int i = 0; i < count; i++) {
		struct nlmsghdr *request = (struct nlmsghdr *)position;

		request->nlmsg_flags |= NLM_F_REQUEST;
		request->nlmsg_seq = first + i;
		request->nlmsg_pid = 0;
		position += NLMSG_ALIGN(request->nlmsg_len);
	}
	return (size_t)(position - (char *)requests);
}

static int exchange_once(struct reach_netlink *socket,
			 struct nlmsghdr *requests, struct exchange *exchange)
{
	size_t size;
	int result;

	if (socket->unread)
		discard_unread(socket);
	exchange->first = socket->sequence + 1;
	exchange->unanswered = exchange->count;
	socket->sequence += exchange->count;
	memset(exchange->verdicts, 0,
	       exchange->count * sizeof(*exchange->verdicts));
	size = number_requests(requests, exchange->count, exchange->first);
	result = send_requests(socket, requests, size);
	if (result)
		return result;
	result = read_answers(socket, exchange);
	/* What a listener has not read are events. */
	if (result && !socket->on_event)
		socket->unread = true;
	return result;
}

int reach_netlink_ask_many(struct reach_netlink *socket,
			   struct nlmsghdr *requests, unsigned int count,
			   reach_netlink_reply *reply, void *info,
			   struct reach_verdict *verdicts)
{
	struct exchange exchange = {
		.count = count,
		.single = !(requests->nlmsg_flags & (NLM_F_ACK | NLM_F_DUMP)),
		.reply = reply,
		.info = info,
		.verdicts = verdicts,
	};
	int tries = TRIES;
	int result;

	/* After an overrun the kernel drops the rest; what was not handed out
	   yet can be asked for again without anybody noticing. */
	do {
		result = exchange_once(socket, requests, &exchange);
	} while (result == -ENOBUFS && !exchange.replied && --tries > 0);
	if (result == -ENOBUFS && exchange.replied)
		return -EAGAIN;
	if (!result && exchange.interrupted)
		return -EAGAIN;
	return result;
}

int reach_netlink_ask(struct reach_netlink *socket, struct nlmsghdr *request,
		      reach_netlink_reply *reply, void *info,
		      struct reach_verdict *ret_verdict)
{
	struct reach_verdict verdict;
	int result = reach_netlink_ask_many(socket, request, 1, reply, info,
					    &verdict);

	if (!result)
		*ret_verdict = verdict;
	return result;
}

int reach_netlink_barrier(struct reach_netlink *socket)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
	} request = {
		.header = {.nlmsg_len = sizeof(request),
			   .nlmsg_type = RTM_GETLINK},
		/* lo; whether there is one does not matter to the lock */
		.link = {.ifi_index = 1},
	};
	struct reach_verdict verdict;

	return reach_netlink_ask(socket, &request.header, NULL, NULL, &verdict);
}
