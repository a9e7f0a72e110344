/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The exchange with the kernel: whole answers, the kernel's own errno, and
   that nothing brings question and answer out of step. */

#include <errno.h>
#include <fcntl.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel.h"
#include "namespace.h"
#include "netlink.h"

#define LINKS 120

struct route_request {
	struct nlmsghdr header;
	struct rtmsg route;
	struct rtattr attribute;
	uint8_t destination[4];
};

struct link_request {
	struct nlmsghdr header;
	struct ifinfomsg link;
};

/* What came in reply. */
struct replies {
	unsigned int count;
	uint32_t sequences[8];
	uint8_t destinations[8][4];
	unsigned int seen[LINKS + 64];
};

static struct reach_netlink *netlink;

static int close_socket(void **state)
{
	reach_netlink_close(netlink);
	netlink = NULL;
	return 0;
}

static int set_up(void **state)
{
	int result = reach_test_enter_routed(state);

	close_socket(state);
	return result ? result : reach_netlink_open(&netlink);
}

static struct route_request ask_for(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
	return (struct route_request){
		.header = {.nlmsg_len = sizeof(struct route_request),
			   .nlmsg_type = RTM_GETROUTE,
			   .nlmsg_flags = NLM_F_REQUEST},
		.route = {.rtm_family = AF_INET, .rtm_dst_len = 32},
		.attribute = {.rta_len = RTA_LENGTH(4), .rta_type = RTA_DST},
		.destination = {a, b, c, d},
	};
}

static void note_route(const struct nlmsghdr *reply, void *info)
{
	struct replies *replies = info;
	const struct rtattr *attribute = RTM_RTA(NLMSG_DATA(reply));
	int left = (int)RTM_PAYLOAD(reply);

	assert_int_equal(reply->nlmsg_type, RTM_NEWROUTE);
	assert_true(replies->count < 8);
	replies->sequences[replies->count] = reply->nlmsg_seq;
	for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
		if (attribute->rta_type == RTA_DST)
			memcpy(replies->destinations[replies->count],
			       RTA_DATA(attribute), 4);
	replies->count++;
}

static void note_link(const struct nlmsghdr *reply, void *info)
{
	const struct ifinfomsg *link = NLMSG_DATA(reply);
	struct replies *replies = info;

	assert_int_equal(reply->nlmsg_type, RTM_NEWLINK);
	assert_in_range(link->ifi_index, 1, LINKS + 63);
	replies->seen[link->ifi_index]++;
	replies->count++;
}

static struct reach_verdict verdict_on(struct route_request request)
{
	struct replies replies = {0};
	struct reach_verdict verdict = {.error = -1};

	assert_int_equal(reach_netlink_ask(netlink, &request.header, note_route,
					   &replies, &verdict),
			 0);
	assert_int_equal(replies.count, verdict.error ? 0 : 1);
	if (!verdict.error)
		assert_memory_equal(replies.destinations[0],
				    request.destination, 4);
	return verdict;
}

static void ask_normally(void)
{
	for (uint8_t i = 1; i < 10; i++)
		assert_int_equal(verdict_on(ask_for(198, 51, 100, i)).error, 0);
}

static void a_socket_neither_blocks_nor_survives_exec(void **state)
{
	int fd = reach_netlink_get_fd(netlink);

	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	assert_true(fcntl(fd, F_GETFL) & O_NONBLOCK);
}

static void each_question_gets_its_own_answer(void **state)
{
	ask_normally();
}

static void a_refusal_is_the_kernels_own_number(void **state)
{
	reach_test_run("ip route add unreachable 203.0.113.1 && "
		       "ip route add prohibit 203.0.113.2 && "
		       "ip route add blackhole 203.0.113.3 && "
		       "ip route add throw 203.0.113.4");
	assert_int_equal(verdict_on(ask_for(203, 0, 113, 1)).error,
			 EHOSTUNREACH);
	assert_int_equal(verdict_on(ask_for(203, 0, 113, 2)).error, EACCES);
	assert_int_equal(verdict_on(ask_for(203, 0, 113, 3)).error, EINVAL);
	assert_int_equal(verdict_on(ask_for(203, 0, 113, 4)).error,
			 ENETUNREACH);
}

static void a_malformed_question_is_told_from_a_blackhole(void **state)
{
	struct route_request request = ask_for(203, 0, 113, 3);
	struct reach_verdict verdict;

	reach_test_run("ip route add blackhole 203.0.113.3");
	verdict = verdict_on(request);
	assert_int_equal(verdict.error, EINVAL);
	assert_false(verdict.malformed);
	request.route.rtm_table = RT_TABLE_MAIN;
	verdict = verdict_on(request);
	assert_int_equal(verdict.error, EINVAL);
	assert_true(verdict.malformed);
}

