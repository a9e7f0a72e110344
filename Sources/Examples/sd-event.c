/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A port in systemd's event loop.
 *
 * usage: example-sd-event NAME-OR-ADDRESS [CHANGES]
 * Prints the state, then a line for each change; ends after so many.
 */

#include <SystemConfiguration/ReachabilityExtensions.h>
#include <SystemConfiguration/SystemConfiguration.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <systemd/sd-event.h>

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
		sd_event_exit(info, 0);
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

static int dispatch(sd_event_source *source, int fd, uint32_t events,
		    void *port)
{
	reach_port_dispatch(port);
	return 0;
}

int main(int argc, char **argv)
{
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target;
	sd_event *loop = NULL;

	if (argc < 2 || !port) {
		fprintf(stderr, "usage: %s NAME-OR-ADDRESS [CHANGES]\n",
			argv[0]);
		return 2;
	}
	if (argc > 2)
		left = atoi(argv[2]);
	if (sd_event_default(&loop) < 0)
		return 1;
	target = watch(argv[1], port, loop);
	sd_event_add_io(loop, NULL, reach_port_get_fd(port), EPOLLIN, dispatch,
			port);
	sd_event_loop(loop);
	sd_event_unref(loop);
	reach_set_port(target, NULL);
	CFRelease(target);
	reach_port_release(port);
	return 0;
}
