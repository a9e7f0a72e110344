/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Making, checking, locking and ending targets. Knows nothing of how a flag
 * word comes about or of who is told when.
 */

#include "target.h"

#include <errno.h>
#include <stdlib.h>

#include "SCError.h"
#include "describe.h"
#include "space.h"

/* Reference counts of the toolchain's objects order what threads do as locks
   would, but tools that look for races see only the locks. */
static void hand_over(struct __SCNetworkReachability *target)
{
	pthread_mutex_lock(&target->lock);
	pthread_mutex_unlock(&target->lock);
}

static void finalize(CFTypeRef object)
{
	struct __SCNetworkReachability *target = (void *)object;
	struct reach_context *context;

	if (target->process != reach_process())
		reach_contexts_forget_pins(&target->contexts);
	else
		hand_over(target);
	context = reach_contexts_swap(&target->contexts, NULL);
	if (reach_context_drop(context))
		reach_context_end(context);
	free(target->subject.memory);
	pthread_mutex_destroy(&target->lock);
}

CFTypeID reach_target_type(void)
{
	static const struct reach_cf_class target_class = {
		.name = "SCNetworkReachability",
		.finalize = finalize,
		.describe = reach_describe,
	};

	return reach_cf_register(&target_class);
}

SCNetworkReachabilityRef reach_target_new(CFAllocatorRef allocator,
					  const struct reach_subject *subject)
{
	struct __SCNetworkReachability *target = (void *)reach_cf_create(
		allocator, reach_target_type(), sizeof(*target));

	if (!target) {
		free(subject->memory);
		reach_status_set_result(-ENOMEM);
		return NULL;
	}
	pthread_mutex_init(&target->lock, NULL);
	target->process = reach_process();
	target->subject = *subject;
	return target;
}

struct __SCNetworkReachability *
reach_target_check(SCNetworkReachabilityRef target)
{
	if (reach_cf_is(target, reach_target_type()))
		return (struct __SCNetworkReachability *)target;
	reach_status_set(kSCStatusInvalidArgument);
	return NULL;
}

static void adopt(struct __SCNetworkReachability *target)
{
	static pthread_mutex_t adopting = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&adopting);
	if (target->process != reach_process()) {
		/* Some thread of the parent may have held it. */
		pthread_mutex_init(&target->lock, NULL);
		target->watch = NULL;
		target->telling = false;
		reach_contexts_forget_pins(&target->contexts);
		__atomic_store_n(&target->process, reach_process(),
				 __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&adopting);
}

void reach_target_lock(struct __SCNetworkReachability *target)
{
	if (__atomic_load_n(&target->process, __ATOMIC_ACQUIRE) !=
	    reach_process())
		adopt(target);
	pthread_mutex_lock(&target->lock);
}

void reach_target_unlock(struct __SCNetworkReachability *target)
{
	pthread_mutex_unlock(&target->lock);
}

bool reach_subject_is_single(const struct reach_subject *subject)
{
	return subject->kind == REACH_SUBJECT_ADDRESS &&
	       !reach_endpoint_is_zero(&subject->remote);
}

int reach_subject_set_local(struct reach_subject *subject,
			    const struct reach_endpoint *local)
{
	subject->local = malloc(sizeof(*local));
	if (!subject->local)
		return -ENOMEM;
	*subject->local = *local;
	subject->kind = REACH_SUBJECT_PAIR;
	return 0;
}

const struct reach_endpoint *
reach_subject_get_local(const struct reach_subject *subject)
{
	static const struct reach_endpoint none;

	return subject->kind == REACH_SUBJECT_PAIR ? subject->local : &none;
}

bool reach_endpoint_is_zero(const struct reach_endpoint *endpoint)
{
	static const struct in6_addr mapped_zero = {
		.s6_addr = {[10] = 0xff, [11] = 0xff},
	};

	return IN6_IS_ADDR_UNSPECIFIED(&endpoint->address) ||
	       IN6_ARE_ADDR_EQUAL(&endpoint->address, &mapped_zero);
}

bool reach_endpoint_is_loopback(const struct reach_endpoint *endpoint)
{
	return IN6_IS_ADDR_LOOPBACK(&endpoint->address) ||
	       (IN6_IS_ADDR_V4MAPPED(&endpoint->address) &&
		endpoint->address.s6_addr[12] == 127);
}
