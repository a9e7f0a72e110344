/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Makes targets: by Apple's three functions, or from options where an
 * interface or no look-up is asked for.
 */

#include "target.h"

#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include <SystemConfiguration/SCPrivate.h>

#include "options.h"
#include "text.h"

static const struct sockaddr *present(const struct sockaddr_storage *address)
{
	return address->ss_family == AF_UNSPEC
		       ? NULL
		       : (const struct sockaddr *)address;
}

static SCNetworkReachabilityRef create_plain(const struct tool_word *word,
					     const char *text)
{
	switch (word->kind) {
	case TOOL_KIND_NAME:
		return SCNetworkReachabilityCreateWithName(NULL, text);
	case TOOL_KIND_PAIR:
		return SCNetworkReachabilityCreateWithAddressPair(
			NULL, present(&word->local), present(&word->remote));
	case TOOL_KIND_ADDRESS:
	case TOOL_KIND_DEFAULT:
		break;
	}
	return SCNetworkReachabilityCreateWithAddress(
		NULL, (const struct sockaddr *)&word->remote);
}

struct options {
	const void *keys[4];
	const void *values[4];
	CFIndex count;
	/* a value could not be made */
	bool failed;
};

/* Takes over value. */
static void add(struct options *options, CFStringRef key, CFTypeRef value)
{
	options->failed |= !value;
	if (!value)
		return;
	options->keys[options->count] = key;
	options->values[options->count++] = value;
}

static void add_text(struct options *options, CFStringRef key, const char *text)
{
	add(options, key,
	    CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8));
}

static void add_address(struct options *options, CFStringRef key,
			const struct sockaddr_storage *address)
{
	CFIndex size = address->ss_family == AF_INET
			       ? sizeof(struct sockaddr_in)
			       : sizeof(struct sockaddr_in6);

	if (address->ss_family != AF_UNSPEC)
		add(options, key,
		    CFDataCreate(NULL, (const UInt8 *)address, size));
}

static SCNetworkReachabilityRef create_from(struct options *options)
{
	SCNetworkReachabilityRef reference = NULL;
	CFDictionaryRef dictionary = NULL;

	if (!options->failed)
		dictionary = CFDictionaryCreate(
			NULL, options->keys, options->values, options->count,
			&kCFTypeDictionaryKeyCallBacks,
			&kCFTypeDictionaryValueCallBacks);
	if (dictionary) {
		reference = SCNetworkReachabilityCreateWithOptions(NULL,
								   dictionary);
		CFRelease(dictionary);
	}
	while (options->count > 0)
		CFRelease(options->values[--options->count]);
	return reference;
}

SCNetworkReachabilityRef tool_target_create(const struct tool_word *word,
					    const char *text,
					    const char *interface,
					    bool no_resolve)
{
	struct options options = {0};

	if (!interface && !no_resolve)
		return create_plain(word, text);
	if (word->kind == TOOL_KIND_NAME)
		add_text(&options, kSCNetworkReachabilityOptionNodeName, text);
	add_address(&options, kSCNetworkReachabilityOptionLocalAddress,
		    &word->local);
	add_address(&options, kSCNetworkReachabilityOptionRemoteAddress,
		    &word->remote);
	if (interface)
		add_text(&options, kSCNetworkReachabilityOptionInterface,
			 interface);
	if (no_resolve)
		add(&options, kSCNetworkReachabilityOptionResolverBypass,
		    CFRetain(kCFBooleanTrue));
	return create_from(&options);
}

const char *tool_target_error(void)
{
	int status = SCError();

	/* What cannot be a string object never came to the library. */
	return SCErrorString(status ? status : kSCStatusInvalidArgument);
}

static bool is_utf8(const char *text)
{
	while (*text) {
		uint32_t character;
		size_t length = tool_text_decode(text, &character);

		if (!length)
			return false;
		text += length;
	}
	return true;
}

static bool open_one(const struct tool_options *options, const char *text,
		     struct tool_target *target)
{
	char advice[TOOL_ADVICE_MAX];
	bool no_resolve;

	if (!tool_word_parse(text, &target->word, advice)) {
		tool_error("'%s': %s", text, advice);
		return false;
	}
	no_resolve = options->no_resolve && target->word.kind == TOOL_KIND_NAME;
	if ((options->interface || no_resolve) && !is_utf8(text)) {
		tool_error("'%s': not valid UTF-8, which --interface and "
			   "--no-resolve need",
			   text);
		return false;
	}
	target->text = text;
	target->label = tool_text_escape(text);
	target->reference = tool_target_create(&target->word, text,
					       options->interface, no_resolve);
	if (target->label && target->reference)
		return true;
	tool_error("'%s': cannot make a target of it: %s", text,
		   target->label ? tool_target_error() : strerror(ENOMEM));
	return false;
}

static bool check_interface(const char *name)
{
	if (name && !if_nametoindex(name)) {
		tool_error("--interface: there is no interface '%s'; see "
			   "'ip link'",
			   name);
		return false;
	}
	if (name && !is_utf8(name)) {
		tool_error("--interface: '%s': not valid UTF-8", name);
		return false;
	}
	return true;
}

bool tool_targets_open(const struct tool_options *options,
		       struct tool_targets *ret_targets)
{
	struct tool_targets targets = {0};
	bool has_interface = check_interface(options->interface);
	bool good = has_interface;

	targets.list = calloc(options->word_count, sizeof(*targets.list));
	if (!targets.list) {
		tool_error("%s", strerror(ENOMEM));
		return false;
	}
	targets.count = options->word_count;
	/* Every bad word is told, not only the first. */
	for (size_t i = 0; has_interface && i < targets.count; i++)
		good &= open_one(options, options->words[i], &targets.list[i]);
	if (!good) {
		tool_targets_close(&targets);
		return false;
	}
	for (size_t i = 0; i < targets.count; i++) {
		size_t width = tool_text_width(targets.list[i].label);

		targets.width = width > targets.width ? width : targets.width;
	}
	*ret_targets = targets;
	return true;
}

void tool_targets_close(struct tool_targets *targets)
{
	for (size_t i = 0; i < targets->count; i++) {
		free(targets->list[i].label);
		if (targets->list[i].reference)
			CFRelease(targets->list[i].reference);
	}
	free(targets->list);
}

bool tool_target_schedule(const struct tool_target *target, reach_port_ref port,
			  SCNetworkReachabilityCallBack callback, void *info)
{
	SCNetworkReachabilityContext context = {.info = info};

	return SCNetworkReachabilitySetCallback(target->reference, callback,
						&context) &&
	       reach_set_port(target->reference, port);
}

bool tool_targets_schedule(const struct tool_targets *targets,
			   reach_port_ref port,
			   SCNetworkReachabilityCallBack callback, void *infos,
			   size_t size)
{
	for (size_t i = 0; i < targets->count; i++) {
		if (tool_target_schedule(&targets->list[i], port, callback,
					 (char *)infos + i * size))
			continue;
		tool_error("'%s': cannot watch it: %s", targets->list[i].text,
			   SCErrorString(SCError()));
		return false;
	}
	return true;
}

void tool_targets_unschedule(const struct tool_targets *targets)
{
	for (size_t i = 0; i < targets->count; i++)
		reach_set_port(targets->list[i].reference, NULL);
}
