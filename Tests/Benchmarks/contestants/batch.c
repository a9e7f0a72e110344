/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The same questions, many in one datagram, and the answers with one call:
   what one of many questions costs. */

#include "contestant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* More gains nothing, and the answers must fit into the socket's buffer. */
#define BATCH 64
#define REPLY_SIZE 256

struct batch {
	int fd;
	size_t count;
	/* all have the same size */
	size_t size;
	char *questions;
	struct mmsghdr headers[BATCH];
	struct iovec places[BATCH];
	_Alignas(struct nlmsghdr) char replies[BATCH][REPLY_SIZE];
};

static void *start(const union bench_address *addresses, size_t count)
{
	struct batch *batch = bench_allocate(1, sizeof(*batch));
	struct wire_message message;

	batch->fd = wire_open();
	batch->count = count;
	wire_question(&message, &addresses[0], RTM_F_FIB_MATCH);
	batch->size = message.header.nlmsg_len;
	batch->questions = bench_allocate(count, batch->size);
	for (size_t i = 0; i < count; i++) {
		wire_question(&message, &addresses[i], RTM_F_FIB_MATCH);
		/* Which answer belongs to which question. */
		message.header.nlmsg_seq = (uint32_t)i;
		memcpy(batch->questions + i * batch->size, &message,
		       batch->size);
	}
	for (size_t i = 0; i < BATCH; i++) {
		batch->places[i].iov_base = batch->replies[i];
		batch->places[i].iov_len = REPLY_SIZE;
		batch->headers[i].msg_hdr.msg_iov = &batch->places[i];
		batch->headers[i].msg_hdr.msg_iovlen = 1;
	}
	return batch;
}

static void take_answers(struct batch *batch, size_t at, size_t count,
			 uint8_t *answers)
{
	size_t taken = 0;

	while (taken < count) {
		int got = recvmmsg(batch->fd, batch->headers,
				   (unsigned int)(count - taken), 0, NULL);

		if (got < 0)
			bench_die("the kernel does not answer: %s",
				  strerror(errno));
		for (int i = 0; i < got; i++) {
			const struct nlmsghdr *reply =
				(const void *)batch->replies[i];

			if (reply->nlmsg_seq - at >= count)
				bench_die("an answer to no question");
			answers[reply->nlmsg_seq - at] =
				wire_judge(reply, batch->headers[i].msg_len);
		}
		taken += (size_t)got;
	}
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct batch *batch = instance;
	size_t at = first % batch->count;

	while (count) {
		size_t some = count < BATCH ? count : BATCH;

		if (some > batch->count - at)
			some = batch->count - at;
		if (send(batch->fd, batch->questions + at * batch->size,
			 some * batch->size, 0) < 0)
			bench_die("the kernel cannot be asked: %s",
				  strerror(errno));
		take_answers(batch, at, some, answers);
		answers += some;
		count -= some;
		at = (at + some) % batch->count;
	}
}

static void stop(void *instance)
{
	struct batch *batch = instance;

	close(batch->fd);
	free(batch->questions);
	free(batch);
}

const struct contestant contestant_batch = {
	.name = "raw-batch",
	.title = "raw look-ups, 64 a call",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 512,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.stop = stop,
};
