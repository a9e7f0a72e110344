/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What a machine or a supervisor takes away: descriptors, inotify, files.
   Each call says so, or works without; what was scheduled is told the truth in
   the end. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dns.h"
#include "faults.h"
#include "recorder.h"
#include "tun.h"

#define ANYWHERE "198.51.100.1"
#define UNTOUCHED 0x12345678u

/* No more than there are. */
static struct rlimit take_descriptors(void)
{
	struct rlimit limit;
	struct rlimit less;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	less = limit;
	less.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &less), 0);
	return limit;
}

static void give_descriptors(const struct rlimit *limit)
{
	assert_int_equal(setrlimit(RLIMIT_NOFILE, limit), 0);
}

static bool is_asked_again(void *info)
{
	return faults_count(FAULT_NAMES) > *(unsigned int *)info;
}

static void write_hosts(const char *text)
{
	reach_test_write("/etc/hosts.new", "%s", text);
	assert_int_equal(rename("/etc/hosts.new", "/etc/hosts"), 0);
}

static void lay_names(void)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_write("/etc/host.conf", "multi on\n");
	write_hosts("198.51.100.7 www.test\n");
}

static const char two_addresses[] = "198.51.100.7 www.test\n"
				    "198.51.100.8 www.test\n";

/* A look-up that failed is tried again only after some time. */
static void expect_last(struct recorder *recorder, uint32_t flags)
{
	int64_t end = reach_test_now() + 4 * REACH_TEST_DEADLINE_MS;

	while (!recorder_count(recorder) || recorder_last(recorder) != flags) {
		if (reach_test_now() > end)
			fail_msg("%u callbacks, the last with 0x%x, not 0x%x",
				 recorder_count(recorder),
				 recorder_count(recorder)
					 ? recorder_last(recorder)
					 : 0,
				 flags);
		CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, true);
	}
}

/* They are looked at after a pause that doubles, up to a minute. */
static void expect_in_time(struct recorder *recorder, unsigned int count)
{
	int64_t end = reach_test_now() + 4 * REACH_TEST_DEADLINE_MS;

	while (recorder_count(recorder) < count && reach_test_now() < end)
		CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, true);
	assert_int_equal(recorder_count(recorder), count);
}

/* The name changes while nothing can be opened; the look-up that is due then
   has failed before something can. */
static void a_change_without_descriptors_is_told_when_there_are(void **state)
{
	struct recorder *address = recorder_new();
	struct recorder *name = recorder_new();
	SCNetworkReachabilityRef targets[2];
	unsigned int asked;
	unsigned int told;
	struct rlimit limit;

	lay_names();
	reach_test_write("/etc/nsswitch.conf", "hosts: files\n");
	targets[0] = recorder_schedule(address, test_target(ANYWHERE));
	targets[1] = recorder_schedule(name, test_name("www.test"));
	recorder_expect(name, 2);
	write_hosts("");
	expect_last(name, 0);
	told = recorder_count(name);
	limit = take_descriptors();
	asked = faults_count(FAULT_NAMES);
	assert_int_equal(rename("/etc/hosts", "/etc/hosts.old"), 0);
	assert_true(reach_test_until(is_asked_again, &asked,
				     REACH_TEST_DEADLINE_MS));
	give_descriptors(&limit);
	write_hosts(two_addresses);
	reach_test_run("ip route del default");
	expect_last(address, 0);
	reach_test_run("ip route add default via 192.0.2.1");
	expect_last(address, 0x2);
	expect_last(name, 0x2);
	assert_true(recorder_count(name) > told);
	recorder_finish(name, targets[1]);
	recorder_finish(address, targets[0]);
}

static void *ask_without_descriptors(void *info)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	struct reach_explanation explanation = {
		.size = sizeof(explanation),
		.flags = UNTOUCHED,
	};
	SCNetworkReachabilityFlags flags = UNTOUCHED;
	/* The toolchain's takes descriptors. */
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	struct rlimit limit = take_descriptors();
	bool told = !SCNetworkReachabilityGetFlags(target, &flags) &&
		    flags == UNTOUCHED && SCError() == EMFILE;

	told = told && !reach_explain(target, &explanation) &&
	       explanation.flags == UNTOUCHED && SCError() == EMFILE;
	told = told && !reach_port_create() && SCError() == EMFILE;
	told = told &&
	       !SCNetworkReachabilityScheduleWithRunLoop(
		       target, loop, kCFRunLoopDefaultMode) &&
	       SCError() == EMFILE;
	/* Of a target that is scheduled the state is known. */
	told = told && SCNetworkReachabilityGetFlags(info, &flags) &&
	       flags == 0x2;
	give_descriptors(&limit);
	told = told && SCNetworkReachabilityGetFlags(target, &flags) &&
	       flags == 0x2;
	CFRelease(target);
	return (void *)(uintptr_t)told;
}

static bool is_true_on_a_thread(void *(*check)(void *info), const void *info)
{
	pthread_t thread;
	void *result;

	assert_int_equal(pthread_create(&thread, NULL, check, (void *)info), 0);
	pthread_join(thread, &result);
	return (uintptr_t)result;
}

static void a_new_thread_without_descriptors_is_told(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	assert_true(is_true_on_a_thread(ask_without_descriptors, target));
	recorder_finish(recorder, target);
}

/* In main of a process of its own, in which nothing was asked before. */
static int ask_without_keys(void)
{
	static pthread_key_t keys[PTHREAD_KEYS_MAX];
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	SCNetworkReachabilityFlags flags = UNTOUCHED;
	size_t count = 0;
	bool told;

	while (!pthread_key_create(&keys[count], NULL))
		count++;
	told = !SCNetworkReachabilityGetFlags(target, &flags) &&
	       SCError() == EAGAIN && flags == UNTOUCHED;
	while (count > 0)
		pthread_key_delete(keys[--count]);
	told = told && SCNetworkReachabilityGetFlags(target, &flags) &&
	       flags == 0x2;
	CFRelease(target);
	return told ? 0 : 1;
}

