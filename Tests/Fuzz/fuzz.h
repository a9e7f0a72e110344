/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * What the fuzz targets share. A target gives some code bytes of any kind, the
 * sanitizers judge its memory, and must() what it says. Nothing here or in the
 * targets sends a packet.
 */

#ifndef REACH_FUZZ_H
#define REACH_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The fuzzer's entry points. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Ends the run, and keeps the input, if it does not hold. */
#define must(condition)                   \
	do {                              \
		if (!(condition))         \
			__builtin_trap(); \
	} while (0)

struct input {
	const uint8_t *data;
	size_t size;
};

/* The next byte; 0 at the end. */
static inline uint8_t take_byte(struct input *input)
{
	if (!input->size)
		return 0;
	input->size--;
	return *input->data++;
}

/* The next bytes, filled up with zeros. */
static inline void take_bytes(struct input *input, void *ret_bytes, size_t size)
{
	size_t taken = size < input->size ? size : input->size;

	memset(ret_bytes, 0, size);
	if (taken)
		memcpy(ret_bytes, input->data, taken);
	input->data += taken;
	input->size -= taken;
}

/* A copy in memory of just its size, so that no byte beyond is read unseen. */
static inline void *copy_exactly(const void *data, size_t size)
{
	void *copy = malloc(size ? size : 1);

	must(copy);
	if (size)
		memcpy(copy, data, size);
	return copy;
}

/* The same as a text; to be freed. It ends at the first NUL. */
static inline char *copy_text(const uint8_t *data, size_t size)
{
	const uint8_t *end = size ? memchr(data, 0, size) : NULL;
	size_t length = end ? (size_t)(end - data) : size;
	char *text = malloc(length + 1);

	must(text);
	if (length)
		memcpy(text, data, length);
	text[length] = '\0';
	return text;
}

#endif
