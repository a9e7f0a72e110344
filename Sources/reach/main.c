/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Finds the command and hands over to it. */

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "options.h"
#include "output.h"
#include "text.h"

/* A descriptor of ours must not be taken for one of these. Opened the wrong way
   round they fail, as closed ones do. */
static void open_standard_descriptors(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) < 0)
			return;
}

static const struct tool_command *find(const char *word)
{
	const struct tool_command *command = tool_command_find(word);

	if (!command)
		tool_error("'%s' is no command; see 'reach --help'", word);
	return command;
}

static int help(int argc, char **argv)
{
	const struct tool_command *command = NULL;

	if (argc > 2 && !(command = find(argv[2])))
		return TOOL_ERROR;
	if (command)
		tool_help_print_command(stdout, command);
	else
		tool_help_print(stdout);
	return TOOL_YES;
}

static int run(int argc, char **argv)
{
	const struct tool_command *command = find(argv[1]);
	struct tool_options options;

	if (!command)
		return TOOL_ERROR;
	if (!tool_options_parse(command, argc - 2, argv + 2, &options))
		return TOOL_ERROR;
	if (!options.help)
		return command->run(&options);
	tool_help_print_command(stdout, command);
	return TOOL_YES;
}

int main(int argc, char **argv)
{
	open_standard_descriptors();
	/* Only what is printable; numbers stay as they are in C. */
	setlocale(LC_CTYPE, "");
	if (argc < 2) {
		tool_help_print(stderr);
		return TOOL_ERROR;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0)
		return tool_output_conclude(help(argc, argv));
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("reach %s\n", reach_version());
		return tool_output_conclude(TOOL_YES);
	}
	return tool_output_conclude(run(argc, argv));
}
