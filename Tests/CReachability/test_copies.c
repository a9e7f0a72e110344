/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Two copies of the library in one process, as when a program contains one and
 * a library of its uses the other: they do not exchange targets.
 */

#include <dlfcn.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <SystemConfiguration/SystemConfiguration.h>

/* The calls of the other copy. */
struct copy {
	SCNetworkReachabilityRef (*create)(CFAllocatorRef, const char *);
	Boolean (*get_flags)(SCNetworkReachabilityRef,
			     SCNetworkReachabilityFlags *);
	CFTypeID (*type)(void);
	CFTypeRef (*retain)(CFTypeRef);
	void (*release)(CFTypeRef);
	CFIndex (*count)(CFTypeRef);
};

static int copy_file(const char *from, const char *to)
{
	char command[512];

	snprintf(command, sizeof(command), "cp '%s' '%s'", from, to);
	return system(command);
}

static int load_copy(void **state)
{
	static struct copy copy;
	char path[] = "/tmp/libreachability-copy-XXXXXX";
	Dl_info info;
	void *library;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	assert_int_not_equal(
		dladdr((void *)SCNetworkReachabilityGetTypeID, &info), 0);
	assert_int_equal(copy_file(info.dli_fname, path), 0);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	unlink(path);
	if (!library)
		fail_msg("%s", dlerror());
	*(void **)&copy.create =
		dlsym(library, "SCNetworkReachabilityCreateWithName");
	*(void **)&copy.get_flags =
		dlsym(library, "SCNetworkReachabilityGetFlags");
	*(void **)&copy.type = dlsym(library, "SCNetworkReachabilityGetTypeID");
	*(void **)&copy.retain = dlsym(library, "reach_CFRetain");
	*(void **)&copy.release = dlsym(library, "reach_CFRelease");
	*(void **)&copy.count = dlsym(library, "reach_CFGetRetainCount");
	assert_non_null(copy.create);
	assert_ptr_not_equal(copy.create, SCNetworkReachabilityCreateWithName);
	*state = &copy;
	return 0;
}

static void a_target_of_another_copy_is_refused(void **state)
{
	const struct copy *copy = *state;
	SCNetworkReachabilityFlags flags = 0x1234;
	SCNetworkReachabilityRef theirs = copy->create(NULL, "127.0.0.1");
	SCNetworkReachabilityRef ours =
		SCNetworkReachabilityCreateWithName(NULL, "127.0.0.1");

	assert_non_null(theirs);
	assert_non_null(ours);
	assert_int_equal(SCNetworkReachabilityGetFlags(theirs, &flags), FALSE);
	assert_int_equal(SCError(), kSCStatusInvalidArgument);
	assert_int_equal(flags, 0x1234);
	assert_int_equal(SCNetworkReachabilitySetCallback(theirs, NULL, NULL),
			 FALSE);
	assert_int_equal(copy->get_flags(ours, &flags), FALSE);
	assert_int_equal(flags, 0x1234);
	assert_int_equal(SCNetworkReachabilityGetFlags(ours, &flags), TRUE);
	assert_int_equal(copy->get_flags(theirs, &flags), TRUE);
	assert_int_equal(CFEqual(ours, theirs), FALSE);
	copy->release(theirs);
	CFRelease(ours);
}

static void either_copy_counts_any_object(void **state)
{
	const struct copy *copy = *state;
	SCNetworkReachabilityRef theirs = copy->create(NULL, "127.0.0.1");
	SCNetworkReachabilityRef ours =
		SCNetworkReachabilityCreateWithName(NULL, "127.0.0.1");
	CFStringRef description;

	assert_ptr_equal(CFRetain(theirs), theirs);
	assert_int_equal(copy->count(theirs), 2);
	copy->release(theirs);
	description = CFCopyDescription(theirs);
	assert_non_null(description);
	CFRelease(description);
	CFRelease(theirs);
	assert_ptr_equal(copy->retain(ours), ours);
	assert_int_equal(CFGetRetainCount(ours), 2);
	CFRelease(ours);
	copy->release(ours);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_target_of_another_copy_is_refused),
		cmocka_unit_test(either_copy_counts_any_object),
	};

	return cmocka_run_group_tests(tests, load_copy, NULL);
}
