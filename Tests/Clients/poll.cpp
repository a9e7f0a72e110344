/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Only ever asks, each time anew or the same target again; from several threads
   too. Every answer is of now. */

#include "client.h"

#include <thread>
#include <vector>

static int ask_anew(const char *name)
{
	auto target = SCNetworkReachabilityCreateWithName(nullptr, name);
	int flags = flags_of(target);

	CFRelease(target);
	return flags;
}

/* The other family's zero address stands for the same. */
static SCNetworkReachabilityRef any_network_by_ipv6()
{
	sockaddr_in6 address{};

	address.sin6_family = AF_INET6;
	return SCNetworkReachabilityCreateWithAddress(
		kCFAllocatorDefault, reinterpret_cast<sockaddr *>(&address));
}

int main()
{
	auto neighbour = target_of("192.0.2.1");
	auto everything = any_network();
	auto also_everything = any_network_by_ipv6();
	/* for "is there a local network": 169.254.0.0 */
	auto link_local = target_of("169.254.0.0");

	for (int i = 0; i < 10; i++) {
		network_down();
		EXPECT(flags_of(everything) == 0);
		EXPECT(flags_of(also_everything) == 0);
		EXPECT(flags_of(neighbour) == 0);
		EXPECT(flags_of(link_local) == 0);
		EXPECT(ask_anew("server.test") == 0);
		EXPECT(ask_anew("127.0.0.1") == OWN);
		network_up();
		EXPECT(flags_of(everything) == REACHABLE);
		EXPECT(flags_of(also_everything) == REACHABLE);
		EXPECT(flags_of(neighbour) == ON_LINK);
		EXPECT(flags_of(link_local) == ON_LINK);
		EXPECT(ask_anew("server.test") == REACHABLE);
		EXPECT(ask_anew("198.51.100.7") == REACHABLE);
	}
	std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++)
		threads.emplace_back([=] {
			for (int j = 0; j < 1000; j++)
				EXPECT(flags_of(everything) == REACHABLE);
		});
	for (auto &thread : threads)
		thread.join();
	CFRelease(neighbour);
	CFRelease(everything);
	CFRelease(also_everything);
	CFRelease(link_local);
	return failures;
}
