/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The client's life. Knows nothing of which call will fail. */

#include "scenario.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>

#include "api.h"
#include "faults.h"
#include "routes.h"

#define DIRECT 0x20002u
#define GATEWAY_LESS "d0"
#define UNTOUCHED 0x5a5a5a5au
#define QUIET_MS 100
/* Look-ups are tried again only after some time, and there are many of us. */
#define PATIENCE_MS (4 * REACH_TEST_DEADLINE_MS)

enum { ADDRESS, ADDRESS6, PAIR, NAME };

static void complain(struct scenario *scenario, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void complain(struct scenario *scenario, const char *format, ...)
{
	va_list arguments;

	if (scenario->failed)
		return;
	scenario->failed = true;
	va_start(arguments, format);
	vsnprintf(scenario->complaint, sizeof(scenario->complaint), format,
		  arguments);
	va_end(arguments);
}

/* An old status must not look like a new one. */
static void clear_status(void)
{
	SCNetworkReachabilityGetFlags(NULL, NULL);
}

/* A call that failed says why; it was not the arguments. Then it may be called
   once more. */
static bool may_retry(struct scenario *scenario, const char *what, int *tries)
{
	int status = SCError();
	CFErrorRef error = SCCopyLastError();

	if (scenario->strict || status == kSCStatusOK ||
	    status == kSCStatusInvalidArgument)
		complain(scenario, "%s failed with status %d", what, status);
	if (!error)
		complain(scenario, "there is no error object");
	else
		CFRelease(error);
	if (++*tries == 3)
		complain(scenario, "%s fails again and again, with %d (%s)",
			 what, status, SCErrorString(status));
	return !scenario->failed;
}

#define INSIST(scenario, what, expression)                     \
	do {                                                   \
		int insisted = 0;                              \
                                                               \
		clear_status();                                \
		while (!(expression) &&                        \
		       may_retry(scenario, (what), &insisted)) \
			clear_status();                        \
	} while (0)

static void hear(SCNetworkReachabilityRef target,
		 SCNetworkReachabilityFlags flags, void *info)
{
	struct client *client = info;

	(void)target;
	__atomic_store_n(&client->told, flags, __ATOMIC_RELAXED);
	__atomic_add_fetch(&client->count, 1, __ATOMIC_RELEASE);
}

static const void *retain(const void *info)
{
	__atomic_add_fetch(&((struct client *)info)->retains, 1,
			   __ATOMIC_RELAXED);
	return info;
}

static void release(const void *info)
{
	__atomic_sub_fetch(&((struct client *)info)->retains, 1,
			   __ATOMIC_RELEASE);
}

static SCNetworkReachabilityRef create(int kind)
{
	const union test_address remote = test_address("198.51.100.1");
	const union test_address remote6 = test_address("2001:db8:2::1");
	const union test_address local = test_address("192.0.2.2");

	switch (kind) {
	case ADDRESS:
		return SCNetworkReachabilityCreateWithAddress(NULL,
							      &remote.any);
	case ADDRESS6:
		return SCNetworkReachabilityCreateWithAddress(NULL,
							      &remote6.any);
	case PAIR:
		return SCNetworkReachabilityCreateWithAddressPair(
			NULL, &local.any, &remote.any);
	default:
		return SCNetworkReachabilityCreateWithName(NULL, "www.test");
	}
}

static void make_targets(struct scenario *scenario)
{
	static const char *const kinds[] = {"address", "IPv6 address", "pair",
					    "name"};

	for (int i = 0; i < SCENARIO_TARGETS; i++) {
		struct client *client = &scenario->clients[i];

		*client = (struct client){.what = kinds[i]};
		INSIST(scenario, kinds[i], client->target = create(i));
	}
}

static void read_flags(struct scenario *scenario, struct client *client,
		       SCNetworkReachabilityFlags expected)
{
	SCNetworkReachabilityFlags flags = UNTOUCHED;

	clear_status();
	if (!SCNetworkReachabilityGetFlags(client->target, &flags)) {
		int tries = 0;

		if (flags != UNTOUCHED)
			complain(scenario, "a failed GetFlags wrote 0x%x",
				 flags);
		may_retry(scenario, "GetFlags", &tries);
		INSIST(scenario, "GetFlags",
		       SCNetworkReachabilityGetFlags(client->target, &flags));
	}
	if (flags != expected)
		complain(scenario, "%s is 0x%x, not 0x%x", client->what, flags,
			 expected);
}

static void ask(struct scenario *scenario, struct client *client)
{
	struct reach_explanation explanation = {
		.size = sizeof(explanation),
		.flags = UNTOUCHED,
	};
	CFStringRef description;

	read_flags(scenario, client,
		   client == &scenario->clients[NAME] ? 0x2 : DIRECT);
	clear_status();
	if (!reach_explain(client->target, &explanation)) {
		int tries = 0;

		if (explanation.flags != UNTOUCHED)
			complain(scenario, "a failed explanation was written");
		may_retry(scenario, "explain", &tries);
	}
	INSIST(scenario, "explain",
	       reach_explain(client->target, &explanation));
	description = CFCopyDescription(client->target);
	if (!description)
		description = CFCopyDescription(client->target);
	if (!description)
		complain(scenario, "there is no description");
	else
		CFRelease(description);
}

static void execute_at_once(void *info, void (*work)(void *), void *work_info)
{
	(void)info;
	work(work_info);
}

static Boolean schedule(struct client *client, int kind)
{
	static const struct reach_executor executor = {
		.execute = execute_at_once,
	};
	CFRunLoopRef loop;

	switch (kind) {
	case ADDRESS6:
		if (!client->port)
			client->port = reach_port_create();
		return client->port &&
		       reach_set_port(client->target, client->port);
	case PAIR:
		return reach_set_executor(client->target, &executor);
	default:
		loop = CFRunLoopGetCurrent();
		/* It has no status of its own. */
		if (!loop)
			loop = CFRunLoopGetCurrent();
		return SCNetworkReachabilityScheduleWithRunLoop(
			client->target, loop, kCFRunLoopDefaultMode);
	}
}

static void begin(struct scenario *scenario, int kind)
{
	struct client *client = &scenario->clients[kind];
	SCNetworkReachabilityContext context = {
		.info = client,
		.retain = retain,
		.release = release,
	};

	INSIST(scenario, "SetCallback",
	       SCNetworkReachabilitySetCallback(client->target, hear,
						&context));
	INSIST(scenario, client->what, schedule(client, kind));
}

/* Whatever is due, for a moment. */
static void serve(struct scenario *scenario)
{
	reach_port_ref port = scenario->clients[ADDRESS6].port;

	if (reach_test_readable(reach_port_get_fd(port), 0))
		reach_port_dispatch(port);
	if (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.002, true) ==
	    kCFRunLoopRunFinished)
		complain(scenario, "the loop has nothing to serve");
}

