/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The DNS configuration while it is being changed: half-written, away for a
   moment, other for a moment, changed more often than can be told. */

#include "dns_folder.h"

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

/* Once more than the kernel keeps for one reader (max_queued_events). */
static void a_change_among_more_events_than_fit_is_seen(void **state)
{
	bool changed = false;
	FILE *file = fopen("/proc/sys/fs/inotify/max_queued_events", "re");
	int most = 0;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%d", &most), 1);
	fclose(file);
	open_watch();
	put("etc/other", "");
	for (int i = 0; i < most; i++)
		chmod(at("etc/other"), i % 2 ? 0600 : 0644);
	for (int i = 0; i < most; i++)
		assert_int_equal(
			rename(at(i % 2 ? "etc/another" : "etc/other"),
			       at(i % 2 ? "etc/other" : "etc/another")),
			0);
	/* Of this nothing is told. */
	put("etc/resolv.conf", TWO);
	while (reach_test_readable(reach_dns_watch_get_fd(watch), 0))
		changed |= reach_dns_watch_process(watch, now());
	assert_true(changed);
	assert_unchanged();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(contents_that_were_others_for_a_moment_were_a_change),
		TEST(links_that_led_elsewhere_for_a_moment_were_a_change),
		TEST(reading_is_no_change),
		TEST(an_empty_file_on_the_way_is_waited_for),
		TEST(a_missing_file_on_the_way_is_waited_for),
		TEST(a_file_written_in_two_parts_is_one_change),
		TEST(a_file_that_stays_empty_or_gone_is_a_change_in_the_end),
		TEST(starting_without_a_file_its_arrival_is_a_change),
		TEST(a_burst_is_one_change),
		TEST(a_change_among_more_events_than_fit_is_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
