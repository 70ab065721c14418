/* Judge 2: the reference engine, set up like the device and fed what the tester sends, predicts
 * the receive side.  An ACK holds two snapshots, the path's and the stream's; each must equal the
 * shadow's at some moment, never going back.  Source: ARCHITECTURE, judge 2. */
#ifndef HARNESS_SHADOW_SHADOW_H
#define HARNESS_SHADOW_SHADOW_H

#include "harness/run/trace.h"
#include "reference/engine/ref.h"

struct shadow_finding {
	enum clause_id clause;
	uint32_t frame;
	const char *field, *expected, *seen; /* valid during the call */
};
typedef void shadow_report(void *arg, const struct shadow_finding *f);

struct shadow_config {
	const struct wire_layout *layout;
	const struct ref_conn_config *device; /* local = device, peer = tester; copied */
	const struct net_addr *planes;        /* the device's addresses */
	unsigned plane_count;
	uint64_t jitter_ns; /* bounds are widened by twice this */
	shadow_report *report;
	void *arg;
};
struct shadow;

struct shadow *shadow_new(const struct shadow_config *c); /* NULL: parameters or memory */
void shadow_free(struct shadow *s);
/* Mirror of what was set up on the device; memory is the caller's and is written by placement. */
enum result shadow_region(struct shadow *s, const struct ref_region *r) MUST_USE;
enum result shadow_deregister(struct shadow *s, uint32_t rkey) MUST_USE;
enum result shadow_recv(struct shadow *s, uint32_t stream, uint8_t *buffer, uint32_t length,
			uint64_t now_ns) MUST_USE;
enum result shadow_close(struct shadow *s, uint64_t now_ns) MUST_USE;
/* Every packet of the case, both directions, in stamp order. */
void shadow_packet(struct shadow *s, const struct trace_packet *t);
/* The path half of ACKs on this path / the stream half of all ACKs is not judged any more. */
void shadow_ignore_path(struct shadow *s, unsigned path);
void shadow_ignore_streams(struct shadow *s);
/* Nothing has moved for the quiet time: what was last reported must be the final state. */
void shadow_settle(struct shadow *s, uint64_t now_ns);
/* Until when an ACK is still owed, REF_NEVER if none: settle later than this. */
uint64_t shadow_owes_until(const struct shadow *s);
/* The number of receive completions predicted so far, and the i-th (from 0). */
size_t shadow_completions(struct shadow *s);
const struct ref_completion *shadow_completion(const struct shadow *s, size_t i);

#endif
