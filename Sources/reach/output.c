/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Flushes standard output and reads its errors. */

#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "text.h"

int tool_output_flush(void)
{
	int error = 0;

	errno = 0;
	if (fflush(stdout) || ferror(stdout))
		error = errno ? errno : EIO;
	clearerr(stdout);
	return error;
}

int tool_output_conclude(int status)
{
	int error = tool_output_flush();

	if (!error || error == EPIPE)
		return status;
	tool_error("cannot write: %s", strerror(error));
	return TOOL_ERROR;
}
