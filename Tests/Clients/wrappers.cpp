/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Wraps objects in a template that is specialised for each pointer type, and
   casts unknown objects by their type number. */

#include "client.h"

#include <utility>

namespace
{

template <typename T> struct TypeOf;
#define TYPE(reference, get_number)            \
	template <> struct TypeOf<reference> { \
		static CFTypeID number()       \
		{                              \
			return get_number();   \
		}                              \
	}
TYPE(SCNetworkReachabilityRef, SCNetworkReachabilityGetTypeID);
TYPE(CFStringRef, CFStringGetTypeID);
TYPE(CFDataRef, CFDataGetTypeID);
TYPE(CFArrayRef, CFArrayGetTypeID);
TYPE(CFDictionaryRef, CFDictionaryGetTypeID);
TYPE(CFBooleanRef, CFBooleanGetTypeID);
TYPE(CFErrorRef, CFErrorGetTypeID);
TYPE(CFRunLoopRef, CFRunLoopGetTypeID);
TYPE(CFMutableStringRef, CFStringGetTypeID);
TYPE(CFMutableArrayRef, CFArrayGetTypeID);
TYPE(CFMutableDictionaryRef, CFDictionaryGetTypeID);

template <typename T, void (*release)(CFTypeRef) = CFRelease> class Owned
{
      public:
	explicit Owned(T object = nullptr) : object_(object)
	{
	}
	Owned(Owned &&other) noexcept
	    : object_(std::exchange(other.object_, nullptr))
	{
	}
	Owned(const Owned &other) : object_(other.object_)
	{
		if (object_)
			CFRetain(object_);
	}
	Owned &operator=(const Owned &) = delete;
	~Owned()
	{
		if (object_)
			release(object_);
	}
	explicit operator bool() const
	{
		return object_ != nullptr;
	}
	T get() const
	{
		return object_;
	}

      private:
	T object_;
};

template <typename T> T cast(CFTypeRef object)
{
	bool fits = CFGetTypeID(object) == TypeOf<T>::number();

	return fits ? (T)object : nullptr;
}

/* how many of these types an object is of */
template <typename... T> int count_types(CFTypeRef object)
{
	return (0 + ... + (cast<T>(object) != nullptr));
}

int count_types_of(CFTypeRef object)
{
	return count_types<SCNetworkReachabilityRef, CFStringRef, CFDataRef,
			   CFArrayRef, CFDictionaryRef, CFBooleanRef,
			   CFErrorRef, CFRunLoopRef>(object);
}

template <typename T> void is_its_own(T object)
{
	EXPECT(cast<T>(object) == object);
	EXPECT(count_types_of(object) == 1);
}

} // namespace

int main()
{
	Owned<SCNetworkReachabilityRef> target(target_of("192.0.2.1"));
	Owned<CFStringRef> text(CFCopyDescription(target.get()));
	Owned<CFErrorRef> error(SCCopyLastError());
	Owned<CFDictionaryRef> details(CFErrorCopyUserInfo(error.get()));
	Owned<CFDataRef> data(CFDataCreate(nullptr, nullptr, 0));
	const void *values[] = {data.get()};
	Owned<CFArrayRef> array(
		CFArrayCreate(nullptr, values, 1, &kCFTypeArrayCallBacks));
	auto again = target;
	auto moved = std::move(again);

	is_its_own(target.get());
	is_its_own(text.get());
	is_its_own(error.get());
	is_its_own(details.get());
	is_its_own(data.get());
	is_its_own(array.get());
	is_its_own(kCFBooleanTrue);
	is_its_own(CFRunLoopGetCurrent());
	EXPECT(moved && !again && moved.get() == target.get());
	EXPECT(CFEqual(moved.get(), target.get()) == TRUE);
	EXPECT(flags_of(moved.get()) == ON_LINK);
	EXPECT(SCNetworkReachabilitySetCallback(target.get(), nullptr,
						nullptr) == TRUE);
	return failures;
}
