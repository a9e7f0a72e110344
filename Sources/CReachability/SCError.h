/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The per-thread status behind SCError(): the one place that writes it. */

#ifndef REACH_SCERROR_H
#define REACH_SCERROR_H

/* A kSCStatus code or an errno. */
void reach_status_set(int status);

/* From an internal result, a negative errno: -EINVAL is 1002, -ENOMEM and
   what says nothing to a caller is 1001, all else the errno itself. */
void reach_status_set_result(int result);

#endif
