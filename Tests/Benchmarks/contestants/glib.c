/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * GLib's GNetworkMonitor with its netlink backend, as the machine has it. Each
 * instance is a new one, made past the singleton: that one would go on
 * listening to a network that is long gone.
 */

#include "contestant.h"

#include <stdlib.h>
#include <string.h>

#include <gio/gio.h>

#include "glib_monitor.h"

struct glib {
	GNetworkMonitor *monitor;
	size_t count;
	GSocketConnectable **addresses;
};

GNetworkMonitor *glib_monitor_new(void)
{
	GIOExtensionPoint *point;
	GIOExtension *extension;
	GError *error = NULL;
	GInitable *monitor;

	/* Loads the modules, and with them the backends. */
	g_tls_backend_get_default();
	point = g_io_extension_point_lookup(
		G_NETWORK_MONITOR_EXTENSION_POINT_NAME);
	extension = point ? g_io_extension_point_get_extension_by_name(
				    point, "netlink")
			  : NULL;
	if (!extension)
		bench_die("GLib has no netlink backend");
	monitor = g_initable_new(g_io_extension_get_type(extension), NULL,
				 &error, NULL);
	if (!monitor)
		bench_die("no GNetworkMonitor: %s", error->message);
	return G_NETWORK_MONITOR(monitor);
}

GSocketConnectable *glib_address(const union bench_address *address)
{
	GSocketAddress *made;
	union bench_address copy = *address;

	copy.ipv4.sin_port = htons(9);
	made = g_socket_address_new_from_native(&copy, sizeof(copy));
	if (!made)
		bench_die("no GSocketAddress");
	return G_SOCKET_CONNECTABLE(made);
}

bool glib_can_reach(GNetworkMonitor *monitor, GSocketConnectable *address)
{
	return g_network_monitor_can_reach(monitor, address, NULL, NULL);
}

static void serve(void *instance)
{
	(void)instance;
	while (g_main_context_iteration(NULL, FALSE))
		;
}

static void *start(const union bench_address *addresses, size_t count)
{
	struct glib *glib = bench_allocate(1, sizeof(*glib));

	glib->monitor = glib_monitor_new();
	glib->count = count;
	glib->addresses = bench_allocate(count, sizeof(*glib->addresses));
	for (size_t i = 0; i < count; i++)
		glib->addresses[i] = glib_address(&addresses[i]);
	serve(glib);
	return glib;
}

static void ask(void *instance, size_t first, size_t count, uint8_t *answers)
{
	struct glib *glib = instance;

	for (size_t i = 0; i < count; i++)
		answers[i] = glib_can_reach(
				     glib->monitor,
				     glib->addresses[(first + i) % glib->count])
				     ? BENCH_REACHABLE
				     : 0;
}

static void stop(void *instance)
{
	struct glib *glib = instance;

	for (size_t i = 0; i < glib->count; i++)
		g_object_unref(glib->addresses[i]);
	g_object_unref(glib->monitor);
	free(glib->addresses);
	free(glib);
}

const struct contestant contestant_glib = {
	.name = "glib",
	.title = "GLib, can_reach",
	.knows = BENCH_REACHABLE,
	.slice = 256,
	.most_routes = SIZE_MAX,
	.most_targets = SIZE_MAX,
	.start = start,
	.ask = ask,
	.serve = serve,
	.settle = serve,
	.stop = stop,
};
