/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The short ways. */

#include "api.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

union test_address test_address(const char *text)
{
	union test_address address;
	char copy[128];
	char *scope;

	memset(&address, 0, sizeof(address));
	if (inet_pton(AF_INET, text, &address.ipv4.sin_addr) == 1) {
		address.ipv4.sin_family = AF_INET;
		return address;
	}
	snprintf(copy, sizeof(copy), "%s", text);
	scope = strchr(copy, '%');
	if (scope)
		*scope++ = '\0';
	address.ipv6.sin6_family = AF_INET6;
	if (inet_pton(AF_INET6, copy, &address.ipv6.sin6_addr) != 1)
		fail_msg("%s is no address", text);
	if (scope) {
		address.ipv6.sin6_scope_id = if_nametoindex(scope);
		assert_int_not_equal(address.ipv6.sin6_scope_id, 0);
	}
	return address;
}

SCNetworkReachabilityRef test_target(const char *text)
{
	union test_address address = test_address(text);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithAddress(NULL, &address.any);

	assert_non_null(target);
	return target;
}

SCNetworkReachabilityRef test_pair(const char *local, const char *remote)
{
	union test_address local_address;
	union test_address remote_address;
	SCNetworkReachabilityRef target;

	if (local)
		local_address = test_address(local);
	if (remote)
		remote_address = test_address(remote);
	target = SCNetworkReachabilityCreateWithAddressPair(
		NULL, local ? &local_address.any : NULL,
		remote ? &remote_address.any : NULL);
	assert_non_null(target);
	return target;
}

SCNetworkReachabilityRef test_name(const char *name)
{
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, name);

	assert_non_null(target);
	return target;
}

static struct reach_explanation explain(SCNetworkReachabilityRef target)
{
	struct reach_explanation explanation = {.size = sizeof(explanation)};

	if (!reach_explain(target, &explanation))
		fail_msg("no explanation: %s", SCErrorString(SCError()));
	return explanation;
}

uint32_t test_flags_of(SCNetworkReachabilityRef target)
{
	SCNetworkReachabilityFlags flags = 0xffffffff;

	if (!SCNetworkReachabilityGetFlags(target, &flags))
		fail_msg("no flags: %s", SCErrorString(SCError()));
	assert_int_equal(explain(target).flags, flags);
	CFRelease(target);
	return flags;
}

uint32_t test_flags(const char *address)
{
	return test_flags_of(test_target(address));
}

uint32_t test_pair_flags(const char *local, const char *remote)
{
	return test_flags_of(test_pair(local, remote));
}

bool test_reads(SCNetworkReachabilityRef target, uint32_t expected)
{
	SCNetworkReachabilityFlags flags = 0xffffffff;

	return SCNetworkReachabilityGetFlags(target, &flags) &&
	       flags == expected;
}

uint32_t test_name_flags(const char *name)
{
	return test_flags_of(test_name(name));
}

struct reach_explanation test_explain(const char *address)
{
	SCNetworkReachabilityRef target = test_target(address);
	struct reach_explanation explanation = explain(target);

	CFRelease(target);
	return explanation;
}

void test_assert_flags(const char *address, uint32_t expected, const char *file,
		       int line)
{
	uint32_t flags = test_flags(address);

	if (flags == expected)
		return;
	print_error("%s:%d: %s is 0x%x (%s), not 0x%x\n", file, line, address,
		    flags, reach_rule_text(test_explain(address).rule),
		    expected);
	_fail(file, line);
}

bool test_description_has(SCNetworkReachabilityRef target, const char *text)
{
	char buffer[1024] = "";
	CFStringRef description = CFCopyDescription(target);

	CFStringGetCString(description, buffer, sizeof(buffer),
			   kCFStringEncodingUTF8);
	CFRelease(description);
	if (!strstr(buffer, text))
		print_message("description: %s\n", buffer);
	return strstr(buffer, text) != NULL;
}
