/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Other processes and their messages, names and their bytes: what is not the
 * kernel's word changes nothing, whoever sends it and however much of it.
 * Rows 55 and 56 of the reports of other projects' users, on every socket the
 * library has.
 */

#include "recorder.h"

#include <dirent.h>
#include <errno.h>
#include <linux/capability.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dns.h"
#include "made_message.h"

#define ANYWHERE "198.51.100.1"
#define PORTS_MAX 16
/* Answers are numbered from 1 on. */
#define NUMBERS 128

/* The netlink sockets of this process, as others can see them. */
struct ports {
	uint32_t numbers[PORTS_MAX];
	unsigned int count;
};

static bool is_routing(int fd, struct sockaddr_nl *ret_address)
{
	socklen_t size = sizeof(*ret_address);
	int protocol = -1;
	socklen_t protocol_size = sizeof(protocol);

	return !getsockname(fd, (struct sockaddr *)ret_address, &size) &&
	       ret_address->nl_family == AF_NETLINK && ret_address->nl_pid &&
	       !getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol,
			   &protocol_size) &&
	       protocol == NETLINK_ROUTE;
}

static struct ports find_ports(void)
{
	struct ports ports = {.count = 0};
	DIR *folder = opendir("/proc/self/fd");
	struct dirent *entry;

	assert_non_null(folder);
	while ((entry = readdir(folder))) {
		struct sockaddr_nl address;

		if (!is_routing(atoi(entry->d_name), &address))
			continue;
		assert_true(ports.count < PORTS_MAX);
		ports.numbers[ports.count++] = address.nl_pid;
	}
	closedir(folder);
	return ports;
}

/* Lies about everything the target depends on. */
static unsigned int make_lies(struct test_message *lies)
{
	const int index = (int)if_nametoindex("v0");
	const struct ifinfomsg link = {.ifi_index = index};
	const struct rtmsg route = {
		.rtm_family = AF_INET,
		.rtm_type = RTN_BLACKHOLE,
		.rtm_table = RT_TABLE_MAIN,
	};
	const struct nlmsgerr refusal = {.error = -ENETUNREACH};
	unsigned int count = 0;

	test_message_begin(&lies[count++], RTM_DELLINK, &link, sizeof(link));
	test_message_begin(&lies[count], RTM_NEWLINK, &link, sizeof(link));
	test_message_add_text(&lies[count++], IFLA_IFNAME, "forged0");
	test_message_begin(&lies[count++], RTM_DELROUTE, &route, sizeof(route));
	test_message_begin(&lies[count++], RTM_NEWROUTE, &route, sizeof(route));
	test_message_begin(&lies[count++], NLMSG_ERROR, &refusal,
			   sizeof(refusal));
	test_message_begin(&lies[count++], NLMSG_DONE, &refusal.error,
			   sizeof(int));
	test_message_begin(&lies[count++], NLMSG_OVERRUN, &link, sizeof(link));
	/* longer than it is, without end, without a beginning */
	test_message_begin(&lies[count], RTM_NEWLINK, &link, sizeof(link));
	lies[count++].header.nlmsg_len = 0xffffffff;
	test_message_begin(&lies[count], RTM_NEWLINK, &link, sizeof(link));
	lies[count++].header.nlmsg_len = 0;
	return count;
}
#define LIES_MAX 9

/* In the forging process, which may use nothing but system calls. 0, or why
   one could not be sent. */
static int send_lie(int fd, struct test_message *lie, uint32_t port,
		    uint32_t groups, uint32_t number)
{
	const struct sockaddr_nl address = {
		.nl_family = AF_NETLINK,
		.nl_pid = port,
		.nl_groups = groups,
	};

	/* what claims to be of an impossible size is of the least */
	size_t size = lie->header.nlmsg_len;

	if (size < NLMSG_HDRLEN || size > sizeof(*lie))
		size = NLMSG_LENGTH(sizeof(struct ifinfomsg));
	lie->header.nlmsg_seq = number;
	if (sendto(fd, lie, size, MSG_DONTWAIT,
		   (const struct sockaddr *)&address, sizeof(address)) < 0)
		return errno;
	return 0;
}

