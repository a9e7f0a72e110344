/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Calls of the C library that fail when they are told to. Linked into a
 * program, it stands in for them everywhere, and counts only what
 * libreachability and libnl call themselves. Knows nothing of what they are
 * for.
 */

#ifndef REACH_TEST_FAULTS_H
#define REACH_TEST_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

enum fault {
	/* malloc, calloc, realloc, strdup on a client's thread, also where the
	   C library asks for it */
	FAULT_MEMORY,
	/* the same on other threads, when the library asks */
	FAULT_MEMORY_BEHIND,
	/* thread-specific keys and their values */
	FAULT_KEY,
	FAULT_SOCKET,
	FAULT_BIND,
	FAULT_OPTION,
	FAULT_SEND,
	FAULT_RECEIVE,
	FAULT_POLL,
	/* epoll_create1, epoll_ctl; epoll_wait is only interrupted */
	FAULT_EPOLL,
	FAULT_EVENTFD,
	FAULT_TIMER,
	FAULT_INOTIFY,
	FAULT_THREAD,
	/* getaddrinfo; the error is an EAI_ number */
	FAULT_NAMES,
	/* open, openat, readlink, fdopendir */
	FAULT_FILES,
	FAULT_READ,
	FAULT_WRITE,
	FAULT_KINDS
};

/* "memory", "key", ...; FAULT_KINDS if it is none. */
enum fault faults_find(const char *name);

/* From now on, the calls of a kind with these numbers fail, counted from 1.
   No limit: ~0u. */
void faults_fail(enum fault kind, unsigned int first, unsigned int last,
		 int error);
/* None fails any more. How many there were since faults_fail. */
unsigned int faults_end(void);
/* Where the first one that failed was called, as text. */
const char *faults_place(void);
/* How often a kind was called since the program began. */
unsigned int faults_count(enum fault kind);

/* Whether this is a client's thread, in a call of the library. */
void faults_set_client(bool client);

/* Pieces of memory that the libraries asked for and nobody gave back. */
size_t faults_live_memory(void);
/* Tells where they come from. */
void faults_print_memory(void);

#endif
