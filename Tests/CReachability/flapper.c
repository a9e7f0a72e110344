/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A pipe to ip(8). */

#include "flapper.h"

#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void flapper_start(struct flapper *flapper)
{
	char *arguments[] = {"ip", "-force", "-batch", "-", NULL};
	posix_spawn_file_actions_t actions;
	int ends[2];

	/* An ip that has gone is told by a failing write. */
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	assert_int_equal(posix_spawnp(&flapper->pid, "ip", &actions, NULL,
				      arguments, environ),
			 0);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[0]);
	/* few are to wait in it */
	fcntl(ends[1], F_SETPIPE_SZ, 4096);
	flapper->fd = ends[1];
}

bool flapper_do(const struct flapper *flapper, const char *command)
{
	size_t left = strlen(command);

	while (left > 0) {
		ssize_t done = write(flapper->fd, command, left);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		command += done;
		left -= (size_t)done;
	}
	return true;
}

void flapper_finish(struct flapper *flapper)
{
	close(flapper->fd);
	while (waitpid(flapper->pid, NULL, 0) < 0 && errno == EINTR)
		;
}
