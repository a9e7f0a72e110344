/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Who takes part. */

#include "contestant.h"

const struct contestant *const contestants[] = {
	&contestant_raw,	  &contestant_raw_plain,
	&contestant_batch,	  &contestant_connect,
	&contestant_library,	  &contestant_library_scheduled,
	&contestant_library_once, &contestant_libnl,
	&contestant_dump,	  &contestant_glib,
	&contestant_process,	  NULL,
};
