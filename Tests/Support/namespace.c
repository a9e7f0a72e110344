/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Entering and leaving namespaces, and the topologies tests start from. */

#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "dns.h"

/* Only there if the library is. */
void reach_thread_reset(void) __attribute__((weak));

static struct {
	/* the mount namespace the process began in */
	int home;
	/* a process that keeps the peer's namespace */
	pid_t peer;
	bool entered;
} harness = {.home = -1};

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool written = fd >= 0 &&
		       write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

/* Without privilege a user namespace of our own gives it, inside. */
static bool become_root(void)
{
	char map[64];
	uid_t user = geteuid();
	gid_t group = getegid();

	if (user == 0)
		return true;
	if (unshare(CLONE_NEWUSER))
		return false;
	write_text("/proc/self/setgroups", "deny");
	snprintf(map, sizeof(map), "0 %u 1", user);
	if (!write_text("/proc/self/uid_map", map))
		return false;
	snprintf(map, sizeof(map), "0 %u 1", group);
	return write_text("/proc/self/gid_map", map);
}

static bool enter_namespaces(void)
{
	if (harness.home < 0) {
		if (!become_root())
			return false;
		/* Mounts of one test must not be seen by the next. */
		if (unshare(CLONE_NEWNS) ||
		    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
			return false;
		harness.home = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
		if (harness.home < 0)
			return false;
	}
	if (setns(harness.home, CLONE_NEWNS) ||
	    unshare(CLONE_NEWNET | CLONE_NEWNS))
		return false;
	/* sysfs shows the namespace it was mounted in. */
	return mount("sysfs", "/sys", "sysfs", 0, NULL) == 0;
}

int reach_test_enter(void **state)
{
	(void)state;
	harness.entered = enter_namespaces();
	if (reach_thread_reset)
		reach_thread_reset();
	if (!harness.entered)
		print_message("no namespaces here: %s\n", strerror(errno));
	return 0;
}

static void need_namespaces(void)
{
	if (!harness.entered)
		reach_test_skip_named("namespaces", "namespaces");
}

int reach_test_enter_lo(void **state)
{
	reach_test_enter(state);
	if (harness.entered)
		reach_test_run("ip link set lo up");
	return 0;
}

static pid_t start_peer(void)
{
	int ready[2];
	char byte;
	pid_t peer;

	if (pipe2(ready, O_CLOEXEC))
		return -1;
	peer = fork();
	if (peer == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (unshare(CLONE_NEWNET) || write(ready[1], "", 1) != 1)
			_exit(1);
		close(ready[0]);
		close(ready[1]);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		peer = -1;
	close(ready[0]);
	return peer;
}

int reach_test_enter_veth(void **state)
{
	reach_test_enter_lo(state);
	if (!harness.entered)
		return 0;
	harness.peer = start_peer();
	if (harness.peer <= 0)
		return -1;
	reach_test_run("ip link add v0 type veth peer name v1 && "
		       "ip link set v1 netns %d",
		       harness.peer);
	reach_test_run_peer("ip link set lo up && ip link set v1 up && "
			    "ip addr add 192.0.2.1/24 dev v1 && "
			    "ip addr add 2001:db8:1::1/64 dev v1 nodad && "
			    "sysctl -qw net.ipv4.ip_forward=1");
	reach_test_run("sysctl -qw net.ipv6.conf.v0.accept_dad=0 && "
		       "ip link set v0 up && "
		       "ip addr add 192.0.2.2/24 dev v0 && "
		       "ip addr add 2001:db8:1::2/64 dev v0 nodad");
	return 0;
}

int reach_test_enter_routed(void **state)
{
	if (reach_test_enter_veth(state))
		return -1;
	if (harness.entered)
		reach_test_run("ip route add default via 192.0.2.1 && ip -6 "
			       "route add default via 2001:db8:1::1");
	return 0;
}

int reach_test_leave(void **state)
{
	(void)state;
	reach_test_dns_stop();
	if (harness.peer > 0) {
		kill(harness.peer, SIGKILL);
		waitpid(harness.peer, NULL, 0);
		harness.peer = 0;
	}
	return 0;
}

/* The command's exit status; what it said is in said. */
static int run_command(const char *command, char *said, size_t size)
{
	FILE *pipe;
	char script[4096];
	size_t length;
	int status;

	snprintf(script, sizeof(script), "{ %s\n} 2>&1", command);
	pipe = popen(script, "re");
	if (!pipe)
		return -1;
	length = fread(said, 1, size - 1, pipe);
	said[length] = '\0';
	while (fgetc(pipe) != EOF)
		;
	status = pclose(pipe);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run_or_fail(const char *command)
{
	char said[2048];
	int status = run_command(command, said, sizeof(said));

	if (status)
		fail_msg("\"%s\" exited %d: %s", command, status, said);
}

void reach_test_run(const char *format, ...)
{
	char command[2048];
	va_list arguments;

	need_namespaces();
	va_start(arguments, format);
	vsnprintf(command, sizeof(command), format, arguments);
	va_end(arguments);
	run_or_fail(command);
}

void reach_test_run_peer(const char *format, ...)
{
	char command[2048];
	char script[2600];
	va_list arguments;

	need_namespaces();
	va_start(arguments, format);
	vsnprintf(command, sizeof(command), format, arguments);
	va_end(arguments);
	snprintf(script, sizeof(script), "nsenter -t %d -n sh -c '%s'",
		 harness.peer, command);
	run_or_fail(script);
}

int reach_test_try(const char *format, ...)
{
	char command[2048];
	char said[2048];
	va_list arguments;

	need_namespaces();
	va_start(arguments, format);
	vsnprintf(command, sizeof(command), format, arguments);
	va_end(arguments);
	return run_command(command, said, sizeof(said));
}

void reach_test_skip_named(const char *key, const char *feature)
{
	print_message("SKIP %s: needs %s\n", key, feature);
	skip();
}

bool reach_test_has_link_kind(const char *kind)
{
	return reach_test_try("ip link add probe0 type %s && "
			      "ip link del probe0",
			      kind) == 0;
}

static void make_folders(const char *path)
{
	char folder[512];

	snprintf(folder, sizeof(folder), "%s", path);
	for (char *slash = strchr(folder + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(folder, 0755);
		*slash = '/';
	}
}

static void put_file(const char *path, const char *text)
{
	FILE *file;

	make_folders(path);
	file = fopen(path, "we");
	if (!file)
		fail_msg("cannot write %s: %s", path, strerror(errno));
	fputs(text, file);
	fclose(file);
}

void reach_test_write(const char *path, const char *format, ...)
{
	char text[4096];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	put_file(path, text);
}

/* A tmpfs that only this mount namespace sees: /run may be shared. */
static const char *scratch(void)
{
	static const char folder[] = "/mnt";

	if (access("/mnt/.reach", F_OK)) {
		reach_test_run("mount -t tmpfs none /mnt && mkdir /mnt/.reach");
	}
	return folder;
}

void reach_test_lay_file(const char *path, const char *text)
{
	char copy[512];

	need_namespaces();
	snprintf(copy, sizeof(copy), "%s/file%s", scratch(), path);
	put_file(copy, text);
	reach_test_run("mount --bind %s %s", copy, path);
}

void reach_test_lay_etc(const char *resolv_conf)
{
	need_namespaces();
	reach_test_run("mkdir -p %s/etc && cd /etc && "
		       "cp -a passwd group ld.so.cache alternatives %s/etc/ && "
		       "mount --bind %s/etc /etc",
		       scratch(), scratch(), scratch());
	put_file("/etc/nsswitch.conf", "hosts: files dns\n");
	put_file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
	put_file("/etc/resolv.conf", resolv_conf);
}

void reach_test_lay_sys_class_net(void)
{
	need_namespaces();
	reach_test_run("mkdir -p %s/net && mount --bind %s/net /sys/class/net",
		       scratch(), scratch());
}

int64_t reach_test_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool reach_test_until(bool (*check)(void *info), void *info, int milliseconds)
{
	int64_t end = reach_test_now() + milliseconds;

	while (!check(info)) {
		if (reach_test_now() >= end)
			return false;
		poll(NULL, 0, 1);
	}
	return true;
}

bool reach_test_readable(int fd, int milliseconds)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
	int64_t end = reach_test_now() + milliseconds;
	int left = milliseconds;
	int ready;

	while ((ready = poll(&poll_fd, 1, left)) < 0 && errno == EINTR) {
		left = (int)(end - reach_test_now());
		if (left <= 0)
			return false;
	}
	return ready == 1;
}
