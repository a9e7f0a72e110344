/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Opening and typing tun devices. */

#include "tun.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "namespace.h"

int reach_test_tun(const char *name, int link_type)
{
	struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
	int fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		reach_test_skip("/dev/net/tun");
	strncpy(request.ifr_name, name, IFNAMSIZ - 1);
	if (ioctl(fd, TUNSETIFF, &request))
		fail_msg("no tun device: %s", strerror(errno));
	if (link_type && ioctl(fd, TUNSETLINK, link_type))
		fail_msg("no link type %d: %s", link_type, strerror(errno));
	reach_test_run("ip link set %s up", name);
	return fd;
}
