/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Who calls, which call it is, and whether it fails. The calls themselves are
 * in calls.c and memory.c.
 */

#include "faults.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "intercept.h"

static const char *const names[FAULT_KINDS] = {
	[FAULT_MEMORY] = "memory",   [FAULT_MEMORY_BEHIND] = "memory-behind",
	[FAULT_KEY] = "key",	     [FAULT_SOCKET] = "socket",
	[FAULT_BIND] = "bind",	     [FAULT_OPTION] = "option",
	[FAULT_SEND] = "send",	     [FAULT_RECEIVE] = "receive",
	[FAULT_POLL] = "poll",	     [FAULT_EPOLL] = "epoll",
	[FAULT_EVENTFD] = "eventfd", [FAULT_TIMER] = "timer",
	[FAULT_INOTIFY] = "inotify", [FAULT_THREAD] = "thread",
	[FAULT_NAMES] = "names",     [FAULT_FILES] = "files",
	[FAULT_READ] = "read",	     [FAULT_WRITE] = "write",
};

#define MODULES 4

static struct {
	/* the code of the libraries that are looked at, and of libc */
	struct {
		uintptr_t begin;
		uintptr_t end;
	} modules[MODULES], libc;
	unsigned int module_count;
	/* read without a lock, set while nobody calls */
	enum fault kind;
	unsigned int first;
	unsigned int last;
	int error;
	unsigned int number;
	uintptr_t place;
	unsigned int counts[FAULT_KINDS];
} faults = {.kind = FAULT_KINDS};

static __thread bool client;

static bool is_called(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return !strncmp(slash ? slash + 1 : path, name, strlen(name));
}

static int note_module(struct dl_phdr_info *info, size_t size, void *data)
{
	bool libc = is_called(info->dlpi_name, "libc.so");

	(void)size;
	(void)data;
	if (!libc && !is_called(info->dlpi_name, "libreachability.so") &&
	    !is_called(info->dlpi_name, "libnl-"))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + part->p_vaddr;

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		if (libc) {
			faults.libc.begin = begin;
			faults.libc.end = begin + part->p_memsz;
		} else if (faults.module_count < MODULES) {
			faults.modules[faults.module_count].begin = begin;
			faults.modules[faults.module_count++].end =
				begin + part->p_memsz;
		}
	}
	return 0;
}

__attribute__((constructor)) static void note_modules(void)
{
	dl_iterate_phdr(note_module, NULL);
}

bool fault_is_ours(const void *caller)
{
	uintptr_t place = (uintptr_t)caller;

	for (unsigned int i = 0; i < faults.module_count; i++)
		if (place >= faults.modules[i].begin &&
		    place < faults.modules[i].end)
			return true;
	return false;
}

static bool counts(enum fault kind, const void *caller)
{
	uintptr_t place = (uintptr_t)caller;

	if (fault_is_ours(caller))
		return true;
	return kind == FAULT_MEMORY && client && place >= faults.libc.begin &&
	       place < faults.libc.end;
}

int fault_due(enum fault kind, const void *caller)
{
	unsigned int number;
	uintptr_t nowhere = 0;

	if (kind == FAULT_MEMORY && !client)
		kind = FAULT_MEMORY_BEHIND;
	if (!counts(kind, caller))
		return 0;
	__atomic_add_fetch(&faults.counts[kind], 1, __ATOMIC_RELAXED);
	if (__atomic_load_n(&faults.kind, __ATOMIC_ACQUIRE) != kind)
		return 0;
	number = __atomic_add_fetch(&faults.number, 1, __ATOMIC_RELAXED);
	if (number < faults.first || number > faults.last)
		return 0;
	__atomic_compare_exchange_n(&faults.place, &nowhere, (uintptr_t)caller,
				    false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return faults.error;
}

enum fault faults_find(const char *name)
{
	enum fault kind = 0;

	while (kind < FAULT_KINDS && strcmp(names[kind], name) != 0)
		kind++;
	return kind;
}

void faults_fail(enum fault kind, unsigned int first, unsigned int last,
		 int error)
{
	faults_end();
	faults.first = first;
	faults.last = last;
	faults.error = error;
	__atomic_store_n(&faults.number, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&faults.place, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&faults.kind, kind, __ATOMIC_RELEASE);
}

unsigned int faults_end(void)
{
	__atomic_store_n(&faults.kind, FAULT_KINDS, __ATOMIC_RELEASE);
	return __atomic_load_n(&faults.number, __ATOMIC_RELAXED);
}

unsigned int faults_count(enum fault kind)
{
	return __atomic_load_n(&faults.counts[kind], __ATOMIC_RELAXED);
}

void faults_set_client(bool set)
{
	client = set;
}

const char *fault_describe(uintptr_t place, char *text, size_t size)
{
	Dl_info info;

	if (!place || !dladdr((void *)place, &info))
		snprintf(text, size, "nowhere");
	else
		snprintf(text, size, "%s+0x%zx (%s)", info.dli_fname,
			 (size_t)(place - (uintptr_t)info.dli_fbase),
			 info.dli_sname ? info.dli_sname : "?");
	return text;
}

const char *faults_place(void)
{
	static char text[512];

	return fault_describe(__atomic_load_n(&faults.place, __ATOMIC_RELAXED),
			      text, sizeof(text));
}
