/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * NETLINK_ROUTE sockets that ask: one request out, its answers in, the
 * kernel's own error number. Knows nothing of routes or links. Internal
 * functions return 0 or a negative errno.
 */

#ifndef REACH_NETLINK_H
#define REACH_NETLINK_H

#include <stdbool.h>
#include <stdint.h>
#include <linux/netlink.h>

/* A query socket. Used by one thread at a time; no lock inside. */
struct reach_netlink;

/* In the calling thread's network namespace. CLOEXEC. */
int reach_netlink_open(struct reach_netlink **ret_socket);
void reach_netlink_close(struct reach_netlink *socket);
int reach_netlink_get_fd(const struct reach_netlink *socket);

/* How the kernel ended an exchange. */
struct reach_verdict {
	/* the kernel's errno, positive; 0 is success */
	int error;
	/* the kernel said in words what is wrong with the request
	   (NETLINK_EXT_ACK): it was malformed, this is no answer */
	bool malformed;
};

/* Called for every message of the answer that is neither an error, an
   acknowledgement nor the end of a dump. */
typedef void reach_netlink_reply(const struct nlmsghdr *reply, void *info);

/*
 * Sends one request (nlmsg_len, nlmsg_type and nlmsg_flags filled in, with or
 * without NLM_F_DUMP) and reads its whole answer. An interrupted dump
 * (NLM_F_DUMP_INTR) gives -EAGAIN after the last reply: the caller starts
 * afresh. Fails when the socket fails; a refusal by the kernel is a verdict.
 */
int reach_netlink_ask(struct reach_netlink *socket, struct nlmsghdr *request,
		      reach_netlink_reply *reply, void *info,
		      struct reach_verdict *ret_verdict);

/*
 * Returns when every configuration change that was under way when it was
 * called has taken effect: one RTM_GETLINK, which takes the RTNL lock. May
 * block for as long as that lock is held, so never on a caller's thread.
 */
int reach_netlink_barrier(struct reach_netlink *socket);

#endif
