/* The two functions that let tester and device agree on large memory without moving it: what
 * region.fill writes and what region.digest returns.  Source: conformance/CONTROL.md. */
#ifndef REFERENCE_SOFT_PATTERN_H
#define REFERENCE_SOFT_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/* The byte region.fill puts at an offset of the region. */
static inline uint8_t pattern_byte(uint64_t seed, uint64_t offset)
{
	uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15u + offset;

	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	return (uint8_t)(x >> 56);
}

/* FNV-1a, 64 bit: start with PATTERN_DIGEST_START, feed the bytes in order. */
#define PATTERN_DIGEST_START 0xcbf29ce484222325u
static inline uint64_t pattern_digest(uint64_t digest, const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		digest = (digest ^ p[i]) * 0x100000001b3u;
	return digest;
}

#endif
