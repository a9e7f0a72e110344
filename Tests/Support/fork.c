/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A fork that the sanitizers stand. */

#include "namespace.h"

#include <unistd.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

pid_t reach_test_fork(void)
{
#if __has_feature(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
	/* Its fork may leave a lock of its own held by a thread that is just
	   ending, for which the library would wait as it cleans up in the
	   child. */
	return _Fork();
#else
	return fork();
#endif
}
