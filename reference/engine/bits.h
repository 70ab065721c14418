/* Sets of 256: a path's PSN window (indexed by PSN modulo 256) and a connection's paths.
 * Header only; pure. */
#ifndef REFERENCE_ENGINE_BITS_H
#define REFERENCE_ENGINE_BITS_H

#include <stdbool.h>
#include <stdint.h>

struct bits256 {
	uint64_t w[4];
};

static inline bool bits_get(const struct bits256 *b, uint32_t i)
{
	return (b->w[i / 64 % 4] >> (i % 64)) & 1;
}

static inline void bits_set(struct bits256 *b, uint32_t i)
{
	b->w[i / 64 % 4] |= UINT64_C(1) << (i % 64);
}

static inline void bits_clear(struct bits256 *b, uint32_t i)
{
	b->w[i / 64 % 4] &= ~(UINT64_C(1) << (i % 64));
}

static inline void bits_put(struct bits256 *b, uint32_t i, bool on)
{
	if (on)
		bits_set(b, i);
	else
		bits_clear(b, i);
}

static inline bool bits_any(const struct bits256 *b)
{
	return (b->w[0] | b->w[1] | b->w[2] | b->w[3]) != 0;
}

/* The first member at or after i, going round; -1 if the set is empty. */
static inline int bits_next(const struct bits256 *b, uint32_t i)
{
	i %= 256;
	uint64_t head = b->w[i / 64] & (UINT64_MAX << (i % 64));
	if (head != 0)
		return (int)(i / 64 * 64) + __builtin_ctzll(head);
	for (uint32_t k = 1; k <= 4; k++) {
		uint32_t word = (i / 64 + k) % 4;
		if (b->w[word] != 0)
			return (int)(word * 64) + __builtin_ctzll(b->w[word]);
	}
	return -1;
}

/* Member j of the result is member (j + n) % 256 of b. */
static inline struct bits256 bits_rotate(const struct bits256 *b, uint32_t n)
{
	struct bits256 r;
	uint32_t words = n / 64 % 4, rest = n % 64;
	for (uint32_t k = 0; k < 4; k++) {
		uint64_t low = b->w[(k + words) % 4], high = b->w[(k + words + 1) % 4];
		r.w[k] = rest == 0 ? low : (low >> rest) | (high << (64 - rest));
	}
	return r;
}

/* Drops the members below n (n <= 256). */
static inline void bits_drop_low(struct bits256 *b, uint32_t n)
{
	for (uint32_t k = 0; k < 4; k++) {
		if (n >= (k + 1) * 64)
			b->w[k] = 0;
		else if (n > k * 64)
			b->w[k] &= UINT64_MAX << (n - k * 64);
	}
}

#endif
