/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The border between sockaddr, text and what is asked about. */

#include "text.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SystemConfiguration/ReachabilityExtensions.h>

static void map(const struct in_addr *address, struct reach_endpoint *endpoint)
{
	memset(endpoint, 0, sizeof(*endpoint));
	endpoint->family = AF_INET;
	endpoint->address.s6_addr[10] = 0xff;
	endpoint->address.s6_addr[11] = 0xff;
	memcpy(&endpoint->address.s6_addr[12], address, sizeof(*address));
}

/* By name, or by number as getaddrinfo() takes it too; 0 if there is none. */
static uint32_t parse_scope(const char *text)
{
	unsigned int index = if_nametoindex(text);
	char *end;
	unsigned long number;

	if (index)
		return index;
	number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && number <= UINT32_MAX
		       ? (uint32_t)number
		       : 0;
}

static bool parse_ipv6(const char *text, struct reach_endpoint *ret_endpoint)
{
	const char *scope = strchr(text, '%');
	size_t length = scope ? (size_t)(scope - text) : strlen(text);
	char address[INET6_ADDRSTRLEN];
	struct in6_addr parsed;

	if (length >= sizeof(address))
		return false;
	memcpy(address, text, length);
	address[length] = '\0';
	if (inet_pton(AF_INET6, address, &parsed) != 1)
		return false;
	*ret_endpoint = (struct reach_endpoint){
		.address = parsed,
		.scope = scope ? parse_scope(scope + 1) : 0,
		.family = AF_INET6,
	};
	return true;
}

bool reach_text_parse(const char *text, struct reach_endpoint *ret_endpoint)
{
	struct in_addr address;

	if (!inet_aton(text, &address))
		return parse_ipv6(text, ret_endpoint);
	map(&address, ret_endpoint);
	return true;
}

bool reach_text_read(const struct sockaddr *address,
		     struct reach_endpoint *ret_endpoint)
{
	sa_family_t family;

	memcpy(&family, (const char *)address, sizeof(family));
	if (family == AF_INET) {
		struct sockaddr_in ipv4;

		memcpy(&ipv4, (const char *)address, sizeof(ipv4));
		map(&ipv4.sin_addr, ret_endpoint);
		return true;
	}
	if (family == AF_INET6) {
		struct sockaddr_in6 ipv6;

		memcpy(&ipv6, (const char *)address, sizeof(ipv6));
		*ret_endpoint = (struct reach_endpoint){
			.address = ipv6.sin6_addr,
			.scope = ipv6.sin6_scope_id,
			.family = AF_INET6,
		};
		return true;
	}
	return false;
}

static void write_ipv4(const struct in6_addr *address, char *text)
{
	inet_ntop(AF_INET, &address->s6_addr[12], text, REACH_TEXT_MAX);
}

static void write_ipv6(const struct in6_addr *address, uint32_t scope,
		       char *text)
{
	char name[IF_NAMESIZE];
	size_t length;

	inet_ntop(AF_INET6, address, text, REACH_TEXT_MAX);
	length = strlen(text);
	if (scope && if_indextoname(scope, name))
		snprintf(text + length, REACH_TEXT_MAX - length, "%%%s", name);
	else if (scope)
		snprintf(text + length, REACH_TEXT_MAX - length, "%%%u", scope);
}

void reach_text_write(const struct reach_endpoint *endpoint, char *text)
{
	if (endpoint->family == AF_INET)
		write_ipv4(&endpoint->address, text);
	else
		write_ipv6(&endpoint->address, endpoint->scope, text);
}

void reach_text_write_address(const struct in6_addr *address, uint32_t scope,
			      char *text)
{
	if (IN6_IS_ADDR_V4MAPPED(address))
		write_ipv4(address, text);
	else
		write_ipv6(address, scope, text);
}
