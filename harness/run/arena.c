/* Memory of one case: a list of zeroed blocks. */
#include "harness/run/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, BLOCK = 32 * 1024 };

struct block {
	struct block *next;
	size_t used, size; /* bytes after the header */
};

struct arena {
	struct block *blocks;
};

struct arena *arena_new(void)
{
	return calloc(1, sizeof(struct arena));
}

static size_t header(void)
{
	return (sizeof(struct block) + ALIGN - 1) / ALIGN * ALIGN;
}

static struct block *add_block(struct arena *a, size_t bytes)
{
	size_t size = bytes > BLOCK ? bytes : BLOCK;
	struct block *b = aligned_alloc(ALIGN, header() + size);

	if (!b) {
		fputs("conformance: out of memory\n", stderr);
		abort();
	}
	memset(b, 0, header() + size);
	b->size = size;
	b->next = a->blocks;
	a->blocks = b;
	return b;
}

void *arena_take(struct arena *a, size_t bytes)
{
	size_t need = (bytes + ALIGN - 1) / ALIGN * ALIGN;
	struct block *b = a->blocks;

	if (!b || b->size - b->used < need)
		b = add_block(a, need);
	b->used += need;
	return (uint8_t *)b + header() + b->used - need;
}

char *arena_print(struct arena *a, const char *format, ...)
{
	char text[512];
	va_list args;
	char *copy;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	copy = arena_take(a, strlen(text) + 1);
	memcpy(copy, text, strlen(text) + 1);
	return copy;
}

void arena_free(struct arena *a)
{
	if (!a)
		return;
	while (a->blocks) {
		struct block *b = a->blocks;

		a->blocks = b->next;
		free(b);
	}
	free(a);
}
