/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the clients in this folder share: a network that goes and comes back,
 * waiting with a deadline, and a verdict. "run" starts each of them in a
 * namespace with wan0 (192.0.2.2/24), a default route through 192.0.2.1, and a
 * host server.test at 198.51.100.7. Knows only what is installed.
 */

#ifndef CLIENT_H
#define CLIENT_H

#include <SystemConfiguration/SystemConfiguration.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define DEADLINE 20 /* seconds */

enum {
	REACHABLE = kSCNetworkReachabilityFlagsReachable,
	ON_LINK = REACHABLE | kSCNetworkReachabilityFlagsIsDirect,
	OWN = ON_LINK | kSCNetworkReachabilityFlagsIsLocalAddress,
};

static int failures;

#define EXPECT(what) expect((what) ? 1 : 0, #what, __LINE__)

static inline void expect(int holds, const char *what, int line)
{
	if (!holds) {
		fprintf(stderr, "line %d: not so: %s\n", line, what);
		failures++;
	}
}

static inline void shell(const char *command)
{
	if (system(command)) {
		fprintf(stderr, "failed: %s\n", command);
		exit(2);
	}
}

static inline void network_down(void)
{
	shell("ip link set wan0 down");
}

/* Back when the kernel has taken the carrier, too. */
static inline void network_up(void)
{
	shell("ip link set wan0 up; "
	      "until ip link show wan0 | grep -q 'state UP'; do :; done; "
	      "ip route add default via 192.0.2.1");
}

/* What callbacks write and others read; who waits for it is woken. */
static pthread_mutex_t values = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;

static inline int load(const int *value)
{
	return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

static inline int add(int *value, int more)
{
	int sum;

	pthread_mutex_lock(&values);
	sum = __atomic_add_fetch(value, more, __ATOMIC_ACQ_REL);
	pthread_cond_broadcast(&written);
	pthread_mutex_unlock(&values);
	return sum;
}

static inline void store(int *value, int content)
{
	pthread_mutex_lock(&values);
	__atomic_store_n(value, content, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&written);
	pthread_mutex_unlock(&values);
}

/* Runs the current loop until the value is another. */
static inline int run_until(const int *value, int wanted)
{
	time_t end = time(NULL) + DEADLINE;

	while (load(value) != wanted && time(NULL) < end)
		CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, FALSE);
	return load(value) == wanted;
}

/* Waits while others change the value. */
static inline int wait_until(const int *value, int wanted)
{
	struct timespec end;
	int late = 0;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += DEADLINE;
	pthread_mutex_lock(&values);
	while (load(value) != wanted && !late)
		late = pthread_cond_timedwait(&written, &values, &end);
	pthread_mutex_unlock(&values);
	return load(value) == wanted;
}

static inline struct sockaddr_in ipv4(const char *text)
{
	struct sockaddr_in address;

	memset(&address, 0, sizeof(address));
	address.sin_family = AF_INET;
	if (inet_pton(AF_INET, text, &address.sin_addr) != 1)
		exit(2);
	return address;
}

static inline SCNetworkReachabilityRef target_of(const char *text)
{
	struct sockaddr_in address = ipv4(text);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithAddress(
			NULL, (const struct sockaddr *)&address);

	if (!target)
		exit(2);
	return target;
}

static inline SCNetworkReachabilityRef any_network(void)
{
	return target_of("0.0.0.0");
}

static inline int flags_of(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityFlags flags = 0;

	return SCNetworkReachabilityGetFlags(target, &flags) ? (int)flags : -1;
}

/* The flags a witness was told last; -1 is none. It is scheduled where the
   client is, so that once it was told of a change the client has been too. */
static int witnessed = -1;

static inline void witness(SCNetworkReachabilityRef target,
			   SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	(void)info;
	store(&witnessed, (int)flags);
}

static inline SCNetworkReachabilityRef new_witness(void)
{
	SCNetworkReachabilityRef target = any_network();

	EXPECT(SCNetworkReachabilitySetCallback(target, witness, NULL));
	return target;
}

#endif
