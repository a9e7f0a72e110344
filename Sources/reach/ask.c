/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Schedules names on a port until each has been looked up or the time is over;
 * addresses are asked about at once.
 */

#include "ask.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "options.h"
#include "report.h"
#include "text.h"

#define MILLISECOND INT64_C(1000000)
#define USUAL_TIMEOUT (INT64_C(5000) * MILLISECOND)
/* A look-up that finds nothing where nothing was reachable is no change, so
   no callback tells of it. */
#define LOOK_AGAIN (50 * MILLISECOND)

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Only so that the port has something to deliver. */
static void changed(SCNetworkReachabilityRef reference,
		    SCNetworkReachabilityFlags flags, void *info)
{
	(void)reference;
	(void)flags;
	(void)info;
}

static void get(const struct tool_target *target, struct tool_outcome *outcome)
{
	outcome->error = 0;
	if (!tool_answer_get(target, &outcome->answer))
		outcome->error = SCError() ? SCError() : kSCStatusFailed;
}

static bool is_name(const struct tool_target *target)
{
	return target->word.kind == TOOL_KIND_NAME;
}

static size_t schedule(const struct tool_targets *targets, reach_port_ref port,
		       struct tool_outcome *outcomes)
{
	size_t names = 0;

	for (size_t i = 0; i < targets->count; i++) {
		const struct tool_target *target = &targets->list[i];

		if (!is_name(target))
			continue;
		if (port && tool_target_schedule(target, port, changed, NULL))
			names++;
		else
			outcomes[i].error =
				SCError() ? SCError() : kSCStatusFailed;
	}
	return names;
}

/* Answers for all names; true if some are still being looked up. */
static bool look(const struct tool_targets *targets,
		 struct tool_outcome *outcomes)
{
	bool pending = false;

	for (size_t i = 0; i < targets->count; i++) {
		if (!is_name(&targets->list[i]) || outcomes[i].error)
			continue;
		get(&targets->list[i], &outcomes[i]);
		pending |= !outcomes[i].error &&
			   tool_answer_is_pending(&outcomes[i].answer);
	}
	return pending;
}

static void look_up(const struct tool_targets *targets, int64_t timeout,
		    struct tool_outcome *outcomes)
{
	int64_t deadline = now() + timeout;
	reach_port_ref port = reach_port_create();
	size_t names = schedule(targets, port, outcomes);

	while (names && look(targets, outcomes)) {
		struct pollfd ready = {
			.fd = reach_port_get_fd(port),
			.events = POLLIN,
		};
		int64_t left = deadline - now();

		if (left <= 0)
			break;
		if (left > LOOK_AGAIN)
			left = LOOK_AGAIN;
		poll(&ready, 1, (int)((left + MILLISECOND - 1) / MILLISECOND));
		reach_port_dispatch(port);
	}
	for (size_t i = 0; i < targets->count; i++)
		if (is_name(&targets->list[i]))
			reach_set_port(targets->list[i].reference, NULL);
	reach_port_release(port);
}

static void ask(const struct tool_targets *targets,
		const struct tool_options *options,
		struct tool_outcome *outcomes)
{
	if (!options->no_resolve)
		look_up(targets,
			options->timeout < 0 ? USUAL_TIMEOUT : options->timeout,
			outcomes);
	for (size_t i = 0; i < targets->count; i++)
		if (!is_name(&targets->list[i]) || options->no_resolve)
			get(&targets->list[i], &outcomes[i]);
}

static void print_json(const struct tool_target *target,
		       const struct tool_outcome *outcome, bool with_paths)
{
	struct tool_json json = {.file = stdout};

	tool_json_begin_object(&json, NULL);
	tool_report_target(&json, target);
	if (outcome->error) {
		tool_report_error(&json, outcome->error);
	} else {
		tool_report_answer(&json, &outcome->answer);
		if (with_paths)
			tool_report_paths(&json, &outcome->answer);
	}
	tool_json_end_object(&json);
	putchar('\n');
}

/* Says what failed; the worst of the outcomes as an exit status. */
static int conclude(const struct tool_targets *targets,
		    const struct tool_outcome *outcomes)
{
	int status = TOOL_YES;

	for (size_t i = 0; i < targets->count; i++) {
		if (outcomes[i].error) {
			tool_error("'%s': %s", targets->list[i].text,
				   SCErrorString(outcomes[i].error));
			status = TOOL_ERROR;
		} else if (outcomes[i].answer.state != TOOL_STATE_REACHABLE &&
			   status == TOOL_YES) {
			status = TOOL_NO;
		}
	}
	return status;
}

int tool_ask(const struct tool_options *options, tool_print *print,
	     bool with_paths)
{
	struct tool_options opening = *options;
	struct tool_targets targets;
	struct tool_outcome *outcomes;
	int status = TOOL_ERROR;

	/* A name that is not scheduled is not looked up anyway. */
	opening.no_resolve = false;
	if (!tool_targets_open(&opening, &targets))
		return TOOL_ERROR;
	outcomes = calloc(targets.count, sizeof(*outcomes));
	if (outcomes) {
		ask(&targets, options, outcomes);
		for (size_t i = 0; options->json && i < targets.count; i++)
			print_json(&targets.list[i], &outcomes[i], with_paths);
		if (!options->json)
			print(&targets, outcomes);
		status = conclude(&targets, outcomes);
	} else {
		tool_error("%s", strerror(ENOMEM));
	}
	free(outcomes);
	tool_targets_close(&targets);
	return status;
}
