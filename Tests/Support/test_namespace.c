/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The harness itself: what tests take for granted is so. */

#include "namespace.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dns.h"

static void a_fresh_namespace_has_only_lo_and_it_is_down(void **state)
{
	reach_test_run("test \"$(ls /sys/class/net)\" = lo");
	reach_test_run("! ip -o link show lo | grep -q UP");
}

static void the_next_test_does_not_see_the_links_of_the_last(void **state)
{
	reach_test_run("ip link add left0 type veth peer name left1");
	reach_test_leave(state);
	reach_test_enter(state);
	assert_int_equal(if_nametoindex("left0"), 0);
}

static void the_peer_answers(void **state)
{
	reach_test_run_peer("ip -o addr show v1 | grep -q 192.0.2.1/24");
	reach_test_run("ip route get 198.51.100.1 | grep -q \"via 192.0.2.1\"");
	reach_test_run("ip -6 route get 2001:db8:2::1 | grep -q "
		       "\"via 2001:db8:1::1\"");
}

static void no_address_is_tentative(void **state)
{
	reach_test_run("! ip -6 addr | grep -q tentative");
}

static void a_failing_command_has_its_status(void **state)
{
	assert_int_equal(reach_test_try("exit 3"), 3);
}

static void a_file_is_laid_over_for_this_test_alone(void **state)
{
	reach_test_lay_file("/etc/hostname", "laid\n");
	reach_test_run("grep -q laid /etc/hostname");
	reach_test_leave(state);
	reach_test_enter(state);
	reach_test_run("! grep -q laid /etc/hostname");
}

static void sysfs_can_be_laid_over(void **state)
{
	reach_test_lay_sys_class_net();
	reach_test_write("/sys/class/net/w0/uevent", "DEVTYPE=%s\n", "wlan");
	reach_test_run("grep -q wlan /sys/class/net/w0/uevent");
}

static int look_up(const char *name)
{
	struct addrinfo *found = NULL;
	int result = getaddrinfo(name, NULL, NULL, &found);

	if (!result)
		freeaddrinfo(found);
	return result;
}

static void the_name_server_knows_its_names_and_denies_others(void **state)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	assert_int_equal(look_up("www.test"), 0);
	assert_int_equal(look_up("other.test"), EAI_NONAME);
	assert_true(reach_test_dns_count() >= 2);
	/* Of the world outside it refuses to speak. */
	assert_int_equal(look_up("www.example.com"), EAI_AGAIN);
	reach_test_dns_change("other.test,192.0.2.3", NULL);
	assert_int_equal(look_up("www.test"), EAI_NONAME);
	assert_int_equal(look_up("other.test"), 0);
}

static void addresses_come_in_the_order_they_were_given(void **state)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("many.test,192.0.2.9,192.0.2.3,192.0.2.7", NULL);
	for (int i = 0; i < 3; i++) {
		struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
		struct addrinfo *found;
		struct sockaddr_in *first;

		assert_int_equal(getaddrinfo("many.test", NULL, &hints, &found),
				 0);
		first = (struct sockaddr_in *)found->ai_addr;
		assert_int_equal(first->sin_addr.s_addr,
				 inet_addr("192.0.2.9"));
		freeaddrinfo(found);
	}
}

static void the_silent_name_server_counts(void **state)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start_silent();
	assert_int_equal(reach_test_dns_count_silent(), 0);
	assert_int_equal(look_up("www.test"), EAI_AGAIN);
	assert_true(reach_test_dns_count_silent() > 0);
}

static void the_peer_is_another_namespace(void **state)
{
	struct stat own;
	struct stat peer;
	int fd = reach_test_open_peer();

	assert_int_equal(fstat(fd, &peer), 0);
	assert_int_equal(stat("/proc/self/ns/net", &own), 0);
	assert_int_not_equal(own.st_ino, peer.st_ino);
	close(fd);
	/* Quotes reach the peer's shell as they are. */
	reach_test_run_peer("ip link show v1 | grep -q 'v1' && "
			    "! ip link show v0 2>/dev/null");
}

static void *wait_for_byte(void *info)
{
	char byte;

	return read(*(int *)info, &byte, 1) == 1 ? info : NULL;
}

static void a_thread_left_over_does_not_stop_the_next_test(void **state)
{
	int ends[2];
	pthread_t thread;
	void *result;

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(pthread_create(&thread, NULL, wait_for_byte, ends), 0);
	reach_test_leave(state);
	assert_int_equal(reach_test_enter(state), 0);
	reach_test_run("test \"$(ls /sys/class/net)\" = lo");
	assert_int_equal(write(ends[1], "", 1), 1);
	pthread_join(thread, &result);
	assert_ptr_equal(result, ends);
	close(ends[0]);
	close(ends[1]);
}

static void goes_no_further(void **state)
{
	reach_test_skip("a thing");
	fail();
}

static int run_skipping_tests(void)
{
	const struct CMUnitTest tests[] = {REACH_TEST(goes_no_further)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

static void a_skip_is_told_and_is_no_failure(void **state)
{
	reach_test_run("said=$(/proc/%d/exe skipping 2>&1) && "
		       "echo \"$said\" | grep -x 'SKIP goes_no_further: "
		       "needs a thing' && "
		       "echo \"$said\" | grep 'SKIPPED.* 1 test'",
		       getpid());
}

static bool never(void *info)
{
	return false;
}

static void deadlines_end(void **state)
{
	int64_t start = reach_test_now();

	assert_false(reach_test_until(never, NULL, 20));
	assert_true(reach_test_now() - start >= 20);
}

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter,
			      a_fresh_namespace_has_only_lo_and_it_is_down),
		REACH_TEST_IN(reach_test_enter,
			      the_next_test_does_not_see_the_links_of_the_last),
		REACH_TEST_IN(reach_test_enter_routed, the_peer_answers),
		REACH_TEST_IN(reach_test_enter_veth, no_address_is_tentative),
		REACH_TEST_IN(reach_test_enter,
			      a_failing_command_has_its_status),
		REACH_TEST_IN(reach_test_enter,
			      a_file_is_laid_over_for_this_test_alone),
		REACH_TEST_IN(reach_test_enter, sysfs_can_be_laid_over),
		REACH_TEST_IN(
			reach_test_enter_lo,
			the_name_server_knows_its_names_and_denies_others),
		REACH_TEST_IN(reach_test_enter_lo,
			      addresses_come_in_the_order_they_were_given),
		REACH_TEST_IN(reach_test_enter_lo,
			      the_silent_name_server_counts),
		REACH_TEST_IN(reach_test_enter_veth,
			      the_peer_is_another_namespace),
		REACH_TEST_IN(reach_test_enter,
			      a_thread_left_over_does_not_stop_the_next_test),
		REACH_TEST(a_skip_is_told_and_is_no_failure),
		REACH_TEST(deadlines_end),
	};

	if (count > 1)
		return run_skipping_tests();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
