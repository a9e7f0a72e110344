/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What a target weighs in a new process, unscheduled and scheduled, by address
   and by name: what malloc has given out for a hundred thousand of them. */

#include "goals.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "library.h"
#include "network.h"
#include "report.h"
#include "watched.h"

static double allocated(void)
{
	struct mallinfo2 info = mallinfo2();

	return (double)(info.uordblks + info.hblkhd);
}

static void ignore(SCNetworkReachabilityRef target,
		   SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	(void)flags;
	(void)info;
}

static void make_by_address(SCNetworkReachabilityRef *targets, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		union bench_address address =
			bench_address4(0x10000001u + (uint32_t)i * 256);

		targets[i] = library_target(&address);
	}
}

static void make_by_name(SCNetworkReachabilityRef *targets, size_t count)
{
	char name[32];

	for (size_t i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "host%06zu.example", i);
		targets[i] = SCNetworkReachabilityCreateWithName(NULL, name);
		if (!targets[i])
			bench_die("no target");
	}
}

static void schedule(SCNetworkReachabilityRef *targets, size_t count,
		     reach_port_ref port)
{
	for (size_t i = 0; i < count; i++)
		if (!SCNetworkReachabilitySetCallback(targets[i], ignore,
						      NULL) ||
		    !reach_set_port(targets[i], port))
			bench_die("not scheduled");
	do
		bench_wait_until_others_rest(150);
	while (reach_port_dispatch(port));
}

void child_memory(size_t count)
{
	SCNetworkReachabilityRef *targets =
		bench_allocate(count, sizeof(*targets));
	reach_port_ref port = reach_port_create();
	double before;

	/* What the first target of a process brings is not the target's. */
	make_by_address(targets, 1);
	library_read(targets[0]);
	schedule(targets, 1, port);
	before = allocated();
	make_by_name(targets, count);
	/* "host000000.example" and its end */
	child_tell((allocated() - before) / (double)count - 19);
	for (size_t i = 0; i < count; i++)
		CFRelease(targets[i]);
	before = allocated();
	make_by_address(targets, count);
	child_tell((allocated() - before) / (double)count);
	for (size_t i = 0; i < count; i++)
		library_read(targets[i]);
	child_tell((allocated() - before) / (double)count);
	schedule(targets, count, port);
	child_tell((allocated() - before) / (double)count);
}

void goals_memory(void)
{
	double numbers[4];

	network_enter(AF_INET);
	child_run("memory", BENCH_SIZE(100000, 2000), numbers, 4);
	report_value("memory of a target by name, without the name", numbers[0],
		     REPORT_AT_MOST, 256, "B");
	report_value("memory of a target by address", numbers[1],
		     REPORT_AT_MOST, 256, "B");
	report_value("memory of a target by address that was asked", numbers[2],
		     REPORT_AT_MOST, 256, "B");
	report_value("memory of a scheduled target", numbers[3], REPORT_AT_MOST,
		     512, "B");
}