static bool is_told(const struct client *client, unsigned int count,
		    SCNetworkReachabilityFlags flags)
{
	return __atomic_load_n(&client->count, __ATOMIC_ACQUIRE) >= count &&
	       __atomic_load_n(&client->told, __ATOMIC_RELAXED) == flags;
}

/* Until it was told so often, and this last. */
static void await(struct scenario *scenario, int kind, unsigned int count,
		  SCNetworkReachabilityFlags flags)
{
	struct client *client = &scenario->clients[kind];
	int64_t end = reach_test_now() + PATIENCE_MS;

	while (!scenario->failed && !is_told(client, count, flags)) {
		serve(scenario);
		if (reach_test_now() > end)
			complain(scenario,
				 "%s: %u callbacks, the last with 0x%x, "
				 "not %u and 0x%x",
				 client->what, client->count, client->told,
				 count, flags);
	}
	if (!scenario->failed)
		read_flags(scenario, client, flags);
}

static void change_routes(struct scenario *scenario, bool there)
{
	SCNetworkReachabilityFlags expected = there ? DIRECT : 0;

	if (routes_default(scenario->routes, AF_INET, GATEWAY_LESS, there) ||
	    routes_default(scenario->routes, AF_INET6, GATEWAY_LESS, there))
		complain(scenario, "the routes cannot be changed");
	for (int i = 0; i < SCENARIO_TARGETS; i++)
		await(scenario, i, 1, expected);
}

/* Until the name service was left alone for as long as a burst of refreshes
   may pause. */
