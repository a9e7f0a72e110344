/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Forks, threads and namespaces: whose answer it is, and that a parent does
   not notice its children. */

#include "recorder.h"

#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANYWHERE "198.51.100.1"

/* Read by the thread sanitizer: a child here starts threads, and knows no more
   than what the library says it may. */
const char *__tsan_default_options(void) __attribute__((visibility("default")));
const char *__tsan_default_options(void)
{
	return "die_after_fork=0";
}

/* Exit status of a child that runs a check and says how it went. */
static int in_child(bool (*check)(void *info), void *info)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0)
		_exit(check(info) ? 0 : 1);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void count_call(SCNetworkReachabilityRef target,
		       SCNetworkReachabilityFlags flags, void *info)
{
	++*(int *)info;
}

/* Uses everything: the target the parent scheduled, one of its own, and a
   schedule on the child's loop. */
static bool use_all(void *info)
{
	SCNetworkReachabilityRef target = info;
	SCNetworkReachabilityRef own =
		SCNetworkReachabilityCreateWithName(NULL, ANYWHERE);
	int calls = 0;
	SCNetworkReachabilityContext context = {.info = &calls};
	CFRunLoopRef loop = CFRunLoopGetCurrent();

	if (!test_reads(target, 0x2) || !test_reads(own, 0x2))
		return false;
	if (!SCNetworkReachabilitySetCallback(own, count_call, &context) ||
	    !SCNetworkReachabilityScheduleWithRunLoop(own, loop,
						      kCFRunLoopDefaultMode))
		return false;
	if (system("ip route del default"))
		return false;
	CFRunLoopRunInMode(kCFRunLoopDefaultMode, 5, true);
	if (calls != 1 || !test_reads(own, 0) || !test_reads(target, 0))
		return false;
	return SCNetworkReachabilityUnscheduleFromRunLoop(
		own, loop, kCFRunLoopDefaultMode);
}

static void a_child_can_use_everything_and_the_parent_goes_on(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	assert_int_equal(in_child(use_all, (void *)target), 0);
	/* The child took the route away; the parent hears of it. */
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

static bool is_unscheduled(void *info)
{
	SCNetworkReachabilityRef target = info;

	return !SCNetworkReachabilityUnscheduleFromRunLoop(
		       target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode) &&
	       SCError() == kSCStatusInvalidArgument;
}

static void in_the_child_nothing_is_scheduled(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	assert_int_equal(in_child(is_unscheduled, (void *)target), 0);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
}

struct question {
	SCNetworkReachabilityRef target;
	SCNetworkReachabilityFlags before;
	SCNetworkReachabilityFlags after;
};

static const void *hold(const void *info)
{
	return info;
}

static void count_release(const void *info)
{
	++*(int *)info;
}

/* What it inherited is its own to release, once, as in the parent. */
static void a_child_may_drop_what_its_parent_made(void **state)
{
	int releases = 0;
	SCNetworkReachabilityContext context = {
		.info = &releases,
		.retain = hold,
		.release = count_release,
	};
	SCNetworkReachabilityRef target = test_target("192.0.2.1");
	int status = -1;
	pid_t child;

	assert_true(
		SCNetworkReachabilitySetCallback(target, count_call, &context));
	child = fork();
	if (child == 0) {
		CFRelease(target);
		_exit(releases == 1 ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(releases, 0);
	CFRelease(target);
	assert_int_equal(releases, 1);
}

static void *ask_elsewhere(void *info)
{
	struct question *question = info;

	SCNetworkReachabilityGetFlags(question->target, &question->before);
	if (unshare(CLONE_NEWNET))
		return NULL;
	/* Still of the namespace of the first call. */
	SCNetworkReachabilityGetFlags(question->target, &question->after);
	if (question->after != question->before)
		return NULL;
	reach_thread_reset();
	SCNetworkReachabilityGetFlags(question->target, &question->after);
	return question;
}

static void a_threads_namespace_is_that_of_its_first_call(void **state)
{
	struct question question = {
		.target = test_target(ANYWHERE), .before = 0xff, .after = 0xff};
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, ask_elsewhere, &question);
	pthread_join(thread, &result);
	assert_non_null(result);
	assert_int_equal(question.before, 0x2);
	assert_int_equal(question.after, 0);
	/* This thread did not move. */
	assert_true(test_reads(question.target, 0x2));
	CFRelease(question.target);
}

static size_t count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t count = 0;

	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static size_t count_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	size_t count = 0;

	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static void use_once(void)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));

	recorder_finish(recorder, target);
}

