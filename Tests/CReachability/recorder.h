/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who is told: a callback that remembers, and ways to wait for it on a run
   loop or a port. May be called on any thread. */

#ifndef REACH_TEST_RECORDER_H
#define REACH_TEST_RECORDER_H

#include "api.h"

#include <pthread.h>

#define TEST_EVENTS_MAX 256

struct recorder {
	pthread_mutex_t lock;
	/* the test is over: see recorder_new() */
	bool ended;
	unsigned int count;
	SCNetworkReachabilityFlags flags[TEST_EVENTS_MAX];
	/* what GetFlags said inside the callback */
	SCNetworkReachabilityFlags inside[TEST_EVENTS_MAX];
	pthread_t thread;
	/* the context's calls */
	unsigned int retains;
	unsigned int releases;
	/* see recorder_then() */
	void (*then)(struct recorder *recorder,
		     SCNetworkReachabilityRef target);
	void *info;
	struct recorder *next;
};

/* Stays as long as the program. When its test ends it stops recording, so
   that a test that fails with its target scheduled does no harm to those that
   follow. */
struct recorder *recorder_new(void);

/* Called inside each callback from now on. */
void recorder_then(struct recorder *recorder,
		   void (*then)(struct recorder *recorder,
				SCNetworkReachabilityRef target),
		   void *info);

/* With retain and release that count. */
void recorder_attach(struct recorder *recorder,
		     SCNetworkReachabilityRef target);
unsigned int recorder_count(struct recorder *recorder);
SCNetworkReachabilityFlags recorder_last(struct recorder *recorder);

/* Run this thread's loop, in the default mode, until so many callbacks have
   come in all; fails the test at the deadline. */
void recorder_expect(struct recorder *recorder, unsigned int count);
/* At least one more. */
void recorder_expect_more(struct recorder *recorder);
/* Run it for the time of silence; fails the test if any comes. */
void recorder_expect_none(struct recorder *recorder);
/* The next callback, whose word it is. */
#define recorder_expect_flags(recorder, expected)                        \
	do {                                                             \
		recorder_expect(recorder, recorder_count(recorder) + 1); \
		assert_int_equal(recorder_last(recorder), expected);     \
	} while (0)

/* The same for a port. */
void recorder_expect_on_port(struct recorder *recorder, reach_port_ref port,
			     unsigned int count);
void recorder_expect_none_on_port(struct recorder *recorder,
				  reach_port_ref port);
/* Until there is silence. */
void recorder_settle_on_port(struct recorder *recorder, reach_port_ref port);

/* A target with a recorder, which counts anew, on this thread's loop in the default mode. */
SCNetworkReachabilityRef recorder_schedule(struct recorder *recorder,
					   SCNetworkReachabilityRef target);
/* Takes it off that loop, clears the callback and releases it; the context
   must be balanced then. */
void recorder_finish(struct recorder *recorder,
		     SCNetworkReachabilityRef target);

/* An address with the word before is scheduled, the command is run, and the
   callbacks end with the word after; one in between may come first. */
void test_change(const char *address, uint32_t before, const char *command,
		 uint32_t after);

/* After the target's release: retains and releases become equal. The last
   reference may be one that the library's thread is giving up. */
void recorder_expect_balance(struct recorder *recorder);

/* GetFlags, which must work. */
SCNetworkReachabilityFlags test_read(SCNetworkReachabilityRef target);

#endif
