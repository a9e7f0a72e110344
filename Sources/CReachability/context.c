/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * SCNetworkReachabilityContext's protocol: retain once for SetCallback and
 * once around each callback, release to match, release without retain only at
 * the end. copyDescription is never called and version never read, as Apple
 * does it.
 */

#include "context.h"

#include <errno.h>
#include <stdlib.h>

struct reach_context {
	SCNetworkReachabilityCallBack callout;
	void *info;
	const void *(*retain)(const void *info);
	void (*release)(const void *info);
	unsigned int pins;
	bool dropped;
};

int reach_context_new(SCNetworkReachabilityCallBack callout,
		      const SCNetworkReachabilityContext *given,
		      struct reach_context **ret_context)
{
	struct reach_context *context;

	if (!callout && !given) {
		*ret_context = NULL;
		return 0;
	}
	context = calloc(1, sizeof(*context));
	if (!context)
		return -ENOMEM;
	context->callout = callout;
	if (given) {
		context->retain = given->retain;
		context->release = given->release;
		context->info = given->info;
	}
	*ret_context = context;
	return 0;
}

void reach_context_begin(struct reach_context *context)
{
	if (context && context->retain)
		context->info = (void *)context->retain(context->info);
}

struct reach_context *reach_contexts_swap(struct reach_contexts *contexts,
					  struct reach_context *replacement)
{
	struct reach_context *former = contexts->current;

	contexts->current = replacement;
	return former;
}

bool reach_context_drop(struct reach_context *context)
{
	if (!context)
		return false;
	context->dropped = true;
	return context->pins == 0;
}

bool reach_context_unpin(struct reach_context *context)
{
	if (!context)
		return false;
	/* 0 already: forked within its callback, and forgotten since. */
	if (context->pins > 0)
		context->pins--;
	return context->dropped && context->pins == 0;
}

void reach_context_end(struct reach_context *context)
{
	if (!context)
		return;
	if (context->release)
		context->release(context->info);
	free(context);
}

struct reach_context *reach_contexts_pin(struct reach_contexts *contexts)
{
	if (contexts->current)
		contexts->current->pins++;
	return contexts->current;
}

void reach_contexts_forget_pins(struct reach_contexts *contexts)
{
	contexts->replacing = 0;
	if (contexts->current)
		contexts->current->pins = 0;
}

bool reach_context_has_callout(const struct reach_context *context)
{
	return context && context->callout;
}

void reach_context_call(struct reach_context *context,
			SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags)
{
	void *info = context->info;

	if (context->retain)
		info = (void *)context->retain(info);
	if (context->callout)
		context->callout(target, flags, info);
	if (context->retain && context->release)
		context->release(info);
}
