/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What every test program begins with, before main. Linked into each, because
 * of an archive nothing would ask for it.
 */

#include <dlfcn.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

/* For a run that is to find out what works without privilege. */
static bool become(const char *number)
{
	uid_t user = (uid_t)strtoul(number, NULL, 10);

	/* The last gives us our folder in /proc back. */
	return !setgroups(0, NULL) && !setresgid(user, user, user) &&
	       !setresuid(user, user, user) && !prctl(PR_SET_DUMPABLE, 1) &&
	       setuid(0);
}

__attribute__((constructor)) static void begin(void)
{
	/* A program that dies has told how far it came. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	/* What tests start needs none of what was loaded for them. */
	unsetenv("LD_PRELOAD");
	/* A run that is to have the toolchain's CoreFoundation in the process
	   must not pass without it. */
	if (getenv("REACH_TEST_FOUNDATION") &&
	    !dlsym(RTLD_DEFAULT, "_CFRuntimeCreateInstance")) {
		fputs("no CoreFoundation in this process\n", stderr);
		_Exit(1);
	}
	unsetenv("REACH_TEST_FOUNDATION");
	if (getenv("REACH_TEST_USER") && !become(getenv("REACH_TEST_USER"))) {
		fputs("cannot become another user\n", stderr);
		_Exit(1);
	}
	unsetenv("REACH_TEST_USER");
}
