/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * The status of the last failure, one per thread, its text, and the error
 * object made from it. Knows nothing of what fails.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <SystemConfiguration/SystemConfiguration.h>

#include "SCError.h"
#include "cf.h"

static const struct {
	int status;
	const char *text;
} texts[] = {
	{kSCStatusOK, "Success!"},
	{kSCStatusFailed, "Failed!"},
	{kSCStatusInvalidArgument, "Invalid argument"},
	{kSCStatusAccessError, "Permission denied"},
	{kSCStatusNoKey, "No such key"},
	{kSCStatusKeyExists, "Key already defined"},
	{kSCStatusLocked, "Lock already held"},
	{kSCStatusNeedLock, "Lock required for this operation"},
	{kSCStatusNoStoreSession, "Configuration daemon session not active"},
	{kSCStatusNoStoreServer,
	 "Configuration daemon not (no longer) available"},
	{kSCStatusNotifierActive, "Notifier is currently active"},
	{kSCStatusNoPrefsSession, "Preference session not active"},
	{kSCStatusPrefsBusy, "Preferences update currently in progress"},
	{kSCStatusNoConfigFile, "Configuration file not found"},
	{kSCStatusNoLink, "No such link"},
	{kSCStatusStale, "Write attempted on stale version of object"},
	{kSCStatusMaxLink, "Maximum link count exceeded"},
	{kSCStatusReachabilityUnknown,
	 "Network reachability cannot be determined"},
	{kSCStatusConnectionNoService,
	 "Network service for connection not available"},
	{kSCStatusConnectionIgnore,
	 "Network connection information not available at this time"},
};

/* The kernel's numbers end below; ERESTARTSYS and its like are not for users.
 */
#define LAST_ERRNO 511

static __thread int last_status;
static __thread char unknown_text[64];

void reach_status_set(int status)
{
	last_status = status;
}

void reach_status_set_result(int result)
{
	switch (-result) {
	case EINVAL:
		last_status = kSCStatusInvalidArgument;
		break;
	case ENOMEM:
	case ENOSYS:
	case EIO:
	case EPROTO:
	case EBADMSG:
		last_status = kSCStatusFailed;
		break;
	default:
		last_status = result < 0 ? -result : kSCStatusFailed;
	}
}

int SCError(void)
{
	return last_status;
}

static const char *find_text(int status)
{
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i].status == status)
			return texts[i].text;
	}
	return NULL;
}

const char *SCErrorString(int status)
{
	const char *text = find_text(status);

	if (text)
		return text;
	return strerror_r(status, unknown_text, sizeof(unknown_text));
}

/* Without it the error still has its domain and its code. */
static CFDictionaryRef create_info(const char *text)
{
	CFStringRef description = reach_cf_string(text);
	const void *keys[] = {kCFErrorDescriptionKey};
	const void *values[] = {description};
	CFDictionaryRef info = NULL;

	if (description)
		info = CFDictionaryCreate(NULL, keys, values, 1,
					  &kCFTypeDictionaryKeyCallBacks,
					  &kCFTypeDictionaryValueCallBacks);
	reach_cf_release(description);
	return info;
}

CFErrorRef SCCopyLastError(void)
{
	int status = last_status;
	const char *text = find_text(status);
	CFStringRef domain = kCFErrorDomainMach;
	CFDictionaryRef info = NULL;
	CFErrorRef error;

	if (text) {
		domain = kCFErrorDomainSystemConfiguration;
		info = create_info(text);
	} else if (status > 0 && status <= LAST_ERRNO) {
		domain = kCFErrorDomainPOSIX;
	}
	error = CFErrorCreate(NULL, domain, status, info);
	reach_cf_release(info);
	return error ? error : reach_cf_out_of_memory_error();
}