static void a_key_for_threads_is_asked_for_again(void **state)
{
	char *const arguments[] = {(char *)"limits", (char *)"keys", NULL};
	pid_t process;
	int status;

	assert_int_equal(posix_spawn(&process, "/proc/self/exe", NULL, NULL,
				     arguments, environ),
			 0);
	assert_int_equal(waitpid(process, &status, 0), process);
	assert_int_equal(status, 0);
}

/* As sysfs shows a modem. */
static void lay_modem(const char *name, unsigned int index)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/class/net/%s/ifindex", name);
	reach_test_write(path, "%u\n", index);
	snprintf(path, sizeof(path), "/sys/class/net/%s/uevent", name);
	reach_test_write(path, "DEVTYPE=wwan\n");
}

/* It is renamed, which makes it a modem, when that cannot be read; later
   nothing is told. */
static void a_kind_that_could_not_be_read_is_read_later(void **state)
{
	struct ifreq request = {.ifr_name = "v0", .ifr_newname = "modem"};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	struct rlimit limit;

	reach_test_lay_sys_class_net();
	lay_modem("modem", if_nametoindex("v0"));
	target = recorder_schedule(recorder, test_target("192.0.2.1"));
	assert_int_equal(test_read(target), 0x20002);
	limit = take_descriptors();
	assert_int_equal(ioctl(fd, SIOCSIFNAME, &request), 0);
	recorder_expect_none(recorder);
	give_descriptors(&limit);
	recorder_expect_flags(recorder, 0x40003);
	recorder_finish(recorder, target);
	assert_flags("192.0.2.1", 0x40003);
	close(fd);
}

static void without_inotify_watches_files_are_looked_at(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	unsigned int asked;

	lay_names();
	/* The descriptor is to be had, but nothing can be watched with it. */
	faults_fail(FAULT_INOTIFY, 2, ~0u, ENOSPC);
	target = recorder_schedule(recorder, test_name("www.test"));
	recorder_expect(recorder, 2);
	/* May have been others for a moment. */
	asked = faults_count(FAULT_NAMES);
	write_hosts("198.51.100.7 www.test\n");
	assert_true(reach_test_until(is_asked_again, &asked,
				     4 * REACH_TEST_DEADLINE_MS));
	write_hosts(two_addresses);
	expect_in_time(recorder, 3);
	assert_true(faults_end() > 2);
	/* With the next look it is as if nothing had been. */
	write_hosts("198.51.100.7 www.test\n");
	expect_in_time(recorder, 4);
	write_hosts(two_addresses);
	recorder_expect(recorder, 5);
	recorder_finish(recorder, target);
}

static void without_resolv_conf_names_wait_for_one(void **state)
{
	struct recorder *recorder = recorder_new();
	struct recorder *known = recorder_new();
	SCNetworkReachabilityRef targets[2];

	lay_names();
	assert_int_equal(unlink("/etc/resolv.conf"), 0);
	targets[0] = recorder_schedule(known, test_name("www.test"));
	targets[1] = recorder_schedule(recorder, test_name("far.test"));
	recorder_expect(known, 2);
	assert_int_equal(recorder_last(known), 0x2);
	expect_last(recorder, 0);
	reach_test_dns_start("far.test,198.51.100.9", NULL);
	reach_test_write("/etc/resolv.conf", REACH_TEST_RESOLV_CONF);
	expect_last(recorder, 0x2);
	recorder_finish(recorder, targets[1]);
	recorder_finish(known, targets[0]);
}

static void without_sys_links_are_told_by_their_messages(void **state)
{
	int tun = reach_test_tun("t0", 0);

	reach_test_run("mount -t tmpfs none /sys && "
		       "ip route add 203.0.113.0/24 dev t0");
	assert_flags("203.0.113.1", 0x3);
	assert_flags(ANYWHERE, 0x2);
	assert_flags("192.0.2.1", 0x20002);
	assert_flags("192.0.2.2", 0x30002);
	assert_int_equal(test_explain("192.0.2.1").paths[0].link_kind,
			 REACH_LINK_WIRED);
	close(tun);
}

struct attributes {
	uint64_t set;
	uint64_t clear;
	uint64_t propagation;
	uint64_t user_namespace;
};

static void where_nothing_can_be_written_all_works(void **state)
{
	struct attributes attributes = {.set = MS_RDONLY};
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	lay_names();
	/* mount_setattr with AT_RECURSIVE */
	if (syscall(442, AT_FDCWD, "/", 0x8000, &attributes,
		    sizeof(attributes)))
		reach_test_skip("mount_setattr");
	assert_int_equal(open("/etc/probe", O_CREAT | O_WRONLY, 0600), -1);
	target = recorder_schedule(recorder, test_name("www.test"));
	recorder_expect(recorder, 2);
	reach_test_run("ip route del default");
	expect_last(recorder, 0);
	recorder_finish(recorder, target);
	assert_flags("192.0.2.2", 0x30002);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		IN(a_change_without_descriptors_is_told_when_there_are),
		IN(a_new_thread_without_descriptors_is_told),
		IN(a_kind_that_could_not_be_read_is_read_later),
		IN(a_key_for_threads_is_asked_for_again),
		IN(without_inotify_watches_files_are_looked_at),
		IN(without_resolv_conf_names_wait_for_one),
		IN(without_sys_links_are_told_by_their_messages),
		IN(where_nothing_can_be_written_all_works),
	};

	if (count > 1 && !strcmp(arguments[1], "keys"))
		return ask_without_keys();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
