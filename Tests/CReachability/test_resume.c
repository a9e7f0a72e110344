/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A suspended machine that resumes. The kernel tells of it by a timer on the
 * wall clock that is cancelled when that clock jumps. Neither may happen to the
 * machine that runs the tests, so this program has its own idea of such timers:
 * its functions stand before the C library's.
 */

#include "recorder.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "dns.h"

#define EXPORT __attribute__((visibility("default")))

/* The one timer on the wall clock; an eventfd. */
static struct {
	int fd;
	/* how often it was armed so that a jump cancels it */
	unsigned int armed;
} wall = {.fd = -1};

EXPORT int timerfd_create(clockid_t clock, int flags)
{
	int fd;

	if (clock != CLOCK_REALTIME)
		return (int)syscall(SYS_timerfd_create, clock, flags);
	fd = eventfd(0, flags & TFD_NONBLOCK ? EFD_CLOEXEC | EFD_NONBLOCK
					     : EFD_CLOEXEC);
	__atomic_store_n(&wall.armed, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&wall.fd, fd, __ATOMIC_SEQ_CST);
	return fd;
}

EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *new,
			   struct itimerspec *old)
{
	if (fd != __atomic_load_n(&wall.fd, __ATOMIC_SEQ_CST))
		return (int)syscall(SYS_timerfd_settime, fd, flags, new, old);
	if (flags & TFD_TIMER_CANCEL_ON_SET && flags & TFD_TIMER_ABSTIME &&
	    (new->it_value.tv_sec || new->it_value.tv_nsec))
		__atomic_add_fetch(&wall.armed, 1, __ATOMIC_SEQ_CST);
	return 0;
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
	ssize_t result = syscall(SYS_read, fd, buffer, size);

	if (fd == __atomic_load_n(&wall.fd, __ATOMIC_SEQ_CST) && result > 0) {
		errno = ECANCELED;
		return -1;
	}
	return result;
}

/* Its number may be given to others. */
EXPORT int close(int fd)
{
	int own = fd;

	__atomic_compare_exchange_n(&wall.fd, &own, -1, false, __ATOMIC_SEQ_CST,
				    __ATOMIC_SEQ_CST);
	return (int)syscall(SYS_close, fd);
}

static unsigned int count_armed(void)
{
	return __atomic_load_n(&wall.armed, __ATOMIC_SEQ_CST);
}

static bool is_armed_more_than(void *info)
{
	return count_armed() > *(unsigned int *)info;
}

static void resume(void)
{
	unsigned int before = count_armed();

	assert_int_not_equal(before, 0);
	/* The watcher of the test before may only now close its own. */
	assert_int_equal(
		eventfd_write(__atomic_load_n(&wall.fd, __ATOMIC_SEQ_CST), 1),
		0);
	/* For the next time as well. */
	assert_true(reach_test_until(is_armed_more_than, &before,
				     REACH_TEST_DEADLINE_MS));
}

static void after_a_resume_names_are_looked_up_again(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.1", NULL);
	target = recorder_schedule(recorder, test_name("www.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0x2);
	/* The same network, and another answer, as after a night. */
	reach_test_dns_change("www.test,192.0.2.1", NULL);
	recorder_expect_none(recorder);
	resume();
	recorder_expect_flags(recorder, 0x20002);
	reach_test_dns_change("www.test,198.51.100.1", NULL);
	resume();
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

static void a_name_that_was_not_found_is_found_after_a_resume(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("other.test,198.51.100.1", NULL);
	target = recorder_schedule(recorder, test_name("www.test"));
	recorder_expect_flags(recorder, 0x2);
	recorder_expect_flags(recorder, 0);
	reach_test_dns_change("www.test,192.0.2.1", NULL);
	resume();
	recorder_expect_flags(recorder, 0x20002);
	recorder_finish(recorder, target);
}

static void a_resume_without_change_is_silent(void **state)
{
	struct recorder *recorder = recorder_new();
	struct recorder *name_recorder = recorder_new();
	SCNetworkReachabilityRef target;
	SCNetworkReachabilityRef name;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.1", NULL);
	target = recorder_schedule(recorder, test_target("198.51.100.1"));
	name = recorder_schedule(name_recorder, test_name("www.test"));
	recorder_expect_flags(name_recorder, 0x2);
	recorder_expect_flags(name_recorder, 0x2);
	for (int i = 0; i < 5; i++)
		resume();
	recorder_expect_none(recorder);
	recorder_expect_none(name_recorder);
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	recorder_finish(recorder, target);
	recorder_finish(name_recorder, name);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(after_a_resume_names_are_looked_up_again),
		IN(a_name_that_was_not_found_is_found_after_a_resume),
		IN(a_resume_without_change_is_silent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
