/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Errors as objects: <CoreFoundation/CFError.h>. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "genuine.h"
#include "own.h"

struct reach_error {
	struct reach_own_base base;
	CFStringRef domain;
	CFIndex code;
	/* or NULL */
	CFDictionaryRef info;
};

static struct reach_error *own(CFTypeRef object)
{
	return (struct reach_error *)object;
}

static void finalize_error(CFTypeRef object)
{
	CFRelease(own(object)->domain);
	CFRelease(own(object)->info);
}

/* The text of an error, or NULL. buffer may be used for it. */
static const char *find_text(const struct reach_error *error, char *buffer,
			     size_t size)
{
	CFStringRef text = NULL;

	if (error->info)
		text = CFDictionaryGetValue(error->info,
					    kCFErrorDescriptionKey);
	if (reach_cf_is_string(text))
		return CFStringGetCStringPtr(text, kCFStringEncodingUTF8);
	if (CFEqual(error->domain, kCFErrorDomainPOSIX))
		return strerror_r((int)error->code, buffer, size);
	return NULL;
}

static const char *domain_text(const struct reach_error *error)
{
	return CFStringGetCStringPtr(error->domain, kCFStringEncodingUTF8);
}

static CFStringRef describe_error(CFTypeRef object)
{
	const struct reach_error *error = own(object);
	char buffer[64];
	const char *text = find_text(error, buffer, sizeof(buffer));

	return reach_own_describe(
		object, "{domain = %s, code = %ld%s%s}", domain_text(error),
		error->code, text ? ", description = " : "", text ? text : "");
}

static Boolean equal_errors(CFTypeRef first, CFTypeRef second)
{
	const struct reach_error *a = own(first);
	const struct reach_error *b = own(second);

	return a->code == b->code && CFEqual(a->domain, b->domain) &&
	       CFEqual(a->info, b->info);
}

static CFHashCode hash_error(CFTypeRef object)
{
	return CFHash(own(object)->domain) + (CFHashCode)own(object)->code;
}

static const struct reach_cf_class error_class = {
	.name = "CFError",
	.finalize = finalize_error,
	.describe = describe_error,
	.equal = equal_errors,
	.hash = hash_error,
};

static struct reach_error out_of_memory = {
	REACH_OWN_CONSTANT(error_class, REACH_TYPE_ERROR),
	.domain = (CFStringRef)&reach_string_domain,
	.code = kSCStatusFailed,
};

CFErrorRef reach_cf_out_of_memory_error(void)
{
	/* the toolchain's ends the process when there is no memory left */
	return reach_cf_is_genuine() ? NULL : (CFErrorRef)&out_of_memory;
}

CFTypeID CFErrorGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFErrorGetTypeID()
				     : REACH_TYPE_ERROR;
}

static CFErrorRef create_own(CFStringRef domain, CFIndex code,
			     CFDictionaryRef info)
{
	struct reach_error *error = reach_own_create(
		&error_class, REACH_TYPE_ERROR, sizeof(*error));

	if (!error)
		return NULL;
	error->domain = CFRetain(domain);
	error->code = code;
	error->info = CFRetain(info);
	return (CFErrorRef)error;
}

CFErrorRef CFErrorCreate(CFAllocatorRef allocator, CFErrorDomain domain,
			 CFIndex code, CFDictionaryRef info)
{
	return reach_cf_is_genuine()
		       ? genuine_CFErrorCreate(allocator, domain, code, info)
		       : create_own(domain, code, info);
}

CFErrorDomain CFErrorGetDomain(CFErrorRef error)
{
	return reach_cf_is_genuine() ? genuine_CFErrorGetDomain(error)
				     : own(error)->domain;
}

CFIndex CFErrorGetCode(CFErrorRef error)
{
	return reach_cf_is_genuine() ? genuine_CFErrorGetCode(error)
				     : own(error)->code;
}

static CFDictionaryRef copy_info(const struct reach_error *error)
{
	if (error->info)
		return CFRetain(error->info);
	return CFDictionaryCreate(NULL, NULL, NULL, 0,
				  &kCFTypeDictionaryKeyCallBacks,
				  &kCFTypeDictionaryValueCallBacks);
}

CFDictionaryRef CFErrorCopyUserInfo(CFErrorRef error)
{
	return reach_cf_is_genuine() ? genuine_CFErrorCopyUserInfo(error)
				     : copy_info(own(error));
}

static CFStringRef copy_description(const struct reach_error *error)
{
	char buffer[64];
	const char *text = find_text(error, buffer, sizeof(buffer));
	CFStringRef description;
	char *phrase;

	if (asprintf(&phrase,
		     "The operation could not be completed. (%s error %ld%s%s)",
		     domain_text(error), error->code, text ? " - " : "",
		     text ? text : "") < 0)
		return NULL;
	description = reach_cf_string(phrase);
	free(phrase);
	return description;
}

CFStringRef CFErrorCopyDescription(CFErrorRef error)
{
	return reach_cf_is_genuine() ? genuine_CFErrorCopyDescription(error)
				     : copy_description(own(error));
}
