/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who asks matters where rules tell users apart. */

#include "api.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANYWHERE "198.51.100.1"

static void *ask_as_another(void *info)
{
	SCNetworkReachabilityRef target = info;
	SCNetworkReachabilityFlags flags = ~0u;

	/* This thread alone: the C library's call would change all. */
	if (!syscall(SYS_setresuid, -1, 4711, -1))
		SCNetworkReachabilityGetFlags(target, &flags);
	return (void *)(uintptr_t)flags;
}

/* Sockets belong to the effective user; what was kept for one is not given to
   the other. */
static void each_effective_user_has_its_own_answer(void **state)
{
	SCNetworkReachabilityRef target = test_target(ANYWHERE);
	SCNetworkReachabilityFlags flags;

	if (reach_test_try("setpriv --reuid=4711 true"))
		reach_test_skip("more than one user");
	reach_test_run("ip rule add pref 50 uidrange 4711-4711 unreachable");
	for (int i = 0; i < 50; i++) {
		pthread_t thread;
		void *others;

		assert_true(SCNetworkReachabilityGetFlags(target, &flags));
		assert_int_equal(flags, 0x2);
		assert_int_equal(pthread_create(&thread, NULL, ask_as_another,
						(void *)target),
				 0);
		pthread_join(thread, &others);
		assert_int_equal((uintptr_t)others, 0);
	}
	CFRelease(target);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_IN(reach_test_enter_routed,
			each_effective_user_has_its_own_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
