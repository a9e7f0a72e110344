/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Bytes and truth values: <CoreFoundation/CFData.h> and CFNumber.h. */

#include <string.h>

#include "genuine.h"
#include "own.h"

struct reach_data {
	struct reach_own_base base;
	size_t length;
	UInt8 bytes[];
};

static const struct reach_data *own(CFTypeRef object)
{
	return object;
}

static CFStringRef describe_data(CFTypeRef object)
{
	return reach_own_describe(object, "{length = %zu}",
				  own(object)->length);
}

static Boolean equal_data(CFTypeRef a, CFTypeRef b)
{
	return own(a)->length == own(b)->length &&
	       memcmp(own(a)->bytes, own(b)->bytes, own(a)->length) == 0;
}

static CFHashCode hash_data(CFTypeRef object)
{
	return own(object)->length;
}

static const struct reach_cf_class data_class = {
	.name = "CFData",
	.describe = describe_data,
	.equal = equal_data,
	.hash = hash_data,
};

static CFDataRef create_own(const UInt8 *bytes, size_t length)
{
	struct reach_data *data = reach_own_create(&data_class, REACH_TYPE_DATA,
						   sizeof(*data) + length);

	if (!data)
		return NULL;
	data->length = length;
	if (length)
		memcpy(data->bytes, bytes, length);
	return (CFDataRef)data;
}

CFTypeID CFDataGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFDataGetTypeID()
				     : REACH_TYPE_DATA;
}

CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes,
		       CFIndex length)
{
	if (length < 0)
		return NULL;
	return reach_cf_is_genuine()
		       ? genuine_CFDataCreate(allocator, bytes, length)
		       : create_own(bytes, (size_t)length);
}

CFIndex CFDataGetLength(CFDataRef data)
{
	return reach_cf_is_genuine() ? genuine_CFDataGetLength(data)
				     : (CFIndex)own(data)->length;
}

const UInt8 *CFDataGetBytePtr(CFDataRef data)
{
	return reach_cf_is_genuine() ? genuine_CFDataGetBytePtr(data)
				     : own(data)->bytes;
}

static CFStringRef describe_boolean(CFTypeRef object)
{
	return reach_own_describe(object, "{value = %s}",
				  object == kCFBooleanTrue ? "true" : "false");
}

const struct reach_cf_class reach_boolean_class = {
	.name = "CFBoolean",
	.describe = describe_boolean,
};

CFTypeID CFBooleanGetTypeID(void)
{
	return reach_cf_is_genuine() ? genuine_CFBooleanGetTypeID()
				     : REACH_TYPE_BOOLEAN;
}

Boolean CFBooleanGetValue(CFBooleanRef boolean)
{
	return reach_cf_is_genuine() ? genuine_CFBooleanGetValue(boolean)
				     : boolean == kCFBooleanTrue;
}
