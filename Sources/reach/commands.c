/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The two tables. Nothing here is done by code but reading values. */

#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

#define CHECK 0x01
#define EXPLAIN 0x02
#define WATCH 0x04
#define WAIT 0x08
#define SCUTIL 0x10
#define ANY 0xff

const struct tool_command tool_commands[] = {
	{CHECK, "check", "TARGET...", 1, false,
	 "tell whether each target is reachable, one line each",
	 "Exit status: 0 all are reachable, 1 some are not, 2 error.\n",
	 tool_check},
	{EXPLAIN, "explain", "TARGET...", 1, false,
	 "say in words why: route, link, rule and flags",
	 "Exit status: 0 all are reachable, 1 some are not, 2 error.\n",
	 tool_explain},
	{WATCH, "watch", "TARGET...", 1, false,
	 "print the state of each target, then every change of it",
	 "A command of --exec is run by the shell, one at a time, with\n"
	 "REACH_TARGET, REACH_STATE, REACH_PREVIOUS_STATE, REACH_FLAGS,\n"
	 "REACH_REASON and others in its environment; see reach(1).\n"
	 "Exit status: 0, also when interrupted; 2 error.\n",
	 tool_watch},
	{WAIT, "wait", "TARGET...", 1, false,
	 "return when the targets are reachable",
	 "Exit status: 0 they are, 1 the time is over, 2 error.\n", tool_wait},
	{SCUTIL, "scutil", "-r NODENAME|ADDRESS|LOCAL REMOTE [WORD...]", 0,
	 true, "ask as Apple's scutil does, and print the same",
	 "Words after the target: interface NAME, no-resolve,\n"
	 "no-connection-on-demand. Exit status: 0, also when the target is\n"
	 "not reachable; 1 the target cannot be made; 2 usage.\n",
	 tool_scutil},
};

const size_t tool_command_count =
	sizeof(tool_commands) / sizeof(tool_commands[0]);

const struct tool_command *tool_command_find(const char *name)
{
	for (size_t i = 0; i < tool_command_count; i++)
		if (strcmp(tool_commands[i].name, name) == 0)
			return &tool_commands[i];
	return NULL;
}

#define DEFINE_SWITCH(member)                                  \
	static bool set_##member(struct tool_options *options, \
				 const char *value)            \
	{                                                      \
		(void)value;                                   \
		options->member = true;                        \
		return true;                                   \
	}
DEFINE_SWITCH(json)
DEFINE_SWITCH(no_resolve)
DEFINE_SWITCH(lines)
DEFINE_SWITCH(any)
DEFINE_SWITCH(all)
DEFINE_SWITCH(help)
DEFINE_SWITCH(reachability)
DEFINE_SWITCH(details)
DEFINE_SWITCH(watch)
DEFINE_SWITCH(dispatch)

static bool set_interface(struct tool_options *options, const char *value)
{
	options->interface = value;
	return *value;
}

static bool set_exec(struct tool_options *options, const char *value)
{
	options->exec = value;
	return *value;
}

static bool set_timeout(struct tool_options *options, const char *value)
{
	char *end;
	double seconds = strtod(value, &end);

	/* A hundred years are more than enough and fit in nanoseconds. */
	if (end == value || *end || !isfinite(seconds) || seconds < 0 ||
	    seconds > 3.2e9)
		return false;
	options->timeout = (int64_t)(seconds * 1e9);
	return true;
}

static bool set_count(struct tool_options *options, const char *value)
{
	char *end;
	unsigned long count = strtoul(value, &end, 10);

	if (value[strspn(value, "0123456789")] || !*value || !count ||
	    count > 1000000000)
		return false;
	options->count = (unsigned int)count;
	return true;
}

static bool set_until(struct tool_options *options, const char *value)
{
	options->unreachable = strcmp(value, "unreachable") == 0;
	return options->unreachable || strcmp(value, "reachable") == 0;
}

#define SECONDS "a number of seconds, such as 2.5"

const struct tool_option tool_option_table[] = {
	{CHECK | EXPLAIN | WATCH, 'j', "json", NULL,
	 "print JSON, one object a line", set_json, NULL},
	{CHECK | EXPLAIN | WATCH | WAIT, 'n', "no-resolve", NULL,
	 "do not look names up: is there a default path?", set_no_resolve,
	 NULL},
	{CHECK | EXPLAIN | WATCH | WAIT, 'i', "interface", "NAME",
	 "only paths through this interface count", set_interface,
	 "the name of an interface"},
	{CHECK | EXPLAIN, 't', "timeout", "SECONDS",
	 "wait so long for names to be found (5)", set_timeout, SECONDS},
	{WATCH, 't', "timeout", "SECONDS", "end after this time", set_timeout,
	 SECONDS},
	{WAIT, 't', "timeout", "SECONDS", "give up after this time",
	 set_timeout, SECONDS},
	{WATCH, 'c', "count", "N", "end after N changes", set_count,
	 "a whole number from 1 on"},
	{WATCH, 'e', "exec", "COMMAND", "run this on every change", set_exec,
	 "a command for the shell"},
	{WATCH, 'l', "lines", NULL,
	 "print lines on a terminal too, no live view", set_lines, NULL},
	{WAIT, 'u', "until", "STATE", "reachable (default) or unreachable",
	 set_until, "reachable or unreachable"},
	{WAIT, 0, "all", NULL, "wait for all targets at once (default)",
	 set_all, NULL},
	{WAIT, 0, "any", NULL, "wait for one of the targets", set_any, NULL},
	{SCUTIL, 'r', NULL, NULL, "check reachability; always needed",
	 set_reachability, NULL},
	{SCUTIL, 'd', NULL, NULL, "print the flag word as well", set_details,
	 NULL},
	{SCUTIL, 'W', NULL, NULL, "watch the target, for ever", set_watch,
	 NULL},
	{SCUTIL, 'D', NULL, NULL,
	 "with -W: on a dispatch queue, not a run loop", set_dispatch, NULL},
	{ANY, 'h', "help", NULL, "print this", set_help, NULL},
};

const size_t tool_option_count =
	sizeof(tool_option_table) / sizeof(tool_option_table[0]);
