/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Network namespaces for tests: a fresh one for each, peers to talk to, files
 * laid over the machine's, commands that fail the test when they fail, and
 * deadlines. Works as root and rootless; where the system refuses namespaces
 * the test skips aloud. Knows nothing of the library but how to make its
 * thread look again, and works without it.
 */

#ifndef REACH_TEST_NAMESPACE_H
#define REACH_TEST_NAMESPACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <cmocka.h>

/* How long anything that ought to happen may take. */
#define REACH_TEST_DEADLINE_MS 20000
/* How long nothing must happen for it to count as nothing. */
#define REACH_TEST_SILENCE_MS 1000

/* A test in cmocka's list, with one of the set-ups below or one that calls
   them: where it cannot be set up, the test is skipped aloud under its name. */
#define REACH_TEST_IN(setup, function)                               \
	{                                                            \
#function, reach_test_body, setup, reach_test_leave, \
			&(struct reach_test)                         \
		{                                                    \
#function, function, NULL                    \
		}                                                    \
	}
/* One that needs no namespace. */
#define REACH_TEST(function) REACH_TEST_IN(reach_test_begin, function)

/* For a child that executes another program or only waits, and calls nothing
   that a signal handler may not. */
pid_t reach_test_fork(void);

struct reach_test {
	const char *name;
	CMUnitTestFunction function;
	/* what the machine refused, if it did */
	const char *missing;
};
void reach_test_body(void **state);
int reach_test_begin(void **state);

/* cmocka set-ups. The test's thread enters a network and a mount namespace
   where nothing is up, not even lo. */
int reach_test_enter(void **state);
/* The same, and lo is up. */
int reach_test_enter_lo(void **state);
/* And v0 (192.0.2.2/24, 2001:db8:1::2/64), joined to the peer's v1 (.1, ::1),
   without default routes. */
int reach_test_enter_veth(void **state);
/* And IPv4 and IPv6 default routes through the peer. */
int reach_test_enter_routed(void **state);
/* cmocka tear-down: ends the peer and whatever was started. */
int reach_test_leave(void **state);

/* Has this called when the running test ends, whether well or not. One there
   is at a time. */
void reach_test_at_end(void (*call)(void));

/* A descriptor of the peer's network namespace, for setns; close it. */
int reach_test_open_peer(void);

/* Run a shell command here, or in the peer's namespace; fails the test, with
   what the command said, unless it exits 0. */
void reach_test_run(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void reach_test_run_peer(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
/* Its exit status instead. */
int reach_test_try(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Prints "SKIP <test>: needs <feature>" and skips the running test. That line
   is what expected-skips.txt lists. */
void reach_test_skip(const char *feature) __attribute__((noreturn));

/* Skips unless the kernel can make a link of this kind. */
#define reach_test_need_link_kind(kind)                     \
	do {                                                \
		if (!reach_test_has_link_kind(kind))        \
			reach_test_skip("link kind " kind); \
	} while (0)
bool reach_test_has_link_kind(const char *kind);

/* Lays a file with this text over path, in this mount namespace alone. */
void reach_test_lay_file(const char *path, const char *text);
/* An /etc of our own, with what name look-ups need, whose files can be
   renamed and removed; resolv.conf has this text. */
void reach_test_lay_etc(const char *resolv_conf);
/* A /sys/class/net of our own, empty: make folders and files in it. */
void reach_test_lay_sys_class_net(void);
/* Writes a file; the folders on the way are made. */
void reach_test_write(const char *path, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Waits until an IPv6 address can be used: even without duplicate address
   detection that is only after a moment. */
void reach_test_settle(const char *address);
/* Waits until a link is up: the kernel finds out about a carrier in its own
   time, after the command that brought it. */
void reach_test_settle_link(const char *link);

/* CLOCK_MONOTONIC in milliseconds. */
int64_t reach_test_now(void);
/* Polls check until it holds or the deadline is over; false then. */
bool reach_test_until(bool (*check)(void *info), void *info, int milliseconds);
/* Waits until the descriptor is readable; false after so long. */
bool reach_test_readable(int fd, int milliseconds);

#endif