static void await_silence(struct scenario *scenario)
{
	unsigned int count = faults_count(FAULT_NAMES);
	int64_t since = reach_test_now();

	while (!scenario->failed && reach_test_now() < since + QUIET_MS) {
		serve(scenario);
		if (faults_count(FAULT_NAMES) == count)
			continue;
		count = faults_count(FAULT_NAMES);
		since = reach_test_now();
	}
}

static void change_name(struct scenario *scenario)
{
	unsigned int count;

	await_silence(scenario);
	count = scenario->clients[NAME].count;
	faults_set_client(false);
	reach_test_write("/etc/hosts.new", "198.51.100.7 www.test\n"
					   "198.51.100.8 www.test\n");
	faults_set_client(true);
	rename("/etc/hosts.new", "/etc/hosts");
	/* The same word, of one address more. */
	await(scenario, NAME, count + 1, DIRECT);
}

static void end(struct scenario *scenario, int kind)
{
	struct client *client = &scenario->clients[kind];

	if (kind == ADDRESS6)
		INSIST(scenario, "leave", reach_set_port(client->target, NULL));
	else if (kind == PAIR)
		INSIST(scenario, "leave",
		       reach_set_executor(client->target, NULL));
	else
		INSIST(scenario, "leave",
		       SCNetworkReachabilityUnscheduleFromRunLoop(
			       client->target, CFRunLoopGetCurrent(),
			       kCFRunLoopDefaultMode));
	INSIST(scenario, "SetCallback(NULL)",
	       SCNetworkReachabilitySetCallback(client->target, NULL, NULL));
	CFRelease(client->target);
	reach_port_release(client->port);
}

static bool is_released(void *info)
{
	return __atomic_load_n(&((struct client *)info)->retains,
			       __ATOMIC_ACQUIRE) == 0;
}

static void live(struct scenario *scenario)
{
	faults_set_client(true);
	make_targets(scenario);
	for (int i = 0; !scenario->failed && i < SCENARIO_TARGETS; i++)
		ask(scenario, &scenario->clients[i]);
	for (int i = 0; !scenario->failed && i < SCENARIO_TARGETS; i++)
		begin(scenario, i);
	if (!scenario->failed)
		await(scenario, NAME, 2, DIRECT);
	if (!scenario->failed)
		change_routes(scenario, false);
	if (!scenario->failed)
		change_routes(scenario, true);
	if (!scenario->failed)
		change_name(scenario);
	for (int i = 0; !scenario->failed && i < SCENARIO_TARGETS; i++)
		end(scenario, i);
	for (int i = 0; !scenario->failed && i < SCENARIO_TARGETS; i++)
		if (!reach_test_until(is_released, &scenario->clients[i],
				      PATIENCE_MS))
			complain(scenario, "%s: its context is not released",
				 scenario->clients[i].what);
	faults_set_client(false);
}

bool scenario_run_here(struct scenario *scenario)
{
	scenario->failed = false;
	reach_test_write("/etc/hosts", "198.51.100.7 www.test\n");
	live(scenario);
	return !scenario->failed;
}

static void *run(void *scenario)
{
	scenario_run_here(scenario);
	return NULL;
}

bool scenario_run(struct scenario *scenario)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, scenario);
	pthread_join(thread, NULL);
	return !scenario->failed;
}

void scenario_prepare(struct scenario *scenario)
{
	reach_test_lay_etc("nameserver 127.0.0.1\n");
	/* All addresses of a name, not the first. */
	reach_test_write("/etc/host.conf", "multi on\n");
	reach_test_run("ip link add " GATEWAY_LESS " type veth peer name d1 && "
		       "sysctl -qw net.ipv6.conf." GATEWAY_LESS
		       ".accept_dad=0 && ip link set d1 up && "
		       "ip link set " GATEWAY_LESS " up && "
		       "ip addr add 192.0.2.2/24 dev " GATEWAY_LESS " && "
		       "ip addr add 2001:db8:1::2/64 dev " GATEWAY_LESS
		       " nodad");
	reach_test_settle("2001:db8:1::2");
	reach_test_settle_link(GATEWAY_LESS);
	scenario->routes = routes_open();
	if (routes_default(scenario->routes, AF_INET, GATEWAY_LESS, true) ||
	    routes_default(scenario->routes, AF_INET6, GATEWAY_LESS, true))
		fail_msg("there are no default routes");
}
