/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Three who pay attention. */

#include "attention.h"

#include <gio/gio.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "glib_monitor.h"
#include "network.h"
#include "watched.h"
#include "wire.h"

/* The changes begin and end with it. */
struct period {
	struct network_churn *churn;
	uint64_t cpu;
	uint64_t start;
};

static struct period begin(unsigned int changes_per_second)
{
	return (struct period){
		.churn = network_churn_start(changes_per_second),
		.cpu = bench_cpu_of_process(),
		.start = bench_now(),
	};
}

static double end(const struct period *period)
{
	double share = 100.0 * (double)(bench_cpu_of_process() - period->cpu) /
		       (double)(bench_now() - period->start);

	network_churn_stop(period->churn);
	return share;
}

double attention_of_library(const union bench_address *addresses, size_t count,
			    unsigned int changes_per_second,
			    double milliseconds)
{
	struct watched *watched = watched_start(addresses, count);
	struct period period = begin(changes_per_second);
	double result;

	watched_serve(watched, milliseconds, SIZE_MAX);
	result = end(&period);
	watched_stop(watched);
	return result;
}

static gboolean end_loop(gpointer loop)
{
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

double attention_of_glib(const union bench_address *addresses, size_t count,
			 unsigned int changes_per_second, double milliseconds)
{
	GNetworkMonitor *monitor = glib_monitor_new();
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);
	struct period period = begin(changes_per_second);
	double result;

	(void)addresses;
	(void)count;
	g_timeout_add((guint)milliseconds, end_loop, loop);
	g_main_loop_run(loop);
	result = end(&period);
	g_main_loop_unref(loop);
	g_object_unref(monitor);
	return result;
}

double attention_of_reader(const union bench_address *addresses, size_t count,
			   unsigned int changes_per_second, double milliseconds)
{
	struct pollfd ready = {
		.fd = wire_open_listener(0),
		.events = POLLIN,
	};
	int asking = wire_open();
	struct wire_message question;
	struct period period = begin(changes_per_second);
	uint64_t over = period.start + (uint64_t)(milliseconds * 1e6);
	char bytes[8192];

	(void)count;
	wire_question(&question, addresses, RTM_F_FIB_MATCH);
	for (uint64_t now = period.start; now < over; now = bench_now())
		if (poll(&ready, 1, (int)((over - now) / 1000000) + 1) == 1 &&
		    recv(ready.fd, bytes, sizeof(bytes), 0) > 0)
			wire_ask(asking, &question);
	close(ready.fd);
	close(asking);
	return end(&period);
}
