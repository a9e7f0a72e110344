/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Every call of the API from inside retain, release and the callback, wherever
 * those run, while another thread makes the same calls; with the locks that
 * real clients hold: none; one that their functions take and that is released
 * around calls, as Python's; one that may be taken twice and is held around
 * calls, as Objective-C's @synchronized. A watchdog tells who hangs.
 */

#include "recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SystemConfiguration/SCPrivate.h>

#include "crew.h"
#include "flapper.h"
#include "watchdog.h"

#define DEFAULT kCFRunLoopDefaultMode
#define ANYWHERE "198.51.100.1"
/* of each call in each place; some find the target not scheduled */
#define ROUNDS 2
#define STEADY 4
#define PATIENCE_MS (4 * REACH_TEST_DEADLINE_MS)

dispatch_queue_t dispatch_queue_create(const char *label, void *attributes)
	__attribute__((weak));
void dispatch_sync_f(dispatch_queue_t queue, void *info, void (*work)(void *))
	__attribute__((weak));
void dispatch_release(void *object) __attribute__((weak));

enum place {
	IN_RETAIN,
	IN_RELEASE,
	IN_CALLBACK,
	PLACES,
};

enum locking {
	LOCK_NONE,
	LOCK_RELEASED_AROUND_CALLS,
	LOCK_HELD_AROUND_CALLS,
	LOCKINGS,
};
static const char *const locking_names[] = {
	"no lock", "a lock released around calls", "a lock held around calls"};

enum delivery {
	ON_LOOP,
	ON_EXECUTOR,
	ON_PORT,
	ON_QUEUE,
};
static const char *const delivery_names[] = {"run loop", "executor", "port",
					     "queue"};

static struct world {
	enum locking locking;
	enum delivery delivery;
	char name[128];
	pthread_mutex_t lock;
	SCNetworkReachabilityRef target;
	/* scheduled as it is, and left so: their callbacks come in any case */
	SCNetworkReachabilityRef steady[STEADY];
	/* never scheduled; scheduled for good */
	SCNetworkReachabilityRef idle;
	SCNetworkReachabilityRef busy;
	CFRunLoopRef loop;
	reach_port_ref port;
	dispatch_queue_t queue;
	struct crew crew;
	struct reach_executor executor;
	/* how many calls were made in each place; never mind in which order */
	unsigned int begun[PLACES];
	unsigned int made[PLACES];
	bool stop;
	/* at the end nothing is called inside */
	bool quiet;
	/* retains less releases */
	int balance;
} world;

/* Inside retain, release or a callback of this thread: no deeper. */
static __thread bool inside;

/* The client's lock, around its own doings. */
static void lock_client(void)
{
	if (world.locking != LOCK_NONE)
		pthread_mutex_lock(&world.lock);
}

static void unlock_client(void)
{
	if (world.locking != LOCK_NONE)
		pthread_mutex_unlock(&world.lock);
}

/* Around a call of the API by one who has the lock. */
static void begin_call(void)
{
	if (world.locking == LOCK_RELEASED_AROUND_CALLS)
		pthread_mutex_unlock(&world.lock);
}

static void end_call(void)
{
	if (world.locking == LOCK_RELEASED_AROUND_CALLS)
		pthread_mutex_lock(&world.lock);
}

static void schedule_one(SCNetworkReachabilityRef target)
{
	switch (world.delivery) {
	case ON_LOOP:
		SCNetworkReachabilityScheduleWithRunLoop(target, world.loop,
							 DEFAULT);
		break;
	case ON_EXECUTOR:
		reach_set_executor(target, &world.executor);
		break;
	case ON_PORT:
		reach_set_port(target, world.port);
		break;
	default:
		SCNetworkReachabilitySetDispatchQueue(target, world.queue);
		break;
	}
}

static void schedule(void)
{
	schedule_one(world.target);
}

static void unschedule_from_loop(void)
{
	SCNetworkReachabilityUnscheduleFromRunLoop(world.target, world.loop,
						   DEFAULT);
}

static void unschedule(void)
{
	SCNetworkReachabilitySetDispatchQueue(world.target, NULL);
}

static void reschedule(void)
{
	unschedule();
	schedule();
}

static void set_callback(void);

static void clear_callback(void)
{
	SCNetworkReachabilitySetCallback(world.target, NULL, NULL);
}

static void read_own(void)
{
	test_read(world.target);
}

