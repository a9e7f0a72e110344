/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The calls Apple keeps to itself: targets from a dictionary of options, and
 * what a scheduled target has resolved.
 */

#include <SystemConfiguration/SCPrivate.h>

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "SCError.h"
#include "present.h"
#include "flags.h"
#include "resolver.h"
#include "space.h"
#include "target.h"
#include "text.h"
#include "watch.h"

/* The value of a key, of the given type. False: it has another. */
static bool take_value(CFDictionaryRef options, CFStringRef key, CFTypeID type,
		       CFTypeRef *ret_value)
{
	CFTypeRef value = CFDictionaryGetValue(options, key);

	if (value && CFGetTypeID(value) != type)
		return false;
	*ret_value = value;
	return true;
}

static int take_text(CFDictionaryRef options, CFStringRef key, char **ret_text)
{
	CFIndex size;
	CFTypeRef value;
	char *text;

	if (!take_value(options, key, CFStringGetTypeID(), &value))
		return -EINVAL;
	if (!value) {
		*ret_text = NULL;
		return 0;
	}
	/* UTF-8 takes at most three bytes a UTF-16 unit. */
	size = CFStringGetLength(value) * 3 + 1;
	text = malloc((size_t)size);
	if (!text)
		return -ENOMEM;
	if (!CFStringGetCString(value, text, size, kCFStringEncodingUTF8) ||
	    !*text) {
		free(text);
		return -EINVAL;
	}
	*ret_text = text;
	return 0;
}

static int take_address(CFDictionaryRef options, CFStringRef key,
			struct reach_endpoint *ret_endpoint)
{
	/* Zeroed, so that a short one is read as if padded. */
	struct sockaddr_storage address = {0};
	CFTypeRef value;
	size_t size;

	if (!take_value(options, key, CFDataGetTypeID(), &value))
		return -EINVAL;
	if (!value)
		return 0;
	size = (size_t)CFDataGetLength(value);
	if (size < sizeof(struct sockaddr_in) || size > sizeof(address))
		return -EINVAL;
	memcpy(&address, CFDataGetBytePtr(value), size);
	return reach_text_read((const struct sockaddr *)&address, ret_endpoint)
		       ? 0
		       : -EINVAL;
}

static int take_flag(CFDictionaryRef options, CFStringRef key, bool *ret_flag)
{
	CFTypeRef value;

	if (!take_value(options, key, CFBooleanGetTypeID(), &value))
		return -EINVAL;
	*ret_flag = value && CFBooleanGetValue(value);
	return 0;
}

/* An interface that is there now. */
static int take_interface(CFDictionaryRef options, uint32_t *ret_interface)
{
	struct reach_thread *thread;
	struct reach_link link;
	char *name;
	int result = take_text(options, kSCNetworkReachabilityOptionInterface,
			       &name);

	if (result || !name)
		return result;
	result = reach_thread_enter(&thread);
	if (!result)
		result = reach_space_update(thread->space, thread->socket);
	if (!result && !reach_space_find_link(thread->space, name, &link))
		result = -EINVAL;
	free(name);
	if (!result)
		*ret_interface = link.index;
	return result;
}

/* With an address at the local end, or with a name to be freed. */
static int take_subject(CFDictionaryRef options, struct reach_subject *subject,
			struct reach_endpoint *local, char **name)
{
	bool unused;
	int result = take_address(
		options, kSCNetworkReachabilityOptionLocalAddress, local);

	if (!result)
		result = take_address(options,
				      kSCNetworkReachabilityOptionRemoteAddress,
				      &subject->remote);
	if (!result)
		result = take_flag(options,
				   kSCNetworkReachabilityOptionResolverBypass,
				   &subject->no_resolve);
	if (!result)
		result = take_flag(
			options,
			kSCNetworkReachabilityOptionConnectionOnDemandBypass,
			&unused);
	if (!result)
		result = take_flag(options,
				   kSCNetworkReachabilityOptionServerBypass,
				   &unused);
	if (!result)
		result = take_interface(options, &subject->interface);
	if (!result)
		result = take_text(options,
				   kSCNetworkReachabilityOptionNodeName, name);
	return result;
}

/* One target, and one only. A numeric name is an address, as in
   CreateWithName. Reverse look-ups are not offered. */
