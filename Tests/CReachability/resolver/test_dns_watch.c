/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The DNS configuration in a directory of our own, changed in the ways real
 * programs change it.
 */

#include "dns_folder.h"

#include <errno.h>
#include <limits.h>
#include <sys/resource.h>

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

static void odd_paths_lead_where_the_kernel_goes(void **state)
{
	char path[NAME_MAX + 2];

	(void)state;
	make_link("../etc/./../etc/real", "etc/resolv.conf");
	put("etc/real", ONE);
	open_watch();
	put("etc/real", TWO);
	assert_changed();
	/* A name longer than there are, a path longer than there are. */
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	make_link(path, "etc/resolv.conf");
	assert_changed_later();
	replace("etc/resolv.conf", ONE);
	assert_changed();
}

static void a_path_that_is_not_absolute_is_refused(void **state)
{
	(void)state;
	assert_int_equal(reach_dns_watch_open("resolv.conf", &watch), -EINVAL);
	assert_int_equal(reach_dns_watch_open("", &watch), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(writing_other_contents_is_a_change),
		TEST(renaming_another_file_over_it_is_a_change),
		TEST(other_files_in_the_directory_do_not_matter),
		TEST(hosts_nsswitch_and_gai_count_too),
		TEST(every_step_of_a_chain_of_links_is_watched),
		TEST(a_link_to_a_directory_is_a_step_too),
		TEST(a_directory_that_goes_and_comes_back_is_survived),
		TEST(a_chain_without_an_end_is_no_file),
		TEST(the_list_of_upstream_servers_beside_a_stub_counts),
		TEST(what_is_no_regular_file_is_not_read),
		TEST(a_large_file_is_compared_too),
		TEST(without_inotify_opening_fails),
		TEST(odd_paths_lead_where_the_kernel_goes),
		TEST(a_path_that_is_not_absolute_is_refused),
		REACH_TEST_IN(reach_test_enter,
			      a_file_laid_over_it_is_watched_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
