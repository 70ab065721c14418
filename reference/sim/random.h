/* Seeded numbers for the simulated network and its tests: splitmix64, the state is the caller's.
 * A run is a function of its seed; nothing here asks the system. */
#ifndef REFERENCE_SIM_RANDOM_H
#define REFERENCE_SIM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t sim_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

/* One of 0 .. n-1; 0 for n = 0. */
static inline uint32_t sim_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)(((sim_random(state) >> 32) * n) >> 32);
}

/* True `ppm` times in a million. */
static inline bool sim_chance(uint64_t *state, uint32_t ppm)
{
	return ppm != 0 && sim_below(state, 1000000) < ppm;
}

#endif
