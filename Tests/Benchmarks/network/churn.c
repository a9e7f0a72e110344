/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Route changes that concern nobody, made by a process of their own, so that
   what they cost is not counted here. */

#include "network.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wire.h"

/* 60.0.0.0/8, where nobody asks about anything. */
#define FIRST_PREFIX 0x3c000000u
#define PREFIXES 512

struct network_churn {
	pid_t process;
	/* shared with the process, which writes it */
	size_t *changes;
};

static void sleep_until(uint64_t time)
{
	struct timespec end = {
		.tv_sec = (time_t)(time / 1000000000),
		.tv_nsec = (long)(time % 1000000000),
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) ==
	       EINTR)
		;
}

static bool change(int fd, size_t number)
{
	union bench_address prefix = bench_address4(
		FIRST_PREFIX + (uint32_t)(number % PREFIXES) * 256);
	bool add = number / PREFIXES % 2 == 0;
	struct wire_message message;

	wire_route(&message, add, &prefix, 24, NETWORK_GATEWAY, 0);
	/* What an earlier process left behind. */
	if (add)
		message.header.nlmsg_flags ^= NLM_F_EXCL | NLM_F_REPLACE;
	/* While the link or the gateway is away it is refused. */
	return wire_change(fd, &message) == 0;
}

static void run(size_t *changes, unsigned int rate)
{
	uint64_t start = bench_now();
	int fd = wire_open();
	/* Several in one tick where a tick for each would be too fine. */
	size_t burst = rate > 1000 ? rate / 1000 : 1;
	size_t tried = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		sleep_until(start + UINT64_C(1000000000) * tried / rate);
		for (size_t i = 0; i < burst; i++)
			if (change(fd, tried++))
				++*changes;
	}
}

struct network_churn *network_churn_start(unsigned int changes_per_second)
{
	struct network_churn *churn = bench_allocate(1, sizeof(*churn));

	churn->changes =
		mmap(NULL, sizeof(*churn->changes), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (churn->changes == MAP_FAILED)
		bench_die("no shared memory: %s", strerror(errno));
	if (!changes_per_second)
		return churn;
	churn->process = fork();
	if (churn->process < 0)
		bench_die("no process: %s", strerror(errno));
	if (churn->process == 0)
		run(churn->changes, changes_per_second);
	return churn;
}

size_t network_churn_stop(struct network_churn *churn)
{
	size_t changes;

	if (churn->process) {
		kill(churn->process, SIGKILL);
		waitpid(churn->process, NULL, 0);
	}
	changes = *churn->changes;
	munmap(churn->changes, sizeof(*churn->changes));
	free(churn);
	return changes;
}
