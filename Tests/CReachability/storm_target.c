/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Counting. */

#include "storm_target.h"

#include <stdlib.h>

#define ALIVE 0x600df00d

/* Read by the thread sanitizer, which sees no order in how queues hand their
   own memory from thread to thread. What they call is looked at all the same.
   Not for every test: it also no longer sees that they start threads. */
const char *__tsan_default_suppressions(void)
	__attribute__((visibility("default")));
const char *__tsan_default_suppressions(void)
{
	return "called_from_lib:libdispatch.so\n";
}

/* The info of one callback. */
struct context {
	unsigned int alive;
	unsigned int references;
	struct storm_target *target;
	void (*call)(struct storm_target *target);
};

struct storm_counts storm_counts;
__thread uint32_t storm_seed;

unsigned int storm_draw(unsigned int below)
{
	storm_seed = storm_seed * 1664525u + 1013904223u;
	return (storm_seed >> 8) % below;
}

void storm_target_ref(struct storm_target *target)
{
	add(target->references, 1);
}

void storm_target_unref(struct storm_target *target)
{
	if (add(target->references, -1))
		return;
	add(storm_counts.targets, -1);
	free(target);
}

static struct context *check(const void *info)
{
	struct context *context = (void *)info;

	if (load(context->alive) != ALIVE)
		abort();
	return context;
}

static const void *retain(const void *info)
{
	add(check(info)->references, 1);
	return info;
}

static void release(const void *info)
{
	struct context *context = check(info);

	if (add(context->references, -1))
		return;
	store(context->alive, 0);
	storm_target_unref(context->target);
	add(storm_counts.contexts, -1);
	free(context);
}

static void called_back(SCNetworkReachabilityRef reference,
			SCNetworkReachabilityFlags flags, void *info)
{
	struct context *context = check(info);
	struct storm_target *target = context->target;

	if (target->target != reference)
		add(storm_counts.strangers, 1);
	if (add(target->inside, 1) != 1)
		add(storm_counts.overlaps, 1);
	add(storm_counts.callbacks, 1);
	if (context->call) {
		context->call(target);
	} else {
		store(target->last, flags);
		add(target->told, 1);
	}
	add(target->inside, -1);
}

void storm_target_set_callback(struct storm_target *target,
			       void (*call)(struct storm_target *target))
{
	struct context *made = malloc(sizeof(*made));
	SCNetworkReachabilityContext context = {
		.info = made,
		.retain = retain,
		.release = release,
	};

	if (!made)
		abort();
	*made = (struct context){ALIVE, 1, target, call};
	add(storm_counts.contexts, 1);
	storm_target_ref(target);
	SCNetworkReachabilitySetCallback(target->target, called_back, &context);
	release(made);
}

struct storm_target *storm_target_new(void)
{
	struct storm_target *target = calloc(1, sizeof(*target));

	if (!target)
		abort();
	switch (storm_draw(6)) {
	case 0:
		target->target = test_target("198.51.100.1");
		break;
	case 1:
		target->target = test_target("2001:db8:9::1");
		break;
	case 2:
		target->target = test_target("0.0.0.0");
		break;
	case 3:
		target->target = test_target("::");
		break;
	case 4:
		target->target = test_pair("192.0.2.2", "198.51.100.1");
		break;
	default:
		target->target = test_name("www.test");
		break;
	}
	target->references = 1;
	add(storm_counts.targets, 1);
	return target;
}
