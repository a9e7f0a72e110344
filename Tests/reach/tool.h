/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Runs the tool as a user would: to its end, or in the background, reading its
 * lines one by one. Everything has a deadline.
 */

#ifndef REACH_TEST_TOOL_H
#define REACH_TEST_TOOL_H

#include "namespace.h"

#include <sys/types.h>

struct reach_test_output {
	int status;
	char out[65536];
	char err[8192];
};

/* reach WORD..., NULL at the end. */
void reach_test_tool(struct reach_test_output *ret_output, const char *word,
		     ...) __attribute__((sentinel));

struct reach_test_process {
	pid_t pid;
	/* its standard output; reading ends in a whole line each time */
	int fd;
	char text[65536];
	size_t used;
};

void reach_test_tool_start(struct reach_test_process *process, const char *word,
			   ...) __attribute__((sentinel));
/* Its standard output is a terminal of so many columns. */
void reach_test_tool_start_on_terminal(struct reach_test_process *process,
				       unsigned short columns, const char *word,
				       ...) __attribute__((sentinel));

/* The next line, without its end; fails the test if none comes. */
void reach_test_tool_line(struct reach_test_process *process, char *ret_line,
			  size_t size);
/* The next line of reach watch, which says this: without its time in front and
   how long the state before lasted behind. */
void reach_test_tool_change(struct reach_test_process *process,
			    const char *expected);
/* Reads on until the text has come; fails the test if it does not. */
void reach_test_tool_text(struct reach_test_process *process, const char *text);
/* Nothing more to read for a while. */
void reach_test_tool_silent(struct reach_test_process *process);
/* Sends a signal if it is not 0, and waits. The exit status, or 128 and the
   signal that ended it. Standard output is closed. */
int reach_test_tool_end(struct reach_test_process *process, int number);

#endif
