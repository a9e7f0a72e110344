/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The resolver with the system's own getaddrinfo and real name servers. */

#include "resolver.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dns.h"
#include "namespace.h"
#include "owner.h"
#include "retry.h"

#define SILENT_CONF "nameserver 127.0.0.9\noptions timeout:2 attempts:1\n"

static struct owner owner;

static void begin(const char *resolv_conf)
{
	reach_test_lay_etc(resolv_conf);
	owner_begin(&owner);
}

/* A second server, which never answers, besides dnsmasq. */
static int open_silent_server(void)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(53),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 8),
	};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	assert_int_equal(bind(fd, (const void *)&address, sizeof(address)), 0);
	return fd;
}

static bool has_query(void *info)
{
	return reach_test_readable(*(int *)info, 0);
}

static void a_name_follows_what_the_server_says(void **state)
{
	struct asker asker = {0};

	(void)state;
	begin(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	owner_ask(&owner, &asker, "www.test");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_count(&asker), 1);
	owner_serve_until_idle(&owner);

	reach_test_dns_change("www.test,192.0.2.1,192.0.2.2,2001:db8::1", NULL);
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_count(&asker), 3);
	owner_serve_until_idle(&owner);

	reach_test_dns_change("other.test,192.0.2.1", NULL);
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 3);
	assert_false(reach_retry_is_temporary(asker_get_error(&asker)));
	owner_serve_until_idle(&owner);
	assert_true(reach_resolver_get_deadline(owner.resolver) != 0);

	reach_test_dns_change("www.test,192.0.2.1", NULL);
	owner_skip_to_deadline(&owner);
	owner_serve_until_told(&owner, &asker, 4);
	assert_int_equal(asker_get_error(&asker), 0);
	asker_leave(&asker);
	owner_end(&owner);
}

