/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The run loops of the Swift toolchain's CoreFoundation and the block runtime,
 * each symbol under its name with genuine_ in front. Weak: NULL when the
 * process has no such library.
 */

#ifndef REACH_GENUINE_LOOP_H
#define REACH_GENUINE_LOOP_H

#include <SystemConfiguration/SCNetworkReachability.h>

#define REACH_GENUINE_CALL(type, name, ...)                    \
	extern type genuine_##name(__VA_ARGS__) __asm__(#name) \
		__attribute__((weak, visibility("default")))

typedef struct genuine_source *genuine_source_ref;

/* What CFRunLoopSourceCreate reads, version 0. */
struct genuine_source_context {
	CFIndex version;
	void *info;
	const void *(*retain)(const void *info);
	void (*release)(const void *info);
	CFStringRef (*describe)(const void *info);
	Boolean (*equal)(const void *a, const void *b);
	CFHashCode (*hash)(const void *info);
	void (*schedule)(void *info, CFRunLoopRef loop, CFStringRef mode);
	void (*cancel)(void *info, CFRunLoopRef loop, CFStringRef mode);
	void (*perform)(void *info);
};

REACH_GENUINE_CALL(genuine_source_ref, CFRunLoopSourceCreate,
		   CFAllocatorRef allocator, CFIndex order,
		   struct genuine_source_context *context);
REACH_GENUINE_CALL(void, CFRunLoopSourceSignal, genuine_source_ref source);
REACH_GENUINE_CALL(void, CFRunLoopSourceInvalidate, genuine_source_ref source);
REACH_GENUINE_CALL(void, CFRunLoopAddSource, CFRunLoopRef loop,
		   genuine_source_ref source, CFStringRef mode);
REACH_GENUINE_CALL(void, CFRunLoopRemoveSource, CFRunLoopRef loop,
		   genuine_source_ref source, CFStringRef mode);

REACH_GENUINE_CALL(CFTypeID, CFRunLoopGetTypeID, void);
REACH_GENUINE_CALL(CFRunLoopRef, CFRunLoopGetCurrent, void);
REACH_GENUINE_CALL(CFRunLoopRef, CFRunLoopGetMain, void);
REACH_GENUINE_CALL(void, CFRunLoopRun, void);
REACH_GENUINE_CALL(CFRunLoopRunResult, CFRunLoopRunInMode, CFStringRef mode,
		   CFTimeInterval seconds, Boolean one);
REACH_GENUINE_CALL(void, CFRunLoopWakeUp, CFRunLoopRef loop);
REACH_GENUINE_CALL(void, CFRunLoopStop, CFRunLoopRef loop);
REACH_GENUINE_CALL(void, CFRunLoopPerformBlock, CFRunLoopRef loop,
		   CFTypeRef mode, void *block);

REACH_GENUINE_CALL(void *, _Block_copy, const void *block);
REACH_GENUINE_CALL(void, _Block_release, const void *block);

#endif
