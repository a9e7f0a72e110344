/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Answers that the kernel of this machine does not give: from older and smaller
   ones, or malformed. */

#include "made_kernel.h"

static void does_not_know_matching(const struct made_request *request,
				   struct made_answer *answer)
{
	if (!request->matched) {
		route_out(request, answer);
		return;
	}
	answer->error = request->family == AF_INET ? EOPNOTSUPP : EINVAL;
	answer->malformed = request->family == AF_INET6;
}

static void a_form_that_is_not_known_is_replaced_by_the_plain_one(void **state)
{
	made_kernel_begin(does_not_know_matching);
	assert_int_equal(route_to(ANYWHERE).interface, OUT);
	assert_int_equal(made_kernel_count(), 2);
	made_kernel_begin(does_not_know_matching);
	assert_source(route_to(ANYWHERE6), OWN6);
	/* It was fetched along; whether the source is one took two more. */
	assert_int_equal(made_kernel_count(), 4);
}

/* Before RTM_F_FIB_MATCH (4.13) it was passed over. */
static void answers_plainly(const struct made_request *request,
			    struct made_answer *answer)
{
	static const uint8_t types[] = {RTN_UNREACHABLE, RTN_PROHIBIT,
					RTN_BLACKHOLE, RTN_THROW};
	uint8_t last = request->destination.s6_addr[15];

	if (last >= sizeof(types))
		route_out(request, answer);
	else
		made_route(answer, request, types[last]);
}

static void a_route_that_rejects_instead_of_an_errno_is_one(void **state)
{
	made_kernel_begin(answers_plainly);
	assert_refused("2001:db8::", EHOSTUNREACH);
	assert_refused("2001:db8::1", EACCES);
	assert_refused("2001:db8::2", EINVAL);
	assert_refused("2001:db8::3", ENETUNREACH);
	assert_int_equal(route_to("2001:db8::4").interface, OUT);
	assert_int_equal(route_to("2001:db8::4").lifetime, 0);
}

static int given_error;
static bool given_words;

static void says_no(const struct made_request *request,
		    struct made_answer *answer)
{
	answer->error = given_error;
	answer->malformed = given_words;
}

static void begin_saying(int error, bool words)
{
	given_error = error;
	given_words = words;
	made_kernel_begin(says_no);
}

static void without_ipv6_it_has_no_routes(void **state)
{
	static const int errors[] = {EAFNOSUPPORT, EOPNOTSUPP};

	for (int i = 0; i < 2; i++) {
		begin_saying(errors[i], false);
		assert_refused(ANYWHERE6, ENETUNREACH);
		assert_refused("fe80::1", ENETUNREACH);
		/* Of IPv4 it says nothing. */
		assert_int_equal(failure_to(ANYWHERE), -errors[i]);
		assert_int_equal(failure_to("255.255.255.255"), -errors[i]);
	}
}

static void what_refuses_a_route_is_no_failure(void **state)
{
	static const int errors[][2] = {
		{ENETUNREACH, ENETUNREACH}, {EHOSTUNREACH, EHOSTUNREACH},
		{EACCES, EACCES},	    {EINVAL, EINVAL},
		{ENODEV, ENETUNREACH},	    {ENETDOWN, ENETUNREACH},
	};

	for (int i = 0; i < 6; i++) {
		begin_saying(errors[i][0], false);
		assert_refused(ANYWHERE, errors[i][1]);
		assert_refused(ANYWHERE6, errors[i][1]);
		assert_refused("224.0.0.1", errors[i][1]);
	}
}

static void what_refuses_the_question_is_a_failure(void **state)
{
	begin_saying(EINVAL, true);
	assert_int_equal(failure_to(ANYWHERE), -EINVAL);
	assert_int_equal(failure_to(ANYWHERE6), -EINVAL);
	begin_saying(EPERM, false);
	assert_int_equal(failure_to(ANYWHERE), -EPERM);
	assert_int_equal(failure_to(ANYWHERE6), -EPERM);
	assert_int_equal(failure_to("ff02::1"), -EPERM);
}

/* A success without a route. */
static void silence_is_no_answer(void **state)
{
	begin_saying(0, false);
	assert_int_equal(failure_to(ANYWHERE), -EBADMSG);
	assert_int_equal(failure_to(ANYWHERE6), -EBADMSG);
	assert_int_equal(failure_to("239.1.2.3"), -EBADMSG);
}

static void answers_with_a_link(const struct made_request *request,
				struct made_answer *answer)
{
	route_out(request, answer);
	answer->message.header.nlmsg_type = RTM_NEWLINK;
}

static void another_message_is_no_answer(void **state)
{
	made_kernel_begin(answers_with_a_link);
	assert_int_equal(failure_to(ANYWHERE), -EBADMSG);
}

static void takes_it_back(const struct made_request *request,
			  struct made_answer *answer)
{
	route_out(request, answer);
	answer->error = EHOSTUNREACH;
}

static void the_last_word_counts(void **state)
{
	made_kernel_begin(takes_it_back);
	assert_refused(ANYWHERE, EHOSTUNREACH);
	assert_refused(ANYWHERE6, EHOSTUNREACH);
}

/* Addresses whose first words are zero, and such of link scope. */
static void kinds_of_addresses_are_told_apart(void **state)
{
	static const char *const link_scope[] = {"fe80::1", "ff01::1",
						 "ff02::1"};
	static const char *const others[] = {"0:0:1::1",       "::2",
					     "::fffe:1.2.3.4", "0:1::1",
					     "ff05::1",	       "fec0::1"};

	for (int i = 0; i < 3; i++) {
		struct reach_question question = question_of(link_scope[i]);

		made_kernel_begin(route_out);
		question.scope = OUT;
		assert_int_equal(ask(&question).interface, OUT);
		/* Its source does not matter. */
		assert_int_equal(made_kernel_count(), 1);
		/* elsewhere */
		question.interface = OUT + 1;
		assert_int_equal(ask(&question).error, ENETUNREACH);
		assert_int_equal(made_kernel_count(), 1);
		question.interface = OUT;
		assert_int_equal(ask(&question).error, 0);
		question.scope = 0;
		assert_int_equal(ask(&question).error, 0);
	}
	for (int i = 0; i < 6; i++) {
		made_kernel_begin(route_out);
		assert_int_equal(route_to(others[i]).interface, OUT);
		/* both forms, and whether the source is one */
		assert_int_equal(made_kernel_count(), 3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(
			a_form_that_is_not_known_is_replaced_by_the_plain_one),
		REACH_TEST(a_route_that_rejects_instead_of_an_errno_is_one),
		REACH_TEST(without_ipv6_it_has_no_routes),
		REACH_TEST(what_refuses_a_route_is_no_failure),
		REACH_TEST(what_refuses_the_question_is_a_failure),
		REACH_TEST(silence_is_no_answer),
		REACH_TEST(another_message_is_no_answer),
		REACH_TEST(the_last_word_counts),
		REACH_TEST(kinds_of_addresses_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
