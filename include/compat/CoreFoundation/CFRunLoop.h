/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Run loops: one per thread, made when first asked for. Targets are scheduled
 * on them; a loop with nothing to do ends by itself.
 */

#ifndef REACH_COMPAT_CFRUNLOOP_H
#define REACH_COMPAT_CFRUNLOOP_H

#include "CFBase.h"

typedef struct __CFRunLoop *CFRunLoopRef;
typedef CFStringRef CFRunLoopMode;

/** Seconds. */
typedef double CFTimeInterval;
/** Seconds since the first moment of 2001, UTC. */
typedef CFTimeInterval CFAbsoluteTime;

/** Why CFRunLoopRunInMode came back. */
typedef SInt32 CFRunLoopRunResult;
enum {
	kCFRunLoopRunFinished = 1,	/**< nothing is scheduled in the mode */
	kCFRunLoopRunStopped = 2,	/**< by CFRunLoopStop */
	kCFRunLoopRunTimedOut = 3,	/**< the time is over */
	kCFRunLoopRunHandledSource = 4	/**< one call was made, as asked for */
};

CF_EXTERN_C_BEGIN

/** The mode loops usually run in. */
CF_EXPORT const CFRunLoopMode kCFRunLoopDefaultMode
	REACH_CF(kCFRunLoopDefaultMode);
/** To schedule in: stands for all ordinary modes, such as the default one. */
CF_EXPORT const CFRunLoopMode kCFRunLoopCommonModes
	REACH_CF(kCFRunLoopCommonModes);

CF_EXPORT CFTypeID CFRunLoopGetTypeID(void) REACH_CF(CFRunLoopGetTypeID);

/** The calling thread's loop. It belongs to the thread. */
CF_EXPORT CFRunLoopRef CFRunLoopGetCurrent(void)
	REACH_CF(CFRunLoopGetCurrent);

/** The main thread's loop, from any thread. */
CF_EXPORT CFRunLoopRef CFRunLoopGetMain(void) REACH_CF(CFRunLoopGetMain);

/** Run the calling thread's loop in the default mode until it is stopped or
 *  has nothing left to wait for. */
CF_EXPORT void CFRunLoopRun(void) REACH_CF(CFRunLoopRun);

/** Run the calling thread's loop in one mode for so many seconds; with 0, do
 *  what is due and come back.
 *  @param returnAfterSourceHandled come back after the first call made */
CF_EXPORT CFRunLoopRunResult CFRunLoopRunInMode(
	CFRunLoopMode mode, CFTimeInterval seconds,
	Boolean returnAfterSourceHandled) REACH_CF(CFRunLoopRunInMode);

/** Make a loop look for work. From any thread. */
CF_EXPORT void CFRunLoopWakeUp(CFRunLoopRef loop) REACH_CF(CFRunLoopWakeUp);

/** End the innermost run of a loop. From any thread. A loop that is not running
 *  is not stopped: its next run is not ended by this. */
CF_EXPORT void CFRunLoopStop(CFRunLoopRef loop) REACH_CF(CFRunLoopStop);

#ifdef __BLOCKS__
/** Have a loop call a block once, when it next runs in the mode; it must be
 *  woken up for that if it sleeps. From any thread.
 *  @param mode a mode, or an array of modes */
CF_EXPORT void CFRunLoopPerformBlock(CFRunLoopRef loop, CFTypeRef mode,
				     void (^block)(void))
	REACH_CF(CFRunLoopPerformBlock);
#endif

CF_EXTERN_C_END

#endif
