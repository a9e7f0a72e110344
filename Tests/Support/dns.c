/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Starting, stopping and counting of the tests' name servers. */

#include "dns.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "namespace.h"

#define ASK_AGAIN_MS 500

static struct {
	char folder[64];
	/* the process that is dnsmasq */
	pid_t process;
	/* queries that only asked whether it answers */
	unsigned int own;
	int silent;
	unsigned int heard;
} server = {.silent = -1};

static struct sockaddr_in get_address(void)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(53),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};

	return address;
}

static const char *get_path(char path[128], const char *name)
{
	snprintf(path, 128, "%s/%s", server.folder, name);
	return path;
}

static void remove_folder(void)
{
	char path[128];

	unlink(get_path(path, "log"));
	unlink(get_path(path, "hosts"));
	rmdir(server.folder);
	server.folder[0] = '\0';
}

void reach_test_dns_stop(void)
{
	if (server.process > 0) {
		kill(server.process, SIGKILL);
		waitpid(server.process, NULL, 0);
		server.process = 0;
	}
	if (server.folder[0])
		remove_folder();
	if (server.silent >= 0)
		close(server.silent);
	server.silent = -1;
	server.heard = 0;
	server.own = 0;
}

/* "name,address,address" becomes a line of a hosts file for each address. */
static void write_record(FILE *hosts, const char *record)
{
	char copy[512];
	char *rest = copy;
	char *name;
	char *address;

	snprintf(copy, sizeof(copy), "%s", record);
	name = strsep(&rest, ",");
	while ((address = strsep(&rest, ",")))
		fprintf(hosts, "%s %s\n", address, name);
}

static void write_hosts(const char *record, va_list records)
{
	char path[128];
	FILE *hosts = fopen(get_path(path, "hosts"), "we");

	if (!hosts)
		fail_msg("no %s: %s", path, strerror(errno));
	for (; record; record = va_arg(records, const char *))
		write_record(hosts, record);
	fclose(hosts);
}

static unsigned int count_lines(const char *with)
{
	char path[128];
	char line[512];
	unsigned int count = 0;
	FILE *file = fopen(get_path(path, "log"), "re");

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		count += strstr(line, with) != NULL;
	fclose(file);
	return count;
}

/* Does not come back. In the foreground it stays who it is, which matters
   where there is only one user. */
static void become_dnsmasq(void)
{
	char path[128];
	char hosts[160];
	int log = open(get_path(path, "log"),
		       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(hosts, sizeof(hosts), "--addn-hosts=%s/hosts", server.folder);
	if (log >= 0 && dup2(log, 1) == 1 && dup2(log, 2) == 2)
		execlp("dnsmasq", "dnsmasq", "--no-daemon",
		       "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
		       "--no-poll", "--local=/test/", "--no-round-robin",
		       "--listen-address=127.0.0.1", "--bind-interfaces",
		       "--local-ttl=0", "--cache-size=0", "--log-queries",
		       "--pid-file", hosts, (char *)NULL);
	_exit(127);
}

static bool has_ended(void)
{
	return waitpid(server.process, NULL, WNOHANG) != 0;
}

static void show_log(void)
{
	char path[128];
	char line[512];
	FILE *file = fopen(get_path(path, "log"), "re");

	while (file && fgets(line, sizeof(line), file))
		print_message("%s", line);
	if (file)
		fclose(file);
}

/* Asks for the address of "ready.test"; that there is none is an answer. A
   datagram may be lost: what is not answered soon is asked again. */
static bool is_answering(void *info)
{
	static const char query[] = "\x12\x34\x01\0\0\x01\0\0\0\0\0\0"
				    "\x05ready\x04test\0\0\x01\0\x01";
	const struct sockaddr_in address = get_address();
	char answer[512];
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool answered = fd >= 0 &&
			!connect(fd, (const struct sockaddr *)&address,
				 sizeof(address)) &&
			send(fd, query, sizeof(query) - 1, 0) > 0 &&
			reach_test_readable(fd, ASK_AGAIN_MS) &&
			recv(fd, answer, sizeof(answer), 0) > 0;

	if (fd >= 0)
		close(fd);
	return answered;
}

void reach_test_dns_start(const char *record, ...)
{
	va_list records;

	reach_test_dns_stop();
	strcpy(server.folder, "/tmp/reach-dns-XXXXXX");
	if (!mkdtemp(server.folder))
		fail_msg("no folder for the name server: %s", strerror(errno));
	va_start(records, record);
	write_hosts(record, records);
	va_end(records);
	server.process = reach_test_fork();
	if (server.process == 0)
		become_dnsmasq();
	if (!reach_test_until(is_answering, NULL, REACH_TEST_DEADLINE_MS)) {
		show_log();
		fail_msg("the name server %s",
			 has_ended() ? "has ended" : "does not answer");
	}
	server.own = count_lines(" query[");
}

static bool has_read_again(void *info)
{
	return count_lines("/hosts - ") > *(unsigned int *)info;
}

void reach_test_dns_change(const char *record, ...)
{
	unsigned int before = count_lines("/hosts - ");
	va_list records;

	va_start(records, record);
	write_hosts(record, records);
	va_end(records);
	kill(server.process, SIGHUP);
	if (!reach_test_until(has_read_again, &before, REACH_TEST_DEADLINE_MS))
		fail_msg("the name server does not read its names again");
}

unsigned int reach_test_dns_count(void)
{
	return count_lines(" query[") - server.own;
}

void reach_test_dns_start_silent(void)
{
	const struct sockaddr_in address = get_address();

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
