/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Back-off that ends; knows no clock, no names and no threads. */

#include "retry.h"

#include <netdb.h>

bool reach_retry_is_temporary(int error)
{
	switch (error) {
	case EAI_NONAME:
#ifdef EAI_NODATA
	case EAI_NODATA:
#endif
#ifdef EAI_ADDRFAMILY
	case EAI_ADDRFAMILY:
#endif
		return false;
	default:
		/* EAI_FAIL too: it is what a refusing server gives, such as a
		   forwarder that has no upstream yet. */
		return true;
	}
}

uint64_t reach_retry_delay(int error, unsigned int failures)
{
	if (!failures)
		return 0;
	if (reach_retry_is_temporary(error))
		return failures <= 9 ? REACH_SECOND << (failures - 1) : 0;
	return failures <= 5 ? 2 * REACH_SECOND << 2 * (failures - 1) : 0;
}

uint64_t reach_burst_due(const struct reach_burst *burst, uint64_t now)
{
	return now < burst->not_before ? burst->not_before : now;
}

void reach_burst_passed(struct reach_burst *burst, uint64_t now)
{
	if (!burst->gap || now > burst->not_before + burst->gap)
		burst->gap = REACH_BURST_FIRST;
	else if (burst->gap < REACH_BURST_LONGEST)
		burst->gap *= 2;
	burst->not_before = now + burst->gap;
}
