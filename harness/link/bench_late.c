/* Lateness samples and the watch on the clock.  Reads clocks, touches no wire. */
#define _GNU_SOURCE
#include "harness/link/bench_late.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STALL_MIN_NS = 1000000, STEP_NS = 100000, REFRESH = 64, READ_TRIES = 4, READ_NS = 20000 };

static uint64_t clock_ns(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t harness_late_now(void)
{
	return clock_ns(CLOCK_REALTIME);
}

static int compare(const void *a, const void *b)
{
	uint32_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

uint64_t harness_late_jitter(const struct late *l)
{
	uint32_t sorted[LATE_SAMPLES];
	size_t n = l->count < LATE_SAMPLES ? (size_t)l->count : LATE_SAMPLES;

	if (n == 0)
		return 0;
	memcpy(sorted, l->sample_ns, n * sizeof(sorted[0]));
	qsort(sorted, n, sizeof(sorted[0]), compare);
	return sorted[(n * 999 + 999) / 1000 - 1];
}

void harness_late_add(struct late *l, uint64_t late_ns)
{
	if (l->count % REFRESH == 0)
		l->jitter_ns = harness_late_jitter(l);
	if (l->count > 0 && late_ns > STALL_MIN_NS && late_ns > 10 * l->jitter_ns)
		l->stalls++;
	if (late_ns > l->worst_ns)
		l->worst_ns = late_ns;
	l->sample_ns[l->count++ % LATE_SAMPLES] =
		late_ns < UINT32_MAX ? (uint32_t)late_ns : UINT32_MAX;
}

void harness_late_clock(struct late *l)
{
	int64_t offset = 0;

	/* A pair of readings with an interruption in between says nothing. */
	for (unsigned i = 0;; i++) {
		uint64_t before = clock_ns(CLOCK_MONOTONIC);
		uint64_t real = clock_ns(CLOCK_REALTIME);

		offset = (int64_t)(real - before);
		if (clock_ns(CLOCK_MONOTONIC) - before < READ_NS)
			break;
		if (i == READ_TRIES)
			return;
	}
	if (l->has_offset && llabs(offset - l->offset_ns) >= STEP_NS)
		l->clock_steps++;
	l->offset_ns = offset;
	l->has_offset = true;
}
