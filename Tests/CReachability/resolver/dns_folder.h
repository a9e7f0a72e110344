/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A DNS configuration in a directory of the test's own, and what the watcher
   says of it. */

#ifndef REACH_TEST_DNS_FOLDER_H
#define REACH_TEST_DNS_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "namespace.h"
#include "resolver.h"

#define ONE "nameserver 192.0.2.1\n"
#define TWO "nameserver 192.0.2.2\n"

static char root[64];
static struct reach_dns_watch *watch;

/* A path below the root; good until the eighth call after it. */
static inline const char *at(const char *path)
{
	static char paths[8][256];
	static unsigned int next;
	char *text = paths[next++ % 8];

	snprintf(text, sizeof(paths[0]), "%s/%s", root, path);
	return text;
}

static inline void put(const char *path, const char *text)
{
	reach_test_write(at(path), "%s", text);
}

/* As careful programs do. */
static inline void replace(const char *path, const char *text)
{
	put("fresh", text);
	assert_int_equal(rename(at("fresh"), at(path)), 0);
}

static inline void make_link(const char *target, const char *path)
{
	unlink(at("fresh-link"));
	assert_int_equal(symlink(target, at("fresh-link")), 0);
	assert_int_equal(rename(at("fresh-link"), at(path)), 0);
}

static inline void open_watch(void)
{
	assert_int_equal(reach_dns_watch_open(at("etc/resolv.conf"), &watch),
			 0);
}

static inline int begin(void **state)
{
	(void)state;
	strcpy(root, "/tmp/reach-dns-XXXXXX");
	assert_non_null(mkdtemp(root));
	assert_int_equal(mkdir(at("etc"), 0755), 0);
	put("etc/resolv.conf", ONE);
	put("etc/hosts", "127.0.0.1 localhost\n");
	watch = NULL;
	return 0;
}

static inline int remove_one(const char *path, const struct stat *status,
			     int flag, struct FTW *ftw)
{
	(void)status;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static inline int end(void **state)
{
	(void)state;
	reach_dns_watch_close(watch);
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}

static inline uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Events are there as soon as the change is made. */
static inline bool has_changed(void)
{
	return reach_test_readable(reach_dns_watch_get_fd(watch), 0) &&
	       reach_dns_watch_process(watch, now());
}

/* Once, and that is all. */
static inline void assert_changed(void)
{
	assert_true(has_changed());
	assert_false(has_changed());
	assert_int_equal(reach_dns_watch_get_deadline(watch), 0);
}

static inline void assert_unchanged(void)
{
	assert_false(has_changed());
	assert_int_equal(reach_dns_watch_get_deadline(watch), 0);
}

/* Nothing yet, but when the deadline has come. */
static inline void assert_changed_later(void)
{
	uint64_t deadline;

	assert_false(has_changed());
	deadline = reach_dns_watch_get_deadline(watch);
	assert_true(deadline > now());
	assert_true(deadline <= now() + 1000000000);
	assert_false(reach_dns_watch_process(watch, deadline - 1));
	assert_int_equal(reach_dns_watch_get_deadline(watch), deadline);
	assert_true(reach_dns_watch_process(watch, deadline));
	assert_int_equal(reach_dns_watch_get_deadline(watch), 0);
}

/* etc/resolv.conf -> ../run/one/link -> real/file */
static inline void make_chain(void)
{
	assert_int_equal(mkdir(at("run"), 0755), 0);
	assert_int_equal(mkdir(at("run/one"), 0755), 0);
	assert_int_equal(mkdir(at("run/one/real"), 0755), 0);
	put("run/one/real/file", ONE);
	make_link("real/file", "run/one/link");
	make_link("../run/one/link", "etc/resolv.conf");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

#endif