static void read_others(void)
{
	test_read(world.idle);
	test_read(world.busy);
}

static void explain(void)
{
	struct reach_explanation why = {.size = sizeof(why)};

	reach_explain(world.target, &why);
	reach_explain(world.idle, &why);
}

static void describe(void)
{
	CFRelease(CFCopyDescription(world.target));
}

static void ask_more(void)
{
	CFArrayRef addresses =
		SCNetworkReachabilityCopyResolvedAddress(world.busy, NULL);

	if (addresses)
		CFRelease(addresses);
	SCNetworkReachabilityGetInterfaceIndex(world.target);
}

static void make_and_drop(void)
{
	SCNetworkReachabilityRef address = test_target("192.0.2.1");
	SCNetworkReachabilityRef name = test_name("deadlock.test");

	test_read(address);
	reach_set_port(name, world.port);
	CFRelease(address);
	reach_set_port(name, NULL);
	CFRelease(name);
}

static void count_references(void)
{
	CFRetain(world.target);
	CFRelease(world.target);
}

static void use_others(void)
{
	reach_port_ref port = reach_port_create();

	reach_port_dispatch(port);
	reach_port_release(port);
	reach_port_dispatch(world.port);
	CFRunLoopWakeUp(world.loop);
}

static const struct {
	const char *name;
	void (*call)(void);
} calls[] = {
	{"schedule", schedule},
	{"unschedule from the loop", unschedule_from_loop},
	{"unschedule", unschedule},
	{"reschedule", reschedule},
	{"set the callback", set_callback},
	{"clear the callback", clear_callback},
	{"read its flags", read_own},
	{"read others' flags", read_others},
	{"explain", explain},
	{"describe", describe},
	{"resolved addresses, interface", ask_more},
	{"make, schedule and drop others", make_and_drop},
	{"retain and release", count_references},
	{"ports, loops", use_others},
};
#define CALLS (sizeof(calls) / sizeof(calls[0]))

static void call_api(unsigned int number)
{
	begin_call();
	calls[number % CALLS].call();
	end_call();
}

/* What the client does in one of its functions: the next call. */
static void be_in(enum place place)
{
	unsigned int number;

	lock_client();
	if (!inside && !__atomic_load_n(&world.quiet, __ATOMIC_SEQ_CST)) {
		inside = true;
		number = __atomic_fetch_add(&world.begun[place], 1,
					    __ATOMIC_SEQ_CST);
		call_api(number);
		__atomic_add_fetch(&world.made[place], 1, __ATOMIC_SEQ_CST);
		watchdog_feed(world.name);
		inside = false;
	}
	unlock_client();
}

static const void *retain(const void *info)
{
	__atomic_add_fetch(&world.balance, 1, __ATOMIC_SEQ_CST);
	be_in(IN_RETAIN);
	return info;
}

static void release(const void *info)
{
	be_in(IN_RELEASE);
	__atomic_sub_fetch(&world.balance, 1, __ATOMIC_SEQ_CST);
}

static void called_back(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	be_in(IN_CALLBACK);
}

static void set_callback_of(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityContext context = {
		.info = &world,
		.retain = retain,
		.release = release,
	};

	SCNetworkReachabilitySetCallback(target, called_back, &context);
}

static void set_callback(void)
{
	set_callback_of(world.target);
}

/* The other thread of the client. */
static void *call_on_and_on(void *info)
{
	unsigned int number = 0;

	while (!__atomic_load_n(&world.stop, __ATOMIC_SEQ_CST)) {
		lock_client();
		call_api(number++);
		/* as it was, for somebody to be told at all */
		begin_call();
		schedule();
		end_call();
		unlock_client();
		reach_test_readable(-1, 10);
	}
	return info;
}

static void nothing(void *info)
{
}

/* Lets those run who are to be told. */
static void serve(void)
{
	CFRunLoopRunInMode(DEFAULT, 0.001, true);
	reach_test_readable(reach_port_get_fd(world.port), 1);
	reach_port_dispatch(world.port);
	if (world.queue)
		dispatch_sync_f(world.queue, NULL, nothing);
}

