/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Ports: when the descriptor is readable, and what a dispatch does. */

#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

static reach_port_ref new_port(void)
{
	struct reach_port *port;

	assert_int_equal(reach_port_new(&port), 0);
	return port;
}

static void begin(struct listener *listener, reach_port_ref port)
{
	listener_init(listener);
	assert_int_equal(reach_delivery_new_port(&listener_client, listener,
						 port, &listener->delivery),
			 0);
}

static void end(struct listener *listener)
{
	reach_delivery_cancel(listener->delivery);
	assert_int_equal(listener->held, 0);
	reach_delivery_free(listener->delivery);
}

static bool is_readable(reach_port_ref port)
{
	return reach_test_readable(reach_port_get_fd(port), 0);
}

static void the_descriptor_is_readable_while_something_is_due(void **state)
{
	reach_port_ref port = new_port();
	struct listener first;
	struct listener second;

	begin(&first, port);
	begin(&second, port);
	assert_false(is_readable(port));
	assert_int_equal(reach_port_dispatch(port), 0);
	for (int i = 0; i < 3; i++) {
		listener_signal(&first);
		listener_signal(&second);
		assert_true(is_readable(port));
		assert_true(is_readable(port));
	}
	assert_int_equal(first.told, 0);
	assert_int_equal(reach_port_dispatch(port), 2);
	assert_int_equal(first.told, 1);
	assert_int_equal(second.told, 1);
	assert_false(is_readable(port));
	end(&first);
	end(&second);
	reach_port_release(port);
}

static void an_epoll_loop_is_told(void **state)
{
	reach_port_ref port = new_port();
	struct epoll_event event = {.events = EPOLLIN};
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	struct listener listener;

	begin(&listener, port);
	epoll_ctl(epoll, EPOLL_CTL_ADD, reach_port_get_fd(port), &event);
	for (unsigned int i = 1; i <= 3; i++) {
		listener_signal(&listener);
		assert_int_equal(epoll_wait(epoll, &event, 1, 5000), 1);
		assert_int_equal(reach_port_dispatch(port), 1);
		assert_int_equal(listener.told, i);
		assert_int_equal(epoll_wait(epoll, &event, 1, 0), 0);
	}
	close(epoll);
	end(&listener);
	reach_port_release(port);
}

static void what_becomes_due_meanwhile_waits_for_the_next_time(void **state)
{
	reach_port_ref port = new_port();
	struct listener listener;

	begin(&listener, port);
	listener.then = listener_signal;
	listener_signal(&listener);
	for (unsigned int i = 1; i <= 3; i++) {
		assert_int_equal(reach_port_dispatch(port), 1);
		assert_int_equal(listener.told, i);
		assert_true(is_readable(port));
	}
	end(&listener);
	assert_false(is_readable(port));
	reach_port_release(port);
}

static void what_is_cancelled_is_not_due_any_more(void **state)
{
	reach_port_ref port = new_port();
	struct listener listeners[3];
	int fd;

	/* First, last and in the middle. */
	for (int left = 0; left < 3; left++) {
		for (int i = 0; i < 3; i++) {
			begin(&listeners[i], port);
			listener_signal(&listeners[i]);
		}
		reach_delivery_cancel(listeners[left].delivery);
		assert_int_equal(listeners[left].held, 0);
		listener_signal(&listeners[left]);
		assert_int_equal(reach_port_dispatch(port), 2);
		assert_int_equal(listeners[left].told, 0);
		listener_signal(&listeners[(left + 1) % 3]);
		assert_int_equal(reach_port_dispatch(port), 1);
		for (int i = 0; i < 3; i++)
			end(&listeners[i]);
	}
	assert_false(is_readable(port));
	/* None of them has kept it. */
	fd = reach_port_get_fd(port);
	reach_port_release(port);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
}

static void dispatch_inside(struct listener *listener)
{
	struct listener *other = listener->info;

	listener_cancel(listener);
	listener->told += (unsigned int)reach_port_dispatch(other->info);
}

static void a_dispatch_may_be_nested_and_left_inside(void **state)
{
	reach_port_ref port = new_port();
	struct listener outer;
	struct listener inner;

	begin(&outer, port);
	begin(&inner, port);
	outer.then = dispatch_inside;
	outer.info = &inner;
	inner.info = port;
	listener_signal(&outer);
	listener_signal(&inner);
	assert_int_equal(reach_port_dispatch(port), 1);
	assert_int_equal(inner.told, 1);
	assert_int_equal(outer.told, 2);
	end(&outer);
	end(&inner);
	reach_port_release(port);
}

