/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Reads a file into a digest. Knows nothing of what the file is for. Only
 * regular files are opened: others may block or act upon being opened.
 */

#include "dns_contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 4096
/* Of what is beyond it, size and time of change stand for the contents. */
#define MOST (1024 * 1024)

/* FNV-1a */
#define DIGEST_START UINT64_C(0xcbf29ce484222325)
#define DIGEST_PRIME UINT64_C(0x100000001b3)

static uint64_t digest_add(uint64_t digest, const void *data, size_t size)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < size; i++)
		digest = (digest ^ bytes[i]) * DIGEST_PRIME;
	return digest;
}

/* -1 if it is no regular file. */
static int open_regular(const char *path, struct stat *ret_status)
{
	int fd;

	if (stat(path, ret_status) || !S_ISREG(ret_status->st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (!fstat(fd, ret_status) && S_ISREG(ret_status->st_mode))
		return fd;
	close(fd);
	return -1;
}

/* The word is only looked for in the beginning, where it would be. */
static size_t fill(int fd, char *chunk)
{
	size_t size = 0;

	while (size < CHUNK) {
		ssize_t got = read(fd, chunk + size, CHUNK - size);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		size += (size_t)got;
	}
	return size;
}

static uint64_t digest_add_status(uint64_t digest, const struct stat *status)
{
	digest = digest_add(digest, &status->st_dev, sizeof(status->st_dev));
	digest = digest_add(digest, &status->st_ino, sizeof(status->st_ino));
	return digest_add(digest, &status->st_ctim, sizeof(status->st_ctim));
}

/* Of what was read, and of the link that led there. */
static uint64_t get_stamp(const char *path, const struct stat *status)
{
	uint64_t stamp = digest_add_status(DIGEST_START, status);
	struct stat entry;

	return lstat(path, &entry) ? stamp : digest_add_status(stamp, &entry);
}

struct reach_contents reach_contents_read(const char *path, const char *word)
{
	struct reach_contents contents = {.digest = DIGEST_START};
	struct stat status;
	char chunk[CHUNK];
	size_t size, total = 0;
	int fd = open_regular(path, &status);

	if (fd < 0)
		return (struct reach_contents){.digest = 0};
	while (total < MOST && (size = fill(fd, chunk))) {
		if (!total)
			contents.complete = !word || memmem(chunk, size, word,
							    strlen(word));
		contents.digest = digest_add(contents.digest, chunk, size);
		total += size;
	}
	close(fd);
	if (!total)
		return (struct reach_contents){.digest = 0};
	contents.stamp = get_stamp(path, &status);
	if (total >= MOST) {
		contents.digest = digest_add(contents.digest, &status.st_size,
					     sizeof(status.st_size));
		contents.digest = digest_add(contents.digest, &status.st_mtim,
					     sizeof(status.st_mtim));
	}
	return contents;
}
