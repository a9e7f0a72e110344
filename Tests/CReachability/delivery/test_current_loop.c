/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Whose loop is whose, through threads and forks; blocks. */

#include "listener.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cf.h"

#define DEFAULT kCFRunLoopDefaultMode
#define OTHER CFSTR("another mode")

static void *get_loops(void *info)
{
	CFRunLoopRef *loops = info;

	loops[0] = (CFRunLoopRef)CFRetain(CFRunLoopGetCurrent());
	loops[1] = CFRunLoopGetMain();
	return CFRunLoopGetCurrent() == loops[0] ? info : NULL;
}

static void each_thread_has_a_loop_of_its_own(void **state)
{
	CFRunLoopRef loops[2][2];
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, get_loops, loops[i]);
	for (int i = 0; i < 2; i++) {
		void *result;

		pthread_join(threads[i], &result);
		assert_non_null(result);
		assert_ptr_equal(loops[i][1], CFRunLoopGetMain());
		assert_ptr_not_equal(loops[i][0], CFRunLoopGetMain());
	}
	assert_ptr_not_equal(loops[0][0], loops[1][0]);
	assert_ptr_equal(CFRunLoopGetCurrent(), CFRunLoopGetMain());
	CFRelease(loops[0][0]);
	CFRelease(loops[1][0]);
}

static void a_loop_goes_with_its_thread(void **state)
{
	CFRunLoopRef loops[2];
	pthread_t thread;

	pthread_create(&thread, NULL, get_loops, loops);
	pthread_join(thread, NULL);
	/* The toolchain's count is its own affair. */
	if (!reach_cf_is_genuine())
		assert_int_equal(CFGetRetainCount(loops[0]), 1);
	CFRunLoopWakeUp(loops[0]);
	CFRunLoopStop(loops[0]);
	CFRelease(loops[0]);
}

/* The first time there is no key; then there is. */
static void *get_loops_twice(void *info)
{
	static pthread_key_t keys[PTHREAD_KEYS_MAX];
	CFRunLoopRef *loops = info;
	size_t count = 0;

	while (!pthread_key_create(&keys[count], NULL))
		count++;
	get_loops(loops);
	CFRelease(loops[0]);
	while (count > 0)
		pthread_key_delete(keys[--count]);
	return get_loops(loops);
}

/* Before anybody else has one made: the first test. */
static void without_a_key_at_first_it_goes_with_its_thread_too(void **state)
{
	CFRunLoopRef loops[2];
	pthread_t thread;

	pthread_create(&thread, NULL, get_loops_twice, loops);
	pthread_join(thread, NULL);
	if (!reach_cf_is_genuine())
		assert_int_equal(CFGetRetainCount(loops[0]), 1);
	CFRelease(loops[0]);
}

static pthread_key_t key;

static void ask_late(void *info)
{
	CFRunLoopRef *loops = info;

	get_loops(loops);
	CFRelease(loops[0]);
}

static void *end_with_a_destructor(void *info)
{
	get_loops(info);
	CFRelease(*(CFRunLoopRef *)info);
	pthread_setspecific(key, info);
	return NULL;
}

static void a_destructor_of_the_thread_may_ask_for_it(void **state)
{
	CFRunLoopRef loops[2];
	pthread_t thread;

	pthread_key_create(&key, ask_late);
	pthread_create(&thread, NULL, end_with_a_destructor, loops);
	pthread_join(thread, NULL);
	pthread_key_delete(key);
	assert_ptr_equal(loops[1], CFRunLoopGetMain());
}

static void a_loop_is_an_object_with_a_type(void **state)
{
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	CFStringRef description = CFCopyDescription(loop);

	assert_int_equal(CFGetTypeID(loop), CFRunLoopGetTypeID());
	assert_true(CFEqual(loop, loop));
	assert_non_null(description);
	CFRelease(description);
}

