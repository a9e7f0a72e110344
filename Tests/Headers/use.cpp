/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Patterns of real C++ code. */

#include <SystemConfiguration/SystemConfiguration.h>

#include <TargetConditionals.h>

#if TARGET_OS_MAC || TARGET_OS_IPHONE || TARGET_OS_IOS || TARGET_OS_TV
#error "this is Linux"
#endif

namespace
{

/* every type is one of its own */
template <typename T> struct TypeNumber;
#define TYPE_NUMBER(type, get)                \
	template <> struct TypeNumber<type> { \
		static CFTypeID value()       \
		{                             \
			return get();         \
		}                             \
	}
TYPE_NUMBER(SCNetworkReachabilityRef, SCNetworkReachabilityGetTypeID);
TYPE_NUMBER(CFStringRef, CFStringGetTypeID);
TYPE_NUMBER(CFDataRef, CFDataGetTypeID);
TYPE_NUMBER(CFArrayRef, CFArrayGetTypeID);
TYPE_NUMBER(CFDictionaryRef, CFDictionaryGetTypeID);
TYPE_NUMBER(CFBooleanRef, CFBooleanGetTypeID);
TYPE_NUMBER(CFErrorRef, CFErrorGetTypeID);
TYPE_NUMBER(CFRunLoopRef, CFRunLoopGetTypeID);
template <> struct TypeNumber<CFMutableStringRef> {
};
template <> struct TypeNumber<CFMutableDataRef> {
};
template <> struct TypeNumber<CFMutableArrayRef> {
};
template <> struct TypeNumber<CFMutableDictionaryRef> {
};
template <> struct TypeNumber<CFAllocatorRef> {
};
template <> struct TypeNumber<CFTypeRef> {
};
template <> struct TypeNumber<dispatch_queue_t> {
};

template <typename T> class Reference
{
      public:
	explicit Reference(T object) : object_(object)
	{
	}
	Reference(const Reference &other) : object_(other.object_)
	{
		CFRetain(object_);
	}
	Reference &operator=(const Reference &) = delete;
	~Reference()
	{
		CFRelease(object_);
	}
	T get() const
	{
		return object_;
	}
	bool valid() const
	{
		return CFGetTypeID(object_) == TypeNumber<T>::value();
	}

      private:
	T object_;
};

class Watcher
{
      public:
	bool start(const char *name)
	{
		Reference<SCNetworkReachabilityRef> target(
			SCNetworkReachabilityCreateWithName(kCFAllocatorDefault,
							    name));
		SCNetworkReachabilityContext context = {0, this, nullptr,
							nullptr, nullptr};
		SCNetworkReachabilityFlags flags = 0;

		flags = kSCNetworkReachabilityFlagsReachable |
			kSCNetworkReachabilityFlagsIsDirect;
		flags = flags | kSCNetworkFlagsReachable;
		if (!SCNetworkReachabilityGetFlags(target.get(), &flags))
			return false;
		SCNetworkConnectionFlags legacy = flags;
		last_ = legacy;
		return target.valid() &&
		       SCNetworkReachabilitySetCallback(
			       target.get(),
			       [](SCNetworkReachabilityRef,
				  SCNetworkReachabilityFlags now, void *info) {
				       static_cast<Watcher *>(info)->last_ =
					       now;
			       },
			       &context) &&
		       SCNetworkReachabilityScheduleWithRunLoop(
			       target.get(), CFRunLoopGetMain(),
			       kCFRunLoopDefaultMode);
	}

      private:
	SCNetworkReachabilityFlags last_ = 0;
};

} // namespace

bool use(const char *name);

bool use(const char *name)
{
	Watcher watcher;
	Reference<CFErrorRef> error(SCCopyLastError());

	return watcher.start(name) && error.valid();
}
