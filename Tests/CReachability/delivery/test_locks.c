/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who waits for whom: one thread is held inside a lock, and another must not
   get past it. */

#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carrier.h"
#include "listener.h"

struct walker {
	pthread_t thread;
	/* 0 until it runs */
	pid_t id;
	void (*walk)(struct walker *walker);
	struct reach_delivery *delivery;
	reach_port_ref port;
	bool arrived;
};

static void *run(void *info)
{
	struct walker *walker = info;

	__atomic_store_n(&walker->id, (pid_t)syscall(SYS_gettid),
			 __ATOMIC_RELEASE);
	walker->walk(walker);
	__atomic_store_n(&walker->arrived, true, __ATOMIC_RELEASE);
	return NULL;
}

static void start(struct walker *walker)
{
	assert_int_equal(pthread_create(&walker->thread, NULL, run, walker), 0);
}

static bool has_arrived(struct walker *walker)
{
	return __atomic_load_n(&walker->arrived, __ATOMIC_ACQUIRE);
}

/* The kernel tells which call a thread sleeps in. */
static bool sleeps_in(const struct walker *walker, long call)
{
	pid_t id = __atomic_load_n(&walker->id, __ATOMIC_ACQUIRE);
	char path[64];
	long found = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", id);
	file = id ? fopen(path, "re") : NULL;
	if (!file)
		return false;
	if (fscanf(file, "%ld", &found) != 1)
		found = -1;
	fclose(file);
	return found == call;
}

static bool waits_or_has_arrived(void *info)
{
	return sleeps_in(info, SYS_futex) || has_arrived(info);
}

static void assert_waits(struct walker *walker)
{
	assert_true(reach_test_until(waits_or_has_arrived, walker,
				     REACH_TEST_DEADLINE_MS));
	assert_false(has_arrived(walker));
}

static void signal_it(struct walker *walker)
{
	reach_delivery_signal(walker->delivery);
}

static reach_port_ref begin(struct listener *listeners, int count)
{
	reach_port_ref port;

	assert_int_equal(reach_port_new(&port), 0);
	for (int i = 0; i < count; i++) {
		listener_init(&listeners[i]);
		assert_int_equal(
			reach_delivery_new_port(&listener_client, &listeners[i],
						port, &listeners[i].delivery),
			0);
	}
	return port;
}

static void a_signal_waits_for_who_has_the_delivery(void **state)
{
	struct listener listener;
	reach_port_ref port = begin(&listener, 1);
	struct walker walker = {
		.walk = signal_it,
		.delivery = listener.delivery,
	};

	pthread_mutex_lock(&listener.delivery->lock);
	start(&walker);
	assert_waits(&walker);
	assert_int_equal(listener.delivery->state, REACH_DELIVERY_IDLE);
	pthread_mutex_unlock(&listener.delivery->lock);
	pthread_join(walker.thread, NULL);
	assert_int_equal(reach_port_dispatch(port), 1);
	assert_int_equal(listener.told, 1);
	reach_delivery_free(listener.delivery);
	reach_port_release(port);
}

static void dispatch(struct walker *walker)
{
	reach_port_dispatch(walker->port);
}

static bool reads_or_has_arrived(void *info)
{
	return sleeps_in(info, SYS_read) || has_arrived(info);
}

/* The port's descriptor is one whose reader has to wait, which is what taking
   the last one does. */
static void what_becomes_due_waits_for_who_takes_from_the_port(void **state)
{
	struct listener listeners[2];
	reach_port_ref port = begin(listeners, 2);
	struct walker taker = {.walk = dispatch, .port = port};
	struct walker giver = {
		.walk = signal_it,
		.delivery = listeners[1].delivery,
	};
	uint64_t count = 0;
	int ends[2];

	assert_int_equal(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	assert_true(dup2(ends[0], reach_port_get_fd(port)) >= 0);
	listener_signal(&listeners[0]);
	assert_int_equal(read(ends[1], &count, sizeof(count)), sizeof(count));
	start(&taker);
	assert_true(reach_test_until(reads_or_has_arrived, &taker,
				     REACH_TEST_DEADLINE_MS));
	start(&giver);
	assert_waits(&giver);
	/* There was nothing else that was due. */
	assert_false(reach_test_readable(ends[1], 0));
	assert_int_equal(write(ends[1], &count, sizeof(count)), sizeof(count));
	pthread_join(taker.thread, NULL);
	pthread_join(giver.thread, NULL);
	assert_int_equal(read(ends[1], &count, sizeof(count)), sizeof(count));
	assert_int_equal(write(ends[1], &count, sizeof(count)), sizeof(count));
	assert_int_equal(reach_port_dispatch(port), 1);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(listeners[i].told, 1);
		reach_delivery_free(listeners[i].delivery);
	}
	reach_port_release(port);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(a_signal_waits_for_who_has_the_delivery),
		REACH_TEST(what_becomes_due_waits_for_who_takes_from_the_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
