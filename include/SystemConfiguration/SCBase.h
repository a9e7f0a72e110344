/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the headers of this folder have in common: where the CoreFoundation
 * types come from, which system headers come along, and the brackets around
 * the declarations. It declares nothing of its own.
 *
 * Clang with -fblocks takes the Swift toolchain's CoreFoundation and
 * libdispatch headers where they are in the search path; that is always so when
 * Swift imports this folder. All others get the subset in ../compat. Define
 * REACH_COMPAT to get the subset in any case.
 */

#ifndef REACH_SCBASE_H
#define REACH_SCBASE_H

/* Swift gets its sockaddr from Glibc; a second home for it would hide the
   members that the overlay adds. */
#ifndef __swift__
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>
#include <sys/socket.h>
#endif
#include <stdint.h>

/* The toolchain's headers want clang, blocks, and from C23 on GNU mode. */
#if defined(__clang__) && defined(__BLOCKS__) && !defined(REACH_COMPAT) && \
	(defined(__cplusplus) || !defined(__STRICT_ANSI__) || \
	 __STDC_VERSION__ <= 201710L)
#if __has_include(<CoreFoundation/CoreFoundation.h>)
/* the toolchain's headers need it in C++ and do not include it */
#if defined(__cplusplus) && !defined(__swift__)
#include <sys/sysmacros.h>
#endif
#include <CoreFoundation/CoreFoundation.h>
#define REACH_FOUND_CORE_FOUNDATION
#endif
#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#define REACH_FOUND_DISPATCH
#endif
#endif

#ifndef REACH_FOUND_CORE_FOUNDATION
#include "../compat/CoreFoundation/CoreFoundation.h"
#endif
#ifndef REACH_FOUND_DISPATCH
typedef struct dispatch_queue_s *dispatch_queue_t;
#endif

#ifdef __cplusplus
#define REACH_EXTERN_C_BEGIN extern "C" {
#define REACH_EXTERN_C_END }
#else
#define REACH_EXTERN_C_BEGIN
#define REACH_EXTERN_C_END
#endif

/* Between these two a pointer that is not marked is not NULL, and a function
   with Create or Copy in its name returns an object the caller releases. */
#ifdef __clang__
#define REACH_DECLARATIONS_BEGIN \
	_Pragma("clang diagnostic push") \
	_Pragma("clang diagnostic ignored \"-Wnullability-extension\"") \
	_Pragma("GCC visibility push(default)") \
	REACH_EXTERN_C_BEGIN \
	_Pragma("clang arc_cf_code_audited begin") \
	_Pragma("clang assume_nonnull begin")
#define REACH_DECLARATIONS_END \
	_Pragma("clang assume_nonnull end") \
	_Pragma("clang arc_cf_code_audited end") \
	REACH_EXTERN_C_END \
	_Pragma("GCC visibility pop") \
	_Pragma("clang diagnostic pop")
#else
#define REACH_DECLARATIONS_BEGIN \
	_Pragma("GCC visibility push(default)") REACH_EXTERN_C_BEGIN
#define REACH_DECLARATIONS_END \
	REACH_EXTERN_C_END _Pragma("GCC visibility pop")
#endif

/* How Swift sees a declaration; nothing to anybody else. */
#ifdef __swift__
#define REACH_SWIFT_PRIVATE __attribute__((swift_private))
#define REACH_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define REACH_SWIFT_CLASS __attribute__((objc_bridge(id)))
#else
#define REACH_SWIFT_PRIVATE
#define REACH_SWIFT_SENDABLE
#define REACH_SWIFT_CLASS
#endif

#endif
