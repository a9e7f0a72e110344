/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What others chose to be called, on every way out of the tool: nothing but
 * printable characters and the tool's own sequences come to a terminal. Judges
 * by the C library's idea of printable, not by the tool's.
 */

#include "namespace.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "dns.h"
#include "json_check.h"
#include "tool.h"

/* A device may be called so, and a target. */
#define DEVICE "d\x1b[2J\x9b\xe2\x80\xae"
#define DEVICE_IN_SHELL "\"$(printf 'd\\033[2J\\233\\342\\200\\256')\""
#define DEVICE_SHOWN "d\\x1b[2J\\x9b\\xe2\\x80\\xae"

static const char *const names[] = {
	/* clears the screen and sets the title */
	"a\x1b[2J\x1b]0;x\x07",
	/* the same in one byte, and as a character of its own */
	"b\x9b"
	"31m",
	"c\xc2\x9b"
	"31m",
	/* back, delete, another character set */
	"d\b\x7f\x0e",
	/* right to left, zero width, a tag, a line separator */
	"e\xe2\x80\xae\xe2\x80\x8b\xf3\xa0\x81\xa1\xe2\x80\xa8",
	/* no UTF-8: a stray byte, two bytes for NUL, half a pair, too high */
	"f\xff\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80",
	"g\xe2\x80",
	/* an escape that is none */
	"h\\x1b[2J",
};
#define NAMES (sizeof(names) / sizeof(names[0]))

static const char *const locales[] = {"C.UTF-8", "C"};

static struct reach_test_output output;
/* All that came on the terminal. */
static char seen[1 << 20];
static size_t seen_size;

