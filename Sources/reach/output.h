/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Whether what was printed has arrived. */

#ifndef REACH_TOOL_OUTPUT_H
#define REACH_TOOL_OUTPUT_H

/* 0, or the errno why it has not; EPIPE means that nobody reads any more. The
   stream is then as if nothing had happened. */
int tool_output_flush(void);

/* The exit status: the given one unless the output could not be written, which
   is then told. A reader that has gone is no error. */
int tool_output_conclude(int status);

#endif
