/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What one question leaves open another has to answer, which may fail, or find
   that everything has changed meanwhile. */

#include "made_kernel.h"

#include <unistd.h>

static struct reach_question by_device(const char *text)
{
	struct reach_question question = question_of(text);

	question.interface = OUT;
	return question;
}

static void make_local(const struct made_request *request,
		       struct made_answer *answer)
{
	made_route(answer, request, RTN_LOCAL);
	test_message_add_number(&answer->message, RTA_OIF, 1);
}

static bool is_to(const struct made_request *request, const char *text)
{
	struct in6_addr address = parse(text);

	return !memcmp(&request->destination, &address, sizeof(address));
}

static void an_exchange_that_fails_is_a_failure(void **state)
{
	struct reach_question question = by_device(ANYWHERE6);

	made_kernel_begin(route_out);
	made_kernel_fail(-ENOBUFS, 0, 1);
	assert_int_equal(failure_to(ANYWHERE), -ENOBUFS);
	/* the second: whether the source is one */
	made_kernel_fail(-ENOMEM, 1, 1);
	assert_int_equal(failure_to(ANYWHERE6), -ENOMEM);
	made_kernel_fail(-ENOMEM, 1, 1);
	assert_int_equal(ask(&question).interface, OUT);
	/* the second: plainly, for the source that is wanted */
	question = question_of(ANYWHERE);
	question.wants_source = true;
	made_kernel_fail(-ETIMEDOUT, 1, 1);
	assert_int_equal(fail_to_ask(&question), -ETIMEDOUT);
}

static void is_gone_when_asked_plainly(const struct made_request *request,
				       struct made_answer *answer)
{
	if (!request->matched)
		answer->error = ENETUNREACH;
	else if (request->family == AF_INET)
		/* an object by number */
		made_route(answer, request, RTN_UNICAST);
	else {
		made_route(answer, request, RTN_UNICAST);
		test_message_add_number(&answer->message, RTA_OIF, OUT);
	}
}

static void a_route_that_goes_between_two_questions_is_none(void **state)
{
	made_kernel_begin(is_gone_when_asked_plainly);
	assert_refused(ANYWHERE, ENETUNREACH);
	assert_refused(ANYWHERE6, ENETUNREACH);
}

/* The interfaces that answer when they are named; of three hops, the first of
   which is dead. */
static unsigned int answering;

static void has_three_hops(const struct made_request *request,
			   struct made_answer *answer)
{
	const struct rtnexthop hops[] = {
		{.rtnh_len = sizeof(hops[0]),
		 .rtnh_flags = RTNH_F_DEAD,
		 .rtnh_ifindex = OUT},
		{.rtnh_len = sizeof(hops[0]), .rtnh_ifindex = OUT + 1},
		{.rtnh_len = sizeof(hops[0]), .rtnh_ifindex = OUT + 2},
	};

	if (request->matched) {
		made_route(answer, request, RTN_UNICAST);
		test_message_add(&answer->message, RTA_MULTIPATH, hops,
				 sizeof(hops));
	} else if (!request->interface ||
		   !(answering >> request->interface & 1)) {
		answer->error = ENETUNREACH;
	} else {
		route_out(request, answer);
	}
}

static void begin_hops(unsigned int interfaces)
{
	answering = interfaces;
	made_kernel_begin(has_three_hops);
}

static void a_hop_that_is_refused_by_its_name_hides_no_other(void **state)
{
	struct reach_question question = by_device(ANYWHERE6);

	begin_hops(1u << (OUT + 1));
	assert_source(route_to(ANYWHERE6), OWN6);
	assert_int_equal(made_kernel_count(), 3);
	begin_hops(1u << (OUT + 2));
	assert_source(route_to(ANYWHERE6), OWN6);
	assert_int_equal(route_to(ANYWHERE6).interface, OUT + 1);
	/* A dead one is not tried. */
	begin_hops(1u << OUT);
	assert_refused(ANYWHERE6, ENETUNREACH);
	begin_hops(0);
	assert_refused(ANYWHERE6, ENETUNREACH);
	/* Who has named one wants no other. */
	begin_hops(1u << (OUT + 2));
	assert_int_equal(ask(&question).error, ENETUNREACH);
	/* the third: by the name of one that may answer */
	begin_hops(1u << (OUT + 2));
	made_kernel_fail(-ENOMEM, 2, 1);
	question = question_of(ANYWHERE6);
	assert_int_equal(fail_to_ask(&question), -ENOMEM);
}

static void loses_the_source(const struct made_request *request,
			     struct made_answer *answer)
{
	if (is_to(request, OWN6))
		answer->error = ENETUNREACH;
	else
		route_out(request, answer);
}

static void a_source_that_goes_between_two_questions_is_none(void **state)
{
	made_kernel_begin(loses_the_source);
	assert_false(route_to(ANYWHERE6).has_source);
	assert_int_equal(route_to(ANYWHERE6).interface, OUT);
}

/* The route has no source of its own at first. */
static void gets_a_source(const struct made_request *request,
			  struct made_answer *answer)
{
	made_route(answer, request, RTN_UNICAST);
	if (!request->matched) {
		test_message_add_number(&answer->message, RTA_OIF, OUT);
		return;
	}
	made_route_address(answer, RTA_PREFSRC,
			   request->family == AF_INET ? "192.0.2.2"
						      : "2001:db8::2");
}

