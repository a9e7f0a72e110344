/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Names and addresses of any bytes through the public API: as C strings, as
 * string objects, as sockaddr of just their size. Nothing is scheduled, so
 * nothing is looked up; the flags are asked of this machine's routes.
 */

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <SystemConfiguration/SystemConfiguration.h>
#include <SystemConfiguration/SCPrivate.h>
#include <SystemConfiguration/ReachabilityExtensions.h>

#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	return 0;
}

static char *describe(SCNetworkReachabilityRef target)
{
	CFStringRef description = CFCopyDescription(target);
	CFIndex size;
	char *text;

	must(description);
	size = CFStringGetMaximumSizeForEncoding(CFStringGetLength(description),
						 kCFStringEncodingUTF8) +
	       1;
	text = malloc((size_t)size);
	must(text && CFStringGetCString(description, text, size,
					kCFStringEncodingUTF8));
	CFRelease(description);
	return text;
}

/* Every question one may ask of a target, whatever it is made of. */
static void use(SCNetworkReachabilityRef target)
{
	struct reach_explanation why = {.size = sizeof(why)};
	SCNetworkReachabilityFlags flags = 0xffffffff;

	if (!target) {
		must(SCError() == kSCStatusInvalidArgument);
		return;
	}
	must(SCNetworkReachabilityGetFlags(target, &flags));
	must(!(flags & 0xff000000));
	must(reach_explain(target, &why));
	must(why.flags == flags && why.path_count <= REACH_PATHS_MAX);
	for (uint32_t i = 0; i < why.path_count; i++)
		must(memchr(why.paths[i].address, 0, REACH_TEXT_MAX));
	free(describe(target));
	CFRelease(target);
}

/* Is it an address by the C library's rules? */
static bool is_numeric(const char *text)
{
	char address[INET6_ADDRSTRLEN];
	size_t length = strcspn(text, "%");
	struct in6_addr ipv6;
	struct in_addr ipv4;

	if (inet_aton(text, &ipv4))
		return true;
	if (length >= sizeof(address))
		return false;
	memcpy(address, text, length);
	address[length] = '\0';
	return inet_pton(AF_INET6, address, &ipv6) == 1;
}

static void use_text(const uint8_t *data, size_t size)
{
	char *text = copy_text(data, size);
	SCNetworkReachabilityRef target =
		SCNetworkReachabilityCreateWithName(NULL, text);
	SCNetworkConnectionFlags flags;

	must(!target == !*text);
	if (target) {
		char *description = describe(target);

		/* one that is no UTF-8 is described in short */
		must(!strstr(description, "{name =") || !is_numeric(text));
		must(!is_numeric(text) || strstr(description, "address =") ||
		     strstr(description, "default path"));
		free(description);
	}
	must(SCNetworkCheckReachabilityByName(text, &flags) == !!*text);
	use(target);
	free(text);
}

static void use_options(CFStringRef key, CFTypeRef value, CFStringRef other_key,
			CFTypeRef other)
{
	const void *keys[] = {key, other_key};
	const void *values[] = {value, other};
	CFDictionaryRef options =
		CFDictionaryCreate(NULL, keys, values, other ? 2 : 1,
				   &kCFTypeDictionaryKeyCallBacks,
				   &kCFTypeDictionaryValueCallBacks);

	must(options);
	use(SCNetworkReachabilityCreateWithOptions(NULL, options));
	CFRelease(options);
}

/* A string object says back what it was made of. */
static void check_string(CFStringRef string, const char *text)
{
	size_t size = strlen(text) + 1;
	char *back = malloc(size);

	must(back && CFStringGetCString(string, back, (CFIndex)size,
					kCFStringEncodingUTF8));
	must(!strcmp(back, text));
	must(size == 1 || !CFStringGetCString(string, back, (CFIndex)size - 1,
					      kCFStringEncodingUTF8));
	must(CFStringGetLength(string) <= (CFIndex)size - 1);
	must(CFEqual(string, string));
	CFRelease(CFCopyDescription(string));
	free(back);
}

static void use_string(const uint8_t *data, size_t size, uint8_t choice)
{
	static const CFStringEncoding encodings[] = {
		kCFStringEncodingUTF8,
		kCFStringEncodingASCII,
		kCFStringEncodingMacRoman,
		0x12345,
	};
	CFStringEncoding encoding = encodings[choice / 4 % 4];
	char *text = copy_text(data, size);
	CFStringRef string = CFStringCreateWithCString(NULL, text, encoding);

	if (string) {
		check_string(string, text);
		use_options(choice & 16 ? kSCNetworkReachabilityOptionInterface
					: kSCNetworkReachabilityOptionNodeName,
			    string,
			    choice & 32
				    ? kSCNetworkReachabilityOptionResolverBypass
				    : kSCNetworkReachabilityOptionNodeName,
			    choice & 64 ? kCFBooleanTrue : NULL);
		CFRelease(string);
	}
	free(text);
}

/* Of each family no more is read than it has; of others nothing but which it
   is. */
static void *take_address(struct input *input)
{
	uint8_t choice = take_byte(input);
	sa_family_t family = choice & 1 ? AF_INET : AF_INET6;
	size_t size = choice & 1 ? sizeof(struct sockaddr_in)
				 : sizeof(struct sockaddr_in6);
	char bytes[sizeof(struct sockaddr_in6)];

	if (choice & 2) {
		take_bytes(input, &family, sizeof(family));
		if (family == AF_INET || family == AF_INET6)
			return NULL;
		size = sizeof(family);
	}
	take_bytes(input, bytes, sizeof(bytes));
	memcpy(bytes, &family, sizeof(family));
	return copy_exactly(bytes, size);
}

static void use_addresses(struct input *input, uint8_t choice)
{
	struct sockaddr *one = take_address(input);
	struct sockaddr *other = take_address(input);
	uint8_t length = take_byte(input);
	CFDataRef data = CFDataCreate(
		NULL, input->data,
		(CFIndex)(length < input->size ? length : input->size));

	if (one)
		use(SCNetworkReachabilityCreateWithAddress(NULL, one));
	use(SCNetworkReachabilityCreateWithAddressPair(NULL, one, other));
	must(data);
	use_options(choice & 4 ? kSCNetworkReachabilityOptionRemoteAddress
			       : kSCNetworkReachabilityOptionLocalAddress,
		    data, kSCNetworkReachabilityOptionRemoteAddress,
		    choice & 8 ? data : NULL);
	CFRelease(data);
	free(one);
	free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = {data, size};
	uint8_t choice = take_byte(&input);

	if (choice & 1)
		use_addresses(&input, choice);
	else if (choice & 2)
		use_string(input.data, input.size, choice);
	else
		use_text(input.data, input.size);
	return 0;
}
