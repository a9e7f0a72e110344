/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* reach explain: everything that is known, for people to read. */

#include <arpa/inet.h>
#include <net/if.h>
#include <string.h>

#include "ask.h"
#include "commands.h"
#include "names.h"
#include "terminal.h"
#include "text.h"

#ifndef IFF_LOWER_UP
#define IFF_LOWER_UP 0x10000
#endif

/* Starts a line; the depth is that of the path, or of the target. */
static void print_label(bool of_path, const char *label)
{
	printf("%s%s%-10s%s  ", of_path ? "    " : "  ", tool_colour_dim(),
	       label, tool_colour_off());
}

static void print_question(const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;

	print_label(false, "asked");
	switch (answer->kind) {
	case TOOL_KIND_ADDRESS:
		puts("whether a packet for this address can leave");
		break;
	case TOOL_KIND_PAIR:
		puts("whether the interface that routes to the remote address "
		     "owns the local one");
		break;
	case TOOL_KIND_DEFAULT:
		puts("whether there is a default path, IPv4 or IPv6");
		break;
	case TOOL_KIND_NAME:
		puts(why->name_state == REACH_NAME_UNASKED
			     ? "whether there is a default path; the name was "
			       "not looked up"
			     : "whether a packet for an address of this name "
			       "can "
			       "leave");
		break;
	}
}

static void print_name(const struct reach_explanation *why)
{
	if (why->name_state == REACH_NAME_NONE ||
	    why->name_state == REACH_NAME_UNASKED)
		return;
	print_label(false, "name");
	if (why->name_state == REACH_NAME_PENDING)
		puts("no answer yet; until then the default path counts");
	else if (why->name_state == REACH_NAME_FAILED)
		puts(tool_names_lookup(why->name_error));
	else
		printf("found, %u address%s\n", why->path_total,
		       why->path_total == 1 ? "" : "es");
}

/* "198.51.100.0/24" from an address in it. */
static void print_network(const struct reach_path *path)
{
	unsigned char bytes[sizeof(struct in6_addr)];
	char text[INET6_ADDRSTRLEN];
	char address[REACH_TEXT_MAX];
	int family = strchr(path->address, ':') ? AF_INET6 : AF_INET;
	size_t size = family == AF_INET ? 4 : 16;

	snprintf(address, sizeof(address), "%.*s",
		 (int)strcspn(path->address, "%"), path->address);
	if (path->prefix_length == 0) {
		fputs("default", stdout);
		return;
	}
	if (inet_pton(family, address, bytes) != 1)
		return;
	for (size_t bit = path->prefix_length; bit < size * 8; bit++)
		bytes[bit / 8] &= (unsigned char)~(0x80U >> bit % 8);
	printf("%s/%u", inet_ntop(family, bytes, text, sizeof(text)),
	       path->prefix_length);
}

static void print_route(const struct reach_path *path)
{
	const char *table = tool_names_table(path->table);

	print_label(true, "route");
	if (!path->route_type) {
		const char *refusal = tool_names_refusal(path->error);

		printf(*refusal ? "none: %s (%s)\n" : "none: %s%s\n", refusal,
		       path->error ? strerror(path->error) : "no answer");
		return;
	}
	print_network(path);
	printf(", %s", tool_names_route_type(path->route_type));
	if (*table)
		printf(", table %s", table);
	else
		printf(", table %u", path->table);
	if (path->metric)
		printf(", metric %u", path->metric);
	if (path->lifetime)
		printf(", ends in %u s", path->lifetime);
	if (path->error)
		printf(" (%s)", strerror(path->error));
	putchar('\n');
	if (path->nexthops > 1 || path->nexthop_id ||
	    path->nexthops_alive < path->nexthops) {
		print_label(true, "next hops");
		printf("%u, of them alive %u", path->nexthops,
		       path->nexthops_alive);
		if (path->nexthop_id)
			printf(", nexthop object %u", path->nexthop_id);
		putchar('\n');
	}
}

static void print_gateway(const struct reach_path *path)
{
	if (path->gateway[0]) {
		print_label(true, "gateway");
		puts(tool_safe(path->gateway).text);
	}
	if (path->source[0]) {
		print_label(true, "source");
		puts(tool_safe(path->source).text);
	}
}

