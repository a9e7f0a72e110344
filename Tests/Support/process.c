/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What every test program begins with, before main. Linked into each, because
 * of an archive nothing would ask for it.
 */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

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
}
