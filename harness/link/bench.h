/* The bench proves itself: what is sent is seen, unchanged and stamped soundly, nothing is lost,
 * the clock is steady, and the tester knows how late it is.  To be run before the first case and
 * after the last.  Says nothing about a device. */
#ifndef HARNESS_LINK_BENCH_H
#define HARNESS_LINK_BENCH_H

#include "harness/link/link.h"

struct harness_bench {
	uint64_t jitter_ns;   /* as link_stats, after 1,200 more waits of 40 us */
	uint64_t worst_ns;    /* the latest wake-up of this check */
	uint64_t frames;      /* sent, seen and right */
	uint64_t drops;       /* by the captures during this check */
	uint64_t clock_steps; /* during this check */
};

/* Sends known frames (ethertype 0x88B5, to the port's own address) on every port and looks for
 * them in its capture, on veth at the far end too.  Frames of others that come meanwhile are
 * passed over and lost, so no case may be under way.  A virtual link has nothing to prove: zeros.
 * E_IO: the bench is not sound, E_TIMEOUT: a frame was not seen within 1 s; E_STATE: not a
 * link of open.h.  why then gets one line for a person. */
enum result harness_bench_check(struct link *l, struct harness_bench *out, char *why,
				size_t cap) MUST_USE;

#endif
