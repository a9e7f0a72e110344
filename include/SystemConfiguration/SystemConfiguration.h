/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Everything there is of Apple's SystemConfiguration here, and what all of it
 * shares: how a call says why it failed.
 */

#ifndef REACH_SYSTEMCONFIGURATION_H
#define REACH_SYSTEMCONFIGURATION_H

#include "SCBase.h"
#include "SCNetwork.h"
#include "SCNetworkReachability.h"

REACH_DECLARATIONS_BEGIN

/**
 * The domain of errors that SCCopyLastError makes from a kSCStatus code:
 * "com.apple.SystemConfiguration". It belongs to the library.
 *
 * Source: kCFErrorDomainSystemConfiguration. The symbol has a prefix, as all
 * that start with CF or kCF: a real CoreFoundation may have them too.
 */
extern const CFStringRef kCFErrorDomainSystemConfiguration
	__asm__("reach_kCFErrorDomainSystemConfiguration");

/**
 * What SCError() returns, besides the errno numbers of the system. The
 * functions of this library use OK, Failed and InvalidArgument; the others are
 * there for code that compares.
 */
enum {
	kSCStatusOK = 0,	/**< nothing went wrong */
	kSCStatusFailed = 1001,	/**< something did, not further specified */
	kSCStatusInvalidArgument = 1002, /**< an argument cannot be used */
	kSCStatusAccessError = 1003,	/**< not permitted */
	kSCStatusNoKey = 1004,		/**< no such key in the store */
	kSCStatusKeyExists = 1005,	/**< the key is there already */
	kSCStatusLocked = 1006,		/**< somebody has the lock */
	kSCStatusNeedLock = 1007,	/**< only possible with the lock */
	kSCStatusNoStoreSession = 2001,	/**< no connection to the store */
	kSCStatusNoStoreServer = 2002,	/**< no daemon for the store */
	kSCStatusNotifierActive = 2003,	/**< notification is on already */
	kSCStatusNoPrefsSession = 3001,	/**< preferences are not open */
	kSCStatusPrefsBusy = 3002,	/**< preferences are being updated */
	kSCStatusNoConfigFile = 3003,	/**< no such configuration file */
	kSCStatusNoLink = 3004,		/**< no such link */
	kSCStatusStale = 3005,		/**< written from an outdated copy */
	kSCStatusMaxLink = 3006,	/**< too many links */
	kSCStatusReachabilityUnknown = 4001, /**< flags cannot be found out */
	kSCStatusConnectionNoService = 5001, /**< no service to connect with */
	kSCStatusConnectionIgnore = 5002 /**< no connection to speak of now */
};

/**
 * The reason for the last failure of a SystemConfiguration call on this
 * thread as an error object: a kSCStatus code in the domain
 * kCFErrorDomainSystemConfiguration with its text as description, or an errno
 * in kCFErrorDomainPOSIX, or any other number in kCFErrorDomainMach.
 *
 * Source: the Apple call of the same name. May be called from any thread.
 *
 * @return an error with one reference for the caller to release; also when
 *         nothing has failed yet, with code 0
 */
CFErrorRef SCCopyLastError(void);

/**
 * The reason for the last failure of a SystemConfiguration call on this
 * thread. A call that works does not change it.
 *
 * Source: the Apple call of the same name.
 *
 * @return a kSCStatus code or an errno; 0 in a thread where nothing has failed
 */
int SCError(void);

/**
 * A code in plain English.
 *
 * Source: the Apple call of the same name. May be called from any thread.
 *
 * @param status what SCError() returned
 * @return a text that belongs to the library and stays valid; for a number it
 *         does not know, a text that says so, valid until the next such call
 *         on the same thread
 */
const char *SCErrorString(int status);

REACH_DECLARATIONS_END

#endif
