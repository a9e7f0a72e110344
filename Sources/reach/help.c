/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Prints the tables of commands and options. */

#include <string.h>

#include "options.h"
#include "text.h"

static const char targets_help[] =
	"A TARGET is a host name, an IPv4 or IPv6 address (link-local ones\n"
	"with %interface), LOCAL,REMOTE for a pair of addresses, or 'default'\n"
	"for the default path. Reachable means that a packet for it can leave\n"
	"this machine; nothing is sent to it.\n";

void tool_help_print(FILE *file)
{
	fputs("Usage: reach COMMAND [OPTION...] TARGET...\n\n"
	      "Tells whether network targets are reachable, and why.\n\n"
	      "Commands:\n",
	      file);
	for (size_t i = 0; i < tool_command_count; i++)
		fprintf(file, "  %-9s %s\n", tool_commands[i].name,
			tool_commands[i].summary);
	fprintf(file,
		"\n%s\n"
		"  reach COMMAND --help   the options of a command\n"
		"  reach --version        the version\n",
		targets_help);
}

static void print_option(FILE *file, const struct tool_option *option)
{
	char left[40];
	int used = 0;

	if (option->letter)
		used = snprintf(left, sizeof(left), "-%c", option->letter);
	else
		used = snprintf(left, sizeof(left), "  ");
	if (option->name)
		used += snprintf(left + used, sizeof(left) - (size_t)used,
				 "%s--%s", option->letter ? ", " : "  ",
				 option->name);
	if (option->argument)
		snprintf(left + used, sizeof(left) - (size_t)used, " %s",
			 option->argument);
	fprintf(file, "  %-22s  %s\n", left, option->help);
}

void tool_help_print_command(FILE *file, const struct tool_command *command)
{
	fprintf(file, "Usage: reach %s %s%s\n\n%c%s.\n\nOptions:\n",
		command->name, command->options_first ? "" : "[OPTION...] ",
		command->arguments, command->summary[0] - 'a' + 'A',
		command->summary + 1);
	for (size_t i = 0; i < tool_option_count; i++)
		if (tool_option_table[i].commands & command->bit)
			print_option(file, &tool_option_table[i]);
	fprintf(file, "\n%s", command->details);
	if (!command->options_first)
		fprintf(file, "\n%s", targets_help);
}