/* Delivers to a loop that the parent had, in a child of this thread. */
static bool can_deliver(CFRunLoopRef loop)
{
	struct listener listener;

	reach_delivery_after_fork();
	listener_init(&listener);
	if (CFRunLoopGetCurrent() != loop || CFRunLoopGetMain() != loop)
		return false;
	/* What the parent had in it is gone. */
	if (CFRunLoopRunInMode(DEFAULT, 5, false) != kCFRunLoopRunFinished)
		return false;
	if (reach_delivery_new_run_loop(&listener_client, &listener,
					&listener.delivery) ||
	    reach_delivery_add_loop(listener.delivery, loop, DEFAULT))
		return false;
	listener_signal(&listener);
	return CFRunLoopRunInMode(DEFAULT, 5, true) ==
		       kCFRunLoopRunHandledSource &&
	       listener.told == 1;
}

static void *fork_here(void *info)
{
	struct listener listener;
	CFRunLoopRef loop = CFRunLoopGetCurrent();
	int status = -1;
	pid_t child;

	listener_init(&listener);
	reach_delivery_new_run_loop(&listener_client, &listener,
				    &listener.delivery);
	reach_delivery_add_loop(listener.delivery, loop, DEFAULT);
	listener_signal(&listener);
	child = fork();
	if (!child)
		_exit(can_deliver(loop) ? 0 : 1);
	waitpid(child, &status, 0);
	CFRunLoopRunInMode(DEFAULT, 0, false);
	reach_delivery_cancel(listener.delivery);
	reach_delivery_free(listener.delivery);
	return status == 0 && listener.told == 1 ? &key : NULL;
}

static void a_child_goes_on_with_the_loop_of_its_thread(void **state)
{
	pthread_t thread;
	void *result;

	/* The toolchain's loops are its own affair. */
	if (reach_cf_is_genuine())
		return;
	assert_non_null(fork_here(NULL));
	pthread_create(&thread, NULL, fork_here, NULL);
	pthread_join(thread, &result);
	assert_non_null(result);
}

static void *fork_without_a_loop(void *info)
{
	int status = -1;
	pid_t child = fork();

	if (!child)
		_exit(can_deliver(info) ? 0 : 1);
	waitpid(child, &status, 0);
	return status == 0 ? info : NULL;
}

static void a_child_of_a_thread_without_a_loop_gets_the_main_one(void **state)
{
	pthread_t thread;
	void *result;

	if (reach_cf_is_genuine())
		return;
	pthread_create(&thread, NULL, fork_without_a_loop, CFRunLoopGetMain());
	pthread_join(thread, &result);
	assert_non_null(result);
}

/* What a compiler with blocks makes of ^{ then(text, letter); } */
struct block {
	const void *isa;
	int flags;
	int reserved;
	void (*invoke)(void *block);
	const unsigned long *descriptor;
	char letter;
	void (*then)(void);
};

static char text[32];

static void append(void *info)
{
	const struct block *block = info;
	size_t length = strlen(text);

	text[length] = block->letter;
	text[length + 1] = '\0';
	if (block->then)
		block->then();
}

/* For it to be copied it must lie on the stack, by its class. */
static int perform(CFTypeRef mode, char letter, void (*then)(void))
{
	static const unsigned long descriptor[2] = {0, sizeof(struct block)};
	struct block block = {
		.isa = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock"),
		.invoke = append,
		.descriptor = descriptor,
		.letter = letter,
		.then = then,
	};

	return reach_delivery_perform_block(CFRunLoopGetCurrent(), mode,
					    &block);
}

static bool has_blocks(void)
{
	if (dlsym(RTLD_DEFAULT, "_Block_copy"))
		return true;
	/* Then there is nothing to do it with. */
	assert_int_equal(perform(DEFAULT, 'x', NULL), -ENOSYS);
	return false;
}

