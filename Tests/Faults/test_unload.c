/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A plug-in's life: the library is loaded late, and closed with everything
   still going on. Linked without it. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/ReachabilityExtensions.h>

#include "namespace.h"
#include "routes.h"

/* Only their types are known here. */
static struct {
	void *handle;
	__typeof__(&SCNetworkReachabilityCreateWithName) create;
	__typeof__(&SCNetworkReachabilityGetFlags) get_flags;
	__typeof__(&SCNetworkReachabilitySetCallback) set_callback;
	__typeof__(&reach_set_executor) set_executor;
	__typeof__(&reach_thread_reset) reset;
	__typeof__(&CFRelease) release;
} library;

static uint32_t told;
static unsigned int count;

static void load(void)
{
	library.handle = dlopen(REACH_LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library.handle)
		fail_msg("%s", dlerror());
	*(void **)&library.create =
		dlsym(library.handle, "SCNetworkReachabilityCreateWithName");
	*(void **)&library.get_flags =
		dlsym(library.handle, "SCNetworkReachabilityGetFlags");
	*(void **)&library.set_callback =
		dlsym(library.handle, "SCNetworkReachabilitySetCallback");
	*(void **)&library.set_executor =
		dlsym(library.handle, "reach_set_executor");
	*(void **)&library.reset = dlsym(library.handle, "reach_thread_reset");
	*(void **)&library.release = dlsym(library.handle, "reach_CFRelease");
	assert_non_null(library.create);
	assert_non_null(library.set_executor);
	assert_non_null(library.reset);
	assert_non_null(library.release);
	/* Each test has a namespace of its own. */
	library.reset();
}

static void hear(SCNetworkReachabilityRef target,
		 SCNetworkReachabilityFlags flags, void *info)
{
	__atomic_store_n(&told, flags, __ATOMIC_RELAXED);
	__atomic_add_fetch(&count, 1, __ATOMIC_RELEASE);
}

static void execute_at_once(void *info, void (*work)(void *), void *work_info)
{
	work(work_info);
}

static const struct reach_executor at_once = {.execute = execute_at_once};

static bool is_told(void *info)
{
	return __atomic_load_n(&count, __ATOMIC_ACQUIRE) &&
	       __atomic_load_n(&told, __ATOMIC_RELAXED) == *(uint32_t *)info;
}

static void expect_told(uint32_t flags)
{
	assert_true(reach_test_until(is_told, &flags, REACH_TEST_DEADLINE_MS));
}

static void lay_out(void)
{
	reach_test_run("ip link add d0 type veth peer name d1 && "
		       "ip link set d1 up && ip link set d0 up && "
		       "ip addr add 192.0.2.2/24 dev d0 && "
		       "ip route add default dev d0");
	reach_test_settle_link("d0");
}

/* The last to know the library ends after it was closed. */
static void *use_and_close(void *info)
{
	uint32_t flags = 0;

	library.get_flags((SCNetworkReachabilityRef)info, &flags);
	dlclose(library.handle);
	return (void *)(uintptr_t)flags;
}

static void it_goes_on_after_it_was_closed(void **state)
{
	int routes = routes_open();
	pthread_t thread;
	SCNetworkReachabilityRef target;
	void *flags;

	lay_out();
	load();
	target = library.create(NULL, "198.51.100.1");
	assert_true(library.set_callback(target, hear, NULL));
	assert_true(library.set_executor(target, &at_once));
	pthread_create(&thread, NULL, use_and_close, (void *)target);
	pthread_join(thread, &flags);
	assert_int_equal((uintptr_t)flags, 0x20002);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(routes_default(routes, AF_INET, "d0", false),
				 0);
		expect_told(0);
		assert_int_equal(routes_default(routes, AF_INET, "d0", true),
				 0);
		expect_told(0x20002);
	}
	assert_true(library.set_executor(target, NULL));
	assert_true(library.set_callback(target, NULL, NULL));
	library.release(target);
	close(routes);
}

/* A second time it is the same one. */
static void it_can_be_loaded_again_and_again(void **state)
{
	lay_out();
	for (int i = 0; i < 20; i++) {
		SCNetworkReachabilityRef target;
		uint32_t flags = 0;

		load();
		target = library.create(NULL, "198.51.100.1");
		assert_true(library.set_callback(target, hear, NULL));
		assert_true(library.set_executor(target, &at_once));
		dlclose(library.handle);
		assert_true(library.get_flags(target, &flags));
		assert_int_equal(flags, 0x20002);
		assert_true(library.set_executor(target, NULL));
		library.release(target);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_lo,
			      it_goes_on_after_it_was_closed),
		REACH_TEST_IN(reach_test_enter_lo,
			      it_can_be_loaded_again_and_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
