/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * reach watch: schedules the targets, notices what is a change, and tells the
 * display and the command of --exec. How a change looks is the display's.
 */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "exec.h"
#include "link.h"
#include "loop.h"
#include "options.h"
#include "output.h"
#include "reason.h"
#include "terminal.h"
#include "text.h"
#include "watch.h"

#define SECOND INT64_C(1000000000)
/* So long the first answer for a name may wait for its look-up. */
#define SETTLE_TIME (5 * SECOND)
/* A look-up that finds nothing where nothing was reachable calls nobody. */
#define LOOK_AGAIN (SECOND / 20)

struct run {
	struct tool_watch watch;
	struct tool_loop loop;
	struct tool_exec exec;
	bool settled;
	bool done;
	int status;
};

static void called_back(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	struct tool_watched *watched = info;

	(void)target;
	(void)flags;
	watched->changed = true;
}

static void flush(struct run *run)
{
	int error = tool_output_flush();

	if (!error)
		return;
	run->done = true;
	if (error == EPIPE)
		return;
	tool_error("cannot write: %s", strerror(error));
	run->status = TOOL_ERROR;
}

static void tell(struct run *run, struct tool_watched *watched,
		 const struct tool_answer *before, int64_t now)
{
	const struct reach_path *former =
		before ? tool_answer_path(before) : NULL;
	struct tool_link link =
		tool_link_get(former ? former->interface_name : "");
	struct tool_change change = {
		.watched = watched,
		.before = before,
		.after = &watched->answer,
		.lasted = now - tool_history_since(&watched->history),
	};

	link.carrier_lost = watched->carrier_lost;
	clock_gettime(CLOCK_REALTIME, &change.time);
	tool_reason(before, &watched->answer, &link, change.reason);
	watched->carrier_lost =
		former && watched->answer.state == TOOL_STATE_NOT_REACHABLE &&
				link.up && !link.running
			? former->interface_index
			: 0;
	tool_history_add(&watched->history, now, watched->answer.state);
	run->watch.display->change(&run->watch, &change);
	flush(run);
	if (!before)
		return;
	tool_exec_add(&run->exec, &change);
	run->watch.changes++;
	if (run->watch.options->count &&
	    run->watch.changes == run->watch.options->count)
		run->done = true;
}

static bool get(const struct tool_watched *watched,
		struct tool_answer *ret_answer)
{
	if (tool_answer_get(watched->target, ret_answer))
		return true;
	tool_error("'%s': %s", watched->target->text, SCErrorString(SCError()));
	return false;
}

/* The first answers. A name's waits for its look-up, for a while. */
static void settle(struct run *run, int64_t now)
{
	struct tool_watch *watch = &run->watch;

	run->settled = true;
	for (size_t i = 0; i < watch->targets.count; i++) {
		struct tool_watched *watched = &watch->watched[i];

		if (watched->settled)
			continue;
		if (!get(watched, &watched->answer)) {
			run->status = TOOL_ERROR;
			run->done = true;
		} else if (!tool_answer_is_pending(&watched->answer) ||
			   now >= watch->begun + SETTLE_TIME) {
			watched->settled = true;
			watched->changed = false;
			tell(run, watched, NULL, now);
		} else {
			run->settled = false;
		}
	}
}

/* What was told last is what the next answer is compared with: one that is no
   change may have the paths of the next. */
static void update(struct run *run, int64_t now)
{
	struct tool_watch *watch = &run->watch;

	for (size_t i = 0; i < watch->targets.count && !run->done; i++) {
		struct tool_watched *watched = &watch->watched[i];
		struct tool_answer before, after;

		if (!watched->settled || !watched->changed)
			continue;
		watched->changed = false;
		if (!get(watched, &after) ||
		    !tool_reason_differs(&watched->answer, &after))
			continue;
		before = watched->answer;
		watched->answer = after;
		tell(run, watched, &before, now);
	}
}

static void suspend(const struct tool_watch *watch)
{
	if (watch->display->suspend)
		watch->display->suspend((struct tool_watch *)watch);
	raise(SIGSTOP);
	if (watch->display->resume)
		watch->display->resume((struct tool_watch *)watch);
}

