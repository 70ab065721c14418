/* One direction of one port, seen through libpcap: stamped frames in the order of the capture.
 * Frames wait in a store of our own, so that the kernel's ring is empty when a burst comes.
 * Merging several captures is iface.c's task. */
#ifndef HARNESS_LINK_CAPTURE_H
#define HARNESS_LINK_CAPTURE_H

#include "reference/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The ethertype of the bench's own frames (IEEE 802, local experimental 1). */
#define CAPTURE_BENCH_TYPE 0x88B5

struct capture_config {
	const char *name; /* interface */
	bool is_sent;     /* frames this host sends there; else those it receives */
	bool is_filtered; /* only what the suite judges (a port that others use as well) */
	int kernel_bytes; /* size of the kernel's ring */
};
struct capture_frame {
	uint64_t stamp_ns;   /* CLOCK_REALTIME */
	const uint8_t *data; /* whole Ethernet frame, the capture's until the next pop */
	uint32_t len;
};
struct capture;

/* Starts to capture in the namespace of the calling thread.  *out is released by
 * harness_capture_close.  E_MEMORY; E_STATE down or no Ethernet; E_UNKNOWN no such interface;
 * E_IO refused.  error gets one line for a person. */
enum result harness_capture_open(const struct capture_config *c, struct capture **out, char *error,
				 size_t cap) MUST_USE;
void harness_capture_close(struct capture *c); /* NULL is fine */

/* Moves what the kernel holds into the store; returns whether anything came.  Frames already
 * given stay where they are. */
bool harness_capture_drain(struct capture *c);
/* The oldest frame in the store; false if empty. */
bool harness_capture_head(const struct capture *c, struct capture_frame *out);
void harness_capture_pop(struct capture *c);

int harness_capture_fd(
	const struct capture *c); /* readable when drain would find something; -1 if broken */
uint64_t harness_capture_count(const struct capture *c); /* frames drained so far */
/* Frames the kernel had no room for.  A capture that broke counts one more. */
uint64_t harness_capture_dropped(const struct capture *c);

#endif
