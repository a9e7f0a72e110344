/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A tun device with somebody attached, so that it has a carrier. */

#ifndef REACH_TEST_TUN_H
#define REACH_TEST_TUN_H

/* Makes the device, of this ARPHRD number (0: as tun has it), and sets it up.
   Close the descriptor to take the carrier away and the device with it. */
int reach_test_tun(const char *name, int link_type);

#endif
