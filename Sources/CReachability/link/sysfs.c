/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Reads a link's folder in sysfs. Knows the file names and nothing else. */

#include "sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICE_TYPE "DEVTYPE="
#define LOWER "lower_"

static bool exists(int folder, const char *path)
{
	return faccessat(folder, path, F_OK, 0) == 0;
}

/* A file of sysfs is a page at most, and is read at once. */
static int read_text(int folder, const char *path, char *text, size_t size)
{
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t length;

	if (fd < 0)
		return -errno;
	length = read(fd, text, size - 1);
	if (length < 0)
		length = -errno;
	else
		text[length] = '\0';
	close(fd);
	return length < 0 ? (int)length : 0;
}

static enum reach_link_kind kind_of_device_type(char *uevent)
{
	char *position = NULL;
	char *line = strtok_r(uevent, "\n", &position);

	for (; line; line = strtok_r(NULL, "\n", &position)) {
		const char *type = line + strlen(DEVICE_TYPE);

		if (strncmp(line, DEVICE_TYPE, strlen(DEVICE_TYPE)))
			continue;
		if (!strcmp(type, "wlan"))
			return REACH_LINK_WIFI;
		if (!strcmp(type, "wwan"))
			return REACH_LINK_WWAN;
	}
	return REACH_LINK_OTHER;
}

/* A channel of a modem names the modem here and nowhere else; older kernels
   do not have qmap/mux_id either. */
static int find_lower(int folder, char lower[IFNAMSIZ])
{
	int fd = openat(folder, ".",
			O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!directory) {
		int error = errno;

		if (fd >= 0)
			close(fd);
		return -error;
	}
	while ((entry = readdir(directory))) {
		const char *name = entry->d_name + strlen(LOWER);

		if (!strncmp(entry->d_name, LOWER, strlen(LOWER)) &&
		    strlen(name) < IFNAMSIZ) {
			strcpy(lower, name);
			break;
		}
	}
	closedir(directory);
	return 0;
}

static int look(int folder, uint32_t index, bool wants_lower,
		struct reach_sysfs *found)
{
	char text[4096];
	int result = read_text(folder, "ifindex", text, sizeof(text));

	if (result || strtoul(text, NULL, 10) != index)
		return result;
	result = read_text(folder, "uevent", text, sizeof(text));
	if (!result)
		found->kind = kind_of_device_type(text);
	else if (result != -ENOENT)
		return result;
	if (found->kind != REACH_LINK_OTHER)
		return 0;
	if (exists(folder, "phy80211") || exists(folder, "wireless"))
		found->kind = REACH_LINK_WIFI;
	else if (exists(folder, "qmap/mux_id"))
		found->kind = REACH_LINK_WWAN;
	else if (wants_lower)
		return find_lower(folder, found->lower);
	return 0;
}

int reach_sysfs_read(const char *name, uint32_t index, bool wants_lower,
		     struct reach_sysfs *ret_found)
{
	char path[sizeof("/sys/class/net/") + IFNAMSIZ] = "/sys/class/net/";
	struct reach_sysfs found = {.kind = REACH_LINK_OTHER};
	int folder;
	int result;

	strncat(path, name, IFNAMSIZ);
	folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0) {
		result = -errno;
	} else {
		result = look(folder, index, wants_lower, &found);
		close(folder);
	}
	if (result == -EMFILE || result == -ENFILE || result == -ENOMEM)
		return result;
	*ret_found = found;
	return 0;
}
