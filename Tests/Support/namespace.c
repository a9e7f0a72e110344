/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Entering and leaving namespaces, and the topologies tests start from. */

#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
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
	struct reach_test *running;
	void (*at_end)(void);
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
	/* Threads of the test before may still share our root folder, which
	   setns refuses. */
	if (unshare(CLONE_FS) || setns(harness.home, CLONE_NEWNS) ||
	    unshare(CLONE_NEWNET | CLONE_NEWNS))
		return false;
	/* sysfs shows the namespace it was mounted in. */
	return mount("sysfs", "/sys", "sysfs", 0, NULL) == 0;
}

int reach_test_begin(void **state)
{
	harness.running = *state;
	harness.running->missing = NULL;
	*state = NULL;
	return 0;
}

static bool can_go_on(void)
{
	return !harness.running->missing;
}

int reach_test_enter(void **state)
{
	if (*state)
		reach_test_begin(state);
	if (!harness.running)
		return -1;
	if (!enter_namespaces()) {
		print_message("no namespaces: %s\n", strerror(errno));
		harness.running->missing = "network and mount namespaces";
	}
	if (reach_thread_reset)
		reach_thread_reset();
	return 0;
}

void reach_test_body(void **state)
{
	if (harness.running->missing)
		reach_test_skip(harness.running->missing);
	harness.running->function(state);
}

int reach_test_enter_lo(void **state)
{
	reach_test_enter(state);
	if (can_go_on())
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
	peer = reach_test_fork();
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

static bool is_up(void *info)
{
	return reach_test_try("ip -o link show %s | grep -q 'state UP'",
			      (const char *)info) == 0;
}

void reach_test_settle_link(const char *link)
{
	if (!reach_test_until(is_up, (void *)link, REACH_TEST_DEADLINE_MS))
		fail_msg("%s does not come up", link);
}

int reach_test_enter_veth(void **state)
{
	reach_test_enter_lo(state);
	if (!can_go_on())
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
	reach_test_settle("2001:db8:1::2");
	reach_test_settle_link("v0");
	return 0;
}

int reach_test_enter_routed(void **state)
{
	if (reach_test_enter_veth(state))
		return -1;
	if (can_go_on())
		reach_test_run("ip route add default via 192.0.2.1 && ip -6 "
			       "route add default via 2001:db8:1::1");
	return 0;
}

void reach_test_at_end(void (*call)(void))
{
	harness.at_end = call;
}

int reach_test_leave(void **state)
{
	(void)state;
	if (harness.at_end)
		harness.at_end();
	harness.at_end = NULL;
	reach_test_dns_stop();
	if (harness.peer > 0) {
		kill(harness.peer, SIGKILL);
		waitpid(harness.peer, NULL, 0);
		harness.peer = 0;
	}
	return 0;
}

int reach_test_open_peer(void)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", harness.peer);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		fail_msg("no %s: %s", path, strerror(errno));
	return fd;
}

/* Everything it says, as text. */
static void read_all(int fd, char *said, size_t size)
{
	size_t length = 0;
	char rest[512];
	ssize_t got;

	do {
		bool full = length == size - 1;

		got = read(fd, full ? rest : said + length,
			   full ? sizeof(rest) : size - 1 - length);
		if (got > 0 && !full)
			length += (size_t)got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	said[length] = '\0';
}

static int start_shell(bool in_peer, const char *command, int output,
		       pid_t *ret_process)
{
	char peer[16];
	const char *const arguments[] = {"nsenter", "-t", peer,	   "-n",
					 "sh",	    "-c", command, NULL};
	posix_spawn_file_actions_t actions;
	int error;

	snprintf(peer, sizeof(peer), "%d", harness.peer);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, output, 1);
	posix_spawn_file_actions_adddup2(&actions, output, 2);
	error = posix_spawnp(
		ret_process, in_peer ? "nsenter" : "sh", &actions, NULL,
		(char *const *)(arguments + (in_peer ? 0 : 4)), environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* The command's exit status; what it said is in said. */
static int run_command(bool in_peer, const char *command, char *said,
		       size_t size)
{
	int ends[2];
	int status = -1;
	int error;
	pid_t process;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	error = start_shell(in_peer, command, ends[1], &process);
	close(ends[1]);
	if (!error) {
		read_all(ends[0], said, size);
		while (waitpid(process, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(ends[0]);
	return !error && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run_or_fail(bool in_peer, const char *command)
{
	char said[2048] = "";
	int status = run_command(in_peer, command, said, sizeof(said));

	if (status)
		fail_msg("\"%s\" exited %d: %s", command, status, said);
}

static void format_text(char *text, size_t size, const char *format,
			va_list arguments)
{
	int length = vsnprintf(text, size, format, arguments);

	if (length < 0 || (size_t)length >= size)
		fail_msg("too long: %s", format);
}

void reach_test_run(const char *format, ...)
{
	char command[4096];
	va_list arguments;

	va_start(arguments, format);
	format_text(command, sizeof(command), format, arguments);
	va_end(arguments);
	run_or_fail(false, command);
}

void reach_test_run_peer(const char *format, ...)
{
	char command[4096];
	va_list arguments;

	va_start(arguments, format);
	format_text(command, sizeof(command), format, arguments);
	va_end(arguments);
	run_or_fail(true, command);
}

int reach_test_try(const char *format, ...)
{
	char command[4096];
	char said[2048];
	va_list arguments;

	va_start(arguments, format);
	format_text(command, sizeof(command), format, arguments);
	va_end(arguments);
	return run_command(false, command, said, sizeof(said));
}

void reach_test_skip(const char *feature)
{
	print_message("SKIP %s: needs %s\n", harness.running->name, feature);
	skip();
	abort();
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
	format_text(text, sizeof(text), format, arguments);
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

	snprintf(copy, sizeof(copy), "%s/file%s", scratch(), path);
	put_file(copy, text);
	reach_test_run("mount --bind %s %s", copy, path);
}

void reach_test_lay_etc(const char *resolv_conf)
{
	reach_test_run(
		"mkdir -p %s/etc && cd /etc && "
		"cp -dR passwd group ld.so.cache alternatives %s/etc/ && "
		"mount --bind %s/etc /etc",
		scratch(), scratch(), scratch());
	put_file("/etc/nsswitch.conf", "hosts: files dns\n");
	put_file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n");
	put_file("/etc/resolv.conf", resolv_conf);
}

void reach_test_lay_sys_class_net(void)
{
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

/* It has its route a little later than it is no longer tentative. */
static bool is_settled(void *info)
{
	const char *address = info;

	return reach_test_try("! ip -6 -o addr show tentative | grep -q '%s/' "
			      "&& ip -6 route show table local | "
			      "grep -q 'local %s '",
			      address, address) == 0;
}

void reach_test_settle(const char *address)
{
	if (!reach_test_until(is_settled, (void *)address,
			      REACH_TEST_DEADLINE_MS))
		fail_msg("%s does not settle", address);
}
