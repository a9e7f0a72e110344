/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A target on a port. */

#include "watcher.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "library.h"

struct instance {
	reach_port_ref port;
	SCNetworkReachabilityRef target;
	struct watcher_belief belief;
};

static void call_back(SCNetworkReachabilityRef target,
		      SCNetworkReachabilityFlags flags, void *info)
{
	struct instance *instance = info;

	(void)target;
	instance->belief.told++;
	watcher_note(&instance->belief,
		     flags & kSCNetworkReachabilityFlagsReachable);
}

static SCNetworkReachabilityRef make(const char *text)
{
	unsigned char bytes[16];
	SCNetworkReachabilityRef target;

	if (inet_pton(AF_INET, text, bytes) == 1 ||
	    inet_pton(AF_INET6, text, bytes) == 1) {
		union bench_address address = bench_address(text);

		return library_target(&address);
	}
	target = SCNetworkReachabilityCreateWithName(NULL, text);
	if (!target)
		bench_die("no target for %s", text);
	return target;
}

static void *start(const char *text)
{
	struct instance *instance = bench_allocate(1, sizeof(*instance));
	SCNetworkReachabilityContext context = {.info = instance};

	instance->port = reach_port_create();
	instance->target = make(text);
	instance->belief.reachable = library_read(instance->target) & 1;
	instance->belief.since = bench_now();
	if (!instance->port ||
	    !SCNetworkReachabilitySetCallback(instance->target, call_back,
					      &context) ||
	    !reach_set_port(instance->target, instance->port))
		bench_die("not scheduled");
	return instance;
}

static void serve(void *info)
{
	struct instance *instance = info;

	reach_port_dispatch(instance->port);
}

static struct watcher_belief believe(void *info)
{
	struct instance *instance = info;

	return instance->belief;
}

static void stop(void *info)
{
	struct instance *instance = info;

	reach_set_port(instance->target, NULL);
	CFRelease(instance->target);
	reach_port_release(instance->port);
	free(instance);
}

const struct watcher watcher_library = {
	.name = "libreachability",
	.start = start,
	.serve = serve,
	.believe = believe,
	.stop = stop,
	.knows_names = true,
};
