/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * "<SCNetworkReachability 0x... [0x...]> {address = 192.0.2.1}", laid out as
 * Apple does. Knows only how a target looks, and asks nothing.
 */

#include "describe.h"

#include <stdio.h>
#include <stdlib.h>

#include "resolver.h"
#include "target.h"
#include "text.h"
#include "watch.h"

static void describe_pair(FILE *text, const struct reach_subject *subject)
{
	const struct reach_endpoint *local = reach_subject_get_local(subject);
	char address[REACH_TEXT_MAX];

	if (local->family) {
		reach_text_write(local, address);
		fprintf(text, "local address = %s, ", address);
	}
	if (subject->remote.family) {
		reach_text_write(&subject->remote, address);
		fprintf(text, "remote address = %s", address);
	} else {
		fputs("default path", text);
	}
}

static void describe_subject(FILE *text, const struct reach_subject *subject)
{
	char address[REACH_TEXT_MAX];

	switch ((enum reach_subject_kind)subject->kind) {
	case REACH_SUBJECT_ADDRESS:
		if (reach_endpoint_is_zero(&subject->remote)) {
			fputs("default path", text);
			break;
		}
		reach_text_write(&subject->remote, address);
		fprintf(text, "address = %s", address);
		break;
	case REACH_SUBJECT_PAIR:
		describe_pair(text, subject);
		break;
	case REACH_SUBJECT_NAME:
		fprintf(text, "name = %s", subject->name);
		break;
	}
	if (subject->interface)
		fprintf(text, ", if_index = %u", subject->interface);
}

static void describe_answer(FILE *text, const struct reach_answer *answer)
{
	char address[REACH_TEXT_MAX];

	if (!answer) {
		fputs(" (DNS query active)", text);
		return;
	}
	fputs(" (complete", text);
	for (size_t i = 0; i < answer->count; i++) {
		reach_text_write_address(&answer->addresses[i].address,
					 answer->addresses[i].scope, address);
		fprintf(text, ", %s", address);
	}
	fputs(answer->count ? ")" : ", no addresses)", text);
}

/* Under the target's lock. */
static void describe_target(FILE *text,
			    const struct __SCNetworkReachability *target)
{
	const struct reach_subject *subject = &target->subject;
	const struct reach_watch *watch = target->watch;

	fprintf(text, "<SCNetworkReachability %p [%p]> {", (const void *)target,
		(const void *)CFGetAllocator(target));
	describe_subject(text, subject);
	if (watch && watch->name && watch->name->lookup)
		describe_answer(text, watch->name->answer);
	if (subject->no_resolve)
		fputs(", !resolve", text);
	if (watch)
		fprintf(text, ", flags = 0x%08x, if_index = %u",
			watch->state.flags, watch->state.interface);
	fputs("}", text);
}

CFStringRef reach_describe(CFTypeRef object)
{
	struct __SCNetworkReachability *target = (void *)object;
	char *buffer = NULL;
	size_t size;
	FILE *text = open_memstream(&buffer, &size);
	CFStringRef description = NULL;
	bool whole = false;

	if (text) {
		reach_target_lock(target);
		describe_target(text, target);
		reach_target_unlock(target);
		whole = !ferror(text);
		/* Without memory there is no buffer, although it closes. */
		whole &= !fclose(text) && buffer;
	}
	/* A name of any bytes need not be UTF-8; then it says less. */
	if (whole)
		description = reach_cf_string(buffer);
	free(buffer);
	if (!description)
		description = reach_cf_string("<SCNetworkReachability>");
	return description;
}
