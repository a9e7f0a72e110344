/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* epoll over a port, a signalfd, a timerfd and standard output. */

#include "loop.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <SystemConfiguration/SystemConfiguration.h>

#include "text.h"

#define SECOND INT64_C(1000000000)

int64_t tool_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_BOOTTIME, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

/* A shell lets background jobs ignore what is meant for the foreground; a
   blocked signal would be queued all the same. */
static int open_signals(const sigset_t *signals)
{
	sigset_t wanted = *signals;

	for (int number = 1; number < SIGRTMIN; number++) {
		struct sigaction action;

		if (sigismember(&wanted, number) == 1 &&
		    sigaction(number, NULL, &action) == 0 &&
		    action.sa_handler == SIG_IGN)
			sigdelset(&wanted, number);
	}
	if (sigprocmask(SIG_BLOCK, &wanted, NULL))
		return -1;
	return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int add(struct tool_loop *loop, int fd, uint32_t events,
	       enum tool_event event)
{
	struct epoll_event registration = {
		.events = events,
		.data.u32 = event,
	};

	return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &registration);
}

static bool fail(struct tool_loop *loop, const char *what)
{
	tool_error("cannot wait for changes: %s", what);
	tool_loop_close(loop);
	return false;
}

bool tool_loop_open(struct tool_loop *loop, const sigset_t *signals)
{
	*loop = (struct tool_loop){
		.epoll = epoll_create1(EPOLL_CLOEXEC),
		.signals = open_signals(signals),
		.timer = timerfd_create(CLOCK_BOOTTIME,
					TFD_CLOEXEC | TFD_NONBLOCK),
	};
	if (loop->epoll < 0 || loop->signals < 0 || loop->timer < 0)
		return fail(loop, strerror(errno));
	loop->port = reach_port_create();
	if (!loop->port)
		return fail(loop, SCErrorString(SCError()));
	if (add(loop, reach_port_get_fd(loop->port), EPOLLIN,
		TOOL_EVENT_PORT) ||
	    add(loop, loop->signals, EPOLLIN, TOOL_EVENT_SIGNAL) ||
	    add(loop, loop->timer, EPOLLIN, TOOL_EVENT_TIME))
		return fail(loop, strerror(errno));
	/* Files cannot be waited for, and need not be. */
	if (add(loop, STDOUT_FILENO, 0, TOOL_EVENT_OUTPUT) && errno != EPERM &&
	    errno != EBADF)
		return fail(loop, strerror(errno));
	return true;
}

void tool_loop_close(struct tool_loop *loop)
{
	const int fds[] = {loop->epoll, loop->signals, loop->timer};

	reach_port_release(loop->port);
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

static void arm(struct tool_loop *loop, int64_t deadline)
{
	const struct itimerspec setting = {
		.it_value =
			{
				.tv_sec = deadline / SECOND,
				.tv_nsec = deadline % SECOND,
			},
	};

	if (deadline == loop->armed)
		return;
	timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &setting, NULL);
	loop->armed = deadline;
}

unsigned int tool_loop_wait(struct tool_loop *loop, int64_t deadline)
{
	struct epoll_event ready[4];
	unsigned int events = 0;
	int count;

	arm(loop, deadline);
	do {
		count = epoll_wait(loop->epoll, ready, 4, -1);
	} while (count < 0 && errno == EINTR);
	for (int i = 0; i < count; i++)
		events |= ready[i].data.u32;
	if (events & TOOL_EVENT_TIME) {
		uint64_t expirations;

		if (read(loop->timer, &expirations, sizeof(expirations)) > 0)
			loop->armed = 0;
	}
	return events;
}

void tool_loop_wait_signal(struct tool_loop *loop)
{
	struct pollfd ready = {.fd = loop->signals, .events = POLLIN};

	while (poll(&ready, 1, -1) < 0 && errno == EINTR)
		continue;
}

int tool_loop_next_signal(struct tool_loop *loop)
{
	struct signalfd_siginfo signal;

	return read(loop->signals, &signal, sizeof(signal)) ==
			       (ssize_t)sizeof(signal)
		       ? (int)signal.ssi_signo
		       : 0;
}
