/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What README.md says of GLib: its network monitor and this library are asked
 * the same after the same change. Where GLib has learnt better, the test fails
 * and the README has to change. Knows GLib's public interface only.
 */

#include "api.h"

#include <gio/gio.h>
#include <stdio.h>

/* The one that asks the kernel, rather than a daemon; a new one each time. */
static GNetworkMonitor *new_monitor(void)
{
	GIOExtensionPoint *point;
	GIOExtension *extension;
	GObject *monitor;

	if (glib_check_version(2, 89, 0) == NULL)
		reach_test_skip("a GLib before 2.89");
	/* registers them */
	g_network_monitor_get_default();
	point = g_io_extension_point_lookup("gio-network-monitor");
	assert_non_null(point);
	extension =
		g_io_extension_point_get_extension_by_name(point, "netlink");
	if (!extension)
		reach_test_skip("GLib with its netlink monitor");
	monitor = g_initable_new(g_io_extension_get_type(extension), NULL, NULL,
				 NULL);
	assert_non_null(monitor);
	return G_NETWORK_MONITOR(monitor);
}

static void note(GNetworkMonitor *monitor, gboolean available, gpointer count)
{
	++*(unsigned int *)count;
}

static bool has_heard(void *count)
{
	while (g_main_context_iteration(NULL, FALSE))
		;
	return *(unsigned int *)count > 0;
}

/* Has GLib take in everything that was told until now. False: it does not hear
   of the new network that comes last. */
static bool catch_up(GNetworkMonitor *monitor, int milliseconds)
{
	unsigned int count = 0;
	unsigned long handler;
	bool heard;

	has_heard(&count);
	handler = g_signal_connect(monitor, "network-changed", G_CALLBACK(note),
				   &count);
	reach_test_run("ip link add marker type veth peer name marked && "
		       "ip addr add 203.0.113.2/24 dev marker && "
		       "ip link set marked up && ip link set marker up");
	heard = reach_test_until(has_heard, &count, milliseconds);
	g_signal_handler_disconnect(monitor, handler);
	return heard;
}

static bool glib_says_available(GNetworkMonitor *monitor)
{
	return g_network_monitor_get_network_available(monitor);
}

static void leave(GNetworkMonitor *monitor)
{
	g_object_unref(monitor);
	while (g_main_context_iteration(NULL, FALSE))
		;
}

static void forget_ipv6(void)
{
	reach_test_run("sysctl -qw net.ipv6.conf.v0.disable_ipv6=1");
}

static void glib_keeps_the_network_of_a_link_that_is_down(void **state)
{
	GNetworkMonitor *monitor;

	forget_ipv6();
	monitor = new_monitor();
	assert_flags("0.0.0.0", 0x2);
	assert_true(glib_says_available(monitor));
	reach_test_run("ip link set v0 down");
	assert_flags("0.0.0.0", 0);
	assert_true(catch_up(monitor, REACH_TEST_DEADLINE_MS));
	assert_true(glib_says_available(monitor));
	leave(monitor);
}

static void glib_keeps_the_network_of_a_lost_carrier(void **state)
{
	GNetworkMonitor *monitor = new_monitor();

	assert_true(glib_says_available(monitor));
	reach_test_run_peer("ip link set v1 down");
	reach_test_run(
		"until ip link show v0 | grep -q NO-CARRIER; do :; done");
	assert_flags("0.0.0.0", 0);
	assert_true(catch_up(monitor, REACH_TEST_DEADLINE_MS));
	assert_true(glib_says_available(monitor));
	leave(monitor);
}

static void glib_takes_a_default_route_of_any_table(void **state)
{
	GNetworkMonitor *monitor;

	reach_test_run("ip route del default && ip -6 route del default && "
		       "ip route add default via 192.0.2.1 table 100");
	monitor = new_monitor();
	assert_flags("0.0.0.0", 0);
	assert_true(glib_says_available(monitor));
	leave(monitor);
}

static void glib_is_deaf_after_an_overrun(void **state)
{
	GNetworkMonitor *monitor = new_monitor();

	assert_true(glib_says_available(monitor));
	reach_test_run("for i in $(seq 10000); do "
		       "echo route add 198.18.0.1 dev v0; "
		       "echo route del 198.18.0.1 dev v0; "
		       "done | ip -batch -");
	reach_test_run("ip route del default && ip -6 route del default");
	assert_flags("0.0.0.0", 0);
	assert_false(catch_up(monitor, REACH_TEST_SILENCE_MS));
	assert_true(glib_says_available(monitor));
	leave(monitor);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(glib_keeps_the_network_of_a_link_that_is_down),
		IN(glib_keeps_the_network_of_a_lost_carrier),
		IN(glib_takes_a_default_route_of_any_table),
		IN(glib_is_deaf_after_an_overrun),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
