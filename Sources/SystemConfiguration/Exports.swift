// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The libreachability authors

// What comes along with this module. On Apple's systems a file that imports SystemConfiguration has all of these as
// well. Foundation is not among them: there it has to be imported, and so it has here.

@_exported import CReachability
@_exported import CoreFoundation
@_exported import Dispatch
@_exported import Glibc
