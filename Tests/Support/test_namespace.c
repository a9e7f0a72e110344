/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The harness itself: what tests take for granted is so. */

#include "namespace.h"

#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
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
	reach_test_dns_start("other.test,192.0.2.3", NULL);
	assert_int_equal(look_up("www.test"), EAI_NONAME);
	assert_int_equal(look_up("other.test"), 0);
}

static void the_silent_name_server_counts(void **state)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start_silent();
	assert_int_equal(reach_test_dns_count_silent(), 0);
	assert_int_equal(look_up("www.test"), EAI_AGAIN);
	assert_true(reach_test_dns_count_silent() > 0);
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

#define IN(setup, test) \
	cmocka_unit_test_setup_teardown(test, setup, reach_test_leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(reach_test_enter,
		   a_fresh_namespace_has_only_lo_and_it_is_down),
		IN(reach_test_enter,
		   the_next_test_does_not_see_the_links_of_the_last),
		IN(reach_test_enter_routed, the_peer_answers),
		IN(reach_test_enter_veth, no_address_is_tentative),
		IN(reach_test_enter, a_failing_command_has_its_status),
		IN(reach_test_enter, a_file_is_laid_over_for_this_test_alone),
		IN(reach_test_enter, sysfs_can_be_laid_over),
		IN(reach_test_enter_lo,
		   the_name_server_knows_its_names_and_denies_others),
		IN(reach_test_enter_lo, the_silent_name_server_counts),
		cmocka_unit_test(deadlines_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