/* The tool's own sequences at this place; 0 if none. */
static size_t measure_sequence(const char *text)
{
	static const char *const own[] = {
		"\x1b[?1049h", "\x1b[?25l", "\x1b[?25h", "\x1b[?1049l",
		"\x1b[K",      "\x1b[J",    "\x1b[H",	 "\x1b[0m",
		"\x1b[1m",     "\x1b[2m",   "\x1b[31m",	 "\x1b[32m",
		"\x1b[33m",
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (strncmp(text, own[i], strlen(own[i])) == 0)
			return strlen(own[i]);
	return 0;
}

static bool changes_the_line(wchar_t character)
{
	return (character >= 0x200b && character <= 0x200f) ||
	       (character >= 0x2028 && character <= 0x202e) ||
	       (character >= 0x2060 && character <= 0x206f) ||
	       (character >= 0xe0000 && character <= 0xe007f);
}

/* A line end, a sequence of the tool's where there is a terminal, or a
   printable character; 0 if none of them. */
static size_t measure_harmless(const char *text, bool on_terminal)
{
	mbstate_t state = {0};
	wchar_t character;
	size_t length;

	if (*text == '\n')
		return 1;
	if (on_terminal && (*text == '\r' || *text == '\x1b'))
		return *text == '\x1b' ? measure_sequence(text)
		       : text[strspn(text, "\r")] == '\n' ? 1
							  : 0;
	length = mbrtowc(&character, text, MB_CUR_MAX, &state);
	if (length > MB_CUR_MAX || !iswprint((wint_t)character) ||
	    changes_the_line(character))
		return 0;
	return length;
}

static void expect_harmless(const char *text, bool on_terminal)
{
	const char *at = text;

	while (*at) {
		size_t length = measure_harmless(at, on_terminal);

		if (!length)
			fail_msg("byte %02x after \"%.*s\"", (unsigned char)*at,
				 at - text < 60 ? (int)(at - text) : 60,
				 at - text < 60 ? text : at - 60);
		at += length;
	}
}

/* Both streams, of a run that must have said something with this in it. */
static void expect_both(const char *part)
{
	expect_harmless(output.out, false);
	expect_harmless(output.err, false);
	if (!strstr(output.out, part) && !strstr(output.err, part))
		fail_msg("\"%s\" is not in: %s%s", part, output.out,
			 output.err);
}

static void use(const char *locale)
{
	assert_int_equal(setenv("LC_ALL", locale, 1), 0);
	assert_non_null(setlocale(LC_CTYPE, locale));
}

/* How each name begins when it is shown. */
static const char *shown(size_t number)
{
	static const char *const beginnings[NAMES] = {
		"a\\x1b[2J\\x1b]0;x\\x07",
		"b\\x9b31m",
		"c\\xc2\\x9b31m",
		"d\\x08\\x7f\\x0e",
		"e\\xe2\\x80\\xae\\xe2\\x80\\x8b\\xf3\\xa0\\x81\\xa1\\xe2",
		"f\\xff\\xc0\\x80\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80",
		"g\\xe2\\x80",
		"h\\\\x1b[2J",
	};

	return beginnings[number];
}

static void check_and_explain_show_no_name_raw(void **state)
{
	for (size_t i = 0; i < 2 * NAMES; i++) {
		const char *name = names[i % NAMES];

		use(locales[i / NAMES]);
		reach_test_tool(&output, "check", "-n", name, NULL);
		expect_both(shown(i % NAMES));
		reach_test_tool(&output, "explain", "-n", name, NULL);
		expect_both(shown(i % NAMES));
	}
}

static void serve_names(void)
{
	reach_test_lay_etc(REACH_TEST_RESOLV_CONF);
	reach_test_dns_start("www.test,198.51.100.7", NULL);
}

static void a_name_that_is_looked_up_is_shown_no_less_carefully(void **state)
{
	serve_names();
	use("C.UTF-8");
	for (size_t i = 0; i < NAMES; i++) {
		reach_test_tool(&output, "check", names[i], NULL);
		expect_both(shown(i));
		reach_test_tool(&output, "explain", names[i], NULL);
		expect_both(shown(i));
		reach_test_tool(&output, "wait", "-t", "0", names[i], NULL);
		expect_both(shown(i));
	}
}

static void json_has_no_raw_control_byte(void **state)
{
	for (size_t i = 0; i < 2 * NAMES; i++) {
		const char *name = names[i % NAMES];

		use(locales[i / NAMES]);
		reach_test_tool(&output, "check", "-j", "-n", name, NULL);
		output.out[strcspn(output.out, "\n")] = '\0';
		assert_true(reach_test_json_is_valid(output.out));
		/* JSON is UTF-8 in every locale. */
		use("C.UTF-8");
		expect_both("\"target\":\"");
		use(locales[i / NAMES]);
		reach_test_tool(&output, "explain", "-j", "-n", name, NULL);
		use("C.UTF-8");
		expect_both("\"target\":\"");
	}
}

static void errors_quote_nothing_raw(void **state)
{
	for (size_t i = 0; i < 2 * NAMES; i++) {
		const char *name = names[i % NAMES];
		const char *begin = shown(i % NAMES);
		char text[256];

		use(locales[i / NAMES]);
		reach_test_tool(&output, name, NULL);
		expect_both(begin);
		snprintf(text, sizeof(text), "--%s", name);
		reach_test_tool(&output, "check", text, "a", NULL);
		expect_both("no such option");
		snprintf(text, sizeof(text), "-%s", name + 1);
		reach_test_tool(&output, "check", text, "a", NULL);
		expect_both("no such option");
		reach_test_tool(&output, "check", "-t", name, "a", NULL);
		expect_both(begin);
		reach_test_tool(&output, "wait", "--until", name, "a", NULL);
		expect_both(begin);
		reach_test_tool(&output, "check", "-i", name, "a", NULL);
		expect_both(begin);
		reach_test_tool(&output, "help", name, NULL);
		expect_both(begin);
	}
	reach_test_tool(&output, "check", "i\r\n\t", NULL);
	expect_both("'i\\x0d\\x0a\\x09': a target has no blanks");
}

static void advice_about_a_target_quotes_nothing_raw(void **state)
{
	static const char *const forms[] = {
		"%s:80",	"http://%s/x", "%s/24",	      "u@%s",
		"[%s]",		"[%s]:80",     "fe80::1%%%s", "192.0.2.1,%s",
		"%s,192.0.2.1", "1:2:%s",      "http://%s@",  "[%s",
	};

	for (size_t i = 0; i < 2 * NAMES; i++) {
		use(locales[i / NAMES]);
		for (size_t j = 0; j < sizeof(forms) / sizeof(forms[0]); j++) {
			char text[256];

			snprintf(text, sizeof(text), forms[j],
				 names[i % NAMES]);
			reach_test_tool(&output, "check", text, NULL);
			expect_both(shown(i % NAMES));
			assert_int_equal(output.status, 2);
		}
	}
}

static void scutil_prints_no_name_raw(void **state)
{
	serve_names();
	for (size_t i = 0; i < 2 * NAMES; i++) {
		struct reach_test_process process;
		const char *name = names[i % NAMES];
		char line[4096];

		use(locales[i / NAMES]);
		reach_test_tool(&output, "scutil", "-r", name, NULL);
		expect_both("Reachable");
		reach_test_tool(&output, "scutil", "-r", "192.0.2.1", name,
				NULL);
		expect_both(shown(i % NAMES));
		reach_test_tool(&output, "scutil", "-r", "192.0.2.1",
				"interface", name, NULL);
		expect_both("Could not determine status");
		reach_test_tool_start(&process, "scutil", "-W", "-r", name,
				      NULL);
		for (int j = 0; j < 9; j++) {
			reach_test_tool_line(&process, line, sizeof(line));
			expect_harmless(line, false);
		}
		reach_test_tool_end(&process, SIGTERM);
	}
}

static void a_watch_shows_no_name_raw(void **state)
{
	serve_names();
	for (size_t i = 0; i < 2 * NAMES; i++) {
		struct reach_test_process process;
		char line[4096];

		use(locales[i / NAMES]);
		reach_test_tool_start(&process, "watch", names[i % NAMES],
				      NULL);
		reach_test_tool_line(&process, line, sizeof(line));
		expect_harmless(line, false);
		assert_non_null(strstr(line, shown(i % NAMES)));
		reach_test_tool_end(&process, SIGTERM);
		reach_test_tool_start(&process, "watch", "-j", names[i % NAMES],
				      NULL);
		reach_test_tool_line(&process, line, sizeof(line));
		use("C.UTF-8");
		expect_harmless(line, false);
		assert_true(reach_test_json_is_valid(line));
		reach_test_tool_end(&process, SIGTERM);
	}
}

static bool has_seen(struct reach_test_process *process, const char *text)
{
	int64_t end = reach_test_now() + 2 * REACH_TEST_DEADLINE_MS;
	ssize_t got;

	while (!strstr(seen, text)) {
		if (seen_size + 1 == sizeof(seen) || reach_test_now() > end ||
		    !reach_test_readable(process->fd, REACH_TEST_DEADLINE_MS))
			return false;
		got = read(process->fd, seen + seen_size,
			   sizeof(seen) - 1 - seen_size);
		/* a terminal ends with an error */
		if (got <= 0)
			return false;
		seen_size += (size_t)got;
		seen[seen_size] = '\0';
	}
	return true;
}

static void start_on_terminal(struct reach_test_process *process,
			      const char *command, const char *option,
			      const char *target)
{
	setenv("TERM", "xterm", 1);
	unsetenv("NO_COLOR");
	seen_size = 0;
	seen[0] = '\0';
	reach_test_tool_start_on_terminal(process, 200, command, target, option,
					  NULL);
}

static void end_on_terminal(struct reach_test_process *process)
{
	/* up to the end */
	assert_false(has_seen(process, "\xff\xfe"));
	expect_harmless(seen, true);
	reach_test_tool_end(process, 0);
}

static void a_live_view_shows_no_name_raw(void **state)
{
	serve_names();
	for (size_t i = 0; i < 2 * NAMES; i++) {
		struct reach_test_process process;
		char begin[24];

		use(locales[i / NAMES]);
		start_on_terminal(&process, "watch", NULL, names[i % NAMES]);
		/* a long one is cut */
		snprintf(begin, sizeof(begin), "%s", shown(i % NAMES));
		assert_true(has_seen(&process, begin));
		kill(process.pid, SIGTERM);
		end_on_terminal(&process);
		start_on_terminal(&process, "explain", "-n", names[i % NAMES]);
		assert_true(has_seen(&process, shown(i % NAMES)));
		end_on_terminal(&process);
	}
}

static void rename_device(void)
{
	/* Before Linux 6.2 a link that is up keeps its name. */
	reach_test_run("ip link set v0 down && "
		       "ip link set v0 name " DEVICE_IN_SHELL " && "
		       "ip link set dev " DEVICE_IN_SHELL " up && "
		       "ip route add default via 192.0.2.1");
	reach_test_settle_link(DEVICE_IN_SHELL);
}

static void a_device_is_shown_by_no_raw_name(void **state)
{
	rename_device();
	for (size_t i = 0; i < 2; i++) {
		use(locales[i]);
		reach_test_tool(&output, "check", "198.51.100.1",
				"fe80::1%" DEVICE, NULL);
		expect_both(DEVICE_SHOWN);
		reach_test_tool(&output, "explain", "198.51.100.1",
				"fe80::1%" DEVICE, NULL);
		expect_both(DEVICE_SHOWN);
		reach_test_tool(&output, "check", "-i", DEVICE, "default",
				NULL);
		expect_both("'" DEVICE_SHOWN "': not valid UTF-8");
		reach_test_tool(&output, "check", "-i", DEVICE,
				"fe80::1%"
				"lo",
				NULL);
		expect_both(DEVICE_SHOWN);
		use("C.UTF-8");
		reach_test_tool(&output, "explain", "-j", "fe80::1%" DEVICE,
				NULL);
		expect_both("\"name\":\"d\\u001b[2J\\ufffd");
		reach_test_tool(&output, "scutil", "-r", "198.51.100.1%" DEVICE,
				NULL);
		expect_both("Invalid argument");
	}
}

static void a_device_is_watched_by_no_raw_name(void **state)
{
	struct reach_test_process process;
	char line[4096];

	rename_device();
	use("C.UTF-8");
	reach_test_run("ip addr add 203.0.113.2/24 dev lo");
	start_on_terminal(&process, "watch", NULL, "198.51.100.1");
	assert_true(has_seen(&process, DEVICE_SHOWN));
	reach_test_run_peer("ip link set v1 down");
	assert_true(has_seen(&process, "lost its carrier"));
	reach_test_run_peer("ip link set v1 up");
	assert_true(has_seen(&process, "link up: " DEVICE_SHOWN));
	reach_test_run("ip route replace 198.51.100.1 dev lo");
	assert_true(has_seen(&process, "path moved from " DEVICE_SHOWN));
	kill(process.pid, SIGTERM);
	end_on_terminal(&process);
	reach_test_tool_start(&process, "watch", "fe80::1%" DEVICE, NULL);
	reach_test_tool_line(&process, line, sizeof(line));
	expect_harmless(line, false);
	reach_test_run("ip link del " DEVICE_IN_SHELL);
	reach_test_tool_line(&process, line, sizeof(line));
	expect_harmless(line, false);
	assert_non_null(strstr(line, DEVICE_SHOWN));
	reach_test_tool_end(&process, SIGTERM);
}

#define ROUTED(test) REACH_TEST_IN(reach_test_enter_routed, test)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROUTED(check_and_explain_show_no_name_raw),
		ROUTED(a_name_that_is_looked_up_is_shown_no_less_carefully),
		ROUTED(json_has_no_raw_control_byte),
		ROUTED(errors_quote_nothing_raw),
		ROUTED(advice_about_a_target_quotes_nothing_raw),
		ROUTED(scutil_prints_no_name_raw),
		ROUTED(a_watch_shows_no_name_raw),
		ROUTED(a_live_view_shows_no_name_raw),
		ROUTED(a_device_is_shown_by_no_raw_name),
		ROUTED(a_device_is_watched_by_no_raw_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
