/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Stands in for malloc and its kin, and keeps the books: which pieces the
   libraries asked for and who has not given them back. */

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intercept.h"

/* Looking these up by name would itself ask for memory. */
#ifdef REACH_SANITIZED
#define NEXT(name) __interceptor_##name
#else
#define NEXT(name) __libc_##name
#endif
void *NEXT(malloc)(size_t size);
void *NEXT(calloc)(size_t count, size_t size);
void *NEXT(realloc)(void *piece, size_t size);
void NEXT(free)(void *piece);

/* A power of two, never more than half used. */
#define ROOM (1u << 16)

struct entry {
	void *piece;
	uintptr_t caller;
};

static struct {
	/* no mutex: a sanitizer has its own, which it has to have begun with
	   and which it ends before the last piece is freed */
	bool locked;
	struct entry entries[ROOM];
	size_t count;
} book;

static void lock(void)
{
	while (__atomic_test_and_set(&book.locked, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock(void)
{
	__atomic_clear(&book.locked, __ATOMIC_RELEASE);
}

static unsigned int place_of(const void *piece)
{
	return (unsigned int)(((uintptr_t)piece *
			       UINT64_C(0x9e3779b97f4a7c15)) >>
			      40) %
	       ROOM;
}

static struct entry *find(const void *piece)
{
	unsigned int i = place_of(piece);

	while (book.entries[i].piece && book.entries[i].piece != piece)
		i = (i + 1) % ROOM;
	return &book.entries[i];
}

static void *enter(void *piece, const void *caller)
{
	struct entry *entry;

	if (!piece || !fault_is_ours(caller))
		return piece;
	lock();
	entry = find(piece);
	if (book.count < ROOM / 2) {
		book.count += !entry->piece;
		entry->piece = piece;
		entry->caller = (uintptr_t)caller;
	}
	unlock();
	return piece;
}

/* Those behind it move up, so that they are still found. */
static void strike(struct entry *entry)
{
	unsigned int hole = (unsigned int)(entry - book.entries);
	unsigned int i = hole;

	book.count--;
	for (;;) {
		unsigned int home;

		book.entries[hole].piece = NULL;
		do {
			i = (i + 1) % ROOM;
			if (!book.entries[i].piece)
				return;
			home = place_of(book.entries[i].piece);
		} while ((i - home) % ROOM < (i - hole) % ROOM);
		book.entries[hole] = book.entries[i];
		hole = i;
	}
}

static void leave(const void *piece)
{
	struct entry *entry;

	/* Most are not the libraries'. */
	if (!piece || !__atomic_load_n(&book.count, __ATOMIC_RELAXED))
		return;
	lock();
	entry = find(piece);
	if (entry->piece)
		strike(entry);
	unlock();
}

static bool is_refused(const void *caller)
{
	int error = fault_due(FAULT_MEMORY, caller);

	if (error)
		errno = error;
	return error != 0;
}

STANDS_IN void *malloc(size_t size)
{
	return is_refused(CALLER) ? NULL : enter(NEXT(malloc)(size), CALLER);
}

STANDS_IN void *calloc(size_t count, size_t size)
{
	return is_refused(CALLER) ? NULL
				  : enter(NEXT(calloc)(count, size), CALLER);
}

STANDS_IN void *realloc(void *piece, size_t size)
{
	if (is_refused(CALLER))
		return NULL;
	leave(piece);
	return enter(NEXT(realloc)(piece, size), CALLER);
}

STANDS_IN void free(void *piece)
{
	leave(piece);
	NEXT(free)(piece);
}

STANDS_IN char *strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy =
		is_refused(CALLER) ? NULL : enter(NEXT(malloc)(size), CALLER);

	return copy ? memcpy(copy, text, size) : NULL;
}

size_t faults_live_memory(void)
{
	size_t count;

	lock();
	count = book.count;
	unlock();
	return count;
}

void faults_print_memory(void)
{
	char text[512];

	for (unsigned int i = 0; i < ROOM; i++)
		if (book.entries[i].piece)
			fprintf(stderr, "  %p from %s\n", book.entries[i].piece,
				fault_describe(book.entries[i].caller, text,
					       sizeof(text)));
}