/* To each of the ports and to those who listen to links. */
static int send_lies(int fd, struct test_message *lies, unsigned int count,
		     const struct ports *ports)
{
	int error = 0;

	for (unsigned int i = 0; i < ports->count * NUMBERS; i++) {
		for (unsigned int j = 0; j < count; j++) {
			int failed = send_lie(fd, &lies[j],
					      ports->numbers[i / NUMBERS], 0,
					      i % NUMBERS);

			/* Full: then the one who is to read is still to. */
			if (failed && failed != EAGAIN)
				error = failed;
		}
	}
	for (unsigned int j = 0; !error && j < count; j++) {
		error = send_lie(fd, &lies[j], 0, 1 << (RTNLGRP_LINK - 1), 0);
		/* What the kernel says though the group has got it: nobody
		   listens to the port that is none. */
		if (error == ECONNREFUSED)
			error = 0;
	}
	return error;
}

static bool drop_privilege(void)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct none[2];

	memset(none, 0, sizeof(none));
	return syscall(SYS_capset, &header, none) == 0;
}

enum forger {
	FORGER_PRIVILEGED,
	FORGER_UNPRIVILEGED,
	/* privileged, but elsewhere */
	FORGER_ELSEWHERE,
};

/* A process that forges once, or on and on; it dies with this one. */
static pid_t start_forger(enum forger forger, const struct ports *ports,
			  bool for_ever)
{
	struct test_message lies[LIES_MAX];
	unsigned int count = make_lies(lies);
	pid_t parent = getpid();
	pid_t child;

	assert_int_equal(count, LIES_MAX);
	child = fork();
	assert_true(child >= 0);
	if (child > 0)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent ||
	    (forger == FORGER_UNPRIVILEGED && !drop_privilege()) ||
	    (forger == FORGER_ELSEWHERE && unshare(CLONE_NEWNET)))
		_exit(255);
	do {
		int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC,
				NETLINK_ROUTE);
		int error = fd < 0 ? errno : send_lies(fd, lies, count, ports);

		close(fd);
		if (!for_ever)
			_exit(error);
	} while (1);
}

/* 0, or the error it met. */
static int forge(enum forger forger, const struct ports *ports)
{
	pid_t child = start_forger(forger, ports, false);
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Scheduled and not, it is as it was, and its link too. */
static void expect_unmoved(struct recorder *recorder,
			   SCNetworkReachabilityRef target)
{
	struct reach_explanation why;

	recorder_expect_none(recorder);
	assert_int_equal(test_read(target), 0x2);
	assert_flags(ANYWHERE, 0x2);
	assert_flags("0.0.0.0", 0x2);
	why = test_explain(ANYWHERE);
	assert_string_equal(why.paths[0].interface_name, "v0");
	assert_true(why.paths[0].link_flags & IFF_RUNNING);
}

/* And it works as ever. */
static void expect_alive(struct recorder *recorder,
			 SCNetworkReachabilityRef target)
{
	reach_test_run("ip route del default");
	recorder_expect_flags(recorder, 0);
	assert_flags(ANYWHERE, 0);
	reach_test_run("ip route add default via 192.0.2.1");
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
}

static void forge_and_look(enum forger forger, int error)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));
	struct ports ports;

	/* This thread has a socket to ask with, too. */
	assert_flags(ANYWHERE, 0x2);
	ports = find_ports();
	assert_true(ports.count >= 3);
	assert_int_equal(forge(forger, &ports), error);
	expect_unmoved(recorder, target);
	expect_alive(recorder, target);
}

static void lies_of_a_privileged_process_change_nothing(void **state)
{
	forge_and_look(FORGER_PRIVILEGED, 0);
}

static void without_privilege_no_lie_can_be_sent(void **state)
{
	forge_and_look(FORGER_UNPRIVILEGED, EPERM);
}

static void from_another_namespace_no_socket_is_found(void **state)
{
	forge_and_look(FORGER_ELSEWHERE, ECONNREFUSED);
}

/* Of this thread, and of those it starts meanwhile. */
static void set_privilege(bool privileged)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2];

	assert_int_equal(syscall(SYS_capget, &header, data), 0);
	for (int i = 0; i < 2; i++)
		data[i].effective = privileged ? data[i].permitted : 0;
	assert_int_equal(syscall(SYS_capset, &header, data), 0);
}

static void no_privilege_is_needed(void **state)
{
	struct recorder *recorder = recorder_new();
	struct recorder *of_name = recorder_new();
	SCNetworkReachabilityRef target;
	SCNetworkReachabilityRef name;

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7", NULL);
	set_privilege(false);
	target = recorder_schedule(recorder, test_target(ANYWHERE));
	name = recorder_schedule(of_name, test_name("www.test"));
	assert_flags(ANYWHERE, 0x2);
	assert_flags("2001:db8:9::1", 0x2);
	assert_string_equal(test_explain(ANYWHERE).paths[0].interface_name,
			    "v0");
	recorder_expect_more(of_name);
	set_privilege(true);
	reach_test_run("ip route del default; ip -6 route del default");
	recorder_expect_flags(recorder, 0);
	while (recorder_last(of_name) != 0)
		recorder_expect_more(of_name);
	recorder_finish(recorder, target);
	recorder_finish(of_name, name);
}

