/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* CONF-68 to CONF-74, CONF-77: the context to the letter, and what a callback
   and its replacement may count on. */

#include "recorder.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT kCFRunLoopDefaultMode

static const char anywhere[] = "198.51.100.1";

/* What happened, in order: "a+" retain, "a-" release, "a!" callback. */
static char story[1024];
static pthread_mutex_t story_lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(const char *who, char what)
{
	size_t length;

	pthread_mutex_lock(&story_lock);
	length = strlen(story);
	snprintf(story + length, sizeof(story) - length, "%s%c ", who, what);
	pthread_mutex_unlock(&story_lock);
}

static const void *retain(const void *info)
{
	tell(info, '+');
	return info;
}

static void release(const void *info)
{
	tell(info, '-');
}

static CFStringRef copy_description(const void *info)
{
	tell(info, '?');
	return CFSTR("never");
}

static void call(SCNetworkReachabilityRef target,
		 SCNetworkReachabilityFlags flags, void *info)
{
	tell(info, '!');
}

static SCNetworkReachabilityContext context_of(const char *name)
{
	return (SCNetworkReachabilityContext){
		.info = (void *)name,
		.retain = retain,
		.release = release,
		.copyDescription = copy_description,
	};
}

static void set(SCNetworkReachabilityRef target, const char *name)
{
	SCNetworkReachabilityContext context = context_of(name);

	assert_int_equal(
		SCNetworkReachabilitySetCallback(target, call, &context), TRUE);
}

static void clear(SCNetworkReachabilityRef target)
{
	assert_int_equal(SCNetworkReachabilitySetCallback(target, NULL, NULL),
			 TRUE);
}

static void schedule(SCNetworkReachabilityRef target)
{
	assert_int_equal(SCNetworkReachabilityScheduleWithRunLoop(
				 target, CFRunLoopGetCurrent(), DEFAULT),
			 TRUE);
}

static void unschedule(SCNetworkReachabilityRef target)
{
	assert_int_equal(SCNetworkReachabilityUnscheduleFromRunLoop(
				 target, CFRunLoopGetCurrent(), DEFAULT),
			 TRUE);
}

/* The default route goes or comes, and the loop serves one callback. */
static void change(bool reachable)
{
	reach_test_run("ip route %s default via 192.0.2.1",
		       reachable ? "add" : "del");
	assert_int_equal(CFRunLoopRunInMode(DEFAULT, 5, true),
			 kCFRunLoopRunHandledSource);
}

static bool is_story(void *info)
{
	bool is;

	pthread_mutex_lock(&story_lock);
	is = strcmp(story, info) == 0;
	pthread_mutex_unlock(&story_lock);
	return is;
}

/* The last reference may be one that the library's thread is giving up. */
static void expect_story(const char *expected)
{
	if (!reach_test_until(is_story, (void *)expected,
			      REACH_TEST_DEADLINE_MS))
		fail_msg("\"%s\", not \"%s\"", story, expected);
}

static int begin(void **state)
{
	pthread_mutex_lock(&story_lock);
	story[0] = '\0';
	pthread_mutex_unlock(&story_lock);
	return reach_test_enter_routed(state);
}

static void conf_68_release_comes_before_the_next_retain(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);

	set(target, "a");
	set(target, "b");
	clear(target);
	expect_story("a+ a- b+ b- ");
	clear(target);
	CFRelease(target);
	expect_story("a+ a- b+ b- ");
}

static void the_last_release_of_the_target_releases_the_context(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);

	set(target, "a");
	CFRelease(target);
	expect_story("a+ a- ");
}

static void conf_69_each_delivery_retains_and_releases(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);

	set(target, "a");
	schedule(target);
	change(false);
	change(true);
	expect_story("a+ a+ a! a- a+ a! a- ");
	unschedule(target);
	clear(target);
	expect_story("a+ a+ a! a- a+ a! a- a- ");
	CFRelease(target);
}

static const void *retain_as_b(const void *info)
{
	tell(info, '+');
	return "b";
}

static void conf_70_the_callback_gets_what_retain_returned(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");

	context.retain = retain_as_b;
	SCNetworkReachabilitySetCallback(target, call, &context);
	assert_ptr_equal(context.info, "a");
	schedule(target);
	change(false);
	unschedule(target);
	clear(target);
	CFRelease(target);
	expect_story("a+ b+ b! b- b- ");
}

static const void *retain_next(const void *info)
{
	tell(info, '+');
	return (const char *)info + 1;
}

static void each_release_gets_what_its_retain_returned(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("abc");

	context.retain = retain_next;
	SCNetworkReachabilitySetCallback(target, call, &context);
	schedule(target);
	change(false);
	unschedule(target);
	clear(target);
	CFRelease(target);
	expect_story("abc+ bc+ c! c- bc- ");
}

static void conf_71_release_without_retain_comes_once(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");

	context.retain = NULL;
	SCNetworkReachabilitySetCallback(target, call, &context);
	schedule(target);
	change(false);
	change(true);
	expect_story("a! a! ");
	unschedule(target);
	CFRelease(target);
	expect_story("a! a! a- ");
}

static void conf_72_version_and_description_are_not_looked_at(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");

	context.version = 7;
	assert_int_equal(
		SCNetworkReachabilitySetCallback(target, call, &context), TRUE);
	CFRelease(CFCopyDescription(target));
	CFRelease(target);
	expect_story("a+ a- ");
}

