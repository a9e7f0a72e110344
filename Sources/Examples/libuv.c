/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A port in a libuv loop.
 *
 * usage: example-libuv NAME-OR-ADDRESS [CHANGES]
 * Prints the state, then a line for each change; ends after so many.
 */

#include <SystemConfiguration/ReachabilityExtensions.h>
#include <SystemConfiguration/SystemConfiguration.h>

#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

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
		uv_stop(info);
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

static void dispatch(uv_poll_t *poll, int status, int events)
{
	if (status == 0)
		reach_port_dispatch(poll->data);
}

int main(int argc, char **argv)
{
	reach_port_ref port = reach_port_create();
	SCNetworkReachabilityRef target;
	uv_loop_t *loop = uv_default_loop();
	uv_poll_t poll = {.data = port};

	if (argc < 2 || !port) {
		fprintf(stderr, "usage: %s NAME-OR-ADDRESS [CHANGES]\n",
			argv[0]);
		return 2;
	}
	if (argc > 2)
		left = atoi(argv[2]);
	target = watch(argv[1], port, loop);
	uv_poll_init(loop, &poll, reach_port_get_fd(port));
	uv_poll_start(&poll, UV_READABLE, dispatch);
	uv_run(loop, UV_RUN_DEFAULT);
	uv_close((uv_handle_t *)&poll, NULL);
	uv_run(loop, UV_RUN_NOWAIT);
	reach_set_port(target, NULL);
	CFRelease(target);
	reach_port_release(port);
	return 0;
}
