/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The DNS configuration in a directory of our own, changed in the ways real
 * programs change it.
 */

#include "resolver.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "namespace.h"

#define ONE "nameserver 192.0.2.1\n"
#define TWO "nameserver 192.0.2.2\n"

static char root[64];
static struct reach_dns_watch *watch;

/* A path below the root; good until the eighth call after it. */
static const char *at(const char *path)
{
	static char paths[8][256];
	static unsigned int next;
	char *text = paths[next++ % 8];

	snprintf(text, sizeof(paths[0]), "%s/%s", root, path);
	return text;
}

static void put(const char *path, const char *text)
{
	reach_test_write(at(path), "%s", text);
}

/* As careful programs do. */
static void replace(const char *path, const char *text)
{
	put("fresh", text);
	assert_int_equal(rename(at("fresh"), at(path)), 0);
}

static void make_link(const char *target, const char *path)
{
	unlink(at("fresh-link"));
	assert_int_equal(symlink(target, at("fresh-link")), 0);
	assert_int_equal(rename(at("fresh-link"), at(path)), 0);
}

static void open_watch(void)
{
	assert_int_equal(reach_dns_watch_open(at("etc/resolv.conf"), &watch),
			 0);
}

static int begin(void **state)
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

static int remove_one(const char *path, const struct stat *status, int flag,
		      struct FTW *ftw)
{
	(void)status;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static int end(void **state)
{
	(void)state;
	reach_dns_watch_close(watch);
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Events are there as soon as the change is made. */
static bool has_changed(void)
{
	return reach_test_readable(reach_dns_watch_get_fd(watch), 0) &&
	       reach_dns_watch_process(watch, now());
}

/* Once, and that is all. */
static void assert_changed(void)
{
	assert_true(has_changed());
	assert_false(has_changed());
	assert_int_equal(reach_dns_watch_get_deadline(watch), 0);
}

static void assert_unchanged(void)
{
	assert_false(has_changed());
	assert_int_equal(reach_dns_watch_get_deadline(watch), 0);
}

/* Nothing yet, but when the deadline has come. */
static void assert_changed_later(void)
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

static void writing_other_contents_is_a_change(void **state)
{
	(void)state;
	open_watch();
	put("etc/resolv.conf", TWO);
	assert_changed();
	put("etc/resolv.conf", ONE);
	assert_changed();
}

static void renaming_another_file_over_it_is_a_change(void **state)
{
	(void)state;
	open_watch();
	for (int i = 0; i < 3; i++) {
		replace("etc/resolv.conf", i % 2 ? ONE : TWO);
		assert_changed();
	}
}

/* etc/resolv.conf -> ../run/one/link -> real/file */
static void make_chain(void)
{
	assert_int_equal(mkdir(at("run"), 0755), 0);
	assert_int_equal(mkdir(at("run/one"), 0755), 0);
	assert_int_equal(mkdir(at("run/one/real"), 0755), 0);
	put("run/one/real/file", ONE);
	make_link("real/file", "run/one/link");
	make_link("../run/one/link", "etc/resolv.conf");
}

/* A look-up may have run in between. */
static void contents_that_were_others_for_a_moment_were_a_change(void **state)
{
	static const char *const files[] = {"etc/resolv.conf", "etc/hosts",
					    "etc/nsswitch.conf", "etc/gai.conf",
					    "run/upstream/resolv.conf"};

	(void)state;
	put("run/upstream/stub.conf", ONE);
	put("run/upstream/resolv.conf", ONE);
	put("etc/nsswitch.conf", ONE);
	put("etc/gai.conf", ONE);
	put("etc/hosts", ONE);
	make_link("../run/upstream/stub.conf", "etc/resolv.conf");
	open_watch();
	for (int i = 0; i < 5; i++) {
		put(files[i], TWO);
		put(files[i], ONE);
		assert_changed();
	}
	for (int i = 1; i < 5; i++) {
		replace(files[i], TWO);
		replace(files[i], ONE);
		assert_changed();
	}
}

static void links_that_led_elsewhere_for_a_moment_were_a_change(void **state)
{
	(void)state;
	make_chain();
	put("run/one/real/other", TWO);
	open_watch();
	make_link("real/other", "run/one/link");
	make_link("real/file", "run/one/link");
	assert_changed();
	make_link("../run/one/real/other", "etc/resolv.conf");
	make_link("../run/one/link", "etc/resolv.conf");
	assert_changed();
	assert_int_equal(rename(at("run/one"), at("run/two")), 0);
	assert_int_equal(rename(at("run/two"), at("run/one")), 0);
	assert_changed();
}

static void reading_is_no_change(void **state)
{
	(void)state;
	open_watch();
	assert_int_equal(access(at("etc/resolv.conf"), R_OK), 0);
	reach_test_run("cat %s", at("etc/hosts"));
	assert_unchanged();
}

static void other_files_in_the_directory_do_not_matter(void **state)
{
	(void)state;
	open_watch();
	put("etc/passwd", "root");
	put("etc/resolv.conf.tmp", TWO);
	assert_unchanged();
}

static void hosts_nsswitch_and_gai_count_too(void **state)
{
	(void)state;
	open_watch();
	put("etc/hosts", "192.0.2.1 a\n");
	assert_changed();
	put("etc/nsswitch.conf", "hosts: files\n");
	assert_changed();
	replace("etc/gai.conf", "precedence ::/0 40\n");
	assert_changed();
}

static void an_empty_file_on_the_way_is_waited_for(void **state)
{
	(void)state;
	open_watch();
	put("etc/resolv.conf", "");
	assert_false(has_changed());
	put("etc/resolv.conf", ONE);
	assert_changed();
	put("etc/resolv.conf", "");
	assert_false(has_changed());
	put("etc/resolv.conf", TWO);
	assert_changed();
}

static void a_missing_file_on_the_way_is_waited_for(void **state)
{
	(void)state;
	open_watch();
	unlink(at("etc/resolv.conf"));
	assert_false(has_changed());
	put("etc/resolv.conf", ONE);
	assert_changed();
	unlink(at("etc/resolv.conf"));
	assert_false(has_changed());
	put("etc/resolv.conf", TWO);
	assert_changed();
}

static void a_file_written_in_two_parts_is_one_change(void **state)
{
	(void)state;
	open_watch();
	put("etc/resolv.conf", "search test\n");
	assert_false(has_changed());
	put("etc/resolv.conf", "search test\n" TWO);
	assert_changed();
}

static void a_file_that_stays_empty_or_gone_is_a_change_in_the_end(void **state)
{
	(void)state;
	open_watch();
	put("etc/resolv.conf", "");
	assert_changed_later();
	put("etc/resolv.conf", ONE);
	assert_changed();
	unlink(at("etc/resolv.conf"));
	assert_changed_later();
	put("etc/resolv.conf", ONE);
	assert_changed();
}

static void starting_without_a_file_its_arrival_is_a_change(void **state)
{
	(void)state;
	unlink(at("etc/resolv.conf"));
	open_watch();
	put("etc/resolv.conf", ONE);
	assert_changed();
}

static void a_burst_is_one_change(void **state)
{
	(void)state;
	open_watch();
	for (int i = 0; i < 200; i++) {
		put("etc/resolv.conf", "");
		replace("etc/resolv.conf", i % 2 ? ONE : TWO);
	}
	put("etc/resolv.conf", TWO "options edns0\n");
	assert_true(has_changed());
	while (reach_test_readable(reach_dns_watch_get_fd(watch), 0))
		assert_false(reach_dns_watch_process(watch, now()));
}

static void every_step_of_a_chain_of_links_is_watched(void **state)
{
	(void)state;
	make_chain();
	open_watch();
	put("run/one/real/file", TWO);
	assert_changed();
	replace("run/one/real/file", ONE);
	assert_changed();
	put("run/one/real/other", TWO);
	make_link("real/other", "run/one/link");
	assert_changed();
	make_link(at("run/one/real/file"), "etc/resolv.conf");
	assert_changed();
	put("run/one/real/file", TWO);
	assert_changed();
	/* no longer part of the chain */
	put("run/one/real/other", ONE);
	assert_unchanged();
}

static void a_link_to_a_directory_is_a_step_too(void **state)
{
	(void)state;
	assert_int_equal(mkdir(at("v1"), 0755), 0);
	assert_int_equal(mkdir(at("v2"), 0755), 0);
	put("v1/resolv.conf", ONE);
	put("v2/resolv.conf", TWO);
	make_link("v1", "data");
	make_link("../data/resolv.conf", "etc/resolv.conf");
	open_watch();
	make_link("v2", "data");
	assert_changed();
	put("v2/resolv.conf", ONE);
	assert_changed();
	/* nobody is woken for what it no longer leads to */
	put("v1/resolv.conf", TWO);
	assert_false(reach_test_readable(reach_dns_watch_get_fd(watch), 0));
}

static void a_directory_that_goes_and_comes_back_is_survived(void **state)
{
	(void)state;
	make_chain();
	open_watch();
	assert_int_equal(rename(at("run"), at("gone")), 0);
	assert_changed_later();
	assert_int_equal(mkdir(at("run"), 0755), 0);
	assert_changed();
	assert_int_equal(mkdir(at("run/one"), 0755), 0);
	assert_changed();
	put("run/one/link", TWO);
	assert_changed();
	unlink(at("run/one/link"));
	rmdir(at("run/one"));
	rmdir(at("run"));
	assert_false(has_changed());
	assert_int_equal(rename(at("gone"), at("run")), 0);
	assert_changed();
	put("run/one/real/file", TWO);
	assert_changed();
}

static void a_chain_without_an_end_is_no_file(void **state)
{
	(void)state;
	make_link("resolv.conf", "etc/resolv.conf");
	open_watch();
	replace("etc/resolv.conf", ONE);
	assert_changed();
}

/* As with the local stub of systemd-resolved, whose file never changes. */
static void the_list_of_upstream_servers_beside_a_stub_counts(void **state)
{
	(void)state;
	put("run/resolve/stub.conf", "nameserver 127.0.0.53\n");
	put("run/resolve/resolv.conf", ONE);
	make_link("../run/resolve/stub.conf", "etc/resolv.conf");
	open_watch();
	replace("run/resolve/resolv.conf", TWO);
	assert_changed();
}

static void what_is_no_regular_file_is_not_read(void **state)
{
	(void)state;
	unlink(at("etc/resolv.conf"));
	assert_int_equal(mkfifo(at("etc/resolv.conf"), 0644), 0);
	make_link("/dev/zero", "etc/hosts");
	assert_int_equal(mkdir(at("etc/gai.conf"), 0755), 0);
	open_watch();
	assert_int_equal(mkfifo(at("etc/nsswitch.conf"), 0644), 0);
	assert_changed();
	replace("etc/resolv.conf", TWO);
	assert_changed();
}

static void a_large_file_is_compared_too(void **state)
{
	FILE *file;

	(void)state;
	assert_int_equal(truncate(at("etc/hosts"), 3 * 1024 * 1024), 0);
	open_watch();
	file = fopen(at("etc/hosts"), "ae");
	fputs("192.0.2.1 a\n", file);
	fclose(file);
	assert_changed();
}

static void a_file_laid_over_it_is_watched_itself(void **state)
{
	begin(state);
	put("laid", ONE);
	reach_test_run("mount --bind %s %s", at("laid"), at("etc/resolv.conf"));
	open_watch();
	put("laid", TWO);
	assert_changed();
	reach_test_run("umount %s", at("etc/resolv.conf"));
	end(state);
}

static void without_inotify_opening_fails(void **state)
{
	struct rlimit limit, none;
	int first_free = dup(0);

	(void)state;
	close(first_free);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = (rlim_t)first_free;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_int_equal(reach_dns_watch_open(at("etc/resolv.conf"), &watch),
			 -EMFILE);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_null(watch);
	open_watch();
}

static void a_path_that_is_not_absolute_is_refused(void **state)
{
	(void)state;
	assert_int_equal(reach_dns_watch_open("resolv.conf", &watch), -EINVAL);
	assert_int_equal(reach_dns_watch_open("", &watch), -EINVAL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(writing_other_contents_is_a_change),
		TEST(renaming_another_file_over_it_is_a_change),
		TEST(contents_that_were_others_for_a_moment_were_a_change),
		TEST(links_that_led_elsewhere_for_a_moment_were_a_change),
		TEST(reading_is_no_change),
		TEST(other_files_in_the_directory_do_not_matter),
		TEST(hosts_nsswitch_and_gai_count_too),
		TEST(an_empty_file_on_the_way_is_waited_for),
		TEST(a_missing_file_on_the_way_is_waited_for),
		TEST(a_file_written_in_two_parts_is_one_change),
		TEST(a_file_that_stays_empty_or_gone_is_a_change_in_the_end),
		TEST(starting_without_a_file_its_arrival_is_a_change),
		TEST(a_burst_is_one_change),
		TEST(every_step_of_a_chain_of_links_is_watched),
		TEST(a_link_to_a_directory_is_a_step_too),
		TEST(a_directory_that_goes_and_comes_back_is_survived),
		TEST(a_chain_without_an_end_is_no_file),
		TEST(the_list_of_upstream_servers_beside_a_stub_counts),
		TEST(what_is_no_regular_file_is_not_read),
		TEST(a_large_file_is_compared_too),
		TEST(without_inotify_opening_fails),
		TEST(a_path_that_is_not_absolute_is_refused),
		REACH_TEST_IN(reach_test_enter,
			      a_file_laid_over_it_is_watched_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
