/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Read, ask. */

#include "listener.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct listener {
	int epoll;
	int events;
	int asking;
	struct wire_message question;
};

struct listener *listener_start(const union bench_address *address)
{
	struct listener *listener = bench_allocate(1, sizeof(*listener));
	struct epoll_event interest = {.events = EPOLLIN};

	listener->events = wire_open_listener(0);
	listener->asking = wire_open();
	listener->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (epoll_ctl(listener->epoll, EPOLL_CTL_ADD, listener->events,
		      &interest))
		bench_die("no epoll");
	wire_question(&listener->question, address, RTM_F_FIB_MATCH);
	return listener;
}

struct listener_answer listener_wait(struct listener *listener,
				     double milliseconds)
{
	uint64_t end = bench_now() + (uint64_t)(milliseconds * 1e6);
	struct listener_answer answer = {.first_time = 0};
	struct epoll_event event;
	char bytes[8192];

	while (!answer.right_time) {
		uint64_t now = bench_now();
		bool right;

		if (now >= end)
			break;
		if (epoll_wait(listener->epoll, &event, 1,
			       (int)((end - now) / 1000000) + 1) != 1)
			continue;
		if (recv(listener->events, bytes, sizeof(bytes), 0) < 0 &&
		    errno == EAGAIN)
			continue;
		right = !(wire_ask(listener->asking, &listener->question) &
			  BENCH_REACHABLE);
		now = bench_now();
		if (!answer.first_time) {
			answer.first_time = now;
			answer.first_right = right;
		}
		if (right)
			answer.right_time = now;
	}
	return answer;
}

void listener_drain(struct listener *listener)
{
	char bytes[8192];

	while (recv(listener->events, bytes, sizeof(bytes), 0) >= 0 ||
	       errno == ENOBUFS)
		;
}

void listener_stop(struct listener *listener)
{
	close(listener->epoll);
	close(listener->events);
	close(listener->asking);
	free(listener);
}
