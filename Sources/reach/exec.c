/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A queue of environments, and a child for the first of them. */

#include "exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "names.h"
#include "text.h"
#include "watch.h"

struct tool_job {
	struct tool_job *next;
	/* ends with NULL; freed one by one */
	char *facts[16];
};

__attribute__((format(printf, 3, 4))) static void
add_fact(struct tool_job *job, size_t *count, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&job->facts[*count], format, arguments) < 0)
		job->facts[*count] = NULL;
	else
		(*count)++;
	va_end(arguments);
}

static void add_before(struct tool_job *job, size_t *count,
		       const struct tool_change *change)
{
	const struct tool_answer *before = change->before;
	const struct reach_path *path = tool_answer_path(before);

	add_fact(job, count, "REACH_PREVIOUS_STATE=%s",
		 tool_state_word(before->state));
	add_fact(job, count, "REACH_PREVIOUS_FLAGS=0x%08x", before->why.flags);
	add_fact(job, count, "REACH_PREVIOUS_INTERFACE=%s",
		 path ? path->interface_name : "");
	add_fact(job, count, "REACH_PREVIOUS_SECONDS=%lld.%03d",
		 (long long)(change->lasted / 1000000000),
		 (int)(change->lasted / 1000000 % 1000));
}

static void add_after(struct tool_job *job, size_t *count,
		      const struct tool_change *change)
{
	const struct tool_answer *after = change->after;
	const struct reach_path *path = tool_answer_path(after);
	char names[TOOL_FLAGS_SCUTIL_MAX];
	char time[TOOL_TIME_MAX];
	bool is_address = path && !tool_answer_is_default(after);

	tool_names_scutil(after->why.flags, names);
	tool_text_timestamp(&change->time, time);
	add_fact(job, count, "REACH_TARGET=%s", change->watched->target->text);
	add_fact(job, count, "REACH_TIME=%s", time);
	add_fact(job, count, "REACH_STATE=%s", tool_state_word(after->state));
	add_fact(job, count, "REACH_FLAGS=0x%08x", after->why.flags);
	add_fact(job, count, "REACH_FLAG_NAMES=%s", names);
	add_fact(job, count, "REACH_INTERFACE=%s",
		 path ? path->interface_name : "");
	add_fact(job, count, "REACH_ADDRESS=%s",
		 is_address ? path->address : "");
	add_fact(job, count, "REACH_GATEWAY=%s", path ? path->gateway : "");
	add_fact(job, count, "REACH_REASON=%s", change->reason);
}

static void free_job(struct tool_job *job)
{
	for (size_t i = 0; job->facts[i]; i++)
		free(job->facts[i]);
	free(job);
}

static bool is_fact(const struct tool_job *job, const char *variable)
{
	for (size_t i = 0; job->facts[i]; i++) {
		size_t length = strcspn(job->facts[i], "=") + 1;

		if (strncmp(job->facts[i], variable, length) == 0)
			return true;
	}
	return false;
}

/* Ours, then what of the process's own has other names. */
static char **make_environment(const struct tool_job *job)
{
	size_t count = 0;
	size_t used = 0;
	char **environment;

	while (environ[count])
		count++;
	environment = calloc(count + sizeof(job->facts) / sizeof(char *),
			     sizeof(*environment));
	if (!environment)
		return NULL;
	for (size_t i = 0; job->facts[i]; i++)
		environment[used++] = job->facts[i];
	for (size_t i = 0; i < count; i++)
		if (!is_fact(job, environ[i]))
			environment[used++] = environ[i];
	return environment;
}

/* The child gets its signals as a shell would give them. */
static int set_signals(posix_spawnattr_t *attributes)
{
	sigset_t none;
	sigset_t usual;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	return posix_spawnattr_setsigmask(attributes, &none) ||
	       posix_spawnattr_setsigdefault(attributes, &usual) ||
	       posix_spawnattr_setflags(attributes,
					POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF);
}

static int set_files(posix_spawn_file_actions_t *actions, bool quiet)
{
	int result = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
						      "/dev/null", O_RDONLY, 0);

	for (int fd = STDOUT_FILENO; quiet && !result && fd <= STDERR_FILENO;
	     fd++)
		result = posix_spawn_file_actions_addopen(
			actions, fd, "/dev/null", O_WRONLY, 0);
	return result;
}

static int spawn(const struct tool_exec *exec, char **environment,
		 pid_t *ret_child)
{
	char *arguments[] = {"sh", "-c", (char *)exec->command, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int result = posix_spawn_file_actions_init(&actions);

	if (result)
		return result;
	result = posix_spawnattr_init(&attributes);
	if (!result) {
		result = set_signals(&attributes);
		if (!result)
			result = set_files(&actions, exec->quiet);
		if (!result)
			result = posix_spawn(ret_child, "/bin/sh", &actions,
					     &attributes, arguments,
					     environment);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return result;
}

/* A command that cannot be started is told and given up. */
static void start(struct tool_exec *exec)
{
	while (!exec->running && exec->first) {
		struct tool_job *job = exec->first;
		char **environment = make_environment(job);
		int result = environment
				     ? spawn(exec, environment, &exec->running)
				     : ENOMEM;

		if (result) {
			exec->running = 0;
			tool_error("--exec: cannot start it: %s",
				   strerror(result));
		}
		exec->first = job->next;
		free(environment);
		free_job(job);
	}
	if (!exec->first)
		exec->last = NULL;
}

void tool_exec_add(struct tool_exec *exec, const struct tool_change *change)
{
	struct tool_job *job;
	size_t count = 0;

	if (!exec->command)
		return;
	job = calloc(1, sizeof(*job));
	if (!job) {
		tool_error("--exec: cannot start it: %s", strerror(ENOMEM));
		return;
	}
	add_after(job, &count, change);
	add_before(job, &count, change);
	if (exec->last)
		exec->last->next = job;
	else
		exec->first = job;
	exec->last = job;
	start(exec);
}

void tool_exec_reap(struct tool_exec *exec)
{
	if (exec->running &&
	    waitpid(exec->running, NULL, WNOHANG) == exec->running)
		exec->running = 0;
	start(exec);
}

bool tool_exec_is_busy(const struct tool_exec *exec)
{
	return exec->running || exec->first;
}

void tool_exec_close(struct tool_exec *exec)
{
	while (exec->first) {
		struct tool_job *job = exec->first;

		exec->first = job->next;
		free_job(job);
	}
	exec->last = NULL;
}
