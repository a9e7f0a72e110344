/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the toolchain's loops are told about a source: they keep it, and the
 * delivery with it, until they have come back from perform.
 */

#include "genuine_source.h"

#include "carrier.h"
#include "cf.h"

static const void *retain(const void *info)
{
	return reach_delivery_ref((struct reach_delivery *)info);
}

static void release(const void *info)
{
	reach_delivery_unref((struct reach_delivery *)info);
}

static void perform(void *info)
{
	reach_delivery_run(info);
}

static CFStringRef describe(const void *info)
{
	(void)info;
	return reach_cf_string("<SCNetworkReachability RLS>");
}

genuine_source_ref reach_genuine_source_new(struct reach_delivery *delivery)
{
	struct genuine_source_context context = {
		.info = delivery,
		.retain = retain,
		.release = release,
		.describe = describe,
		.perform = perform,
	};

	return genuine_CFRunLoopSourceCreate(NULL, 0, &context);
}