struct census {
	size_t descriptors;
	size_t threads;
};

static bool is_as_before(void *info)
{
	const struct census *before = info;

	return count_descriptors() == before->descriptors &&
	       count_threads() == before->threads;
}

static void schedules_leave_no_descriptor_and_no_thread(void **state)
{
	struct census before;

	assert_flags(ANYWHERE, 0x2);
	before.descriptors = count_descriptors();
	before.threads = count_threads();
	for (int i = 0; i < 50; i++)
		use_once();
	assert_true(reach_test_until(is_as_before, &before,
				     REACH_TEST_DEADLINE_MS));
}

static void *read_flags(void *info)
{
	return (void *)(uintptr_t)test_reads(info, 0x2);
}

static void a_thread_that_ends_gives_its_sockets_back(void **state)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	struct census before;

	assert_true(test_reads(target, 0x2));
	before.descriptors = count_descriptors();
	before.threads = count_threads();
	for (int i = 0; i < 20; i++) {
		pthread_t thread;
		void *result;

		pthread_create(&thread, NULL, read_flags, (void *)target);
		pthread_join(thread, &result);
		assert_true((uintptr_t)result);
	}
	assert_true(reach_test_until(is_as_before, &before,
				     REACH_TEST_DEADLINE_MS));
	CFRelease(target);
}

/* Row 34: a failure is an error, not an answer. mullvadvpn-app 918. */
static void without_descriptors_the_status_says_so(void **state)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	SCNetworkReachabilityFlags flags = 0x12345678;
	struct rlimit limit;
	struct rlimit none;

	reach_thread_reset();
	getrlimit(RLIMIT_NOFILE, &limit);
	none = limit;
	none.rlim_cur = 3;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_int_equal(SCNetworkReachabilityGetFlags(target, &flags), FALSE);
	assert_int_equal(flags, 0x12345678);
	assert_int_equal(SCError(), EMFILE);
	assert_int_equal(
		SCNetworkReachabilityScheduleWithRunLoop(
			target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode),
		FALSE);
	assert_int_equal(SCError(), EMFILE);
	assert_null(reach_port_create());
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_true(test_reads(target, 0x2));
	CFRelease(target);
}

/* As a service unit's RestrictAddressFamilies= does it, for good. */
static bool forbid_netlink(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(*filter),
		.filter = filter,
	};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static bool is_told_so(void *info)
{
	SCNetworkReachabilityRef target = info;
	SCNetworkReachabilityFlags flags = 0x12345678;
	struct reach_explanation why = {.size = sizeof(why)};

	if (!forbid_netlink())
		return false;
	reach_thread_reset();
	return !SCNetworkReachabilityGetFlags(target, &flags) &&
	       flags == 0x12345678 && SCError() == EAFNOSUPPORT &&
	       !reach_explain(target, &why) && SCError() == EAFNOSUPPORT &&
	       !SCNetworkReachabilityScheduleWithRunLoop(
		       target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode) &&
	       SCError() == EAFNOSUPPORT &&
	       !strcmp(SCErrorString(SCError()), strerror(EAFNOSUPPORT));
}

/* Row 61: in a sandbox without AF_NETLINK. */
static void without_netlink_the_status_says_so(void **state)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);

	assert_int_equal(in_child(is_told_so, (void *)target), 0);
	assert_true(test_reads(target, 0x2));
	CFRelease(target);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(a_child_can_use_everything_and_the_parent_goes_on),
		IN(in_the_child_nothing_is_scheduled),
		IN(a_child_may_drop_what_its_parent_made),
		IN(a_threads_namespace_is_that_of_its_first_call),
		IN(schedules_leave_no_descriptor_and_no_thread),
		IN(a_thread_that_ends_gives_its_sockets_back),
		IN(without_descriptors_the_status_says_so),
		IN(without_netlink_the_status_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