static void a_port_lives_as_long_as_its_deliveries(void **state)
{
	reach_port_ref port = new_port();
	int fd = reach_port_get_fd(port);
	struct listener listener;

	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_true(fcntl(fd, F_GETFL) & O_NONBLOCK);
	begin(&listener, port);
	assert_ptr_equal(reach_port_retain(port), port);
	reach_port_release(port);
	reach_port_release(port);
	listener_signal(&listener);
	assert_true(reach_test_readable(fd, 0));
	assert_int_equal(reach_port_dispatch(port), 1);
	end(&listener);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
	reach_port_release(NULL);
}

struct crew {
	reach_port_ref port;
	struct listener *listeners;
	bool done;
};

#define LISTENERS 20
#define ROUNDS 200

static void *dispatch_often(void *info)
{
	struct crew *crew = info;

	while (!__atomic_load_n(&crew->done, __ATOMIC_ACQUIRE))
		if (reach_test_readable(reach_port_get_fd(crew->port), 1))
			reach_port_dispatch(crew->port);
	return NULL;
}

static void several_threads_may_dispatch(void **state)
{
	struct listener listeners[LISTENERS];
	struct crew crew = {.port = new_port(), .listeners = listeners};
	pthread_t threads[3];

	for (int i = 0; i < LISTENERS; i++)
		begin(&listeners[i], crew.port);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, dispatch_often, &crew);
	for (unsigned int round = 1; round <= ROUNDS; round++) {
		for (int i = 0; i < LISTENERS; i++)
			listener_signal(&listeners[i]);
		for (int i = 0; i < LISTENERS; i++)
			assert_true(listener_is_let_go(&listeners[i]));
	}
	__atomic_store_n(&crew.done, true, __ATOMIC_RELEASE);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < LISTENERS; i++) {
		assert_int_equal(listeners[i].told, ROUNDS);
		assert_int_equal(listeners[i].most, 1);
		end(&listeners[i]);
	}
	assert_false(is_readable(crew.port));
	reach_port_release(crew.port);
}

static void *signal_often(void *info)
{
	for (int i = 0; i < 20; i++)
		listener_signal(info);
	return NULL;
}

static void cancels_race_with_signals_and_dispatches(void **state)
{
	struct crew crew = {.port = new_port()};
	pthread_t dispatcher;

	pthread_create(&dispatcher, NULL, dispatch_often, &crew);
	for (int i = 0; i < 500; i++) {
		struct listener listener;
		pthread_t thread;

		begin(&listener, crew.port);
		pthread_create(&thread, NULL, signal_often, &listener);
		reach_delivery_cancel(listener.delivery);
		pthread_join(thread, NULL);
		assert_true(listener_is_let_go(&listener));
		reach_delivery_free(listener.delivery);
	}
	__atomic_store_n(&crew.done, true, __ATOMIC_RELEASE);
	pthread_join(dispatcher, NULL);
	assert_int_equal(reach_port_dispatch(crew.port), 0);
	assert_false(is_readable(crew.port));
	reach_port_release(crew.port);
}

/* The parent's is due; the child's is not, until it has something itself. */
static bool use_in_child(reach_port_ref port)
{
	struct listener listener;

	reach_delivery_after_fork();
	listener_init(&listener);
	if (is_readable(port) || reach_port_dispatch(port) ||
	    reach_delivery_new_port(&listener_client, &listener, port,
				    &listener.delivery))
		return false;
	listener_signal(&listener);
	return is_readable(port) && reach_port_dispatch(port) == 1 &&
	       listener.told == 1 && !is_readable(port);
}

static void a_child_uses_the_port_and_the_parent_does_not_notice(void **state)
{
	reach_port_ref port = new_port();
	struct listener listener;
	int status = -1;
	pid_t child;

	begin(&listener, port);
	listener_signal(&listener);
	child = fork();
	if (!child)
		_exit(use_in_child(port) ? 0 : 1);
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_true(is_readable(port));
	assert_int_equal(reach_port_dispatch(port), 1);
	assert_false(is_readable(port));
	end(&listener);
	reach_port_release(port);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(the_descriptor_is_readable_while_something_is_due),
		REACH_TEST(an_epoll_loop_is_told),
		REACH_TEST(what_becomes_due_meanwhile_waits_for_the_next_time),
		REACH_TEST(what_is_cancelled_is_not_due_any_more),
		REACH_TEST(a_dispatch_may_be_nested_and_left_inside),
		REACH_TEST(a_port_lives_as_long_as_its_deliveries),
		REACH_TEST(several_threads_may_dispatch),
		REACH_TEST(cancels_race_with_signals_and_dispatches),
		REACH_TEST(
			a_child_uses_the_port_and_the_parent_does_not_notice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
