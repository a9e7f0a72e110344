/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The watcher of resolv.conf: contents of any kind, and paths through links
 * that lead anywhere, compared with where the kernel says they lead.
 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dns_chain.h"
#include "dns_contents.h"
#include "fuzz.h"

#define ENTRIES 6
/* An inotify descriptor is slow to close, and its watches add up. */
#define RUNS_PER_INOTIFY 64

/* in memory, as it is made anew for each input */
static char folder[] = "/dev/shm/reach-fuzz-XXXXXX";
static char contents_path[64];
static int contents_fd;

static void remove_folder(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	if (!mkdtemp(folder) || chdir(folder))
		return 1;
	atexit(remove_folder);
	contents_fd = memfd_create("contents", MFD_CLOEXEC);
	snprintf(contents_path, sizeof(contents_path), "/proc/self/fd/%d",
		 contents_fd);
	return 0;
}

static struct reach_contents read_contents(const uint8_t *data, size_t size)
{
	must(!ftruncate(contents_fd, 0));
	must(pwrite(contents_fd, data, size, 0) == (ssize_t)size);
	return reach_contents_read(contents_path, "nameserver");
}

static void check_contents(const uint8_t *data, size_t size)
{
	struct reach_contents one = read_contents(data, size);
	struct reach_contents other;
	uint8_t *changed;

	must(!size == !one.digest);
	must(one.complete ==
	     (size && memmem(data, size < 4096 ? size : 4096, "nameserver",
			     strlen("nameserver"))));
	other = read_contents(data, size);
	must(other.digest == one.digest && other.complete == one.complete);
	if (!size)
		return;
	changed = copy_exactly(data, size);
	changed[size / 2] ^= 0x20;
	must(read_contents(changed, size).digest != one.digest);
	free(changed);
}

/* Up to the next NUL. */
static char *take_text(struct input *input)
{
	char *text = copy_text(input->data, input->size);
	size_t size = strlen(text) + 1;

	if (size > input->size)
		size = input->size;
	input->data += size;
	input->size -= size;
	return text;
}

/* Entries a to f: a folder, a file, or a link to anywhere. */
static void make_entries(struct input *input)
{
	for (int i = 0; i < ENTRIES; i++) {
		const char name[] = {(char)('a' + i), '\0'};
		uint8_t kind = take_byte(input);
		char *text = take_text(input);

		if (kind % 4 == 0)
			mkdir(name, 0755);
		else if (kind % 4 == 1)
			close(open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
		else if (*text && symlink(text, name))
			must(errno == EEXIST || errno == ENAMETOOLONG);
		free(text);
	}
}

static void remove_entries(void)
{
	for (int i = 0; i < ENTRIES; i++) {
		const char name[] = {(char)('a' + i), '\0'};

		if (unlink(name))
			rmdir(name);
	}
}

/* How many links a path goes through is not known from outside, so only what
   goes through few enough is compared. */
static size_t count_links(void)
{
	size_t count = 0;

	for (int i = 0; i < ENTRIES; i++) {
		const char name[] = {(char)('a' + i), '\0'};
		struct stat status;

		count += !lstat(name, &status) && S_ISLNK(status.st_mode);
	}
	return count;
}

static void check_chain(struct input *input)
{
	static int inotify = -1;
	static unsigned int runs;
	struct reach_chain chain = {.count = 0};
	char path[PATH_MAX];
	char end[PATH_MAX];
	char truth[PATH_MAX];
	char *text;
	int result;

	if (runs++ % RUNS_PER_INOTIFY == 0) {
		close(inotify);
		inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	}
	text = take_text(input);
	make_entries(input);
	snprintf(path, sizeof(path), "%s/%s", folder, text);
	free(text);
	memset(end, 0xa5, sizeof(end));
	result = reach_chain_follow(&chain, inotify, path, end);
	must(result == 0 || result == -ENOSPC || result == -ENOMEM);
	must(memchr(end, 0, sizeof(end)));
	must(chain.count <= REACH_CHAIN_MOST);
	for (size_t i = 0; i < chain.count; i++)
		must(reach_chain_has(&chain, chain.steps[i].watch,
				     chain.steps[i].name));
	if (*end && count_links() == 1 && realpath(path, truth))
		must(!strcmp(end, truth));
	remove_entries();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};

	if (take_byte(&input) & 1)
		check_chain(&input);
	else
		check_contents(input.data, input.size);
	return 0;
}
