/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The program that test_each_call.c runs several of at a time:
 *   each_call NUMBER STRIDE KIND ERROR [KIND ERROR]...
 * The scenario again and again, in a namespace of its own; the call with this
 * number fails, then the one a stride further on, until a run has fewer calls
 * of that kind. Exits with 0, with 1 after saying what went wrong, or with 77
 * where there are no namespaces; says how many calls it made fail.
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "faults.h"
#include "namespace.h"
#include "scenario.h"

/* No run takes this long. */
#define LONGEST_S 200

static void nothing(void **state)
{
}

static int complain(const char *kind, unsigned int number, const char *what)
{
	printf("%s call %u fails at %s: %s\n", kind, number, faults_place(),
	       what);
	fflush(stdout);
	return 1;
}

static int fail_each(struct scenario *scenario, const struct census *before,
		     const char *kind, int error, unsigned int number,
		     unsigned int stride)
{
	enum fault fault = faults_find(kind);
	unsigned int failed = 0;

	if (fault == FAULT_KINDS)
		return 2;
	scenario->strict = error == EINTR;
	for (;; number += stride) {
		alarm(LONGEST_S);
		faults_fail(fault, number, number, error);
		if (!scenario_run(scenario))
			return complain(kind, number, scenario->complaint);
		if (!census_settles(before)) {
			census_print(before);
			return complain(kind, number, "something was left");
		}
		if (faults_end() < number)
			break;
		failed++;
	}
	printf("%s, %d: %u calls failed\n", kind, error, failed);
	return 0;
}

int main(int count, char **arguments)
{
	static struct scenario scenario;
	struct reach_test test = {"each_call", nothing, NULL};
	void *state = &test;
	struct census before;
	int result = 0;

	if (count < 5)
		return 2;
	reach_test_enter_lo(&state);
	if (test.missing)
		return 77;
	scenario_prepare(&scenario);
	/* What is made once in a process is there after this. */
	for (int i = 0; i < 2; i++)
		if (!scenario_run(&scenario))
			return complain("no", 0, scenario.complaint);
	if (!census_take_quiet(&before))
		return complain("no", 0, "its threads do not end");
	for (int i = 3; !result && i + 1 < count; i += 2)
		result = fail_each(&scenario, &before, arguments[i],
				   atoi(arguments[i + 1]),
				   (unsigned int)atoi(arguments[1]),
				   (unsigned int)atoi(arguments[2]));
	return result;
}
