/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Ports: a list of deliveries that are due, and a descriptor that is readable
 * while there are any.
 */

#include "delivery.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "carrier.h"

struct port_delivery {
	struct reach_delivery base;
	struct reach_port *port;
	/* among those due, under the port's lock */
	struct port_delivery *next;
};

struct reach_port {
	unsigned int references;
	int fd;
	/* among all ports, under their lock */
	struct reach_port *next;
	pthread_mutex_t lock;
	/* below: under the lock */
	struct port_delivery *first;
	struct port_delivery **last;
};

/* All ports, for the child of a fork. */
static struct {
	pthread_mutex_t lock;
	struct reach_port *first;
} ports = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void init(struct reach_port *port)
{
	pthread_mutex_init(&port->lock, NULL);
	port->first = NULL;
	port->last = &port->first;
}

static void enlist(struct reach_port *port)
{
	pthread_mutex_lock(&ports.lock);
	port->next = ports.first;
	ports.first = port;
	pthread_mutex_unlock(&ports.lock);
}

static void delist(const struct reach_port *port)
{
	struct reach_port **link = &ports.first;

	pthread_mutex_lock(&ports.lock);
	while (*link != port)
		link = &(*link)->next;
	*link = port->next;
	pthread_mutex_unlock(&ports.lock);
}

/* The descriptor is the parent's as well: what the child reads from it, the
   parent would miss. It is closed first, and nobody else is here to take the
   number, so that the limit of descriptors does not matter. -1 if the kernel
   has none. */
static int replace_descriptor(int number)
{
	int replaced;
	int fd;

	close(number);
	fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (fd < 0 || fd == number)
		return fd;
	replaced = dup3(fd, number, O_CLOEXEC);
	close(fd);
	return replaced;
}

/* The list is whole even if a thread that is gone was changing it: each change
   is one pointer. */
void reach_port_start_child(void)
{
	pthread_mutex_init(&ports.lock, NULL);
	for (struct reach_port *port = ports.first; port; port = port->next) {
		init(port);
		port->fd = replace_descriptor(port->fd);
	}
}

int reach_port_new(struct reach_port **ret_port)
{
	struct reach_port *port = calloc(1, sizeof(*port));
	int error;

	if (!port)
		return -ENOMEM;
	port->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (port->fd < 0) {
		error = errno;
		free(port);
		return -error;
	}
	port->references = 1;
	init(port);
	enlist(port);
	*ret_port = port;
	return 0;
}

reach_port_ref reach_port_retain(reach_port_ref port)
{
	__atomic_add_fetch(&port->references, 1, __ATOMIC_RELAXED);
	return port;
}

void reach_port_release(reach_port_ref port)
{
	if (!port || __atomic_sub_fetch(&port->references, 1, __ATOMIC_ACQ_REL))
		return;
	delist(port);
	close(port->fd);
	pthread_mutex_destroy(&port->lock);
	free(port);
}

int reach_port_get_fd(reach_port_ref port)
{
	return port->fd;
}

/* Under the port's lock. An eventfd that nobody reads cannot overflow here,
   and one that is empty says so at once. */
static void set_readable(struct reach_port *port, bool readable)
{
	uint64_t count = 1;
	ssize_t size;

	do {
		size = readable ? write(port->fd, &count, sizeof(count))
				: read(port->fd, &count, sizeof(count));
	} while (size < 0 && errno == EINTR);
}

static void carry(struct reach_delivery *delivery)
{
	struct port_delivery *due = (struct port_delivery *)delivery;
	struct reach_port *port = due->port;

	reach_delivery_ref(delivery);
	pthread_mutex_lock(&port->lock);
	if (!port->first)
		set_readable(port, true);
	due->next = NULL;
	*port->last = due;
	port->last = &due->next;
	pthread_mutex_unlock(&port->lock);
}

/* The first that is due, or the one asked for. */
static struct port_delivery *take(struct reach_port *port,
				  struct port_delivery *wanted)
{
	struct port_delivery **link = &port->first;
	struct port_delivery *taken;

	pthread_mutex_lock(&port->lock);
	while (wanted && *link && *link != wanted)
		link = &(*link)->next;
	taken = *link;
	if (taken) {
		*link = taken->next;
		if (!*link)
			port->last = link;
		if (!port->first)
			set_readable(port, false);
	}
	pthread_mutex_unlock(&port->lock);
	return taken;
}

static bool withdraw(struct reach_delivery *delivery)
{
	struct port_delivery *due = (struct port_delivery *)delivery;

	if (!take(due->port, due))
		return false;
	/* carry()'s; the client has one of its own. */
	reach_delivery_unref(delivery);
	return true;
}

static void destroy(struct reach_delivery *delivery)
{
	reach_port_release(((struct port_delivery *)delivery)->port);
	free(delivery);
}

int reach_delivery_new_port(const struct reach_client *client, void *info,
			    reach_port_ref port,
			    struct reach_delivery **ret_delivery)
{
	static const struct reach_carrier carrier = {
		.kind = REACH_DELIVERY_PORT,
		.carry = carry,
		.withdraw = withdraw,
		.destroy = destroy,
	};
	int result = reach_delivery_create(&carrier, client, info,
					   sizeof(struct port_delivery),
					   ret_delivery);

	if (!result)
		((struct port_delivery *)*ret_delivery)->port =
			reach_port_retain(port);
	return result;
}

static size_t count_due(struct reach_port *port)
{
	size_t count = 0;

	pthread_mutex_lock(&port->lock);
	for (const struct port_delivery *due = port->first; due;
	     due = due->next)
		count++;
	pthread_mutex_unlock(&port->lock);
	return count;
}

int reach_port_dispatch(reach_port_ref port)
{
	struct port_delivery *due;
	int served = 0;

	/* What becomes due meanwhile is left for the next call. */
	for (size_t left = count_due(port); left > 0; left--) {
		due = take(port, NULL);
		if (!due)
			break;
		served += reach_delivery_run(&due->base);
		reach_delivery_unref(&due->base);
	}
	return served;
}
