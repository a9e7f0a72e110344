/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Tells names, addresses, pairs and "default" apart, and recognises what
 * people paste: URLs, ports, paths, networks.
 */

#include "word.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse_ipv4(const char *text, struct sockaddr_storage *ret_address)
{
	struct sockaddr_in ipv4 = {.sin_family = AF_INET};

	if (!inet_aton(text, &ipv4.sin_addr))
		return false;
	memset(ret_address, 0, sizeof(*ret_address));
	memcpy(ret_address, &ipv4, sizeof(ipv4));
	return true;
}

/* By name or by number; 0 if there is no such interface. */
static uint32_t parse_scope(const char *text)
{
	uint32_t index = if_nametoindex(text);
	char *end;
	unsigned long number;
	char name[IF_NAMESIZE];

	if (index || !isdigit((unsigned char)*text))
		return index;
	number = strtoul(text, &end, 10);
	return !*end && number <= UINT32_MAX &&
			       if_indextoname((unsigned int)number, name)
		       ? (uint32_t)number
		       : 0;
}

/* The part before "%". */
static bool parse_ipv6(const char *text, struct sockaddr_in6 *ret_ipv6)
{
	size_t length = strcspn(text, "%");
	char address[INET6_ADDRSTRLEN];
	struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};

	if (length >= sizeof(address))
		return false;
	memcpy(address, text, length);
	address[length] = '\0';
	if (inet_pton(AF_INET6, address, &ipv6.sin6_addr) != 1)
		return false;
	*ret_ipv6 = ipv6;
	return true;
}

bool tool_word_parse_address(const char *text,
			     struct sockaddr_storage *ret_address)
{
	const char *scope = strchr(text, '%');
	struct sockaddr_in6 ipv6;

	if (parse_ipv4(text, ret_address))
		return true;
	if (!parse_ipv6(text, &ipv6))
		return false;
	ipv6.sin6_scope_id = scope ? parse_scope(scope + 1) : 0;
	memset(ret_address, 0, sizeof(*ret_address));
	memcpy(ret_address, &ipv6, sizeof(ipv6));
	return true;
}

static bool is_zero(const struct sockaddr_storage *address)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;

	if (address->ss_family == AF_INET) {
		memcpy(&ipv4, address, sizeof(ipv4));
		return ipv4.sin_addr.s_addr == 0;
	}
	memcpy(&ipv6, address, sizeof(ipv6));
	return IN6_IS_ADDR_UNSPECIFIED(&ipv6.sin6_addr) ||
	       (!memcmp(&ipv6.sin6_addr, mapped, sizeof(mapped)) &&
		!ipv6.sin6_addr.s6_addr32[3]);
}

__attribute__((format(printf, 2, 3))) static bool
refuse(char *ret_advice, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(ret_advice, TOOL_ADVICE_MAX, format, arguments);
	va_end(arguments);
	return false;
}

/* What is left of an authority: no user, no port, no brackets. */
static void find_host(const char *text, size_t length, const char **ret_host,
		      int *ret_length)
{
	const char *user = memrchr(text, '@', length);
	const char *end = text + length;
	const char *colon;

	if (user)
		text = user + 1;
	if (*text == '[' && text < end) {
		const char *bracket = memchr(text, ']', (size_t)(end - text));

		text++;
		end = bracket ? bracket : end;
	} else {
		colon = memchr(text, ':', (size_t)(end - text));
		if (colon && !memchr(colon + 1, ':', (size_t)(end - colon - 1)))
			end = colon;
	}
	*ret_host = text;
	*ret_length = (int)(end - text);
}

static bool refuse_url(const char *text, char *ret_advice)
{
	const char *authority = strstr(text, "://") + 3;
	const char *host;
	int length;

	find_host(authority, strcspn(authority, "/?#"), &host, &length);
	if (!length)
		return refuse(ret_advice, "a URL is not a target, and this one "
					  "has no host");
	return refuse(ret_advice, "a URL is not a target; write '%.*s'", length,
		      host);
}

/* There is a '/' in it. */
static bool refuse_path(const char *text, char *ret_advice)
{
	size_t length = strcspn(text, "/");
	const char *rest = text + length + 1;
	char address[INET6_ADDRSTRLEN];
	struct sockaddr_storage parsed;
	const char *host;
	int host_length;

	if (length < sizeof(address)) {
		memcpy(address, text, length);
		address[length] = '\0';
		if (*rest && rest[strspn(rest, "0123456789.")] == '\0' &&
		    tool_word_parse_address(address, &parsed))
			return refuse(ret_advice,
				      "a network is not a target; write one "
				      "of its addresses, such as '%s'",
				      address);
	}
	find_host(text, length, &host, &host_length);
	if (!host_length)
		return refuse(ret_advice, "a path is not a target; write a "
					  "host name or an address");
	return refuse(ret_advice, "a target has no path; write '%.*s'",
		      host_length, host);
}

/* There is a ':' in it, and it is no IPv6 address. */
static bool refuse_colon(const char *text, char *ret_advice)
{
	const char *host;
	int length;

	find_host(text, strlen(text), &host, &length);
	if (*text != '[' && strchr(text, ':') != strrchr(text, ':'))
		return refuse(ret_advice, "not a valid IPv6 address");
	if (!length)
		return refuse(ret_advice, "a port is not a target; write a "
					  "host name or an address");
	return refuse(ret_advice, "a target has no port; write '%.*s'", length,
		      host);
}

