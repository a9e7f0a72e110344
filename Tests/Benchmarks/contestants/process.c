/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* "ip route get", a process for each question. */

#include "contestant.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct ip {
	const union bench_address *addresses;
	size_t count;
	posix_spawn_file_actions_t actions;
	int output[2];
};

static void *start(const union bench_address *addresses, size_t count)
{
	struct ip *ip = bench_allocate(1, sizeof(*ip));

	if (pipe2(ip->output, O_CLOEXEC | O_NONBLOCK))
		bench_die("no pipe: %s", strerror(errno));
	posix_spawn_file_actions_init(&ip->actions);
	posix_spawn_file_actions_adddup2(&ip->actions, ip->output[1], 1);
	posix_spawn_file_actions_addopen(&ip->actions, 2, "/dev/null", O_WRONLY,
					 0);
	ip->addresses = addresses;
	ip->count = count;
	return ip;
}

static uint8_t ask_one(struct ip *ip, const union bench_address *address)
{
	char text[INET6_ADDRSTRLEN];
	const char *const arguments[] = {"ip",	     "route", "get",
					 "fibmatch", text,    NULL};
	char said[512];
	ssize_t length;
	size_t size;
	const void *bytes = bench_address_bytes(address, &size);
	int status;
	pid_t process;

	inet_ntop(address->any.sa_family, bytes, text, sizeof(text));
	if (posix_spawnp(&process, "ip", &ip->actions, NULL,
			 (char *const *)arguments, environ))
		bench_die("ip cannot be run");
	while (waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	length = read(ip->output[0], said, sizeof(said) - 1);
	said[length < 0 ? 0 : length] = '\0';
	if (status || strstr(said, "dead") || strstr(said, "linkdown"))
		return 0;
	if (strstr(said, " via ") || strstr(said, "nexthop"))
		return BENCH_REACHABLE;
	return BENCH_REACHABLE | BENCH_DIRECT;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct ip *ip = instance;

	for (size_t i = 0; i < count; i++)
		answers[i] =
			ask_one(ip, &ip->addresses[(first + i) % ip->count]);
}

static void stop(void *instance)
{
	struct ip *ip = instance;

	posix_spawn_file_actions_destroy(&ip->actions);
	close(ip->output[0]);
	close(ip->output[1]);
	free(ip);
}

const struct contestant contestant_process = {
	.name = "ip-route-get",
	.title = "ip route get, a process each",
	.knows = BENCH_REACHABLE | BENCH_DIRECT,
	.slice = 1,
	.most_routes = SIZE_MAX,
	.most_targets = 16,
	.start = start,
	.ask = ask,
	.stop = stop,
};
