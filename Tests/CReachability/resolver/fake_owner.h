/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* The owner of a resolver whose names are fake, from a test's beginning to its
   end. */

#ifndef REACH_TEST_FAKE_OWNER_H
#define REACH_TEST_FAKE_OWNER_H

#include "fake_names.h"
#include "owner.h"

static struct owner owner;

static int begin(void **state)
{
	(void)state;
	fake_names_reset();
	owner_begin(&owner);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fake_names_release_all();
	owner_end(&owner);
	return 0;
}

static bool fake_owner_are_out(void *info)
{
	return fake_names_out() == *(const unsigned int *)info;
}

/* Until so many look-ups are out. */
static void serve_until_out(unsigned int count)
{
	owner_serve(&owner, fake_owner_are_out, &count);
}

#endif