static bool refuse_brackets(const char *text, char *ret_advice)
{
	const char *host;
	int length;

	find_host(text, strlen(text), &host, &length);
	return refuse(ret_advice,
		      "an address is written without brackets and port; "
		      "write '%.*s'",
		      length, host);
}

static bool refuse_user(const char *text, char *ret_advice)
{
	const char *host;
	int length;

	find_host(text, strlen(text), &host, &length);
	if (!length)
		return refuse(ret_advice, "a target has no user; write a host "
					  "name or an address");
	return refuse(ret_advice, "a target has no user; write '%.*s'", length,
		      host);
}

/* Names that look like something else. The library would take them, and
   never find them. */
static bool check_name(const char *text, char *ret_advice)
{
	if (*text == '[')
		return refuse_brackets(text, ret_advice);
	if (strchr(text, '/'))
		return refuse_path(text, ret_advice);
	if (strchr(text, '@'))
		return refuse_user(text, ret_advice);
	if (strchr(text, ':'))
		return refuse_colon(text, ret_advice);
	if (text[strspn(text, "0123456789.")] == '\0')
		return refuse(ret_advice, "not a valid IPv4 address");
	return true;
}

/* An address whose "%interface" is there. */
static bool check_address(const char *text,
			  struct sockaddr_storage *ret_address, bool *ret_is,
			  char *ret_advice)
{
	const char *scope = strchr(text, '%');
	struct sockaddr_in6 ipv6;
	char address[INET_ADDRSTRLEN];

	*ret_is = tool_word_parse_address(text, ret_address);
	if (!scope)
		return true;
	memcpy(&ipv6, ret_address, sizeof(ipv6));
	if (*ret_is && !ipv6.sin6_scope_id)
		return refuse(ret_advice, "there is no interface '%s'",
			      scope + 1);
	if (*ret_is || (size_t)(scope - text) >= sizeof(address))
		return true;
	memcpy(address, text, (size_t)(scope - text));
	address[scope - text] = '\0';
	if (parse_ipv4(address, ret_address))
		return refuse(ret_advice,
			      "an IPv4 address takes no '%%'; write "
			      "--interface %s and '%s'",
			      scope + 1, address);
	return true;
}

static bool parse_pair(const char *text, struct tool_word *ret_word,
		       char *ret_advice)
{
	const char *comma = strchr(text, ',');
	const char *remote = comma + 1;
	char local[TOOL_ADVICE_MAX / 4];
	bool is_address;

	snprintf(local, sizeof(local), "%.*s", (int)(comma - text), text);
	if (comma - text >= (int)sizeof(local) || strchr(remote, ','))
		return refuse(ret_advice, "a pair is two addresses with one "
					  "comma: LOCAL,REMOTE");
	if (!check_address(local, &ret_word->local, &is_address, ret_advice))
		return false;
	if (!is_address)
		return refuse(ret_advice,
			      "the part before the comma is not an address; "
			      "separate targets with blanks");
	ret_word->kind = TOOL_KIND_PAIR;
	if (strcmp(remote, "default") == 0)
		return true;
	if (!check_address(remote, &ret_word->remote, &is_address, ret_advice))
		return false;
	if (!is_address)
		return refuse(ret_advice,
			      "the part after the comma must be an address "
			      "or 'default'");
	return true;
}

static bool parse(const char *text, struct tool_word *word, char *ret_advice)
{
	bool is_address;

	if (!*text)
		return refuse(ret_advice, "write a name, an address or "
					  "'default'");
	if (strcmp(text, "default") == 0) {
		word->kind = TOOL_KIND_DEFAULT;
		word->remote.ss_family = AF_INET;
		return true;
	}
	if (strstr(text, "://"))
		return refuse_url(text, ret_advice);
	if (text[strcspn(text, " \t\n\v\f\r")])
		return refuse(ret_advice,
			      "a target has no blanks; write each target as "
			      "a word of its own");
	if (strchr(text, ','))
		return parse_pair(text, word, ret_advice);
	if (!check_address(text, &word->remote, &is_address, ret_advice))
		return false;
	if (!is_address) {
		word->kind = TOOL_KIND_NAME;
		return check_name(text, ret_advice);
	}
	word->kind =
		is_zero(&word->remote) ? TOOL_KIND_DEFAULT : TOOL_KIND_ADDRESS;
	return true;
}

bool tool_word_parse(const char *text, struct tool_word *ret_word,
		     char *ret_advice)
{
	struct tool_word word = {0};

	if (!parse(text, &word, ret_advice))
		return false;
	*ret_word = word;
	return true;
}

const char *tool_word_kind_text(enum tool_kind kind)
{
	static const char *const texts[] = {
		[TOOL_KIND_NAME] = "name",
		[TOOL_KIND_ADDRESS] = "address",
		[TOOL_KIND_PAIR] = "pair",
		[TOOL_KIND_DEFAULT] = "default",
	};

	return texts[kind];
}
