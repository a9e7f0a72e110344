/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Children, pipes and a pseudo-terminal. */

#include "tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 32

static void gather(const char *word, va_list rest, char **ret_words)
{
	size_t count = 0;

	ret_words[count++] = (char *)"reach";
	while (word && count < WORDS_MAX - 1) {
		ret_words[count++] = (char *)word;
		word = va_arg(rest, const char *);
	}
	ret_words[count] = NULL;
}

static pid_t start(char **words, int out, int err)
{
	pid_t child = reach_test_fork();

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (dup2(out, STDOUT_FILENO) < 0 ||
		    (err >= 0 && dup2(err, STDERR_FILENO) < 0))
			_exit(126);
		execv(REACH_TEST_TOOL, words);
		_exit(127);
	}
	assert_true(child > 0);
	return child;
}

struct ending {
	pid_t pid;
	int status;
};

static bool has_ended(void *info)
{
	struct ending *ending = info;

	return waitpid(ending->pid, &ending->status, WNOHANG) == ending->pid;
}

static int wait_for(pid_t pid)
{
	struct ending ending = {.pid = pid};

	if (!reach_test_until(has_ended, &ending, 2 * REACH_TEST_DEADLINE_MS)) {
		kill(pid, SIGKILL);
		waitpid(pid, &ending.status, 0);
		fail_msg("reach does not end");
	}
	return WIFEXITED(ending.status) ? WEXITSTATUS(ending.status)
					: 128 + WTERMSIG(ending.status);
}

static void take(int fd, char *ret_text, size_t size)
{
	ssize_t length = pread(fd, ret_text, size - 1, 0);

	ret_text[length > 0 ? length : 0] = '\0';
	close(fd);
}

void reach_test_tool(struct reach_test_output *ret_output, const char *word,
		     ...)
{
	char *words[WORDS_MAX];
	int out = memfd_create("out", MFD_CLOEXEC);
	int err = memfd_create("err", MFD_CLOEXEC);
	va_list rest;

	va_start(rest, word);
	gather(word, rest, words);
	va_end(rest);
	ret_output->status = wait_for(start(words, out, err));
	take(out, ret_output->out, sizeof(ret_output->out));
	take(err, ret_output->err, sizeof(ret_output->err));
}

void reach_test_tool_start(struct reach_test_process *process, const char *word,
			   ...)
{
	char *words[WORDS_MAX];
	int ends[2];
	va_list rest;

	va_start(rest, word);
	gather(word, rest, words);
	va_end(rest);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	process->pid = start(words, ends[1], -1);
	close(ends[1]);
	process->fd = ends[0];
	process->used = 0;
}

void reach_test_tool_start_on_terminal(struct reach_test_process *process,
				       unsigned short columns, const char *word,
				       ...)
{
	const struct winsize size = {.ws_col = columns, .ws_row = 24};
	char *words[WORDS_MAX];
	int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	int slave;
	va_list rest;

	va_start(rest, word);
	gather(word, rest, words);
	va_end(rest);
	assert_true(terminal >= 0);
	assert_int_equal(grantpt(terminal), 0);
	assert_int_equal(unlockpt(terminal), 0);
	assert_int_equal(ioctl(terminal, TIOCSWINSZ, &size), 0);
	slave = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	process->pid = start(words, slave, -1);
	close(slave);
	process->fd = terminal;
	process->used = 0;
}

/* More of the output; false at its end. */
static bool more(struct reach_test_process *process)
{
	size_t room = sizeof(process->text) - 1 - process->used;
	ssize_t length;

	if (!reach_test_readable(process->fd, REACH_TEST_DEADLINE_MS))
		fail_msg("nothing comes after \"%.*s\"", (int)process->used,
			 process->text);
	length = read(process->fd, process->text + process->used, room);
	if (length <= 0)
		return false;
	process->used += (size_t)length;
	process->text[process->used] = '\0';
	return true;
}

static void drop(struct reach_test_process *process, size_t length)
{
	process->used -= length;
	memmove(process->text, process->text + length, process->used + 1);
}

void reach_test_tool_line(struct reach_test_process *process, char *ret_line,
			  size_t size)
{
	char *end;

	process->text[process->used] = '\0';
	while (!(end = strchr(process->text, '\n')))
		if (!more(process))
			fail_msg("the output has ended");
	*end = '\0';
	snprintf(ret_line, size, "%s", process->text);
	drop(process, (size_t)(end - process->text) + 1);
}

void reach_test_tool_change(struct reach_test_process *process,
			    const char *expected)
{
	static const size_t time_length = sizeof("2026-01-31 14:03:07.412");
	char line[1024];
	char *after;

	reach_test_tool_line(process, line, sizeof(line));
	after = strstr(line, "  (after ");
	if (after)
		*after = '\0';
	assert_true(strlen(line) > time_length);
	assert_string_equal(line + time_length + 1, expected);
}

void reach_test_tool_text(struct reach_test_process *process, const char *text)
{
	char *found;

	process->text[process->used] = '\0';
	while (!(found = strstr(process->text, text))) {
		if (process->used > sizeof(process->text) / 2)
			drop(process, process->used - 1024);
		if (!more(process))
			fail_msg("the output has ended without \"%s\"", text);
	}
	drop(process, (size_t)(found - process->text) + strlen(text));
}

void reach_test_tool_silent(struct reach_test_process *process)
{
	assert_int_equal(process->used, 0);
	assert_false(reach_test_readable(process->fd, REACH_TEST_SILENCE_MS));
}

int reach_test_tool_end(struct reach_test_process *process, int number)
{
	int status;

	if (number)
		kill(process->pid, number);
	status = wait_for(process->pid);
	if (process->fd >= 0)
		close(process->fd);
	return status;
}
