/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A rule for one user: a thread of that user gets its own answer, also right
   after another thread got another one. */

#include "goals.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contestant.h"
#include "library.h"
#include "namespace.h"
#include "network.h"
#include "report.h"

#define USER 4711

static union bench_address address;

/* The credentials of this thread alone; it ends with them. */
static void *ask_as_user(void *info)
{
	SCNetworkReachabilityRef target = info;
	static uint8_t answer;

	/* Without privilege there is nobody else to become. */
	if (syscall(SYS_setresuid, USER, USER, USER))
		return NULL;
	answer = library_read(target);
	return &answer;
}

void goals_users(void)
{
	size_t rounds = BENCH_SIZE(50, 3);
	SCNetworkReachabilityRef target;
	size_t wrong = 0;

	network_enter(AF_INET);
	address = bench_address("198.51.100.1");
	if (reach_test_try("ip rule add pref 50 uidrange %d-%d unreachable",
			   USER, USER)) {
		bench_say("no rules for users here");
		return;
	}
	target = library_target(&address);
	for (size_t round = 0; round < rounds; round++) {
		pthread_t thread;
		void *answer;

		wrong += !(library_read(target) & BENCH_REACHABLE);
		if (pthread_create(&thread, NULL, ask_as_user, (void *)target))
			bench_die("no thread");
		pthread_join(thread, &answer);
		if (!answer) {
			CFRelease(target);
			bench_say("no other users here");
			return;
		}
		wrong += *(uint8_t *)answer & BENCH_REACHABLE;
	}
	CFRelease(target);
	report_check(!wrong, "a rule for a user: %zu wrong answers", wrong);
	report_value("wrong answers under a rule for one user", (double)wrong,
		     REPORT_EQUAL, 0, "");
}
