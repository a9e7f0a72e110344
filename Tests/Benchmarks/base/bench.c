/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Clocks, addresses, and the end. */

#include "bench.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bench_options bench_options;

bool bench_listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	if (!list)
		return true;
	for (const char *word = list; word;
	     word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL)
		if (!strncmp(word, name, length) &&
		    (word[length] == ',' || word[length] == '\0'))
			return true;
	return false;
}

void bench_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("reachability_bench: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

void bench_say(const char *format, ...)
{
	static uint64_t start;
	va_list arguments;

	if (!start)
		start = bench_now();
	va_start(arguments, format);
	fprintf(stderr, "# %5.0f s  ", (double)(bench_now() - start) / 1e9);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
}

void *bench_allocate(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		bench_die("no memory for %zu times %zu bytes", count, size);
	return memory;
}

static uint64_t read_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)now.tv_nsec;
}

uint64_t bench_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

uint64_t bench_cpu_of_process(void)
{
	return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t bench_cpu_of_thread(void)
{
	return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t bench_cpu_of_others(void)
{
	/* In this order the difference is never negative. */
	uint64_t own = bench_cpu_of_thread();

	return bench_cpu_of_process() - own;
}

void bench_pause(double milliseconds)
{
	struct timespec time = {
		.tv_sec = (time_t)(milliseconds / 1000),
		.tv_nsec = (long)(milliseconds * 1e6) % 1000000000,
	};

	nanosleep(&time, NULL);
}

/*
 * Nothing tells that a thread has no more to do: between two looks at the
 * network the library sleeps as it does when nothing happens. So the threads
 * have to be seen to do nothing, for longer than any of its pauses.
 */
void bench_wait_until_others_rest(unsigned int milliseconds)
{
	/* What reading the clocks itself adds. */
	const uint64_t nothing = 30000;
	uint64_t end = bench_now() + UINT64_C(60000000000);
	uint64_t before;

	do {
		if (bench_now() > end)
			bench_die("the library does not come to rest");
		before = bench_cpu_of_others();
		bench_pause(milliseconds);
	} while (bench_cpu_of_others() > before + nothing);
}

uint32_t bench_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

union bench_address bench_address(const char *text)
{
	union bench_address address;

	memset(&address, 0, sizeof(address));
	if (inet_pton(AF_INET, text, &address.ipv4.sin_addr) == 1)
		address.ipv4.sin_family = AF_INET;
	else if (inet_pton(AF_INET6, text, &address.ipv6.sin6_addr) == 1)
		address.ipv6.sin6_family = AF_INET6;
	else
		bench_die("%s is no address", text);
	return address;
}

union bench_address bench_address4(uint32_t host_order)
{
	union bench_address address;

	memset(&address, 0, sizeof(address));
	address.ipv4.sin_family = AF_INET;
	address.ipv4.sin_addr.s_addr = htonl(host_order);
	return address;
}

const void *bench_address_bytes(const union bench_address *address,
				size_t *ret_size)
{
	if (address->any.sa_family == AF_INET6) {
		*ret_size = 16;
		return &address->ipv6.sin6_addr;
	}
	*ret_size = 4;
	return &address->ipv4.sin_addr;
}
