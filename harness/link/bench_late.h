/* How late the tester itself is, and whether its clock is steady.  Measures, never judges. */
#ifndef HARNESS_LINK_BENCH_LATE_H
#define HARNESS_LINK_BENCH_LATE_H

#include <stdbool.h>
#include <stdint.h>

enum { LATE_SAMPLES = 2048 };

struct late {                             /* zeroed to start with */
	uint32_t sample_ns[LATE_SAMPLES]; /* a ring; longer than 4 s counts as 4 s */
	uint64_t count;
	uint64_t jitter_ns, stalls, worst_ns, clock_steps;
	int64_t offset_ns; /* CLOCK_REALTIME - CLOCK_MONOTONIC */
	bool has_offset;
};

/* CLOCK_REALTIME, ns: the clock of the captures. */
uint64_t harness_late_now(void);
/* One wake-up that came late_ns after its time.  A stall is more than 10 x the jitter so far and
 * more than 1 ms. */
void harness_late_add(struct late *l, uint64_t late_ns);
/* The 99.9th percentile of the samples held, 0 without any. */
uint64_t harness_late_jitter(const struct late *l);
/* Notices a step of CLOCK_REALTIME since the last call, either way, of 100 us or more.  (Slewing
 * moves both clocks alike.) */
void harness_late_clock(struct late *l);

#endif