static void many_who_ask_are_two_queries(void **state)
{
	static struct asker askers[100];

	(void)state;
	memset(askers, 0, sizeof(askers));
	begin(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	for (int i = 0; i < 100; i++)
		owner_ask(&owner, &askers[i], "www.test");
	owner_serve_until_idle(&owner);
	/* A and AAAA */
	assert_int_equal(reach_test_dns_count(), 2);
	for (int i = 0; i < 100; i++) {
		assert_int_equal(asker_get_told(&askers[i]), 1);
		asker_leave(&askers[i]);
	}
	owner_end(&owner);
}

static void a_refusal_is_told_and_tried_again_soon(void **state)
{
	struct asker asker = {0};

	(void)state;
	begin(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	owner_ask(&owner, &asker, "www.example");
	owner_serve_until_told(&owner, &asker, 1);
	assert_true(reach_retry_is_temporary(asker_get_error(&asker)));
	asker_leave(&asker);
	owner_end(&owner);
}

static void a_silent_server_delays_no_name_that_needs_none(void **state)
{
	struct asker hung = {0}, other = {0};
	int64_t start;
	int silent;

	(void)state;
	begin(SILENT_CONF);
	silent = open_silent_server();
	owner_ask(&owner, &hung, "www.test");
	owner_serve(&owner, has_query, &silent);
	start = reach_test_now();
	owner_ask(&owner, &other, "localhost");
	owner_serve_until_told(&owner, &other, 1);
	assert_true(reach_test_now() - start < 1000);
	assert_int_equal(asker_get_error(&other), 0);
	assert_int_equal(asker_get_told(&hung), 0);
	owner_serve_until_told(&owner, &hung, 1);
	assert_int_equal(asker_get_error(&hung), EAI_AGAIN);
	asker_leave(&hung);
	asker_leave(&other);
	close(silent);
	owner_end(&owner);
}

static void a_new_server_is_asked_though_the_old_one_is_silent(void **state)
{
	struct reach_dns_watch *watch;
	struct asker asker = {0};
	int64_t start;
	int silent;

	(void)state;
	begin(SILENT_CONF);
	silent = open_silent_server();
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	assert_int_equal(reach_dns_watch_open("/etc/resolv.conf", &watch), 0);
	owner_ask(&owner, &asker, "www.test");
	owner_serve(&owner, has_query, &silent);

	start = reach_test_now();
	reach_test_write("/etc/resolv.conf", "%s", REACH_TEST_RESOLV_CONF);
	assert_true(reach_test_readable(reach_dns_watch_get_fd(watch),
					REACH_TEST_DEADLINE_MS));
	assert_true(reach_dns_watch_process(watch, 1));
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_error(&asker), 0);
	assert_true(reach_test_now() - start < 1000);
	asker_leave(&asker);
	reach_dns_watch_close(watch);
	close(silent);
	owner_end(&owner);
}

static unsigned int get_last_byte(const struct asker *asker)
{
	return asker_get_first(asker).address.s6_addr[15];
}

/* The look-up saw what stood in the file only for a moment; when the owner gets
   to look, the file is as it was before. */
static void a_look_up_from_between_two_changes_does_not_last(void **state)
{
	struct reach_dns_watch *watch;
	struct asker asker = {0};

	(void)state;
	begin("");
	reach_test_write("/etc/nsswitch.conf", "hosts: files\n");
	reach_test_write("/etc/hosts", "192.0.2.1 www.test\n");
	assert_int_equal(reach_dns_watch_open("/etc/resolv.conf", &watch), 0);
	reach_test_write("/etc/hosts", "192.0.2.2 www.test\n");
	owner_ask(&owner, &asker, "www.test");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(get_last_byte(&asker), 2);
	reach_test_write("/etc/hosts", "192.0.2.1 www.test\n");
	assert_true(reach_test_readable(reach_dns_watch_get_fd(watch), 0));
	if (reach_dns_watch_process(watch, 1))
		reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(get_last_byte(&asker), 1);
	asker_leave(&asker);
	reach_dns_watch_close(watch);
	owner_end(&owner);
}

static void starting_without_a_server_the_first_one_is_used(void **state)
{
	struct reach_dns_watch *watch;
	struct asker asker = {0};

	(void)state;
	begin("");
	assert_int_equal(reach_dns_watch_open("/etc/resolv.conf", &watch), 0);
	owner_ask(&owner, &asker, "www.test");
	owner_serve_until_told(&owner, &asker, 1);
	assert_int_equal(asker_get_error(&asker), EAI_AGAIN);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	reach_test_write("/etc/resolv.conf", "%s", REACH_TEST_RESOLV_CONF);
	assert_true(reach_test_readable(reach_dns_watch_get_fd(watch),
					REACH_TEST_DEADLINE_MS));
	assert_true(reach_dns_watch_process(watch, 1));
	reach_resolver_refresh(owner.resolver);
	owner_serve_until_told(&owner, &asker, 2);
	assert_int_equal(asker_get_count(&asker), 1);
	asker_leave(&asker);
	reach_dns_watch_close(watch);
	owner_end(&owner);
}

static bool is_told(void *info)
{
	return asker_get_told(info) != 0;
}

/* The child of a fork: forgets the parent's and makes its own. */
static int resolve_in_child(void)
{
	struct asker asker = {0};
	struct owner own;

	close(reach_resolver_get_fd(owner.resolver));
	owner_begin(&own);
	owner_ask(&own, &asker, "localhost");
	return owner_try(&own, is_told, &asker) && !asker_get_error(&asker) ? 0
									    : 1;
}

static void the_child_of_a_fork_resolves_while_its_parent_hangs(void **state)
{
	struct asker asker = {0};
	int silent, status;
	pid_t child;

	(void)state;
#ifdef __SANITIZE_THREAD__
	reach_test_skip("threads after a fork, not with the thread sanitizer");
#endif
	begin(SILENT_CONF);
	silent = open_silent_server();
	owner_ask(&owner, &asker, "www.test");
	owner_serve(&owner, has_query, &silent);
	child = fork();
	if (!child)
		_exit(resolve_in_child());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	owner_serve_until_told(&owner, &asker, 1);
	asker_leave(&asker);
	close(silent);
	owner_end(&owner);
}

#define TEST(name) REACH_TEST_IN(reach_test_enter_lo, name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_name_follows_what_the_server_says),
		TEST(many_who_ask_are_two_queries),
		TEST(a_refusal_is_told_and_tried_again_soon),
		TEST(a_silent_server_delays_no_name_that_needs_none),
		TEST(a_new_server_is_asked_though_the_old_one_is_silent),
		TEST(a_look_up_from_between_two_changes_does_not_last),
		TEST(starting_without_a_server_the_first_one_is_used),
		TEST(the_child_of_a_fork_resolves_while_its_parent_hangs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
