/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* A C++ program as a user of the installed library writes it. */

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/ReachabilityExtensions.h>
#include <iostream>
#include <memory>

int main()
{
	using Object = std::remove_pointer_t<SCNetworkReachabilityRef>;
	std::unique_ptr<Object, void (*)(CFTypeRef)> target(
		const_cast<Object *>(SCNetworkReachabilityCreateWithName(
			kCFAllocatorDefault, "127.0.0.1")),
		CFRelease);
	SCNetworkReachabilityFlags flags = 0;

	if (!target || !SCNetworkReachabilityGetFlags(target.get(), &flags)) {
		std::cerr << SCErrorString(SCError()) << '\n';
		return 1;
	}
	std::cout << "0x" << std::hex << flags << '\n';
	return 0;
}