static void an_object_with_a_source_gets_its_device_alone(void **state)
{
	made_kernel_begin(gets_a_source);
	assert_source(route_to(ANYWHERE), "192.0.2.2");
	assert_int_equal(route_to(ANYWHERE).interface, OUT);
}

static void is_rejected_by_device(const struct made_request *request,
				  struct made_answer *answer)
{
	if (request->interface)
		answer->error = EHOSTUNREACH;
	else
		route_out(request, answer);
}

static void
by_device_it_cannot_be_told_apart(const struct made_request *request,
				  struct made_answer *answer)
{
	answer->error = request->interface ? EHOSTUNREACH : EPERM;
}

static void is_prohibited(const struct made_request *request,
			  struct made_answer *answer)
{
	answer->error = request->interface ? EHOSTUNREACH : EACCES;
}

static void what_a_device_refuses_is_asked_for_without_it(void **state)
{
	struct reach_question question = by_device(ANYWHERE);

	made_kernel_begin(is_rejected_by_device);
	assert_int_equal(ask(&question).error, ENETUNREACH);
	made_kernel_begin(is_prohibited);
	assert_int_equal(ask(&question).error, EACCES);
	made_kernel_begin(by_device_it_cannot_be_told_apart);
	assert_int_equal(fail_to_ask(&question), -EPERM);
}

static uint32_t ends_in;

static void ends(const struct made_request *request, struct made_answer *answer)
{
	struct rta_cacheinfo info = {
		.rta_expires = (int32_t)ends_in,
	};

	make_local(request, answer);
	test_message_add(&answer->message, RTA_CACHEINFO, &info, sizeof(info));
}

static uint32_t shorten(uint32_t lifetime)
{
	struct reach_question question = question_of(OWN6);
	bool owned = false;

	assert_int_equal(reach_route_owns(netlink, &question.destination, 0, 0,
					  &lifetime, &owned),
			 0);
	assert_true(owned);
	return lifetime;
}

static void a_lifetime_is_shortened_by_that_of_the_source(void **state)
{
	uint32_t own;

	made_kernel_begin(ends);
	ends_in = 0;
	assert_int_equal(shorten(0), 0);
	assert_int_equal(shorten(5), 5);
	ends_in = 1000;
	own = shorten(0);
	assert_true(own > 1000 / (uint32_t)sysconf(_SC_CLK_TCK) * 1000);
	assert_int_equal(shorten(own + 1), own);
	assert_int_equal(shorten(own - 1), own - 1);
}

static void whether_one_is_owned_can_be_unknown(void **state)
{
	struct reach_question question = question_of("192.0.2.2");
	uint32_t lifetime = 5;
	bool owned = true;

	made_kernel_begin(make_local);
	made_kernel_fail(-ENOBUFS, 0, 1);
	assert_int_equal(reach_route_owns(netlink, &question.destination, 0, 0,
					  &lifetime, &owned),
			 -ENOBUFS);
	assert_true(owned);
	assert_int_equal(lifetime, 5);
}

static void make_inquiries(struct reach_inquiry *inquiries,
			   struct reach_inquiry **list, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		inquiries[i] = (struct reach_inquiry){
			.question = question_of("fe80::1"),
			.result = 1,
		};
		inquiries[i].question.scope = OUT;
		inquiries[i].question.interface = OUT + 1;
		list[i] = &inquiries[i];
	}
}

static void many_that_contradict_themselves_are_not_asked(void **state)
{
	struct reach_inquiry inquiries[3];
	struct reach_inquiry *list[3];

	made_kernel_begin(route_out);
	make_inquiries(inquiries, list, 3);
	reach_route_ask_many(netlink, list, 3);
	assert_int_equal(made_kernel_count(), 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(inquiries[i].result, 0);
		assert_int_equal(inquiries[i].route.error, ENETUNREACH);
	}
}

static void many_that_do_not_fit_are_asked_one_by_one(void **state)
{
	struct reach_inquiry inquiries[3];
	struct reach_inquiry *list[3];

	made_kernel_begin(route_out);
	make_inquiries(inquiries, list, 3);
	inquiries[0].question = question_of(ANYWHERE);
	inquiries[2].question = question_of("192.0.2.1");
	made_kernel_fail(-EMSGSIZE, 0, 1);
	reach_route_ask_many(netlink, list, 3);
	assert_int_equal(made_kernel_count(), 2);
	assert_int_equal(inquiries[0].route.interface, OUT);
	assert_int_equal(inquiries[1].route.error, ENETUNREACH);
	assert_int_equal(inquiries[2].route.interface, OUT);
	for (int i = 0; i < 3; i++)
		assert_int_equal(inquiries[i].result, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(an_exchange_that_fails_is_a_failure),
		REACH_TEST(a_route_that_goes_between_two_questions_is_none),
		REACH_TEST(a_hop_that_is_refused_by_its_name_hides_no_other),
		REACH_TEST(a_source_that_goes_between_two_questions_is_none),
		REACH_TEST(an_object_with_a_source_gets_its_device_alone),
		REACH_TEST(what_a_device_refuses_is_asked_for_without_it),
		REACH_TEST(a_lifetime_is_shortened_by_that_of_the_source),
		REACH_TEST(whether_one_is_owned_can_be_unknown),
		REACH_TEST(many_that_contradict_themselves_are_not_asked),
		REACH_TEST(many_that_do_not_fit_are_asked_one_by_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
