/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Apple's functions for making targets and reading their flags: checks the
 * arguments, sets the status, and leaves the work to others.
 */

#include <SystemConfiguration/SystemConfiguration.h>

#include <errno.h>
#include <string.h>

#include "SCError.h"
#include "present.h"
#include "schedule.h"
#include "target.h"
#include "text.h"

static SCNetworkReachabilityRef refuse(void)
{
	reach_status_set(kSCStatusInvalidArgument);
	return NULL;
}

static SCNetworkReachabilityRef
create_with_endpoint(CFAllocatorRef allocator,
		     const struct reach_endpoint *endpoint)
{
	const struct reach_subject subject = {
		.kind = REACH_SUBJECT_ADDRESS,
		.remote = *endpoint,
	};

	return reach_target_new(allocator, &subject);
}

SCNetworkReachabilityRef
SCNetworkReachabilityCreateWithAddress(CFAllocatorRef allocator,
				       const struct sockaddr *address)
{
	struct reach_endpoint endpoint;

	if (!address || !reach_text_read(address, &endpoint))
		return refuse();
	return create_with_endpoint(allocator, &endpoint);
}

/* From 127/8 to anywhere else: the remote alone, as on macOS, where it would
   otherwise claim to be local. */
static bool is_remote_alone(const struct reach_endpoint *local,
			    const struct reach_endpoint *remote)
{
	return local->family == AF_INET && remote->family &&
	       reach_endpoint_is_loopback(local) &&
	       !reach_endpoint_is_loopback(remote);
}

SCNetworkReachabilityRef SCNetworkReachabilityCreateWithAddressPair(
	CFAllocatorRef allocator, const struct sockaddr *local_address,
	const struct sockaddr *remote_address)
{
	struct reach_subject subject = {0};
	struct reach_endpoint local = {0};

	if (!local_address && !remote_address)
		return refuse();
	if (local_address && !reach_text_read(local_address, &local))
		return refuse();
	if (remote_address && !reach_text_read(remote_address, &subject.remote))
		return refuse();
	if (is_remote_alone(&local, &subject.remote))
		return create_with_endpoint(allocator, &subject.remote);
	if (reach_subject_set_local(&subject, &local)) {
		reach_status_set_result(-ENOMEM);
		return NULL;
	}
	return reach_target_new(allocator, &subject);
}

SCNetworkReachabilityRef
SCNetworkReachabilityCreateWithName(CFAllocatorRef allocator,
				    const char *nodename)
{
	struct reach_subject subject = {.kind = REACH_SUBJECT_NAME};
	struct reach_endpoint endpoint;

	if (!nodename || !*nodename)
		return refuse();
	if (reach_text_parse(nodename, &endpoint))
		return create_with_endpoint(allocator, &endpoint);
	subject.name = strdup(nodename);
	if (!subject.name) {
		reach_status_set_result(-ENOMEM);
		return NULL;
	}
	return reach_target_new(allocator, &subject);
}

CFTypeID SCNetworkReachabilityGetTypeID(void)
{
	return reach_target_type();
}

Boolean SCNetworkReachabilityGetFlags(SCNetworkReachabilityRef reference,
				      SCNetworkReachabilityFlags *flags)
{
	struct __SCNetworkReachability *target = reach_target_check(reference);
	struct reach_state state;
	struct reach_kept kept;
	int result;

	if (!target)
		return 0;
	if (!flags) {
		reach_status_set(kSCStatusInvalidArgument);
		return 0;
	}
	if (reach_schedule_get_flags(target, flags, &kept))
		return 1;
	result = reach_present_state(target, &kept, &state);
	if (result) {
		reach_status_set_result(result);
		return 0;
	}
	*flags = state.flags;
	return 1;
}

Boolean SCNetworkCheckReachabilityByAddress(const struct sockaddr *address,
					    socklen_t length,
					    SCNetworkConnectionFlags *flags)
{
	struct sockaddr_storage copy = {0};
	SCNetworkReachabilityRef target;
	Boolean known;

	if (!address || length == 0 || length > sizeof(copy)) {
		refuse();
		return 0;
	}
	memcpy(&copy, address, length);
	target = SCNetworkReachabilityCreateWithAddress(
		NULL, (const struct sockaddr *)&copy);
	if (!target)
		return 0;
	known = SCNetworkReachabilityGetFlags(target, flags);
	reach_cf_release(target);
	return known;
}

Boolean SCNetworkCheckReachabilityByName(const char *nodename,
					 SCNetworkConnectionFlags *flags)
{
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, nodename);
	Boolean known;

	if (!target)
		return 0;
	known = SCNetworkReachabilityGetFlags(target, flags);
	reach_cf_release(target);
	return known;
}
