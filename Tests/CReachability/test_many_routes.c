/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A machine with a million routes, as one with the whole Internet's has. What
 * others made of it is in rows 17, 40 to 43 and 45 to 47 of the list of
 * reports: all the time and all the memory there is. The measure is one dump
 * of the table by ip(8), which is what they did for each change.
 */

#include "recorder.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANYWHERE "198.51.100.1"
#define ROUTES 1000000
#define TABLE 220
/* How many changes one write makes. */
#define BATCH 500

struct addition {
	struct nlmsghdr header;
	struct rtmsg route;
	struct rtattr destination_header;
	uint32_t destination;
	struct rtattr gateway_header;
	uint32_t gateway;
	struct rtattr device_header;
	uint32_t device;
};

#define ATTRIBUTE(type)                                        \
	{                                                      \
		sizeof(struct rtattr) + sizeof(uint32_t), type \
	}

/* The number'th network of 256 addresses from 16.0.0.0 on, through the peer. */
static struct addition add_route(uint32_t number)
{
	const struct addition addition = {
		.header = {.nlmsg_len = sizeof(addition),
			   .nlmsg_type = RTM_NEWROUTE,
			   .nlmsg_flags =
				   NLM_F_REQUEST | NLM_F_CREATE | NLM_F_EXCL},
		.route = {.rtm_family = AF_INET,
			  .rtm_dst_len = 24,
			  .rtm_table = TABLE,
			  .rtm_protocol = RTPROT_STATIC,
			  .rtm_scope = RT_SCOPE_UNIVERSE,
			  .rtm_type = RTN_UNICAST},
		.destination_header = ATTRIBUTE(RTA_DST),
		.destination = htonl((16u << 24) + (number << 8)),
		.gateway_header = ATTRIBUTE(RTA_GATEWAY),
		.gateway = inet_addr("192.0.2.1"),
		.device_header = ATTRIBUTE(RTA_OIF),
		.device = if_nametoindex("v0"),
	};

	return addition;
}

static void fill_table(void)
{
	static struct addition batch[BATCH];
	struct addition first = add_route(0);
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	char refusal[64];

	assert_true(fd >= 0);
	for (uint32_t number = 0; number < ROUTES; number += BATCH) {
		for (uint32_t i = 0; i < BATCH; i++) {
			batch[i] = first;
			batch[i].destination =
				htonl((16u << 24) + ((number + i) << 8));
		}
		assert_int_equal(send(fd, batch, sizeof(batch), 0),
				 sizeof(batch));
	}
	/* Only what is refused is answered. */
	assert_int_equal(recv(fd, refusal, sizeof(refusal), MSG_DONTWAIT), -1);
	assert_int_equal(errno, EAGAIN);
	close(fd);
}

/* Milliseconds that all threads of this process have run, or the commands it
   has started. */
static int64_t get_effort(int whose)
{
	struct rusage usage;

	getrusage(whose, &usage);
	return ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
	       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

/* Kilobytes of memory that are in use. */
static long get_memory(void)
{
	long pages;
	FILE *file = fopen("/proc/self/statm", "re");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int64_t dump_once(void)
{
	int64_t before = get_effort(RUSAGE_CHILDREN);

	reach_test_run("test $(ip -N route show table %d | wc -l) -gt %d",
		       TABLE, ROUTES);
	return get_effort(RUSAGE_CHILDREN) - before;
}

/* Row 17, strongswan 3138: the table has a route for everything, and is only
   for a few. */
static void assert_the_rule_decides(void)
{
	assert_flags(ANYWHERE, 0x2);
	assert_flags("16.1.2.3", 0x2);
	assert_int_equal(test_explain("16.1.2.3").paths[0].table, 254);
	assert_flags("203.0.113.1", 0);
	assert_flags("0.0.0.0", 0x2);
	/* From here on it is for everybody, and looked into first. */
	reach_test_run("ip rule add pref 221 lookup %d && "
		       "ip route del blackhole default table %d",
		       TABLE, TABLE);
	assert_int_equal(test_explain("16.1.2.3").paths[0].table, TABLE);
	assert_int_equal(test_explain(ANYWHERE).paths[0].table, 254);
	assert_flags("16.1.2.3", 0x2);
}

/* Rows 40, 41, 42 and 45: tailscale 7621, nebula 1322, systemd 20718,
   strongswan 1757. Many more changes a second than those had. */
static void storm(struct recorder *recorder)
{
	reach_test_run("{ i=0; while [ $i -lt 10000 ]; do "
		       "echo route del 16.9.$((i %% 256)).0/24 table %d; "
		       "echo route add 16.9.$((i %% 256)).0/24 "
		       "via 192.0.2.1 table %d; "
		       "i=$((i + 1)); done; } | ip -batch -",
		       TABLE, TABLE);
	recorder_expect_none(recorder);
}

/* The toolchain's libraries and the sanitizers have threads and memory of their
   own, and the kernel is the same under them. */
static bool is_plain(void)
{
#if defined(__SANITIZE_THREAD__)
	return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
	return false;
#endif
#endif
	return !dlsym(RTLD_DEFAULT, "_CFRuntimeCreateInstance");
}

/* Rows 43, 46 and 47: GLib 1925, pyroute2 354, net-snmp 935. */
static void a_million_routes_cost_nothing(void **state)
{
	struct recorder *recorder = recorder_new();
	SCNetworkReachabilityRef target;
	int64_t effort;
	int64_t dump;
	long memory;

	if (!is_plain())
		reach_test_skip("a plain C process, as it is measured");
	reach_test_run("ip route add blackhole default table %d && "
		       "ip rule add pref 220 to 203.0.113.0/24 lookup %d",
		       TABLE, TABLE);
	fill_table();
	dump = dump_once();
	assert_true(dump > 0);
	effort = get_effort(RUSAGE_SELF);
	memory = get_memory();
	assert_the_rule_decides();
	target = recorder_schedule(recorder, test_target("16.9.9.9"));
	storm(recorder);
	reach_test_run("ip route del 16.9.9.0/24 table %d && "
		       "ip route del default",
		       TABLE);
	recorder_expect_flags(recorder, 0);
	reach_test_run("ip route add 16.9.9.0/24 via 192.0.2.1 table %d",
		       TABLE);
	recorder_expect_flags(recorder, 0x2);
	recorder_finish(recorder, target);
	effort = get_effort(RUSAGE_SELF) - effort;
	memory = get_memory() - memory;
	if (effort > dump / 10)
		fail_msg("%d ms, and a dump takes %d ms", (int)effort,
			 (int)dump);
	/* Four bytes for each route would be as much. */
	assert_in_range(memory < 0 ? 0 : memory, 0, 4000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST_IN(reach_test_enter_routed,
			      a_million_routes_cost_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
