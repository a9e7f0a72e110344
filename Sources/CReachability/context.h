/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The callback and its context, as counted records. A delivery pins the
 * record it uses from before its retain until after its release, so that
 * SetCallback on another thread cannot free what is about to be retained.
 * Knows nothing of targets; the owner's lock guards struct reach_contexts.
 */

#ifndef REACH_CONTEXT_H
#define REACH_CONTEXT_H

#include <stdbool.h>

#include <SystemConfiguration/SCNetworkReachability.h>

struct reach_context;

struct reach_contexts {
	/* NULL: no callback and no context */
	struct reach_context *current;
	/* SetCallback calls under way: current is between two records */
	unsigned int replacing;
};

/* callout and given may be NULL; both NULL gives no record. */
int reach_context_new(SCNetworkReachabilityCallBack callout,
		      const SCNetworkReachabilityContext *given,
		      struct reach_context **ret_context);

/* Calls retain, before it is anybody's. No lock may be held. */
void reach_context_begin(struct reach_context *context);

/* Under the owner's lock. The result goes to reach_context_drop(). */
struct reach_context *reach_contexts_swap(struct reach_contexts *contexts,
					  struct reach_context *replacement);

/* Under the owner's lock: the record is no longer anybody's current one, or
   one pin fewer. True if reach_context_end() is due, after unlocking. */
bool reach_context_drop(struct reach_context *context);
bool reach_context_unpin(struct reach_context *context);
/* In the child of a fork: the deliveries that held pins are the parent's. */
void reach_contexts_forget_pins(struct reach_contexts *contexts);
/* Calls release and frees. No lock may be held. NULL is ignored. */
void reach_context_end(struct reach_context *context);

/* Under the owner's lock: the current record, pinned, or NULL. */
struct reach_context *reach_contexts_pin(struct reach_contexts *contexts);
bool reach_context_has_callout(const struct reach_context *context);

/* retain, callout, release. The record must be pinned, no lock held. */
void reach_context_call(struct reach_context *context,
			SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags);

#endif