static void take_signals(struct run *run)
{
	int number;

	while ((number = tool_loop_next_signal(&run->loop)) != 0) {
		if (number == SIGCHLD)
			tool_exec_reap(&run->exec);
		else if (number == SIGTSTP)
			suspend(&run->watch);
		else if (number != SIGWINCH && number != SIGCONT)
			run->done = true;
	}
}

static int64_t end_of(const struct tool_watch *watch)
{
	return watch->options->timeout < 0
		       ? 0
		       : watch->begun + watch->options->timeout;
}

static int64_t next_deadline(const struct run *run, int64_t now)
{
	int64_t deadline = end_of(&run->watch);
	int64_t next = 0;

	if (run->watch.display->ticks)
		next = (now / SECOND + 1) * SECOND;
	if (!run->settled)
		next = now + LOOK_AGAIN;
	return next && (!deadline || next < deadline) ? next : deadline;
}

static void loop(struct run *run)
{
	struct tool_watch *watch = &run->watch;
	int64_t now = tool_now();

	while (!run->done) {
		unsigned int events;

		if (!run->settled)
			settle(run, now);
		update(run, now);
		if (watch->display->refresh)
			watch->display->refresh(watch, now);
		flush(run);
		if (end_of(watch) && now >= end_of(watch))
			run->done = true;
		if (run->done)
			break;
		events = tool_loop_wait(&run->loop, next_deadline(run, now));
		if (events & TOOL_EVENT_PORT)
			reach_port_dispatch(run->loop.port);
		if (events & TOOL_EVENT_OUTPUT)
			run->done = true;
		now = tool_now();
		if (events & TOOL_EVENT_SIGNAL)
			take_signals(run);
	}
}

/* What was told is also run to its end, unless somebody is in a hurry. */
static void finish_commands(struct run *run)
{
	run->done = false;
	while (tool_exec_is_busy(&run->exec) && !run->done) {
		tool_loop_wait_signal(&run->loop);
		take_signals(run);
	}
	tool_exec_close(&run->exec);
}

static const struct tool_display *choose(const struct tool_options *options)
{
	if (options->json)
		return &tool_display_json;
	return tool_terminal_is_live() && !options->lines ? &tool_display_live
							  : &tool_display_lines;
}

static bool open_loop(struct run *run)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	if (run->exec.command) {
		/* Ignored, children would vanish unseen. */
		signal(SIGCHLD, SIG_DFL);
		sigaddset(&signals, SIGCHLD);
	}
	if (run->watch.display->ticks) {
		sigaddset(&signals, SIGWINCH);
		sigaddset(&signals, SIGTSTP);
		sigaddset(&signals, SIGCONT);
	}
	/* Told by the write that fails, so that the end is a clean one. */
	signal(SIGPIPE, SIG_IGN);
	return tool_loop_open(&run->loop, &signals);
}

static void watch_all(struct run *run)
{
	struct tool_watch *watch = &run->watch;

	watch->begun = tool_now();
	if (!tool_targets_schedule(&watch->targets, run->loop.port, called_back,
				   watch->watched, sizeof(*watch->watched)))
		return;
	if (watch->display->begin && !watch->display->begin(watch)) {
		tool_error("%s", strerror(ENOMEM));
		return;
	}
	run->status = TOOL_YES;
	loop(run);
	if (watch->display->end)
		watch->display->end(watch, tool_now());
	flush(run);
	finish_commands(run);
}

int tool_watch(const struct tool_options *options)
{
	struct run run = {
		.watch.options = options,
		.watch.display = choose(options),
		.exec.command = options->exec,
		.status = TOOL_ERROR,
	};

	run.exec.quiet = run.watch.display->ticks;
	if (!tool_targets_open(options, &run.watch.targets))
		return TOOL_ERROR;
	run.watch.watched =
		calloc(run.watch.targets.count, sizeof(*run.watch.watched));
	if (!run.watch.watched) {
		tool_error("%s", strerror(ENOMEM));
	} else if (open_loop(&run)) {
		for (size_t i = 0; i < run.watch.targets.count; i++)
			run.watch.watched[i].target =
				&run.watch.targets.list[i];
		watch_all(&run);
		tool_targets_unschedule(&run.watch.targets);
		tool_loop_close(&run.loop);
	}
	free(run.watch.watched);
	tool_targets_close(&run.watch.targets);
	return run.status;
}