static void requests_sent_at_once_get_a_verdict_each(void **state)
{
	struct route_request requests[3] = {
		ask_for(198, 51, 100, 1),
		ask_for(203, 0, 113, 1),
		ask_for(198, 51, 100, 3),
	};
	struct replies replies = {0};
	struct reach_verdict verdicts[3];
	uint32_t first;

	reach_test_run("ip route add prohibit 203.0.113.1");
	assert_int_equal(reach_netlink_ask_many(netlink, &requests[0].header, 3,
						note_route, &replies, verdicts),
			 0);
	first = requests[0].header.nlmsg_seq;
	assert_int_equal(verdicts[0].error, 0);
	assert_int_equal(verdicts[1].error, EACCES);
	assert_int_equal(verdicts[2].error, 0);
	assert_int_equal(replies.count, 2);
	assert_int_equal(replies.sequences[0], first);
	assert_int_equal(replies.destinations[0][3], 1);
	assert_int_equal(replies.sequences[1], first + 2);
	assert_int_equal(replies.destinations[1][3], 3);
}

static struct link_request dump_links(void)
{
	return (struct link_request){
		.header = {.nlmsg_len = sizeof(struct link_request),
			   .nlmsg_type = RTM_GETLINK,
			   .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
	};
}

/* More than fits into one datagram. */
static void make_many_links(void)
{
	reach_test_run("for i in $(seq %d); do echo "
		       "link add a$i type veth peer name b$i; done | "
		       "ip -batch -",
		       LINKS / 2);
}

static void check_dump(void)
{
	struct link_request request = dump_links();
	struct replies replies = {0};
	struct if_nameindex *names = if_nameindex();
	struct reach_verdict verdict;
	unsigned int count = 0;

	assert_non_null(names);
	assert_int_equal(reach_netlink_ask(netlink, &request.header, note_link,
					   &replies, &verdict),
			 0);
	assert_int_equal(verdict.error, 0);
	for (; names[count].if_index; count++)
		assert_int_equal(replies.seen[names[count].if_index], 1);
	assert_int_equal(replies.count, count);
	assert_true(count > LINKS);
	if_freenameindex(names);
}

static void a_dump_is_read_to_its_end(void **state)
{
	make_many_links();
	check_dump();
	ask_normally();
}

static void send_by_hand(const struct nlmsghdr *request)
{
	assert_int_equal(send(reach_netlink_get_fd(netlink), request,
			      request->nlmsg_len, 0),
			 request->nlmsg_len);
}

static void late_answers_are_passed_over(void **state)
{
	struct route_request late = ask_for(192, 0, 2, 1);

	for (uint32_t i = 0; i < 5; i++) {
		late.header.nlmsg_seq = 1000000 + i;
		send_by_hand(&late.header);
	}
	ask_normally();
}

static void an_overrun_is_survived(void **state)
{
	struct route_request late = ask_for(192, 0, 2, 1);
	int error = 0;
	socklen_t size = sizeof(error);

	for (uint32_t i = 0; i < 5000; i++)
		send_by_hand(&late.header);
	ask_normally();
	/* It was there, and is over. */
	assert_int_equal(getsockopt(reach_netlink_get_fd(netlink), SOL_SOCKET,
				    SO_ERROR, &error, &size),
			 0);
	assert_int_equal(error, 0);
}

static void a_dump_survives_an_overrun(void **state)
{
	struct route_request late = ask_for(192, 0, 2, 1);

	make_many_links();
	for (uint32_t i = 0; i < 5000; i++)
		send_by_hand(&late.header);
	check_dump();
}

/* A process with CAP_NET_ADMIN may write to any port. */
static void what_others_send_is_not_believed(void **state)
{
	int forger = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	struct sockaddr_nl victim;
	socklen_t size = sizeof(victim);
	struct {
		struct nlmsghdr header;
		struct nlmsgerr error;
	} forged = {
		.header = {.nlmsg_len = sizeof(forged),
			   .nlmsg_type = NLMSG_ERROR},
		.error = {.error = -ENETUNREACH},
	};

	ask_normally();
	getsockname(reach_netlink_get_fd(netlink), (struct sockaddr *)&victim,
		    &size);
	for (uint32_t i = 0; i < 64; i++) {
		forged.header.nlmsg_seq = i;
		assert_int_equal(sendto(forger, &forged, sizeof(forged), 0,
					(struct sockaddr *)&victim, size),
				 sizeof(forged));
	}
	close(forger);
	ask_normally();
}

/* The kernel passes a no-operation over in silence. */
static struct nlmsghdr ask_nothing(void)
{
	return (struct nlmsghdr){
		.nlmsg_len = NLMSG_HDRLEN,
		.nlmsg_type = NLMSG_NOOP,
	};
}

static void an_answer_that_never_comes_is_not_waited_for(void **state)
{
	struct nlmsghdr request = ask_nothing();
	struct reach_verdict verdict;
	int64_t start = reach_test_now();

	assert_int_equal(
		reach_netlink_ask(netlink, &request, NULL, NULL, &verdict),
		-ETIMEDOUT);
	assert_true(reach_test_now() - start < REACH_TEST_DEADLINE_MS);
	ask_normally();
}

static pthread_t asker;
static pid_t asker_id;

static void ignore(int number)
{
}

static bool asker_sleeps(void *info)
{
	char path[64], text[512] = "";
	const char *state;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", asker_id);
	file = fopen(path, "re");
	assert_non_null(file);
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	state = strrchr(text, ')');
	return state && state[1] && state[2] == 'S';
}

/* Disturbs the one who waits, then lets the kernel answer in its stead. */
static void *answer_late(void *info)
{
	struct route_request request = ask_for(198, 51, 100, 1);

	for (int i = 0; i < 3; i++) {
		if (!reach_test_until(asker_sleeps, NULL,
				      REACH_TEST_DEADLINE_MS))
			return NULL;
		pthread_kill(asker, SIGUSR1);
	}
	request.header.nlmsg_seq = *(uint32_t *)info;
	send(reach_netlink_get_fd(netlink), &request, sizeof(request), 0);
	return info;
}

static void a_signal_does_not_end_the_wait_for_an_answer(void **state)
{
	const struct sigaction action = {.sa_handler = ignore};
	struct nlmsghdr request = ask_nothing();
	struct replies replies = {0};
	struct reach_verdict verdict;
	struct route_request counted = ask_for(198, 51, 100, 1);
	pthread_t helper;
	uint32_t sequence;
	void *answered;

	assert_int_equal(reach_netlink_ask(netlink, &counted.header, NULL, NULL,
					   &verdict),
			 0);
	sequence = counted.header.nlmsg_seq + 1;
	asker = pthread_self();
	asker_id = (pid_t)syscall(SYS_gettid);
	sigaction(SIGUSR1, &action, NULL);
	assert_int_equal(pthread_create(&helper, NULL, answer_late, &sequence),
			 0);
	assert_int_equal(reach_netlink_ask(netlink, &request, note_route,
					   &replies, &verdict),
			 0);
	pthread_join(helper, &answered);
	assert_non_null(answered);
	assert_int_equal(replies.count, 1);
	ask_normally();
}

static void *delete_nexthop(void *info)
{
	*(int *)info = reach_test_try("ip nexthop del id 10");
	return NULL;
}

/* To 2001:db8:NUMBER::1. */
static int error_to(uint16_t number)
{
	struct {
		struct nlmsghdr header;
		struct rtmsg route;
		struct rtattr attribute;
		uint8_t destination[16];
	} request = {
		.header = {.nlmsg_len = sizeof(request),
			   .nlmsg_type = RTM_GETROUTE},
		.route = {.rtm_family = AF_INET6, .rtm_dst_len = 128},
		.attribute = {.rta_len = RTA_LENGTH(16), .rta_type = RTA_DST},
		.destination = {0x20, 0x01, 0x0d, 0xb8, (uint8_t)(number >> 8),
				(uint8_t)number, [15] = 1},
	};
	struct reach_verdict verdict;

	assert_int_equal(reach_netlink_ask(netlink, &request.header, NULL, NULL,
					   &verdict),
			 0);
	return verdict.error;
}

/* The event is sent before the routes are gone, one by one. */
static void after_the_barrier_a_change_has_taken_effect(void **state)
{
	reach_test_run("ip -6 route del default");
	for (int round = 0; round < 20; round++) {
		pthread_t deleter;
		int status = -1;
		int fd;

		reach_test_run("ip nexthop add id 10 via 2001:db8:1::1 dev v0 "
			       "&& for i in $(seq 4096 5095); do printf "
			       "'route add 2001:db8:%%x::/48 nhid 10\\n' $i; "
			       "done | ip -6 -batch -");
		assert_int_equal(error_to(4096), 0);
		assert_int_equal(error_to(5095), 0);
		fd = kernel_listen(RTNLGRP_NEXTHOP);
		assert_int_equal(
			pthread_create(&deleter, NULL, delete_nexthop, &status),
			0);
		assert_true(reach_test_readable(fd, REACH_TEST_DEADLINE_MS));
		assert_int_equal(reach_netlink_barrier(netlink), 0);
		assert_int_equal(error_to(4096), ENETUNREACH);
		assert_int_equal(error_to(5095), ENETUNREACH);
		pthread_join(deleter, NULL);
		assert_int_equal(status, 0);
		close(fd);
	}
}

#define test(name) REACH_TEST_IN(set_up, name)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_socket_neither_blocks_nor_survives_exec),
		test(each_question_gets_its_own_answer),
		test(a_refusal_is_the_kernels_own_number),
		test(a_malformed_question_is_told_from_a_blackhole),
		test(requests_sent_at_once_get_a_verdict_each),
		test(a_dump_is_read_to_its_end),
		test(late_answers_are_passed_over),
		test(an_overrun_is_survived),
		test(a_dump_survives_an_overrun),
		test(what_others_send_is_not_believed),
		test(an_answer_that_never_comes_is_not_waited_for),
		test(a_signal_does_not_end_the_wait_for_an_answer),
		test(after_the_barrier_a_change_has_taken_effect),
	};

	return cmocka_run_group_tests(tests, NULL, close_socket);
}
