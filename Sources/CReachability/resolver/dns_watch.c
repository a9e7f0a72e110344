/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * May a look-up have seen another DNS configuration than the one there is now?
 * After every event: what is the same again may have been other in between.
 * Contents tell what is half-written, and what changed without an event.
 * Knows nothing of names.
 */

#include "resolver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "dns_chain.h"
#include "dns_contents.h"

/* How long a file must look half-written to be taken at its word. */
#define PATIENCE UINT64_C(1000000000)
/* Without all its watches it looks now and then, at first after the shorter,
   and tries to get them. */
#define SHORTEST_PAUSE UINT64_C(1000000000)
#define LONGEST_PAUSE (64 * SHORTEST_PAUSE)
/* So that a flood of events cannot keep its reader. */
#define READS 16

enum {
	RESOLV,
	HOSTS,
	NSSWITCH,
	GAI,
	/* resolv.conf in the directory where the chain of RESOLV ends: behind
	   a local stub it alone names the servers that are asked */
	UPSTREAM,
	FILES
};

struct reach_dns_watch {
	int fd;
	uint64_t deadline;
	/* when to look again although nothing is told, and how long that is
	   after the last time; 0 when everything is watched */
	uint64_t next_look;
	uint64_t pause;
	char paths[FILES][PATH_MAX];
	/* what the owner knows */
	struct reach_contents known[FILES];
	struct reach_chain chain;
	/* only while arming */
	struct reach_chain old;
};

static void read_files(const struct reach_dns_watch *watch,
		       struct reach_contents *contents)
{
	for (int i = 0; i < FILES; i++)
		contents[i] = reach_contents_read(
			watch->paths[i],
			i == RESOLV || i == UPSTREAM ? "nameserver" : NULL);
}

/* The sibling of a path; "" if there is none. */
static void set_beside(char *ret_path, const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	int length = slash ? (int)(slash - path) : 0;

	if (!slash || snprintf(ret_path, PATH_MAX, "%.*s/%s", length, path,
			       name) >= PATH_MAX)
		*ret_path = '\0';
}

/* Watches what there is now, and no longer what was. */
static int set_watches(struct reach_dns_watch *watch)
{
	char end[PATH_MAX];
	int error = 0;

	watch->old = watch->chain;
	watch->chain.count = 0;
	for (int i = 0; i < FILES; i++) {
		int failed;

		if (!*watch->paths[i])
			continue;
		failed = reach_chain_follow(&watch->chain, watch->fd,
					    watch->paths[i], end);
		if (failed)
			error = failed;
		if (i != RESOLV)
			continue;
		set_beside(watch->paths[UPSTREAM], end, "resolv.conf");
		if (!strcmp(watch->paths[UPSTREAM], end))
			*watch->paths[UPSTREAM] = '\0';
	}
	for (size_t i = 0; i < watch->old.count; i++) {
		int id = watch->old.steps[i].watch;
		size_t j = 0;

		while (j < watch->chain.count &&
		       watch->chain.steps[j].watch != id)
			j++;
		if (j == watch->chain.count)
			inotify_rm_watch(watch->fd, id);
	}
	return error;
}

static void arm(struct reach_dns_watch *watch, uint64_t now)
{
	if (!set_watches(watch)) {
		watch->pause = watch->next_look = 0;
		return;
	}
	watch->pause = watch->pause ? 2 * watch->pause : SHORTEST_PAUSE;
	if (watch->pause > LONGEST_PAUSE)
		watch->pause = LONGEST_PAUSE;
	watch->next_look = now + watch->pause;
}

int reach_dns_watch_open(const char *resolv_conf,
			 struct reach_dns_watch **ret_watch)
{
	struct reach_dns_watch *watch;

	if (*resolv_conf != '/' || strlen(resolv_conf) >= PATH_MAX)
		return -EINVAL;
	watch = calloc(1, sizeof(*watch));
	if (!watch)
		return -ENOMEM;
	strcpy(watch->paths[RESOLV], resolv_conf);
	set_beside(watch->paths[HOSTS], resolv_conf, "hosts");
	set_beside(watch->paths[NSSWITCH], resolv_conf, "nsswitch.conf");
	set_beside(watch->paths[GAI], resolv_conf, "gai.conf");
	watch->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (watch->fd < 0) {
		int error = -errno;

		reach_dns_watch_close(watch);
		return error;
	}
	/* No clock here: the first look is long due. */
	arm(watch, 0);
	read_files(watch, watch->known);
	*ret_watch = watch;
	return 0;
}

void reach_dns_watch_close(struct reach_dns_watch *watch)
{
	if (!watch)
		return;
	if (watch->fd >= 0)
		close(watch->fd);
	free(watch);
}

int reach_dns_watch_get_fd(const struct reach_dns_watch *watch)
{
	return watch->fd;
}

uint64_t reach_dns_watch_get_deadline(const struct reach_dns_watch *watch)
{
	if (!watch->deadline ||
	    (watch->next_look && watch->next_look < watch->deadline))
		return watch->next_look;
	return watch->deadline;
}

static bool concerns(const struct reach_dns_watch *watch,
		     const struct inotify_event *event)
{
	if (event->mask & IN_Q_OVERFLOW)
		return true;
	return reach_chain_has(&watch->chain, event->wd,
			       event->len ? event->name : "");
}

/* Reads what has arrived; does any of it concern the files? */
static bool drain(const struct reach_dns_watch *watch)
{
	union {
		struct inotify_event align;
		char bytes[4096];
	} buffer;
	bool concerned = false;

	for (int i = 0; i < READS; i++) {
		ssize_t size = read(watch->fd, &buffer, sizeof(buffer));
		const char *at = buffer.bytes;

		if (size <= 0)
			break;
		while (at < buffer.bytes + size) {
			const struct inotify_event *event = (const void *)at;

			concerned |= concerns(watch, event);
			at += sizeof(*event) + event->len;
		}
	}
	return concerned;
}

/* Half-written files are given time to become whole. */
static bool compare(struct reach_dns_watch *watch, uint64_t now, bool touched)
{
	struct reach_contents contents[FILES];
	bool differs = false, whole = true;

	read_files(watch, contents);
	for (int i = 0; i < FILES; i++) {
		if (contents[i].stamp != watch->known[i].stamp)
			touched = true;
		if (contents[i].digest == watch->known[i].digest)
			continue;
		differs = true;
		if (!contents[i].complete)
			whole = false;
	}
	if (differs && !whole && (!watch->deadline || now < watch->deadline)) {
		if (!watch->deadline)
			watch->deadline = now + PATIENCE;
		return false;
	}
	watch->deadline = 0;
	memcpy(watch->known, contents, sizeof(contents));
	return differs || touched;
}

bool reach_dns_watch_process(struct reach_dns_watch *watch, uint64_t now)
{
	bool concerned = drain(watch);
	uint64_t due = reach_dns_watch_get_deadline(watch);

	if (!concerned && (!due || now < due))
		return false;
	arm(watch, now);
	return compare(watch, now, concerned);
}
