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

/*
 * libnl keeps the numbers of its sockets under a lock of its own, which it
 * leaves as it is in the child of a fork; so its sockets are made and ended
 * under this one, and a fork waits for it.
 */
/* Around a fork; in the child the thread that has it gives it back too. */
void reach_netlink_lock(void);
void reach_netlink_unlock(void);

/* A query socket. Used by one thread at a time; no lock inside. */
struct reach_netlink;

/* Bound, of the calling thread's network namespace. CLOEXEC; does not block. */
int reach_netlink_open(struct reach_netlink **ret_socket);
/* NULL is ignored. */
void reach_netlink_close(struct reach_netlink *socket);
int reach_netlink_get_fd(const struct reach_netlink *socket);

/*
 * For a socket that joined groups: what is read on the way to an answer and is
 * none, message by message; NULL when some were lost. Such a socket must not
 * ask for dumps. Its answers come behind all that was told before, or it fails
 * with -EAGAIN: it never waits, as what comes first may be no answer.
 */
typedef void reach_netlink_event(const struct nlmsghdr *event, void *info);
/* The groups end with 0. */
int reach_netlink_listen(struct reach_netlink *socket, const int *groups,
			 reach_netlink_event *on_event, void *info);

/* How the kernel ended an exchange. */
struct reach_verdict {
	/* the kernel's errno, positive; 0 is success */
	int error;
	/* the kernel said in words what is wrong with the request
	   (NETLINK_EXT_ACK): it was malformed, this is no answer */
	bool malformed;
};

/* Called for every message of the answer that is neither an error, an
   acknowledgement nor the end of a dump. The message is gone afterwards, and
   the socket must not be used meanwhile. */
typedef void reach_netlink_reply(const struct nlmsghdr *reply, void *info);

/*
 * Sends one request (nlmsg_len, nlmsg_type and nlmsg_flags filled in, with or
 * without NLM_F_DUMP) and reads its whole answer. An interrupted dump
 * (NLM_F_DUMP_INTR), or one that lost messages, gives -EAGAIN after the last
 * reply: the caller starts afresh. Fails when the socket fails; a refusal by
 * the kernel is a verdict. Never waits for longer than a few seconds, and not
 * at all on a kernel that answers as it is asked, as Linux does.
 */
int reach_netlink_ask(struct reach_netlink *socket, struct nlmsghdr *request,
		      reach_netlink_reply *reply, void *info,
		      struct reach_verdict *ret_verdict);

/*
 * The same for several requests that lie one after the other (NLMSG_ALIGN),
 * sent at once; none of them a dump. Each gets its own verdict. They are
 * numbered on from the first one's nlmsg_seq, which is filled in before the
 * first reply; a reply carries its request's. The verdicts are of no use after
 * a failure.
 */
int reach_netlink_ask_many(struct reach_netlink *socket,
			   struct nlmsghdr *requests, unsigned int count,
			   reach_netlink_reply *reply, void *info,
			   struct reach_verdict *verdicts);

/*
 * Returns when every configuration change that was under way when it was
 * called has taken effect: one RTM_GETLINK, which takes the RTNL lock. May
 * block for as long as that lock is held, so never on a caller's thread.
 */
int reach_netlink_barrier(struct reach_netlink *socket);

#endif
