/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* What the delivery room offers to programs and that sets the status. */

#include <SystemConfiguration/ReachabilityExtensions.h>

#include "SCError.h"
#include "delivery.h"

/* Declared for compilers that have blocks only. */
CF_EXPORT void reach_CFRunLoopPerformBlock(CFRunLoopRef loop, CFTypeRef mode,
					   const void *block);

reach_port_ref reach_port_create(void)
{
	struct reach_port *port;
	int result = reach_port_new(&port);

	if (result) {
		reach_status_set_result(result);
		return NULL;
	}
	return port;
}

void reach_CFRunLoopPerformBlock(CFRunLoopRef loop, CFTypeRef mode,
				 const void *block)
{
	int result = reach_delivery_perform_block(loop, mode, block);

	if (result)
		reach_status_set_result(result);
}