static void a_flood_of_lies_hides_no_change(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target =
		recorder_schedule(recorder, test_target(ANYWHERE));
	struct ports ports;
	pid_t forger;

	assert_flags(ANYWHERE, 0x2);
	ports = find_ports();
	forger = start_forger(FORGER_PRIVILEGED, &ports, true);
	for (int i = 0; i < 20; i++) {
		reach_test_run("ip route del default");
		assert_flags(ANYWHERE, 0);
		assert_flags("192.0.2.1", 0x20002);
		recorder_expect_more(recorder);
		while (recorder_last(recorder) != 0)
			recorder_expect_more(recorder);
		reach_test_run("ip route add default via 192.0.2.1");
		assert_flags(ANYWHERE, 0x2);
		recorder_expect_more(recorder);
		while (recorder_last(recorder) != 0x2)
			recorder_expect_more(recorder);
	}
	assert_int_equal(waitpid(forger, NULL, WNOHANG), 0);
	kill(forger, SIGKILL);
	waitpid(forger, NULL, 0);
	expect_unmoved(recorder, target);
	expect_alive(recorder, target);
}

/* Names that nobody has. */
struct crowd {
	SCNetworkReachabilityRef targets[300];
	unsigned int count;
	reach_port_ref port;
};

static void add_name(struct crowd *crowd, const char *text)
{
	SCNetworkReachabilityRef target = test_name(text);

	assert_int_equal(reach_set_port(target, crowd->port), TRUE);
	crowd->targets[crowd->count++] = target;
}

static void add_names(struct crowd *crowd)
{
	static const size_t lengths[] = {63,   64,    253,   254,
					 255,  256,   1024,  1025,
					 4096, 65535, 65536, 1 << 20};
	static const char *const others[] = {
		".",	     "..",	  "...a",
		"a..b",	     "-",	  "%",
		"a%lo",	     "::g",	  "[::1]",
		"1.2.3.4.5", "1.2.3.256", "\xc0\x80",
		"a\nb",	     "a b",	  "\x1b[2J",
		"*",	     "a\\.b",	  "xn--",
		"$(x)",	     "../../etc", "nameserver x",
		"%s%n",
	};

	for (int byte = 1; byte < 256; byte++) {
		const char text[] = {(char)byte, '\0'};

		/* a number is an address */
		if (byte < '0' || byte > '9')
			add_name(crowd, text);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		add_name(crowd, others[i]);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		char *text = malloc(lengths[i] + 1);

		assert_non_null(text);
		memset(text, 'a', lengths[i]);
		text[lengths[i]] = '\0';
		add_name(crowd, text);
		free(text);
	}
}

static bool are_all_unreachable(void *info)
{
	struct crowd *crowd = info;

	reach_port_dispatch(crowd->port);
	for (unsigned int i = 0; i < crowd->count; i++)
		if (test_read(crowd->targets[i]) != 0)
			return false;
	return true;
}

static void names_of_any_bytes_and_any_length_are_just_not_found(void **state)
{
	struct crowd crowd = {.count = 0};

	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,192.0.2.1", NULL);
	crowd.port = reach_port_create();
	assert_non_null(crowd.port);
	add_names(&crowd);
	if (!reach_test_until(are_all_unreachable, &crowd,
			      4 * REACH_TEST_DEADLINE_MS)) {
		for (unsigned int i = 0; i < crowd.count; i++)
			if (test_read(crowd.targets[i]))
				print_error("number %u is 0x%x\n", i,
					    test_read(crowd.targets[i]));
		fail_msg("not all are unreachable");
	}
	while (crowd.count > 0) {
		SCNetworkReachabilityRef target = crowd.targets[--crowd.count];

		CFRelease(CFCopyDescription(target));
		assert_int_equal(reach_set_port(target, NULL), TRUE);
		CFRelease(target);
	}
	reach_port_release(crowd.port);
}

#define IN(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN(lies_of_a_privileged_process_change_nothing),
		IN(without_privilege_no_lie_can_be_sent),
		IN(from_another_namespace_no_socket_is_found),
		IN(no_privilege_is_needed),
		IN(a_flood_of_lies_hides_no_change),
		IN(names_of_any_bytes_and_any_length_are_just_not_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
