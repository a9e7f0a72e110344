/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Deliveries to somebody else's threads: an executor, or a dispatch queue when
 * libdispatch is in the process. Both are handed a function to call once, and
 * neither can be asked to give it back.
 */

#include "delivery.h"

#include <errno.h>
#include <stdlib.h>

#include "carrier.h"

/* libdispatch's, where the process has it. */
extern void dispatch_call(void *queue, void *info,
			  void (*work)(void *info)) __asm__("dispatch_async_f")
	__attribute__((weak));
extern void dispatch_hold(void *object) __asm__("dispatch_retain")
	__attribute__((weak));
extern void dispatch_drop(void *object) __asm__("dispatch_release")
	__attribute__((weak));

/* The thread sanitizer does not see how libraries that it knows nothing of
   hand over from one thread to another. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define REACH_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define REACH_THREAD_SANITIZER
#endif
#ifdef REACH_THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#else
#define __tsan_acquire(address) ((void)(address))
#define __tsan_release(address) ((void)(address))
#endif

struct executor_delivery {
	struct reach_delivery base;
	struct reach_executor executor;
};

static void arrive(void *info)
{
	struct reach_delivery *delivery = info;

	__tsan_acquire(delivery);
	reach_delivery_run(delivery);
	reach_delivery_unref(delivery);
}

static void carry(struct reach_delivery *delivery)
{
	const struct reach_executor *executor =
		&((struct executor_delivery *)delivery)->executor;

	reach_delivery_ref(delivery);
	__tsan_release(delivery);
	executor->execute(executor->info, arrive, delivery);
}

static bool withdraw(struct reach_delivery *delivery)
{
	(void)delivery;
	return false;
}

static void destroy(struct reach_delivery *delivery)
{
	const struct reach_executor *executor =
		&((struct executor_delivery *)delivery)->executor;

	if (executor->release)
		executor->release(executor->info);
	free(delivery);
}

static int make(const struct reach_carrier *carrier,
		const struct reach_client *client, void *info,
		const struct reach_executor *executor,
		struct reach_delivery **ret_delivery)
{
	int result = reach_delivery_create(carrier, client, info,
					   sizeof(struct executor_delivery),
					   ret_delivery);

	if (result)
		return result;
	((struct executor_delivery *)*ret_delivery)->executor = *executor;
	if (executor->retain)
		executor->retain(executor->info);
	return 0;
}

int reach_delivery_new_executor(const struct reach_client *client, void *info,
				const struct reach_executor *executor,
				struct reach_delivery **ret_delivery)
{
	static const struct reach_carrier carrier = {
		.kind = REACH_DELIVERY_EXECUTOR,
		.carry = carry,
		.withdraw = withdraw,
		.destroy = destroy,
	};

	return make(&carrier, client, info, executor, ret_delivery);
}

static void execute_on_queue(void *queue, void (*work)(void *), void *info)
{
	dispatch_call(queue, info, work);
}

int reach_delivery_new_queue(const struct reach_client *client, void *info,
			     dispatch_queue_t queue,
			     struct reach_delivery **ret_delivery)
{
	static const struct reach_carrier carrier = {
		.kind = REACH_DELIVERY_QUEUE,
		.carry = carry,
		.withdraw = withdraw,
		.destroy = destroy,
	};
	const struct reach_executor executor = {
		.info = (void *)queue,
		.execute = execute_on_queue,
		.retain = dispatch_hold,
		.release = dispatch_drop,
	};

	if (!dispatch_call || !dispatch_hold || !dispatch_drop)
		return -ENOSYS;
	return make(&carrier, client, info, &executor, ret_delivery);
}