static void conf_73_without_a_callback_the_schedule_goes_on(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);

	set(target, "a");
	schedule(target);
	clear(target);
	reach_test_run("ip route del default");
	while (CFRunLoopRunInMode(DEFAULT, 0.3, true) ==
	       kCFRunLoopRunHandledSource)
		;
	assert_int_equal(test_read(target), 0);
	expect_story("a+ a- ");
	set(target, "b");
	/* Nothing is replayed. */
	while (CFRunLoopRunInMode(DEFAULT, 0.3, true) ==
	       kCFRunLoopRunHandledSource)
		;
	expect_story("a+ a- b+ ");
	change(true);
	expect_story("a+ a- b+ b+ b! b- ");
	unschedule(target);
	CFRelease(target);
	expect_story("a+ a- b+ b+ b! b- b- ");
}

static void a_context_without_a_callback_is_retained_all_the_same(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");

	SCNetworkReachabilitySetCallback(target, NULL, &context);
	schedule(target);
	change(false);
	unschedule(target);
	CFRelease(target);
	expect_story("a+ a+ a- a- ");
}

/* A callback that stays inside until it is let go. */
struct gate {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	bool inside;
	bool open;
	SCNetworkReachabilityRef target;
};

static void move(struct gate *gate, bool *flag)
{
	pthread_mutex_lock(&gate->lock);
	*flag = true;
	pthread_cond_broadcast(&gate->moved);
	pthread_mutex_unlock(&gate->lock);
}

static void wait_for(struct gate *gate, bool *flag)
{
	pthread_mutex_lock(&gate->lock);
	while (!*flag)
		pthread_cond_wait(&gate->moved, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

static struct gate gate;

static void call_and_stay(SCNetworkReachabilityRef target,
			  SCNetworkReachabilityFlags flags, void *info)
{
	tell(info, '(');
	move(&gate, &gate.inside);
	wait_for(&gate, &gate.open);
	tell(info, ')');
}

static void *interfere(void *info)
{
	wait_for(&gate, &gate.inside);
	clear(gate.target);
	tell("x", '1');
	assert_int_equal(SCNetworkReachabilityUnscheduleFromRunLoop(
				 gate.target, info, DEFAULT),
			 TRUE);
	tell("x", '2');
	move(&gate, &gate.open);
	return NULL;
}

static void conf_74_nobody_waits_for_a_callback_that_sleeps(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");
	pthread_t thread;

	gate = (struct gate){.lock = PTHREAD_MUTEX_INITIALIZER,
			     .moved = PTHREAD_COND_INITIALIZER,
			     .target = target};
	SCNetworkReachabilitySetCallback(target, call_and_stay, &context);
	schedule(target);
	pthread_create(&thread, NULL, interfere, CFRunLoopGetCurrent());
	change(false);
	pthread_join(thread, NULL);
	/* The delivery's release, then the one that SetCallback left to it. */
	expect_story("a+ a+ a( x1 x2 a) a- a- ");
	CFRelease(target);
}

static void call_and_replace(SCNetworkReachabilityRef target,
			     SCNetworkReachabilityFlags flags, void *info)
{
	tell(info, '!');
	set(target, "b");
	SCNetworkReachabilityGetFlags(target, &flags);
	CFRelease(CFCopyDescription(target));
	unschedule(target);
	schedule(target);
}

static void everything_is_allowed_inside_the_callback(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);
	SCNetworkReachabilityContext context = context_of("a");

	SCNetworkReachabilitySetCallback(target, call_and_replace, &context);
	schedule(target);
	change(false);
	expect_story("a+ a+ a! b+ a- a- ");
	change(true);
	expect_story("a+ a+ a! b+ a- a- b+ b! b- ");
	unschedule(target);
	CFRelease(target);
	expect_story("a+ a+ a! b+ a- a- b+ b! b- b- ");
}

static const void *retain_and_ask(const void *info)
{
	SCNetworkReachabilityFlags flags;

	if (gate.target)
		SCNetworkReachabilityGetFlags(gate.target, &flags);
	return info;
}

static void release_and_ask(const void *info)
{
	retain_and_ask(info);
}

static void retain_and_release_may_call_the_api(void **state)
{
	SCNetworkReachabilityContext context = {
		.info = "a",
		.retain = retain_and_ask,
		.release = release_and_ask,
	};

	gate.target = test_target(anywhere);
	SCNetworkReachabilitySetCallback(gate.target, call, &context);
	schedule(gate.target);
	change(false);
	clear(gate.target);
	unschedule(gate.target);
	CFRelease(gate.target);
	gate.target = NULL;
	expect_story("a! ");
}

static void conf_77_a_scheduled_target_shows_its_state(void **state)
{
	SCNetworkReachabilityRef target = test_target(anywhere);

	schedule(target);
	assert_true(test_description_has(
		target, "{address = 198.51.100.1, flags = 0x00000002, "
			"if_index = "));
	assert_false(test_description_has(target, "if_index = 0}"));
	set(target, "a");
	change(false);
	assert_true(test_description_has(
		target, ", flags = 0x00000000, if_index = 0}"));
	unschedule(target);
	CFRelease(target);
}

#define IN(test) REACH_TEST_IN(begin, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(conf_68_release_comes_before_the_next_retain),
		IN(the_last_release_of_the_target_releases_the_context),
		IN(conf_69_each_delivery_retains_and_releases),
		IN(conf_70_the_callback_gets_what_retain_returned),
		IN(each_release_gets_what_its_retain_returned),
		IN(conf_71_release_without_retain_comes_once),
		IN(conf_72_version_and_description_are_not_looked_at),
		IN(conf_73_without_a_callback_the_schedule_goes_on),
		IN(a_context_without_a_callback_is_retained_all_the_same),
		IN(conf_74_nobody_waits_for_a_callback_that_sleeps),
		IN(everything_is_allowed_inside_the_callback),
		IN(retain_and_release_may_call_the_api),
		IN(conf_77_a_scheduled_target_shows_its_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
