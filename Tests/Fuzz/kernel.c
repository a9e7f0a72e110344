/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Wrapped around the system calls of the netlink rooms by the linker. */

#include "kernel.h"

#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <sanitizer/asan_interface.h>
#include <sys/socket.h>

ssize_t __wrap_send(int fd, const void *data, size_t size, int flags);
ssize_t __wrap_recvfrom(int fd, void *buffer, size_t size, int flags,
			struct sockaddr *sender, socklen_t *sender_size);
int __wrap_recvmmsg(int fd, struct mmsghdr *messages, unsigned int count,
		    int flags, struct timespec *timeout);
int __wrap_poll(struct pollfd *polled, nfds_t count, int timeout);

static struct input input;
/* of the last request, and of the socket it came from */
static uint32_t sequence;
static uint32_t port;
/* Between a request that failed and the next one nothing comes: it would only
   be passed over. */
static bool asked;
/* To be told by the next call, as this one brings what came before. */
static bool lost;
/* what was not received into, and must not be read */
static struct {
	char *begin;
	size_t size;
} forbidden[64];
static size_t forbidden_count;

static void forbid(char *begin, size_t size)
{
	must(forbidden_count < sizeof(forbidden) / sizeof(forbidden[0]));
	forbidden[forbidden_count].begin = begin;
	forbidden[forbidden_count++].size = size;
	ASAN_POISON_MEMORY_REGION(begin, size);
}

static void allow_all(void)
{
	while (forbidden_count > 0) {
		forbidden_count--;
		ASAN_UNPOISON_MEMORY_REGION(forbidden[forbidden_count].begin,
					    forbidden[forbidden_count].size);
	}
}

void fuzz_kernel_begin(const uint8_t *data, size_t size)
{
	allow_all();
	input = (struct input){data, size};
	lost = false;
}

bool fuzz_kernel_is_empty(void)
{
	return !input.size && !lost;
}

struct nlmsghdr *fuzz_kernel_message(const uint8_t *data, size_t size)
{
	struct nlmsghdr *message;
	uint32_t length = (uint32_t)size;

	if (size < NLMSG_HDRLEN)
		return NULL;
	message = copy_exactly(data, size);
	memcpy(&message->nlmsg_len, &length, sizeof(length));
	return message;
}

ssize_t __wrap_send(int fd, const void *data, size_t size, int flags)
{
	const struct nlmsghdr *request = data;

	struct sockaddr_nl own = {.nl_pid = 0};
	socklen_t own_size = sizeof(own);

	must(!getsockname(fd, (struct sockaddr *)&own, &own_size));
	port = own.nl_pid;
	sequence = request->nlmsg_seq;
	asked = true;
	return (ssize_t)size;
}

/* Small numbers mean the requests sent last and their socket, so that answers
   can be hit. */
static void number_answers(char *datagram, size_t size)
{
	size_t at = 0;

	while (size - at >= NLMSG_HDRLEN) {
		struct nlmsghdr header;

		memcpy(&header, datagram + at, sizeof(header));
		if (header.nlmsg_seq < 8)
			header.nlmsg_seq += sequence;
		if (header.nlmsg_pid < 8)
			header.nlmsg_pid = port;
		memcpy(datagram + at, &header, sizeof(header));
		if (header.nlmsg_len < NLMSG_HDRLEN ||
		    header.nlmsg_len >= size - at)
			break;
		at += NLMSG_ALIGN(header.nlmsg_len);
		at = at < size ? at : size;
	}
}

/* The whole size of the next datagram, of which as much as has room is put
   into the buffer; the rest of that must not be read, and nothing of what
   another process sent. */
static ssize_t receive(char *buffer, size_t room, struct sockaddr_nl *sender)
{
	uint16_t size;
	bool strange;
	size_t kept;

	if (!input.size) {
		errno = EAGAIN;
		return -1;
	}
	take_bytes(&input, &size, sizeof(size));
	if (size == FUZZ_LOST) {
		errno = ENOBUFS;
		return -1;
	}
	strange = size & FUZZ_STRANGER;
	size &= (uint16_t)~FUZZ_STRANGER;
	kept = size < input.size ? size : input.size;
	kept = kept < room ? kept : room;
	memcpy(buffer, input.data, kept);
	input.data += kept;
	input.size -= kept;
	number_answers(buffer, kept);
	forbid(strange ? buffer : buffer + kept, strange ? room : room - kept);
	*sender = (struct sockaddr_nl){
		.nl_family = AF_NETLINK,
		.nl_pid = strange ? 1 : 0,
	};
	return size > room ? (ssize_t)size : (ssize_t)kept;
}

ssize_t __wrap_recvfrom(int fd, void *buffer, size_t size, int flags,
			struct sockaddr *sender, socklen_t *sender_size)
{
	allow_all();
	if (!asked) {
		errno = EAGAIN;
		return -1;
	}
	*sender_size = sizeof(struct sockaddr_nl);
	return receive(buffer, size, (struct sockaddr_nl *)sender);
}

int __wrap_recvmmsg(int fd, struct mmsghdr *messages, unsigned int count,
		    int flags, struct timespec *timeout)
{
	unsigned int received;

	allow_all();
	if (lost) {
		lost = false;
		errno = ENOBUFS;
		return -1;
	}
	errno = 0;
	for (received = 0; received < count; received++) {
		struct msghdr *message = &messages[received].msg_hdr;
		size_t room = message->msg_iov->iov_len;
		ssize_t size = receive(message->msg_iov->iov_base, room,
				       message->msg_name);

		if (size < 0)
			break;
		message->msg_namelen = sizeof(struct sockaddr_nl);
		message->msg_flags = size > (ssize_t)room ? MSG_TRUNC : 0;
		messages[received].msg_len =
			(unsigned int)(size < (ssize_t)room ? (size_t)size
							    : room);
	}
	lost = received && errno == ENOBUFS;
	return received ? (int)received : -1;
}

/* Nothing more comes. Not a time-out, which would be waited for. */
int __wrap_poll(struct pollfd *polled, nfds_t count, int timeout)
{
	asked = false;
	errno = EIO;
	return -1;
}
