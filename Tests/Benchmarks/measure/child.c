/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Starting, and who plays what. */

#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

static const struct {
	const char *role;
	void (*play)(size_t argument);
} roles[] = {
	{"first-use", child_first_use},
	{"first-use6", child_first_use6},
	{"memory", child_memory},
	{"profile-kept", child_profile_kept},
	{"profile-fresh", child_profile_fresh},
	{"profile-pass", child_profile_pass},
};

void child_run(const char *role, size_t argument, double *ret_numbers,
	       size_t count)
{
	char number[32];
	const char *const arguments[] = {bench_options.program, "--role", role,
					 number, NULL};
	posix_spawn_file_actions_t actions;
	int ends[2];
	int status;
	pid_t process;
	FILE *said;

	snprintf(number, sizeof(number), "%zu", argument);
	if (pipe2(ends, O_CLOEXEC))
		bench_die("no pipe: %s", strerror(errno));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	if (posix_spawn(&process, "/proc/self/exe", &actions, NULL,
			(char *const *)arguments, environ))
		bench_die("cannot start anew: %s", strerror(errno));
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	said = fdopen(ends[0], "r");
	for (size_t i = 0; i < count; i++)
		if (fscanf(said, "%lf", &ret_numbers[i]) != 1)
			bench_die("the role %s says too little", role);
	fclose(said);
	while (waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		bench_die("the role %s fails", role);
}

void child_tell(double number)
{
	printf("%.9g\n", number);
}

void child_play(const char *role, size_t argument)
{
	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++)
		if (!strcmp(roles[i].role, role)) {
			roles[i].play(argument);
			exit(0);
		}
	bench_die("no role %s", role);
}
