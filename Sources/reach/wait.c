/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach wait: sleeps until the targets are as wanted. */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "loop.h"
#include "options.h"
#include "target.h"
#include "text.h"

#define SECOND INT64_C(1000000000)
/* A name that is being looked up so long counts as what it is so far. */
#define SETTLE_TIME (5 * SECOND)
#define LOOK_AGAIN (SECOND / 20)

enum verdict {
	VERDICT_NO,
	VERDICT_YES,
	/* a name is being looked up; nobody calls back if it is not found */
	VERDICT_LATER,
	/* the system does not say; this was printed */
	VERDICT_FAILED,
};

struct run {
	const struct tool_options *options;
	struct tool_targets targets;
	enum verdict *verdicts;
	struct tool_loop loop;
	int64_t begun;
};

/* All that counts is that the port becomes readable. */
static void called_back(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	(void)target;
	(void)flags;
	(void)info;
}

static enum verdict judge(const struct run *run,
			  const struct tool_target *target, int64_t now)
{
	struct tool_answer answer;

	if (!tool_answer_get(target, &answer)) {
		tool_error("'%s': %s", target->text, SCErrorString(SCError()));
		return VERDICT_FAILED;
	}
	if (tool_answer_is_pending(&answer) && now < run->begun + SETTLE_TIME)
		return VERDICT_LATER;
	if (answer.state == TOOL_STATE_UNRESOLVED)
		return VERDICT_NO;
	return (answer.state == TOOL_STATE_REACHABLE) !=
			       run->options->unreachable
		       ? VERDICT_YES
		       : VERDICT_NO;
}

/* One for all of them. */
static enum verdict judge_all(struct run *run, int64_t now)
{
	size_t count = run->targets.count;
	size_t good = 0;
	bool later = false;

	for (size_t i = 0; i < count; i++) {
		run->verdicts[i] = judge(run, &run->targets.list[i], now);
		good += run->verdicts[i] == VERDICT_YES;
		later |= run->verdicts[i] == VERDICT_LATER;
		if (run->verdicts[i] == VERDICT_FAILED)
			return VERDICT_FAILED;
	}
	if (run->options->any ? good > 0 : good == count)
		return VERDICT_YES;
	return later ? VERDICT_LATER : VERDICT_NO;
}

static int64_t next_deadline(const struct run *run, enum verdict verdict,
			     int64_t now)
{
	int64_t timeout = run->options->timeout;
	int64_t end = timeout < 0 ? 0 : run->begun + timeout;
	int64_t look = now + LOOK_AGAIN;

	return verdict == VERDICT_LATER && (!end || look < end) ? look : end;
}

static void tell_missing(const struct run *run)
{
	for (size_t i = 0; i < run->targets.count; i++)
		if (run->verdicts[i] != VERDICT_YES)
			tool_error("wait: '%s': not %s in time",
				   run->targets.list[i].text,
				   run->options->unreachable ? "unreachable"
							     : "reachable");
}

static int loop(struct run *run)
{
	for (;;) {
		int64_t now = tool_now();
		enum verdict verdict = judge_all(run, now);
		int64_t deadline = next_deadline(run, verdict, now);
		unsigned int events;

		if (verdict == VERDICT_YES || verdict == VERDICT_FAILED)
			return verdict == VERDICT_YES ? TOOL_YES : TOOL_ERROR;
		if (run->options->timeout >= 0 &&
		    now >= run->begun + run->options->timeout) {
			tell_missing(run);
			return TOOL_NO;
		}
		events = tool_loop_wait(&run->loop, deadline);
		if (events & TOOL_EVENT_SIGNAL)
			return TOOL_NO;
		reach_port_dispatch(run->loop.port);
	}
}

static int wait_for(struct run *run)
{
	sigset_t signals;
	int status = TOOL_ERROR;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	if (!tool_loop_open(&run->loop, &signals))
		return TOOL_ERROR;
	run->begun = tool_now();
	if (tool_targets_schedule(&run->targets, run->loop.port, called_back,
				  NULL, 0))
		status = loop(run);
	tool_targets_unschedule(&run->targets);
	tool_loop_close(&run->loop);
	return status;
}

int tool_wait(const struct tool_options *options)
{
	struct run run = {.options = options};
	int status = TOOL_ERROR;

	if (!tool_targets_open(options, &run.targets))
		return TOOL_ERROR;
	run.verdicts = calloc(run.targets.count, sizeof(*run.verdicts));
	if (run.verdicts)
		status = wait_for(&run);
	else
		tool_error("%s", strerror(ENOMEM));
	free(run.verdicts);
	tool_targets_close(&run.targets);
	return status;
}