static void blocks_are_called_once_in_their_mode(void **state)
{
	if (!has_blocks())
		return;
	text[0] = '\0';
	assert_int_equal(perform(DEFAULT, 'a', NULL), 0);
	assert_int_equal(perform(OTHER, 'b', NULL), 0);
	assert_int_equal(perform(kCFRunLoopCommonModes, 'c', NULL), 0);
	assert_string_equal(text, "");
	CFRunLoopRunInMode(DEFAULT, 0, false);
	assert_string_equal(text, "ac");
	CFRunLoopRunInMode(DEFAULT, 0, false);
	CFRunLoopRunInMode(OTHER, 0, false);
	assert_string_equal(text, "acb");
}

static void a_block_may_wait_for_several_modes(void **state)
{
	const void *modes[] = {OTHER, DEFAULT};
	CFArrayRef array =
		CFArrayCreate(NULL, modes, 2, &kCFTypeArrayCallBacks);

	text[0] = '\0';
	if (has_blocks()) {
		assert_int_equal(perform(array, 'a', NULL), 0);
		assert_int_equal(perform(array, 'b', NULL), 0);
		CFRunLoopRunInMode(CFSTR("a third"), 0, false);
		assert_string_equal(text, "");
		CFRunLoopRunInMode(OTHER, 0, false);
		CFRunLoopRunInMode(DEFAULT, 0, false);
		assert_string_equal(text, "ab");
	}
	CFRelease(array);
}

static void perform_again(void)
{
	perform(DEFAULT, 'n', perform_again);
}

static void a_block_made_in_a_block_waits_for_the_next_pass(void **state)
{
	struct listener listener;

	if (!has_blocks())
		return;
	listener_init(&listener);
	reach_delivery_new_run_loop(&listener_client, &listener,
				    &listener.delivery);
	reach_delivery_add_loop(listener.delivery, CFRunLoopGetCurrent(),
				DEFAULT);
	text[0] = '\0';
	assert_int_equal(perform(DEFAULT, 'a', perform_again), 0);
	listener_signal(&listener);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
			 kCFRunLoopRunHandledSource);
	assert_int_equal(listener.told, 1);
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 0.02, false),
			 kCFRunLoopRunTimedOut);
	assert_in_range(strlen(text), 2, 5);
	reach_delivery_cancel(listener.delivery);
	reach_delivery_free(listener.delivery);
}

static void what_is_no_mode_is_refused(void **state)
{
	if (!has_blocks() || reach_cf_is_genuine())
		return;
	assert_int_equal(perform(NULL, 'x', NULL), -EINVAL);
	assert_int_equal(perform(kCFBooleanTrue, 'x', NULL), -EINVAL);
}

static void *leave_a_block(void *info)
{
	perform(DEFAULT, 'x', NULL);
	return NULL;
}

static void blocks_end_with_their_thread(void **state)
{
	pthread_t thread;

	if (!has_blocks())
		return;
	text[0] = '\0';
	pthread_create(&thread, NULL, leave_a_block, NULL);
	pthread_join(thread, NULL);
	CFRunLoopRunInMode(DEFAULT, 0, false);
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(without_a_key_at_first_it_goes_with_its_thread_too),
		REACH_TEST(each_thread_has_a_loop_of_its_own),
		REACH_TEST(a_loop_goes_with_its_thread),
		REACH_TEST(a_destructor_of_the_thread_may_ask_for_it),
		REACH_TEST(a_loop_is_an_object_with_a_type),
		REACH_TEST(a_child_goes_on_with_the_loop_of_its_thread),
		REACH_TEST(
			a_child_of_a_thread_without_a_loop_gets_the_main_one),
		REACH_TEST(blocks_are_called_once_in_their_mode),
		REACH_TEST(a_block_may_wait_for_several_modes),
		REACH_TEST(what_is_no_mode_is_refused),
		REACH_TEST(blocks_end_with_their_thread),
		/* leaves one behind */
		REACH_TEST(a_block_made_in_a_block_waits_for_the_next_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