static void begin_world(enum locking locking, enum delivery delivery)
{
	pthread_mutexattr_t attributes;

	world.locking = locking;
	world.delivery = delivery;
	snprintf(world.name, sizeof(world.name), "%s, %s",
		 delivery_names[delivery], locking_names[locking]);
	pthread_mutexattr_init(&attributes);
	if (locking == LOCK_HELD_AROUND_CALLS)
		pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&world.lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	memset(world.begun, 0, sizeof(world.begun));
	memset(world.made, 0, sizeof(world.made));
	world.stop = false;
	world.quiet = false;
	world.target = test_target(ANYWHERE);
	crew_start(&world.crew, 1);
	world.executor = crew_executor(&world.crew);
	if (delivery == ON_QUEUE)
		world.queue = dispatch_queue_create("deadlock", NULL);
	for (int i = 0; i < STEADY; i++) {
		world.steady[i] = test_target(ANYWHERE);
		set_callback_of(world.steady[i]);
		schedule_one(world.steady[i]);
	}
}

static bool is_balanced(void *info)
{
	return __atomic_load_n(&world.balance, __ATOMIC_SEQ_CST) == 0;
}

static void end_world(void)
{
	__atomic_store_n(&world.quiet, true, __ATOMIC_SEQ_CST);
	unschedule();
	serve();
	clear_callback();
	CFRelease(world.target);
	for (int i = 0; i < STEADY; i++) {
		SCNetworkReachabilitySetDispatchQueue(world.steady[i], NULL);
		CFRelease(world.steady[i]);
	}
	crew_finish(&world.crew);
	serve();
	assert_true(
		reach_test_until(is_balanced, NULL, REACH_TEST_DEADLINE_MS));
	if (world.queue)
		dispatch_release(world.queue);
	world.queue = NULL;
	pthread_mutex_destroy(&world.lock);
}

static unsigned int count_made(enum place place)
{
	return __atomic_load_n(&world.made[place], __ATOMIC_SEQ_CST);
}

static bool has_been_everywhere(void)
{
	for (int place = 0; place < PLACES; place++)
		if (count_made((enum place)place) < ROUNDS * CALLS)
			return false;
	return true;
}

/* A change, and time for somebody to be told of it. */
static void flap(const struct flapper *flapper, const char *command)
{
	unsigned int made = count_made(IN_CALLBACK);
	int64_t end = reach_test_now() + 30;

	assert_true(flapper_do(flapper, command));
	while (count_made(IN_CALLBACK) == made && reach_test_now() < end)
		serve();
}

static void play(const struct flapper *flapper)
{
	pthread_t thread;

	watchdog_start(PATIENCE_MS);
	watchdog_feed(world.name);
	pthread_create(&thread, NULL, call_on_and_on, NULL);
	while (!has_been_everywhere()) {
		lock_client();
		begin_call();
		set_callback();
		schedule();
		end_call();
		unlock_client();
		flap(flapper, "route del default\n");
		flap(flapper, "route add default via 192.0.2.1\n");
	}
	__atomic_store_n(&world.stop, true, __ATOMIC_SEQ_CST);
	pthread_join(thread, NULL);
	end_world();
	watchdog_stop();
}

static void play_all(enum delivery delivery)
{
	struct flapper flapper;

	if (delivery == ON_QUEUE && !dispatch_queue_create)
		reach_test_skip("libdispatch");
	flapper_start(&flapper);
	world.loop = CFRunLoopGetCurrent();
	world.port = reach_port_create();
	world.idle = test_target(ANYWHERE);
	world.busy = test_name("busy.test");
	assert_int_equal(reach_set_port(world.busy, world.port), TRUE);
	for (int locking = 0; locking < LOCKINGS; locking++) {
		begin_world((enum locking)locking, delivery);
		play(&flapper);
	}
	flapper_finish(&flapper);
	reach_set_port(world.busy, NULL);
	CFRelease(world.busy);
	CFRelease(world.idle);
	reach_port_release(world.port);
}

static void every_call_is_allowed_inside_on_a_run_loop(void **state)
{
	play_all(ON_LOOP);
}

static void every_call_is_allowed_inside_on_an_executor(void **state)
{
	play_all(ON_EXECUTOR);
}

static void every_call_is_allowed_inside_on_a_port(void **state)
{
	play_all(ON_PORT);
}

static void every_call_is_allowed_inside_on_a_queue(void **state)
{
	play_all(ON_QUEUE);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(every_call_is_allowed_inside_on_a_run_loop),
		IN(every_call_is_allowed_inside_on_an_executor),
		IN(every_call_is_allowed_inside_on_a_port),
		IN(every_call_is_allowed_inside_on_a_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
