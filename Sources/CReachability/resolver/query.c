/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * getaddrinfo and what it answers, as one immutable piece of memory. Knows
 * nothing of who asks.
 */

#include "query.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>

struct reach_answer *reach_answer_ref(struct reach_answer *answer)
{
	__atomic_add_fetch(&answer->references, 1, __ATOMIC_RELAXED);
	return answer;
}

void reach_answer_unref(struct reach_answer *answer)
{
	if (answer &&
	    !__atomic_sub_fetch(&answer->references, 1, __ATOMIC_ACQ_REL))
		free(answer);
}

static bool convert(const struct addrinfo *info,
		    struct reach_resolved *ret_resolved)
{
	struct reach_resolved resolved = {.scope = 0};

	if (info->ai_family == AF_INET) {
		const struct sockaddr_in *in = (const void *)info->ai_addr;

		resolved.address.s6_addr[10] = 0xff;
		resolved.address.s6_addr[11] = 0xff;
		memcpy(&resolved.address.s6_addr[12], &in->sin_addr, 4);
	} else if (info->ai_family == AF_INET6) {
		const struct sockaddr_in6 *in6 = (const void *)info->ai_addr;

		resolved.address = in6->sin6_addr;
		resolved.scope = in6->sin6_scope_id;
	} else {
		return false;
	}
	*ret_resolved = resolved;
	return true;
}

static bool contains(const struct reach_answer *answer,
		     const struct reach_resolved *resolved)
{
	for (size_t i = 0; i < answer->count; i++)
		if (!memcmp(&answer->addresses[i], resolved, sizeof(*resolved)))
			return true;
	return false;
}

static struct reach_answer *make_answer(int error, const struct addrinfo *list)
{
	struct reach_answer *answer;
	size_t room = 0;

	for (const struct addrinfo *info = list; info; info = info->ai_next)
		room++;
	answer = calloc(1, sizeof(*answer) + room * sizeof(*answer->addresses));
	if (!answer)
		return NULL;
	answer->references = 1;
	for (const struct addrinfo *info = list; info; info = info->ai_next) {
		struct reach_resolved resolved;

		if (convert(info, &resolved) && !contains(answer, &resolved))
			answer->addresses[answer->count++] = resolved;
	}
	answer->error = error || answer->count ? error : EAI_NONAME;
	return answer;
}

struct reach_answer *reach_query(const char *name)
{
	/* One socket type, else each address comes three times. Not
	   AI_ADDRCONFIG: it depends on the very state that is asked about. */
	const struct addrinfo hints = {
		.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_DGRAM,
	};
	struct addrinfo *list = NULL;
	struct reach_answer *answer;
	int error = getaddrinfo(name, NULL, &hints, &list);

	if (error)
		return make_answer(error, NULL);
	answer = make_answer(0, list);
	freeaddrinfo(list);
	return answer;
}
