/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Decides whether the last answer may be given again. It may if it was kept,
 * nothing was told since, it is the same user who asks, and the routes it was
 * made of have not ended by themselves. What makes an answer one to keep is
 * the space's business.
 */

#include "present.h"

#include <errno.h>
#include <unistd.h>

#include "space.h"
#include "watcher.h"

#define MILLISECOND UINT64_C(1000000)
#define TICK (10 * MILLISECOND)

/* Of an answer and a generation read after it was seen that nothing waits to
   be read. */
static bool holds(const struct reach_kept *kept, uint64_t generation,
		  uid_t user, uint64_t now)
{
	return generation && kept->generation == generation &&
	       kept->user == user &&
	       (!kept->expiry || (!kept->endless && now < kept->expiry));
}

static bool may_end(const struct reach_subject *subject)
{
	return !reach_subject_is_single(subject) ||
	       !IN6_IS_ADDR_V4MAPPED(&subject->remote.address);
}

/*
 * The kernel tells what is left of an IPv6 route in hundredths of a second,
 * and says 0 of one that never ends and of one in its last hundredth. What has
 * said so twice, a while apart, never ends; until then, the expiry, it is asked
 * for anew each time.
 */
static void set_expiry(struct reach_kept *kept, const struct reach_kept *former,
		       uint32_t lifetime, uint64_t begun)
{
	bool again = former->generation == kept->generation &&
		     former->user == kept->user;

	kept->endless = !lifetime;
	/* It was rounded up. */
	if (lifetime)
		kept->expiry = begun + lifetime * MILLISECOND - TICK;
	else if (!again || !former->endless)
		kept->expiry = reach_now() + 2 * TICK;
	else if (former->expiry > begun)
		kept->expiry = former->expiry;
}

/* What a target asks first, put while events are read. */
struct first {
	const struct reach_subject *subject;
	const struct reach_asker *asker;
	struct reach_inquiry inquiry;
};

static int ask_first(struct reach_netlink *socket, void *info)
{
	struct first *first = info;
	struct reach_inquiry *inquiry = &first->inquiry;

	if (!reach_evaluate_question(first->asker, first->subject,
				     &inquiry->question))
		return -ENOTSUP;
	inquiry->result =
		reach_route_ask(socket, &inquiry->question, &inquiry->route);
	return inquiry->result;
}

static void keep(struct __SCNetworkReachability *target,
		 const struct reach_kept *kept)
{
	reach_target_lock(target);
	target->kept = *kept;
	reach_target_unlock(target);
}

/* The generation was read before: a change that comes later voids it. */
static int ask(struct __SCNetworkReachability *target,
	       const struct reach_asker *asker, uint64_t generation,
	       uint64_t begun, const struct reach_kept *former,
	       struct reach_state *ret_state)
{
	struct reach_kept kept = {.generation = generation};
	int result = reach_evaluate(asker, &target->subject, NULL, ret_state);

	/* What ends by a clock is only kept where one is looked at. */
	if (result || !generation || (ret_state->lifetime && !begun))
		return result;
	kept.user = asker->user;
	kept.flags = ret_state->flags;
	kept.interface = ret_state->interface;
	if (begun)
		set_expiry(&kept, former, ret_state->lifetime, begun);
	keep(target, &kept);
	return 0;
}

int reach_present_state(struct __SCNetworkReachability *target,
			const struct reach_kept *kept,
			struct reach_state *ret_state)
{
	uint64_t begun = may_end(&target->subject) ? reach_now() : 0;
	struct reach_asker asker = {.user = geteuid()};
	struct first first;
	struct reach_errand errand = {.ask = ask_first, .info = &first};
	struct reach_thread *thread;
	uint64_t generation;
	int result = reach_thread_enter(&thread);

	first.subject = &target->subject;
	first.asker = &asker;
	if (!result)
		result = reach_thread_update(thread, &errand, &generation);
	if (result)
		return result;
	if (!errand.done && holds(kept, generation, asker.user, begun)) {
		ret_state->flags = kept->flags;
		ret_state->interface = kept->interface;
		return 0;
	}
	asker.space = thread->space;
	asker.socket = thread->socket;
	asker.asked = errand.done ? &first.inquiry : NULL;
	result = ask(target, &asker, generation, begun, kept, ret_state);
	if (!result && !generation)
		reach_thread_want_settled(thread);
	return result;
}
