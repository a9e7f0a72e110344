/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Asks the kernel about one interface by name. */

#include "link.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct tool_link tool_link_get(const char *name)
{
	struct tool_link link = {0};
	struct ifreq request = {0};
	int fd;

	if (!*name || strlen(name) >= sizeof(request.ifr_name))
		return link;
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return link;
	memcpy(request.ifr_name, name, strlen(name));
	link.exists = ioctl(fd, SIOCGIFFLAGS, &request) == 0;
	link.known = link.exists || errno == ENODEV;
	close(fd);
	link.up = link.exists && request.ifr_flags & IFF_UP;
	link.running = link.exists && request.ifr_flags & IFF_RUNNING;
	return link;
}
