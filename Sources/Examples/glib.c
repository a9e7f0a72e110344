/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A port in GLib's main loop.
 *
 * usage: example-glib NAME-OR-ADDRESS [CHANGES]
 * Prints the state, then a line for each change; ends after so many.
 */

#include <SystemConfiguration/ReachabilityExtensions.h>
#include <SystemConfiguration/SystemConfiguration.h>

#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>

static int left = -1;

static void show(SCNetworkReachabilityFlags flags)
{
	printf("%s (0x%08x)\n",
	       flags & kSCNetworkReachabilityFlagsReachable ? "reachable"
							    : "not reachable",
	       flags);
	fflush(stdout);
}

static void changed(SCNetworkReachabilityRef target,
		    SCNetworkReachabilityFlags flags, void *info)
{
	show(flags);
	if (left > 0 && --left == 0)
		g_main_loop_quit(info);
}

static SCNetworkReachabilityRef watch(const char *name, reach_port_ref port,
				      void *info)
{
	SCNetworkReachabilityContext context = {.info = info};
	SCNetworkReachabilityFlags flags;
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, name);

	if (!target ||
	    !SCNetworkReachabilitySetCallback(target, changed, &context) ||
	    !reach_set_port(target, port) ||
	    !SCNetworkReachabilityGetFlags(target, &flags)) {
		fprintf(stderr, "%s: %s\n", name, SCErrorString(SCError()));
		exit(1);
	}
	show(flags);
	return target;
}

static gboolean dispatch(gint fd, GIOCondition condition, gpointer port)
{
	reach_port_dispatch(port);
	return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv)
{
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target;
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);

	if (argc < 2 || !port) {
		fprintf(stderr, "usage: %s NAME-OR-ADDRESS [CHANGES]\n",
			argv[0]);
		return 2;
	}
	if (argc > 2)
		left = atoi(argv[2]);
	target = watch(argv[1], port, loop);
	g_unix_fd_add(reach_port_get_fd(port), G_IO_IN, dispatch, port);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	reach_set_port(target, NULL);
	CFRelease(target);
	reach_port_release(port);
	return 0;
}
