/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* GNetworkMonitor: asked when it says that the network has changed, as its
   documentation has it; and, for comparison, asked over and over. */

#include "watcher.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include "glib_monitor.h"

struct instance {
	GNetworkMonitor *monitor;
	GSocketConnectable *target;
	struct watcher_belief belief;
	bool polled;
};

static void ask(struct instance *instance)
{
	watcher_note(&instance->belief,
		     glib_can_reach(instance->monitor, instance->target));
}

static void changed(GNetworkMonitor *monitor, gboolean available, gpointer info)
{
	struct instance *instance = info;

	(void)monitor;
	(void)available;
	instance->belief.told++;
	ask(instance);
}

static GSocketConnectable *make(const char *text)
{
	unsigned char bytes[16];

	if (inet_pton(AF_INET, text, bytes) == 1 ||
	    inet_pton(AF_INET6, text, bytes) == 1) {
		union bench_address address = bench_address(text);

		return glib_address(&address);
	}
	return g_network_address_new(text, 9);
}

static void serve(void *info)
{
	struct instance *instance = info;

	while (g_main_context_iteration(NULL, FALSE))
		;
	if (instance->polled)
		ask(instance);
}

static struct instance *start_either(const char *text, bool polled)
{
	struct instance *instance = bench_allocate(1, sizeof(*instance));

	instance->monitor = glib_monitor_new();
	instance->target = make(text);
	instance->polled = polled;
	serve(instance);
	instance->belief.reachable =
		glib_can_reach(instance->monitor, instance->target);
	instance->belief.since = bench_now();
	if (!polled)
		g_signal_connect(instance->monitor, "network-changed",
				 G_CALLBACK(changed), instance);
	return instance;
}

static void *start(const char *text)
{
	return start_either(text, false);
}

static void *start_polled(const char *text)
{
	return start_either(text, true);
}

static struct watcher_belief believe(void *info)
{
	struct instance *instance = info;

	return instance->belief;
}

static void stop(void *info)
{
	struct instance *instance = info;

	g_signal_handlers_disconnect_by_data(instance->monitor, instance);
	g_object_unref(instance->monitor);
	g_object_unref(instance->target);
	free(instance);
}

const struct watcher watcher_glib = {
	.name = "GLib, network-changed",
	.start = start,
	.serve = serve,
	.believe = believe,
	.stop = stop,
	.knows_names = true,
};

const struct watcher watcher_glib_polled = {
	.name = "GLib, asked all the time",
	.start = start_polled,
	.serve = serve,
	.believe = believe,
	.stop = stop,
	.knows_names = true,
};
