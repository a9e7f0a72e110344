/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Decides whether the last answer may be given again. It may if it was kept,
 * nothing was told since, it is the same user who asks, and the routes it was
 * made of have not ended by themselves. What makes an answer one to keep is
 * the space's business.
 */

#include "present.h"

#include <unistd.h>

#include "space.h"
#include "watcher.h"

#define MILLISECOND UINT64_C(1000000)
#define TICK (10 * MILLISECOND)

/* Of an answer and a generation read after it was seen that nothing waits to
   be read. */
static bool holds(const struct reach_kept *kept, uint64_t generation)
{
	return generation && kept->generation == generation &&
	       kept->user == geteuid() &&
	       (!kept->expiry ||
		(!kept->endless && reach_now() < kept->expiry));
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
		kept->expiry = begun + 2 * TICK;
	else if (former->expiry > begun)
		kept->expiry = former->expiry;
}

/* The generation was read before: a change that comes later voids it. */
static int ask(struct __SCNetworkReachability *target,
	       const struct reach_thread *thread, uint64_t generation,
	       struct reach_kept *kept)
{
	const struct reach_asker asker = {
		.space = thread->space,
		.socket = thread->socket,
		.user = geteuid(),
	};
	const struct reach_kept former = *kept;
	uint64_t begun = generation ? reach_now() : 0;
	struct reach_state state;
	int result = reach_evaluate(&asker, &target->subject, NULL, &state);

	if (result)
		return result;
	*kept = (struct reach_kept){
		.generation = generation,
		.flags = state.flags,
		.interface = state.interface,
	};
	if (!generation) {
		reach_thread_want_settled(thread);
		return 0;
	}
	kept->user = asker.user;
	if (may_end(&target->subject))
		set_expiry(kept, &former, state.lifetime, begun);
	return 0;
}

int reach_present_state(struct __SCNetworkReachability *target,
			struct reach_state *ret_state)
{
	struct reach_thread *thread;
	struct reach_kept kept;
	uint64_t generation;
	int result = reach_thread_enter(&thread);

	if (!result)
		result = reach_thread_update(thread, &generation);
	if (result)
		return result;
	reach_target_lock(target);
	kept = target->kept;
	reach_target_unlock(target);
	if (!holds(&kept, generation)) {
		result = ask(target, thread, generation, &kept);
		if (result)
			return result;
		reach_target_lock(target);
		target->kept = kept;
		reach_target_unlock(target);
	}
	*ret_state = (struct reach_state){
		.flags = kept.flags,
		.interface = kept.interface,
	};
	return 0;
}
