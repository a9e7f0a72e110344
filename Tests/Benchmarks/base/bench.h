/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What every part of the benchmark leans on: how much is to be run, clocks,
 * addresses, and a way to give up. Knows no contestant and no measurement.
 */

#ifndef REACH_BENCH_H
#define REACH_BENCH_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_options {
	/* everything small: only whether it works */
	bool quick;
	/* parts to run, separated by commas; NULL for all */
	const char *axes;
	const char *goals;
	bool scoreboard;
	/* where to write, or NULL */
	const char *json;
	const char *svg;
	/* this program, for processes that start afresh */
	const char *program;
};
extern struct bench_options bench_options;

/* One of the two, by how much is to be run. */
#define BENCH_SIZE(full, small) (bench_options.quick ? (small) : (full))

/* Is the name among these? NULL has them all. */
bool bench_listed(const char *list, const char *name);

/* Says why on standard error and exits with 1. */
void bench_die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));
/* Progress, on standard error. */
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Memory, or the end. */
void *bench_allocate(size_t count, size_t size);

/* Nanoseconds. */
uint64_t bench_now(void);
/* CPU time of the process without that of the calling thread. */
uint64_t bench_cpu_of_others(void);
uint64_t bench_cpu_of_process(void);
uint64_t bench_cpu_of_thread(void);
void bench_pause(double milliseconds);
/* Until the other threads have used no CPU time for so long; two that wait for
   each other would never. */
void bench_wait_until_others_rest(unsigned int milliseconds);

/* Pseudo-random and the same in every run. */
uint32_t bench_random(uint32_t *state);

/* Room for either family. */
union bench_address {
	struct sockaddr any;
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;
};
union bench_address bench_address(const char *text);
union bench_address bench_address4(uint32_t host_order);
/* The bytes on the wire and how many they are. */
const void *bench_address_bytes(const union bench_address *address,
				size_t *ret_size);

#endif
