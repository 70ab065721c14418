/* What the suites of the named checks share: a case in memory whose trace is typed by hand, packet
 * by packet, and its failures.  Fields a check does not read stay 0. */
#ifndef TESTS_UNIT_CHECKS_BENCH_H
#define TESTS_UNIT_CHECKS_BENCH_H

#include "harness/run/harness.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_CONN = 0x111111, BENCH_PEER = 0x222222, BENCH_PSN = 100, BENCH_MTU = 256 };

struct bench {
	struct harness h;
	struct case_result result;
	struct case_entry entry;
	struct case_def def;
	uint64_t now_ns;
};

/* struct harness is large: the bench lives on the heap. */
static inline struct bench *bench_new(void)
{
	struct bench *b = calloc(1, sizeof(*b));

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	b->entry.path = "cases/none.c";
	b->entry.def = &b->def;
	b->result.entry = &b->entry;
	b->result.verdict = VERDICT_PASS;
	b->h.arena = arena_new();
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->h.arena);
	b->result.memory = b->h.arena;
	b->h.result = &b->result;
	b->h.jitter_ns = 1000;
	b->h.tester.local.conn_id = BENCH_CONN;
	b->h.device.local.conn_id = BENCH_PEER;
	b->h.device.params.paths = 2;
	b->h.device.params.mtu = BENCH_MTU;
	b->h.device.params.spray_run = 1;
	b->h.device.params.rto_min = 1000;
	b->h.device.local.initial_psn[0] = b->h.device.local.initial_psn[1] = BENCH_PSN;
	return b;
}

static inline void bench_free(struct bench *b)
{
	arena_free(b->h.arena);
	free(b);
}

/* No failure at all. */
static inline void bench_passes(struct bench *b)
{
	CU_ASSERT_EQUAL(b->result.failure_count, 0);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_PASS);
	bench_free(b);
}

/* One failure, by this clause, about this field, in this frame. */
static inline void bench_fails(struct bench *b, enum clause_id clause, const char *field,
			       uint32_t frame)
{
	CU_ASSERT_EQUAL_FATAL(b->result.failure_count, 1);
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_FAIL);
	CU_ASSERT_EQUAL(b->h.failures[0].clause, clause);
	CU_ASSERT_STRING_EQUAL(b->h.failures[0].field, field);
	CU_ASSERT_EQUAL(b->h.failures[0].frame, frame);
	bench_free(b);
}

/* Takes a packet into the trace, 10 us after the one before. */
static inline struct trace_packet *bench_add(struct bench *b, const struct trace_packet *like)
{
	struct trace *tr = &b->h.trace;
	struct trace_packet *t = arena_take(b->h.arena, sizeof(*t));

	if (!tr->at) {
		tr->cap = 1024;
		tr->at = arena_take(b->h.arena, tr->cap * sizeof(struct trace_packet *));
	}
	CU_ASSERT_FATAL(tr->count < tr->cap);
	*t = *like;
	t->stamp_ns = b->now_ns += 10000;
	t->number = (uint32_t)tr->count + 1;
	t->is_ours = true;
	tr->at[tr->count++] = t;
	return t;
}

/* A WRITE of the device: psn counts from initial_psn, transmission from 0. */
static inline struct trace_packet *bench_sent(struct bench *b, unsigned path, uint32_t psn,
					      uint16_t transmission)
{
	struct trace_packet t = { .port = (uint16_t)path, .transmission = transmission };

	t.p.headers = 1u << wire_hdr_udp | 1u << wire_hdr_base | 1u << wire_hdr_path |
		      1u << wire_hdr_msg | 1u << wire_hdr_remote;
	t.p.kind = PKT_WRITE;
	t.p.base_opcode = 0xE2;
	t.p.base_rtx = transmission > 0;
	t.p.base_dst_conn = BENCH_CONN;
	t.p.base_psn = BENCH_PSN + psn;
	t.p.path_id = path;
	t.p.udp_sport = 50000 + path;
	return bench_add(b, &t);
}

/* An ACK of the tester's peer: cum counts from initial_psn. */
static inline struct trace_packet *bench_acked(struct bench *b, unsigned path, uint32_t cum,
					       uint32_t cmsn)
{
	struct trace_packet t = { .is_sent = true };

	t.p.headers = 1u << wire_hdr_udp | 1u << wire_hdr_base | 1u << wire_hdr_path |
		      1u << wire_hdr_ackh;
	t.p.kind = PKT_ACK;
	t.p.base_dst_conn = BENCH_PEER;
	t.p.path_id = path;
	t.p.ackh_cum_psn = BENCH_PSN + cum;
	t.p.ackh_cmsn = cmsn;
	return bench_add(b, &t);
}

#endif