static void print_link(const struct reach_path *path)
{
	const char *operstate = tool_names_operstate(path->link_operstate);

	if (!path->interface_index)
		return;
	print_label(true, "device");
	printf("%s, index %u\n", tool_safe(path->interface_name).text,
	       path->interface_index);
	print_label(true, "link");
	fputs(reach_link_kind_text(path->link_kind), stdout);
	if (path->link_driver_kind[0])
		printf(" (%s)", tool_safe(path->link_driver_kind).text);
	if (path->link_lower[0])
		printf(" over %s", tool_safe(path->link_lower).text);
	printf(", %s, operstate %s, %scarrier, %srunning\n",
	       path->link_flags & IFF_UP ? "up" : "down",
	       *operstate ? operstate : "unknown",
	       path->link_flags & IFF_LOWER_UP ? "" : "no ",
	       path->link_flags & IFF_RUNNING ? "" : "not ");
}

static void print_word(bool of_path, SCNetworkReachabilityFlags flags)
{
	char names[TOOL_FLAGS_SCUTIL_MAX];

	tool_names_scutil(flags, names);
	print_label(of_path, "flags");
	printf("0x%08x  %s\n", flags, names);
}

static void print_address(const struct tool_answer *answer,
			  const struct reach_path *path)
{
	printf("  %s%s%s%s%s\n", tool_colour_bold(),
	       tool_safe(path->address).text, tool_colour_off(),
	       tool_answer_is_default(answer) ? "  (probe; nothing is sent)"
					      : "",
	       answer->why.path_count > 1 && path == tool_answer_path(answer)
		       ? "  (this one decided)"
		       : "");
}

/* Probes without a path mostly fail all for the same reason. */
static bool is_alike(const struct tool_answer *answer, uint32_t index,
		     uint32_t next)
{
	const struct reach_path *path = &answer->why.paths[index];
	struct reach_path other = answer->why.paths[next];

	memcpy(other.address, path->address, sizeof(other.address));
	return tool_answer_is_default(answer) && path->prefix_length == 0 &&
	       index != answer->why.path_decided &&
	       next != answer->why.path_decided &&
	       memcmp(path, &other, sizeof(other)) == 0;
}

/* Those that are alike are told of once. The index of the next. */
static uint32_t print_paths(const struct tool_answer *answer, uint32_t index)
{
	const struct reach_path *path = &answer->why.paths[index];
	uint32_t next = index + 1;

	print_address(answer, path);
	for (; next < answer->why.path_count && is_alike(answer, index, next);
	     next++)
		print_address(answer, &answer->why.paths[next]);
	print_route(path);
	print_gateway(path);
	print_link(path);
	print_label(true, "rule");
	puts(reach_rule_text(path->rule));
	if (answer->why.path_count > 1)
		print_word(true, path->flags);
	return next;
}

static void print_answer(const struct tool_target *target,
			 const struct tool_answer *answer)
{
	const struct reach_explanation *why = &answer->why;
	char summary[TOOL_SUMMARY_MAX];

	tool_answer_summary(answer, summary);
	printf("%s%s%s: %s%s%s\n", tool_colour_bold(), target->label,
	       tool_colour_off(), tool_colour_state(answer->state),
	       tool_state_text(answer->state), tool_colour_off());
	print_question(answer);
	print_name(why);
	print_label(false, "because");
	puts(summary);
	print_word(false, why->flags);
	for (uint32_t i = 0; i < why->path_count;)
		i = print_paths(answer, i);
	if (why->path_total > why->path_count)
		printf("  not looked at: %u more address%s\n",
		       why->path_total - why->path_count,
		       why->path_total - why->path_count == 1 ? "" : "es");
}

static void print(const struct tool_targets *targets,
		  const struct tool_outcome *outcomes)
{
	bool blank = false;

	for (size_t i = 0; i < targets->count; i++) {
		if (outcomes[i].error)
			continue;
		fputs(blank ? "\n" : "", stdout);
		print_answer(&targets->list[i], &outcomes[i].answer);
		blank = true;
	}
}

int tool_explain(const struct tool_options *options)
{
	return tool_ask(options, print, true);
}
