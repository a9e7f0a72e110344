/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Starting, stopping and counting of the tests' name servers. */

#include "dns.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "namespace.h"

static struct {
	char folder[64];
	int silent;
	unsigned int heard;
} server = {.silent = -1};

static bool is_gone(void *info)
{
	return kill(*(pid_t *)info, 0) && errno == ESRCH;
}

static void stop_dnsmasq(void)
{
	char path[128];
	FILE *file;
	int pid = 0;

	snprintf(path, sizeof(path), "%s/pid", server.folder);
	file = fopen(path, "re");
	if (file) {
		if (fscanf(file, "%d", &pid) != 1)
			pid = 0;
		fclose(file);
	}
	if (pid > 0) {
		pid_t process = pid;

		kill(process, SIGKILL);
		/* Its port must be free for the next one. */
		reach_test_until(is_gone, &process, REACH_TEST_DEADLINE_MS);
	}
	unlink(path);
	snprintf(path, sizeof(path), "%s/log", server.folder);
	unlink(path);
	rmdir(server.folder);
	server.folder[0] = '\0';
}

void reach_test_dns_stop(void)
{
	if (server.folder[0])
		stop_dnsmasq();
	if (server.silent >= 0)
		close(server.silent);
	server.silent = -1;
	server.heard = 0;
}

void reach_test_dns_start(const char *record, ...)
{
	char command[1500];
	size_t length;
	va_list records;

	reach_test_dns_stop();
	strcpy(server.folder, "/tmp/reach-dns-XXXXXX");
	if (!mkdtemp(server.folder))
		fail_msg("no folder for the name server: %s", strerror(errno));
	/* It goes into the background when it is listening. */
	length = (size_t)snprintf(
		command, sizeof(command),
		"dnsmasq --conf-file=/dev/null --no-resolv --no-hosts "
		"--no-poll --user=root --group=root --local=/test/ "
		"--listen-address=127.0.0.1 --bind-interfaces --local-ttl=0 "
		"--cache-size=0 --log-queries --log-facility=%s/log "
		"--pid-file=%s/pid",
		server.folder, server.folder);
	va_start(records, record);
	for (; record; record = va_arg(records, const char *))
		length += (size_t)snprintf(command + length,
					   sizeof(command) - length,
					   " --host-record=%s", record);
	va_end(records);
	reach_test_run("%s", command);
}

unsigned int reach_test_dns_count(void)
{
	char path[128];
	char line[512];
	unsigned int count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/log", server.folder);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		count += strstr(line, " query[") != NULL;
	fclose(file);
	return count;
}

void reach_test_dns_start_silent(void)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(53),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};

	reach_test_dns_stop();
	server.silent =
		socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (bind(server.silent, (const struct sockaddr *)&address,
		 sizeof(address)))
		fail_msg("no silent name server: %s", strerror(errno));
}

unsigned int reach_test_dns_count_silent(void)
{
	char query[512];

	while (recv(server.silent, query, sizeof(query), 0) >= 0)
		server.heard++;
	return server.heard;
}
