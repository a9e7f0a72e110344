/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* getaddrinfo and freeaddrinfo by the linker's --wrap. */

#include "fake_names.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 64

struct fake_name {
	char name[64];
	int error;
	char addresses[256];
	bool hold;
	/* tickets of those held, and the first that is still held */
	unsigned int next_ticket;
	unsigned int first_held;
	unsigned int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static struct fake_name names[NAMES];
static size_t name_count;
static unsigned int out;

int __wrap_getaddrinfo(const char *node, const char *service,
		       const struct addrinfo *hints, struct addrinfo **ret);
void __wrap_freeaddrinfo(struct addrinfo *list);

void fake_names_reset(void)
{
	pthread_mutex_lock(&lock);
	memset(names, 0, sizeof(names));
	name_count = 0;
	pthread_mutex_unlock(&lock);
}

static struct fake_name *get(const char *name)
{
	for (size_t i = 0; i < name_count; i++)
		if (!strcmp(names[i].name, name))
			return &names[i];
	if (name_count == NAMES)
		abort();
	strncpy(names[name_count].name, name, sizeof(names[0].name) - 1);
	names[name_count].error = EAI_NONAME;
	return &names[name_count++];
}

void fake_names_set(const char *name, int error, const char *addresses)
{
	struct fake_name *fake;

	pthread_mutex_lock(&lock);
	fake = get(name);
	fake->error = error;
	strncpy(fake->addresses, addresses ? addresses : "",
		sizeof(fake->addresses) - 1);
	pthread_mutex_unlock(&lock);
}

void fake_names_hold(const char *name, bool hold)
{
	pthread_mutex_lock(&lock);
	get(name)->hold = hold;
	pthread_mutex_unlock(&lock);
}

static void let_go(struct fake_name *fake, unsigned int tickets)
{
	fake->first_held += tickets;
	pthread_cond_broadcast(&released);
}

void fake_names_release(const char *name)
{
	pthread_mutex_lock(&lock);
	let_go(get(name), 1);
	pthread_mutex_unlock(&lock);
}

void fake_names_release_all(void)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < name_count; i++) {
		names[i].hold = false;
		let_go(&names[i], names[i].next_ticket - names[i].first_held);
	}
	pthread_mutex_unlock(&lock);
}

unsigned int fake_names_count(const char *name)
{
	unsigned int count;

	pthread_mutex_lock(&lock);
	count = get(name)->count;
	pthread_mutex_unlock(&lock);
	return count;
}

unsigned int fake_names_out(void)
{
	unsigned int count;

	pthread_mutex_lock(&lock);
	count = out;
	pthread_mutex_unlock(&lock);
	return count;
}

static struct addrinfo *make(const char *text)
{
	struct addrinfo *info = calloc(1, sizeof(*info));
	char address[64] = "";
	char *scope;

	strncpy(address, text, sizeof(address) - 1);
	scope = strchr(address, '%');
	if (scope)
		*scope++ = '\0';
	info->ai_addr = calloc(1, sizeof(struct sockaddr_in6));
	if (strchr(address, ':')) {
		struct sockaddr_in6 *in6 = (void *)info->ai_addr;

		info->ai_family = in6->sin6_family = AF_INET6;
		inet_pton(AF_INET6, address, &in6->sin6_addr);
		in6->sin6_scope_id = scope ? (uint32_t)atoi(scope) : 0;
	} else {
		struct sockaddr_in *in = (void *)info->ai_addr;

		info->ai_family = in->sin_family = AF_INET;
		if (!inet_pton(AF_INET, address, &in->sin_addr))
			info->ai_family = AF_UNIX;
	}
	return info;
}

int __wrap_getaddrinfo(const char *node, const char *service,
		       const struct addrinfo *hints, struct addrinfo **ret)
{
	struct fake_name fake, *live;
	struct addrinfo **link = ret;
	char *save = NULL;

	(void)service;
	if (hints->ai_family != AF_UNSPEC || !hints->ai_socktype ||
	    hints->ai_flags)
		abort();
	pthread_mutex_lock(&lock);
	live = get(node);
	live->count++;
	out++;
	fake = *live;
	if (live->hold) {
		live->next_ticket++;
		while ((int)(live->first_held - fake.next_ticket) <= 0)
			pthread_cond_wait(&released, &lock);
	}
	out--;
	pthread_mutex_unlock(&lock);
	if (fake.error)
		return fake.error;
	for (char *i = strtok_r(fake.addresses, " ", &save); i;
	     i = strtok_r(NULL, " ", &save)) {
		*link = make(i);
		link = &(*link)->ai_next;
	}
	return 0;
}

void __wrap_freeaddrinfo(struct addrinfo *list)
{
	while (list) {
		struct addrinfo *next = list->ai_next;

		free(list->ai_addr);
		free(list);
		list = next;
	}
}
