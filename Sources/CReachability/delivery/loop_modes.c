/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Which sources are in which mode of a loop, and whose turn it is. Must not
 * know what a loop does with them.
 */

#include "loop_modes.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "cf.h"

/* One source in one mode. */
struct reach_membership {
	TAILQ_ENTRY(reach_membership) in_mode;
	struct reach_membership *next_of_source;
	struct reach_mode *mode;
	struct reach_source *source;
	/* the last in which it was looked at */
	uint64_t pass;
};

struct reach_mode {
	struct reach_mode *next;
	CFStringRef name;
	/* those a pass has looked at are moved to the end */
	TAILQ_HEAD(, reach_membership) members;
};

CFStringRef reach_modes_resolve(CFStringRef name)
{
	return reach_cf_equal(name, kCFRunLoopCommonModes)
		       ? kCFRunLoopDefaultMode
		       : name;
}

static struct reach_mode *find(const struct reach_modes *modes,
			       CFStringRef name)
{
	struct reach_mode *mode = modes->first;

	while (mode && !reach_cf_equal(mode->name, name))
		mode = mode->next;
	return mode;
}

static struct reach_mode *find_or_make(struct reach_modes *modes,
				       CFStringRef name)
{
	struct reach_mode *mode = find(modes, name);

	if (mode)
		return mode;
	mode = calloc(1, sizeof(*mode));
	if (!mode)
		return NULL;
	mode->name = (CFStringRef)reach_cf_retain(name);
	TAILQ_INIT(&mode->members);
	mode->next = modes->first;
	modes->first = mode;
	return mode;
}

/* Where a source has few memberships, a mode may have thousands of members. */
static struct reach_membership **find_membership(struct reach_source *source,
						 const struct reach_mode *mode)
{
	struct reach_membership **link = &source->memberships;

	while (*link && (*link)->mode != mode)
		link = &(*link)->next_of_source;
	return link;
}

int reach_modes_add(struct reach_modes *modes, struct reach_source *source,
		    CFStringRef name)
{
	struct reach_mode *mode =
		find_or_make(modes, reach_modes_resolve(name));
	struct reach_membership *member;

	if (!mode)
		return -ENOMEM;
	if (*find_membership(source, mode))
		return 0;
	member = calloc(1, sizeof(*member));
	if (!member)
		return -ENOMEM;
	member->mode = mode;
	member->source = source;
	member->next_of_source = source->memberships;
	source->memberships = member;
	TAILQ_INSERT_TAIL(&mode->members, member, in_mode);
	return 0;
}

void reach_modes_remove(struct reach_modes *modes, struct reach_source *source,
			CFStringRef name)
{
	struct reach_mode *mode = find(modes, reach_modes_resolve(name));
	struct reach_membership **link;
	struct reach_membership *member;

	if (!mode)
		return;
	link = find_membership(source, mode);
	member = *link;
	if (!member)
		return;
	*link = member->next_of_source;
	TAILQ_REMOVE(&mode->members, member, in_mode);
	free(member);
}

bool reach_modes_is_empty(const struct reach_modes *modes, CFStringRef name)
{
	const struct reach_mode *mode = find(modes, name);

	return !mode || TAILQ_EMPTY(&mode->members);
}

static bool take_down(struct reach_source *source)
{
	return __atomic_load_n(&source->signalled, __ATOMIC_RELAXED) &&
	       __atomic_exchange_n(&source->signalled, false, __ATOMIC_ACQ_REL);
}

struct reach_source *reach_modes_take(struct reach_modes *modes,
				      CFStringRef name, uint64_t pass)
{
	struct reach_mode *mode = find(modes, name);
	struct reach_membership *member;

	while (mode && (member = TAILQ_FIRST(&mode->members)) &&
	       member->pass != pass) {
		member->pass = pass;
		TAILQ_REMOVE(&mode->members, member, in_mode);
		TAILQ_INSERT_TAIL(&mode->members, member, in_mode);
		if (take_down(member->source)) {
			member->source->retain(member->source);
			return member->source;
		}
	}
	return NULL;
}

void reach_modes_free(struct reach_modes *modes)
{
	while (modes->first) {
		struct reach_mode *mode = modes->first;

		modes->first = mode->next;
		reach_cf_release(mode->name);
		free(mode);
	}
}
