/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * reach scutil -W: an unscheduled target, the start, the scheduled target, and
 * then every callback. Laid out as scutil does.
 */

#include <SystemConfiguration/SystemConfiguration.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scutil.h"
#include "text.h"

/* Of libdispatch, when it is in the process. */
extern struct dispatch_queue_s _dispatch_main_q __attribute__((weak));
extern void dispatch_main(void) __attribute__((weak));

/* On the heap: dispatch_main() gives up the stack of the thread it is called
   on, and never returns. */
struct watch {
	char kind[sizeof(((struct tool_scutil *)0)->kind)];
	bool details;
	unsigned int callbacks;
};

static void print_description(const char *indent,
			      SCNetworkReachabilityRef target)
{
	CFStringRef description = CFCopyDescription(target);
	CFIndex size = 0;
	char *text = NULL;
	char *escaped = NULL;

	if (description) {
		size = CFStringGetMaximumSizeForEncoding(
			       CFStringGetLength(description),
			       kCFStringEncodingUTF8) +
		       1;
		text = malloc((size_t)size);
	}
	if (text &&
	    CFStringGetCString(description, text, size, kCFStringEncodingUTF8))
		escaped = tool_text_escape(text);
	printf("%s%s\n", indent, escaped ? escaped : "");
	free(escaped);
	free(text);
	if (description)
		CFRelease(description);
}

static void print_now(void)
{
	struct timespec now;
	struct tm parts;

	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &parts);
	printf("*** %2d:%02d:%02d.%03d\n", parts.tm_hour, parts.tm_min,
	       parts.tm_sec, (int)(now.tv_nsec / 1000000));
}

static void called_back(SCNetworkReachabilityRef target,
			SCNetworkReachabilityFlags flags, void *info)
{
	struct watch *watch = info;

	putchar('\n');
	print_now();
	printf("\n%2u: callback w/flags=0x%08x (info=\"%s\")\n",
	       watch->callbacks++, flags, watch->kind);
	print_description("    ", target);
	tool_scutil_print_word(flags, watch->details);
	putchar('\n');
	fflush(stdout);
}

static bool print_direct(const struct tool_scutil *scutil)
{
	SCNetworkReachabilityRef target = tool_scutil_create(scutil);

	if (!target)
		return false;
	printf(" 0: direct\n");
	print_description("   ", target);
	tool_scutil_print_flags(target, scutil->options->details);
	putchar('\n');
	CFRelease(target);
	return true;
}

static bool schedule(SCNetworkReachabilityRef target, bool on_queue)
{
	if (on_queue)
		return SCNetworkReachabilitySetDispatchQueue(target,
							     &_dispatch_main_q);
	return SCNetworkReachabilityScheduleWithRunLoop(
		target, CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
}

static int start(SCNetworkReachabilityRef target, struct watch *watch,
		 bool on_queue)
{
	SCNetworkReachabilityContext context = {.info = watch};

	printf(" 1: start\n");
	print_description("   ", target);
	putchar('\n');
	if (!SCNetworkReachabilitySetCallback(target, called_back, &context) ||
	    !schedule(target, on_queue)) {
		tool_error("scutil: cannot watch: %s",
			   SCErrorString(SCError()));
		return TOOL_NO;
	}
	printf(" 2: on %s\n", on_queue ? "dispatch queue" : "runloop");
	print_description("   ", target);
	tool_scutil_print_flags(target, watch->details);
	putchar('\n');
	fflush(stdout);
	if (on_queue)
		dispatch_main();
	CFRunLoopRun();
	return TOOL_YES;
}

static int watch_target(const struct tool_scutil *scutil)
{
	struct watch *watch = calloc(1, sizeof(*watch));
	SCNetworkReachabilityRef target;
	int status = TOOL_NO;

	if (!watch) {
		tool_error("%s", strerror(ENOMEM));
		return TOOL_ERROR;
	}
	memcpy(watch->kind, scutil->kind, sizeof(watch->kind));
	watch->details = scutil->options->details;
	watch->callbacks = 3;
	target = tool_scutil_create(scutil);
	if (target) {
		status = start(target, watch, scutil->options->dispatch);
		CFRelease(target);
	}
	free(watch);
	return status;
}

int tool_scutil_watch(const struct tool_scutil *scutil)
{
	if (scutil->options->dispatch &&
	    (!&_dispatch_main_q || !dispatch_main)) {
		tool_error("scutil: -D needs libdispatch in the process, which "
			   "is not there; leave -D out");
		return TOOL_ERROR;
	}
	return print_direct(scutil) ? watch_target(scutil) : TOOL_NO;
}
