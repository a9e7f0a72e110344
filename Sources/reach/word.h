/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * A word of the command line as what it asks about, or advice on what to write
 * instead. Makes no targets and looks nothing up but interface names.
 */

#ifndef REACH_TOOL_WORD_H
#define REACH_TOOL_WORD_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

enum tool_kind {
	TOOL_KIND_NAME,
	TOOL_KIND_ADDRESS,
	TOOL_KIND_PAIR,
	/* the default path: "default" or a zero address */
	TOOL_KIND_DEFAULT,
};

struct tool_word {
	enum tool_kind kind;
	/* all but names; family AF_UNSPEC: there is none */
	struct sockaddr_storage local;
	struct sockaddr_storage remote;
};

#define TOOL_ADVICE_MAX 512

/* False: it cannot be used; the advice says why and what to write, to follow
   the word itself and a colon. It may hold unprintable bytes of the word. */
bool tool_word_parse(const char *text, struct tool_word *ret_word,
		     char *ret_advice);

/* An address alone, as inet_aton() and inet_pton() take it, "%interface"
   included for IPv6. */
bool tool_word_parse_address(const char *text,
			     struct sockaddr_storage *ret_address);

/* "name", "address", "pair", "default". */
const char *tool_word_kind_text(enum tool_kind kind);

#endif
