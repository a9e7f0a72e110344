/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Follows a path as the kernel does, entry by entry, and watches what decides
 * where it leads: the directory of each symbolic link and of the end of the
 * path (or of what is missing), every directory on the way for going away, and
 * the file itself, as it may be mounted over its place. Each watch is set
 * before what it is about is read. Knows nothing of contents.
 */

#include "dns_chain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOES (IN_DELETE_SELF | IN_MOVE_SELF)
#define ENTRIES                                                \
	(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | \
	 IN_CLOSE_WRITE | IN_ATTRIB)
#define LINKS 16

struct walk {
	struct reach_chain *chain;
	int inotify;
	int error;
	int links;
	/* a directory, without symbolic links; "" is the root */
	char done[PATH_MAX];
	/* the way from there, and its first entry */
	char left[PATH_MAX];
	char entry[NAME_MAX + 1];
	/* done with entry */
	char here[PATH_MAX];
};

bool reach_chain_has(const struct reach_chain *chain, int watch,
		     const char *name)
{
	for (size_t i = 0; i < chain->count; i++)
		if (chain->steps[i].watch == watch &&
		    !strcmp(chain->steps[i].name, name))
			return true;
	return false;
}

static void add_watch(struct walk *walk, const char *path, uint32_t mask,
		      const char *name)
{
	struct reach_chain *chain = walk->chain;
	int watch = inotify_add_watch(walk->inotify, *path ? path : "/",
				      mask | IN_MASK_ADD | IN_DONT_FOLLOW);

	if (watch < 0) {
		if (errno == ENOSPC || errno == ENOMEM)
			walk->error = -errno;
		return;
	}
	if (reach_chain_has(chain, watch, name) ||
	    chain->count == REACH_CHAIN_MOST)
		return;
	chain->steps[chain->count].watch = watch;
	strcpy(chain->steps[chain->count++].name, name);
}

/* False at the end of the path, or if it is too long to be one. */
static bool take_entry(struct walk *walk)
{
	char *begin = walk->left + strspn(walk->left, "/");
	size_t length = strcspn(begin, "/");

	if (!length || length > NAME_MAX)
		return false;
	memcpy(walk->entry, begin, length);
	walk->entry[length] = '\0';
	memmove(walk->left, begin + length, strlen(begin + length) + 1);
	return snprintf(walk->here, PATH_MAX, "%s/%s", walk->done,
			walk->entry) < PATH_MAX;
}

static bool is_last(const struct walk *walk)
{
	return !walk->left[strspn(walk->left, "/")];
}

static mode_t get_type(const char *path)
{
	struct stat status;

	return lstat(path, &status) ? 0 : status.st_mode & S_IFMT;
}

static bool follow_link(struct walk *walk)
{
	char target[PATH_MAX], left[PATH_MAX];
	ssize_t size = readlink(walk->here, target, PATH_MAX - 1);

	if (size <= 0 || ++walk->links > LINKS)
		return false;
	target[size] = '\0';
	if (snprintf(left, PATH_MAX, "%s/%s", target, walk->left) >= PATH_MAX)
		return false;
	strcpy(walk->left, left);
	if (*target == '/')
		*walk->done = '\0';
	return true;
}

/* Goes on from one entry; false when the walk has come to its end. */
static bool step(struct walk *walk)
{
	mode_t type;

	if (!strcmp(walk->entry, "."))
		return true;
	if (!strcmp(walk->entry, "..")) {
		char *slash = strrchr(walk->done, '/');

		if (slash)
			*slash = '\0';
		return true;
	}
	if (*walk->done)
		add_watch(walk, walk->done, GOES | IN_ONLYDIR, "");
	type = get_type(walk->here);
	if (type != S_IFDIR || is_last(walk)) {
		add_watch(walk, walk->done, ENTRIES | IN_ONLYDIR, walk->entry);
		type = get_type(walk->here);
	}
	if (type == S_IFLNK)
		return follow_link(walk);
	if (type == S_IFDIR && !is_last(walk)) {
		strcpy(walk->done, walk->here);
		return true;
	}
	if (type == S_IFREG && is_last(walk))
		add_watch(walk, walk->here, GOES | IN_CLOSE_WRITE | IN_ATTRIB,
			  "");
	return false;
}

int reach_chain_follow(struct reach_chain *chain, int inotify, const char *path,
		       char *ret_end)
{
	struct walk walk = {.chain = chain, .inotify = inotify};
	bool on = snprintf(walk.left, PATH_MAX, "%s", path) < PATH_MAX;

	while (on && (on = take_entry(&walk)))
		if (!step(&walk))
			break;
	strcpy(ret_end, on && is_last(&walk) ? walk.here : "");
	return walk.error;
}