static int settle_kind(CFDictionaryRef options,
		       const struct reach_endpoint *local, char **name,
		       struct reach_subject *subject)
{
	bool has_address = local->family || subject->remote.family;

	if (CFDictionaryGetValue(options,
				 kSCNetworkReachabilityOptionPTRAddress) ||
	    has_address == (*name != NULL))
		return -EINVAL;
	subject->kind = REACH_SUBJECT_ADDRESS;
	if (*name && !reach_text_parse(*name, &subject->remote)) {
		subject->kind = REACH_SUBJECT_NAME;
		subject->name = *name;
		*name = NULL;
	}
	return local->family ? reach_subject_set_local(subject, local) : 0;
}

SCNetworkReachabilityRef
SCNetworkReachabilityCreateWithOptions(CFAllocatorRef allocator,
				       CFDictionaryRef options)
{
	struct reach_subject subject = {0};
	struct reach_endpoint local = {0};
	char *name = NULL;
	int result = -EINVAL;

	if (options && CFGetTypeID(options) == CFDictionaryGetTypeID())
		result = take_subject(options, &subject, &local, &name);
	if (!result)
		result = settle_kind(options, &local, &name, &subject);
	free(name);
	if (!result)
		return reach_target_new(allocator, &subject);
	reach_status_set_result(result);
	return NULL;
}

static CFDataRef copy_sockaddr(const struct reach_resolved *resolved)
{
	struct sockaddr_in ipv4 = {.sin_family = AF_INET};
	struct sockaddr_in6 ipv6 = {
		.sin6_family = AF_INET6,
		.sin6_addr = resolved->address,
		.sin6_scope_id = resolved->scope,
	};

	if (!IN6_IS_ADDR_V4MAPPED(&resolved->address))
		return CFDataCreate(NULL, (const UInt8 *)&ipv6, sizeof(ipv6));
	memcpy(&ipv4.sin_addr, &resolved->address.s6_addr[12],
	       sizeof(ipv4.sin_addr));
	return CFDataCreate(NULL, (const UInt8 *)&ipv4, sizeof(ipv4));
}

static CFArrayRef copy_addresses(const struct reach_answer *answer)
{
	const void **values = calloc(answer->count, sizeof(*values));
	CFArrayRef addresses = NULL;
	size_t made = 0;

	while (values && made < answer->count) {
		values[made] = copy_sockaddr(&answer->addresses[made]);
		if (!values[made])
			break;
		made++;
	}
	if (values && made == answer->count)
		addresses = CFArrayCreate(NULL, values, (CFIndex)made,
					  &kCFTypeArrayCallBacks);
	while (made > 0)
		reach_cf_release(values[--made]);
	free(values);
	return addresses;
}

CFArrayRef
SCNetworkReachabilityCopyResolvedAddress(SCNetworkReachabilityRef reference,
					 int *error_num)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_answer *answer = NULL;
	CFArrayRef addresses = NULL;

	if (!target)
		return NULL;
	if (target->subject.kind != REACH_SUBJECT_NAME) {
		reach_status_set(kSCStatusInvalidArgument);
		return NULL;
	}
	reach_target_lock(target);
	if (target->watch)
		answer = reach_watch_get_answer(target->watch);
	reach_target_unlock(target);
	if (error_num)
		*error_num = 0;
	reach_status_set(kSCStatusOK);
	if (answer && answer->count) {
		addresses = copy_addresses(answer);
		if (!addresses)
			reach_status_set_result(-ENOMEM);
	}
	reach_answer_unref(answer);
	return addresses;
}

int SCNetworkReachabilityGetInterfaceIndex(SCNetworkReachabilityRef reference)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_state state = {0};
	struct reach_kept kept;
	bool scheduled;
	int result = 0;

	if (!target)
		return -1;
	reach_target_lock(target);
	scheduled = target->watch != NULL;
	if (scheduled)
		state = target->watch->state;
	else
		kept = target->kept;
	reach_target_unlock(target);
	if (!scheduled)
		result = reach_present_state(target, &kept, &state);
	if (result)
		reach_status_set_result(result);
	return !result && reach_flags_rank(state.flags) == 2 ? (int)state.interface : -1;
}
