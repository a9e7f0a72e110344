/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What is a target, what kind of one, and what to write instead. */

#include "namespace.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "word.h"

static void expect_kind(const char *text, enum tool_kind kind)
{
	struct tool_word word;
	char advice[TOOL_ADVICE_MAX] = "";

	if (!tool_word_parse(text, &word, advice))
		fail_msg("'%s' was refused: %s", text, advice);
	assert_int_equal(word.kind, kind);
}

/* The advice holds what to write. */
static void expect_advice(const char *text, const char *part)
{
	struct tool_word word;
	char advice[TOOL_ADVICE_MAX] = "";

	assert_false(tool_word_parse(text, &word, advice));
	if (!strstr(advice, part))
		fail_msg("'%s': \"%s\" does not say \"%s\"", text, advice,
			 part);
}

static void names_are_names(void **state)
{
	expect_kind("www.example.com", TOOL_KIND_NAME);
	expect_kind("localhost", TOOL_KIND_NAME);
	expect_kind("default.", TOOL_KIND_NAME);
	expect_kind("1.2.3.4.example", TOOL_KIND_NAME);
	expect_kind("b\xc3\xbc"
		    "cher.example",
		    TOOL_KIND_NAME);
	expect_kind("\xff\x1b", TOOL_KIND_NAME);
}

static void addresses_are_addresses_in_all_their_forms(void **state)
{
	expect_kind("192.0.2.1", TOOL_KIND_ADDRESS);
	expect_kind("127.1", TOOL_KIND_ADDRESS);
	expect_kind("0x7f000001", TOOL_KIND_ADDRESS);
	expect_kind("1", TOOL_KIND_ADDRESS);
	expect_kind("2001:db8::1", TOOL_KIND_ADDRESS);
	expect_kind("::ffff:192.0.2.1", TOOL_KIND_ADDRESS);
}

static void a_zero_address_is_the_default_path(void **state)
{
	expect_kind("default", TOOL_KIND_DEFAULT);
	expect_kind("0.0.0.0", TOOL_KIND_DEFAULT);
	expect_kind("::", TOOL_KIND_DEFAULT);
	expect_kind("0", TOOL_KIND_DEFAULT);
	expect_kind("::ffff:0.0.0.0", TOOL_KIND_DEFAULT);
}

static void a_comma_makes_a_pair(void **state)
{
	struct tool_word word;
	char advice[TOOL_ADVICE_MAX];
	struct sockaddr_in ipv4;

	assert_true(tool_word_parse("192.0.2.2,198.51.100.1", &word, advice));
	assert_int_equal(word.kind, TOOL_KIND_PAIR);
	memcpy(&ipv4, &word.local, sizeof(ipv4));
	assert_int_equal(ntohl(ipv4.sin_addr.s_addr), 0xc0000202);
	memcpy(&ipv4, &word.remote, sizeof(ipv4));
	assert_int_equal(ntohl(ipv4.sin_addr.s_addr), 0xc6336401);
	assert_true(tool_word_parse("2001:db8::1,default", &word, advice));
	assert_int_equal(word.local.ss_family, AF_INET6);
	assert_int_equal(word.remote.ss_family, AF_UNSPEC);
}

static void pairs_are_of_addresses(void **state)
{
	expect_advice("a.example,192.0.2.1", "before the comma");
	expect_advice("192.0.2.1,a.example", "after the comma");
	expect_advice("192.0.2.1,192.0.2.2,192.0.2.3", "one comma");
	expect_advice(",192.0.2.2", "before the comma");
	expect_advice("192.0.2.2,", "after the comma");
}

static void a_url_is_told_its_host(void **state)
{
	expect_advice("https://www.example.com/a?b", "'www.example.com'");
	expect_advice("http://u:p@www.example.com:80", "'www.example.com'");
	expect_advice("http://[2001:db8::1]:80/", "'2001:db8::1'");
	expect_advice("http://192.0.2.1", "'192.0.2.1'");
	expect_advice("x://[::1", "'::1'");
	expect_advice("http://", "no host");
	expect_advice("://", "no host");
	expect_advice("http://@:1", "no host");
}

static void a_port_is_told_the_host(void **state)
{
	expect_advice("www.example.com:443", "'www.example.com'");
	expect_advice("192.0.2.1:443", "'192.0.2.1'");
	expect_advice("[2001:db8::1]:443", "'2001:db8::1'");
	expect_advice("[2001:db8::1]", "'2001:db8::1'");
	expect_advice("host:http", "'host'");
	expect_advice("host:", "'host'");
	expect_advice(":80", "a port");
	expect_advice("[", "brackets");
}

static void a_path_is_told_the_host(void **state)
{
	expect_advice("www.example.com/index.html", "'www.example.com'");
	expect_advice("www.example.com:80/x", "'www.example.com'");
	expect_advice("/etc/hosts", "a path");
	expect_advice("u@host", "'host'");
	expect_advice("u@", "user");
}

static void a_network_is_told_an_address(void **state)
{
	expect_advice("192.0.2.0/24", "such as '192.0.2.0'");
	expect_advice("2001:db8::/32", "such as '2001:db8::'");
	expect_advice("192.0.2.0/255.255.255.0", "such as '192.0.2.0'");
}

static void what_looks_like_an_address_is_one(void **state)
{
	expect_advice("192.0.2.300", "not a valid IPv4");
	expect_advice("1.2.3.4.5", "not a valid IPv4");
	expect_advice("2001:db8:::1", "not a valid IPv6");
}

static void blanks_and_nothing_are_no_targets(void **state)
{
	expect_advice("", "write a name");
	expect_advice("a b", "no blanks");
	expect_advice("192.0.2.1 x", "no blanks");
	expect_advice(" ", "no blanks");
}

static void an_interface_must_be_there(void **state)
{
	expect_kind("fe80::1%lo", TOOL_KIND_ADDRESS);
	expect_kind("fe80::1%1", TOOL_KIND_ADDRESS);
	expect_advice("fe80::1%nope", "no interface 'nope'");
	expect_advice("fe80::1%", "no interface ''");
	expect_advice("fe80::1%99999", "no interface");
	expect_advice("192.0.2.1%lo", "--interface lo");
}

static void words_longer_than_any_buffer_are_harmless(void **state)
{
	char text[8192];
	struct tool_word word;
	char advice[TOOL_ADVICE_MAX];

	static const char *const ends[] = {"", "://", ",1", ":1", "/1", "%1"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		memset(text, '1', sizeof(text));
		strcpy(text + 8000, ends[i]);
		tool_word_parse(text, &word, advice);
		memset(text, 'a', 8000);
		tool_word_parse(text, &word, advice);
		memset(text, ':', 8000);
		tool_word_parse(text, &word, advice);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REACH_TEST(names_are_names),
		REACH_TEST(addresses_are_addresses_in_all_their_forms),
		REACH_TEST(a_zero_address_is_the_default_path),
		REACH_TEST(a_comma_makes_a_pair),
		REACH_TEST(pairs_are_of_addresses),
		REACH_TEST(a_url_is_told_its_host),
		REACH_TEST(a_port_is_told_the_host),
		REACH_TEST(a_path_is_told_the_host),
		REACH_TEST(a_network_is_told_an_address),
		REACH_TEST(what_looks_like_an_address_is_one),
		REACH_TEST(blanks_and_nothing_are_no_targets),
		REACH_TEST(an_interface_must_be_there),
		REACH_TEST(words_longer_than_any_buffer_are_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
