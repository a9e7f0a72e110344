/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * reach scutil: what Apple's scutil -r prints, to the letter. Its texts are a
 * contract; what is not printable is escaped all the same.
 */

#include <SystemConfiguration/SystemConfiguration.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "names.h"
#include "scutil.h"
#include "target.h"
#include "text.h"

/* "192.0.2.1%eth0" binds the target to the interface. */
static bool parse_scoped_ipv4(const char *text,
			      struct sockaddr_storage *ret_address,
			      const char **ret_interface)
{
	const char *scope = strchr(text, '%');
	char address[INET_ADDRSTRLEN];

	if (!scope || (size_t)(scope - text) >= sizeof(address))
		return false;
	snprintf(address, sizeof(address), "%.*s", (int)(scope - text), text);
	if (!tool_word_parse_address(address, ret_address) ||
	    ret_address->ss_family != AF_INET)
		return false;
	*ret_interface = scope + 1;
	return true;
}

static bool parse_address(const char *text,
			  struct sockaddr_storage *ret_address,
			  const char **ret_interface)
{
	return tool_word_parse_address(text, ret_address) ||
	       parse_scoped_ipv4(text, ret_address, ret_interface);
}

/* The words that name the target; how many were taken. */
static size_t take_target(struct tool_scutil *scutil, char **words,
			  size_t count)
{
	struct sockaddr_storage first;
	struct sockaddr_storage second;

	scutil->text = words[0];
	scutil->word.kind = TOOL_KIND_NAME;
	if (!parse_address(words[0], &first, &scutil->interface))
		return 1;
	scutil->word.kind = TOOL_KIND_ADDRESS;
	scutil->word.remote = first;
	if (count < 2 ||
	    !parse_address(words[1], &second, &scutil->interface) ||
	    second.ss_family != first.ss_family)
		return 1;
	scutil->word.kind = TOOL_KIND_PAIR;
	scutil->word.local = first;
	scutil->word.remote = second;
	return 2;
}

/* The option words after it. */
static bool take_words(struct tool_scutil *scutil, char **words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(words[i], "interface") == 0 && i + 1 < count) {
			scutil->interface = words[++i];
		} else if (strcmp(words[i], "no-resolve") == 0) {
			scutil->no_resolve = true;
		} else if (strcmp(words[i], "no-connection-on-demand") != 0) {
			char *escaped = tool_text_escape(words[i]);

			fprintf(stderr, "Unrecognized option: %s\n",
				escaped ? escaped : "");
			free(escaped);
			return false;
		}
	}
	return true;
}

static void name_kind(struct tool_scutil *scutil, bool scoped, bool options)
{
	const char *what = scutil->word.kind == TOOL_KIND_NAME ? "name"
			   : scutil->word.kind == TOOL_KIND_PAIR
				   ? "address pair"
				   : "address";
	const char *version =
		scutil->word.remote.ss_family == AF_INET6 ? "(v6) " : "";
	const char *suffix = scoped && options ? " w/scope and options"
			     : scoped	       ? " w/scope"
			     : options	       ? " w/options"
					       : "";

	snprintf(scutil->kind, sizeof(scutil->kind), "by %s%s%s", version, what,
		 suffix);
}

SCNetworkReachabilityRef tool_scutil_create(const struct tool_scutil *scutil)
{
	SCNetworkReachabilityRef target =
		tool_target_create(&scutil->word, scutil->text,
				   scutil->interface, scutil->no_resolve);

	if (!target)
		fprintf(stderr, "  Could not determine status: %s\n",
			tool_target_error());
	return target;
}

void tool_scutil_print_word(SCNetworkReachabilityFlags flags, bool details)
{
	char names[TOOL_FLAGS_SCUTIL_MAX];

	tool_names_scutil(flags, names);
	if (details)
		printf("flags = 0x%08x (%s)\n", flags, names);
	else
		printf("%s\n", names);
}

void tool_scutil_print_flags(SCNetworkReachabilityRef target, bool details)
{
	SCNetworkReachabilityFlags flags;

	if (SCNetworkReachabilityGetFlags(target, &flags))
		tool_scutil_print_word(flags, details);
	else
		fprintf(stderr, "    could not determine reachability, %s\n",
			SCErrorString(SCError()));
}

static int check(const struct tool_scutil *scutil)
{
	SCNetworkReachabilityRef target = tool_scutil_create(scutil);

	if (!target)
		return TOOL_NO;
	tool_scutil_print_flags(target, scutil->options->details);
	CFRelease(target);
	return TOOL_YES;
}

int tool_scutil(const struct tool_options *options)
{
	struct tool_scutil scutil = {.options = options};
	size_t taken;
	bool scoped;

	if (!options->reachability || options->word_count == 0) {
		tool_error("scutil: only 'reach scutil -r TARGET' is offered; "
			   "see 'reach scutil --help'");
		return TOOL_ERROR;
	}
	taken = take_target(&scutil, options->words, options->word_count);
	scoped = scutil.interface;
	if (!take_words(&scutil, options->words + taken,
			options->word_count - taken))
		return TOOL_NO;
	name_kind(&scutil, scoped, options->word_count > taken);
	return options->watch ? tool_scutil_watch(&scutil) : check(&scutil);
}
