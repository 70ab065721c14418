/* Memory of an endpoint: cut from one block front to back, never given back (ROB-3).  With
 * base NULL it only counts, so that size and layout come from the same calls. */
#ifndef REFERENCE_ENGINE_ARENA_H
#define REFERENCE_ENGINE_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct ref_arena {
	uint8_t *base;
	size_t used;
	int is_over; /* a size did not fit size_t */
};

/* count x size bytes, aligned to 64; NULL while counting. */
static inline void *arena_take(struct ref_arena *a, size_t count, size_t size)
{
	size_t bytes, at = a->used;
	if (__builtin_mul_overflow(count, size, &bytes) ||
	    __builtin_add_overflow(bytes, (size_t)63, &bytes) ||
	    __builtin_add_overflow(a->used, bytes / 64 * 64, &a->used)) {
		a->is_over = 1;
		return NULL;
	}
	return a->base ? a->base + at : NULL;
}

#endif
