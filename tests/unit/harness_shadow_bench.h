/* What the shadow's suites share: the connection of harness_bench.h, packets of the tester typed
 * field by field, ACKs of the device typed field by field, and the findings.  PSN k counts from the
 * path's first one (k = 1 is past the wrap on path 0), MSN k from the first MSN. */
#ifndef TESTS_UNIT_HARNESS_SHADOW_BENCH_H
#define TESTS_UNIT_HARNESS_SHADOW_BENCH_H

#include "tests/unit/harness_bench.h"

#include <stdio.h>

enum { SB_ACK_DELAY = 100, SB_REACTION = 10, SB_EVERY = 4 }; /* us, us, packets */

struct sb {
	struct hb *b;
	struct shadow *s;
	uint64_t now_ns;
	uint32_t number;
	size_t found;
	enum clause_id clause;
	uint32_t frame;
	char field[40], expected[80], seen[80];
	uint8_t region[65536], buffer[512];
};

static inline void sb_report(void *arg, const struct shadow_finding *f)
{
	struct sb *x = arg;

	x->found++;
	x->clause = f->clause;
	x->frame = f->frame;
	snprintf(x->field, sizeof(x->field), "%s", f->field);
	snprintf(x->expected, sizeof(x->expected), "%s", f->expected);
	snprintf(x->seen, sizeof(x->seen), "%s", f->seen);
}

/* Jitter 1000 ns: a bound of 10 us is just judged by the clock, and 12 us are within it. */
static inline struct sb *sb_new_jitter(uint64_t jitter_ns)
{
	struct sb *x = calloc(1, sizeof(*x));
	struct ref_region r = { .rights = REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC,
				.address = HB_REGION,
				.length = sizeof(x->region),
				.rkey = HB_RKEY };

	CU_ASSERT_PTR_NOT_NULL_FATAL(x);
	x->b = hb_new(false);
	x->b->h.jitter_ns = jitter_ns;
	x->b->h.device.params.ack_delay = SB_ACK_DELAY;
	x->b->h.device.params.ack_reaction = SB_REACTION;
	x->b->h.device.params.ack_every = SB_EVERY;
	x->now_ns = 1000000;
	x->s = harness_shadow_new(&x->b->h, sb_report, x);
	CU_ASSERT_PTR_NOT_NULL_FATAL(x->s);
	r.base = x->region;
	CU_ASSERT_EQUAL_FATAL(shadow_region(x->s, &r), RES_OK);
	return x;
}

static inline struct sb *sb_new(void)
{
	return sb_new_jitter(1000);
}

static inline void sb_free(struct sb *x)
{
	shadow_free(x->s);
	hb_free(x->b);
	free(x);
}

/* Settles and ends: nothing found at all. */
static inline void sb_clean(struct sb *x)
{
	shadow_settle(x->s, x->now_ns);
	CU_ASSERT_EQUAL(x->found, 0);
	if (x->found)
		printf("\n  found %s: %s, not %s, in frame %u\n", x->field, x->seen, x->expected,
		       x->frame);
	sb_free(x);
}

/* Settles and ends: exactly this was found. */
static inline void sb_found(struct sb *x, enum clause_id clause, const char *field, uint32_t frame)
{
	shadow_settle(x->s, x->now_ns);
	CU_ASSERT_EQUAL(x->found, 1);
	CU_ASSERT_EQUAL(x->clause, clause);
	CU_ASSERT_STRING_EQUAL(x->field, field);
	CU_ASSERT_EQUAL(x->frame, frame);
	if (x->found != 1 || x->clause != clause)
		printf("\n  found %zu, last %s %s: %s, not %s, in frame %u\n", x->found,
		       clauses[x->clause].id, x->field, x->seen, x->expected, x->frame);
	sb_free(x);
}

static inline uint32_t sb_psn(unsigned path, int k)
{
	return (uint32_t)(HB_TESTER_PSN - 16 * (int)path + k) & 0xFFFFFF;
}

static inline uint32_t sb_msn(int k)
{
	return (uint32_t)HB_MSN + (uint32_t)k;
}

/* Puts addresses and the like around the fields typed, by direction; the frame's length. */
static inline size_t sb_encode(const struct hb *b, struct wire_packet *p, bool is_sent,
			       uint8_t *frame, size_t cap)
{
	const struct net_addr *tester = &b->h.tester.local.planes[p->path_id];
	const struct net_addr *device = &b->h.device.local.planes[p->path_id];
	size_t len = 0;

	p->headers |= 1u << wire_hdr_eth | 1u << wire_hdr_ipv4 | 1u << wire_hdr_udp;
	p->ipv4_df = 1;
	p->ipv4_ttl = 64;
	p->ipv4_protocol = 17;
	memcpy(p->ipv4_src, is_sent ? tester->ip : device->ip, 4);
	memcpy(p->ipv4_dst, is_sent ? device->ip : tester->ip, 4);
	p->udp_sport = 50000 + p->path_id;
	p->udp_dport = 4791;
	p->base_version = 1;
	p->base_partition = 0x1234;
	p->base_dst_conn = is_sent ? HB_DEVICE : HB_TESTER;
	CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, p, frame, cap, &len), RES_OK);
	return len;
}

static inline void sb_frame(struct sb *x, struct wire_packet *p, bool is_sent)
{
	uint8_t frame[2048];
	size_t len = sb_encode(x->b, p, is_sent, frame, sizeof(frame));
	struct trace_packet t = { .stamp_ns = x->now_ns, .number = ++x->number };

	t.port = (uint16_t)p->path_id;
	t.is_sent = is_sent;
	t.is_ours = true;
	t.frame = frame;
	t.len = (uint32_t)len;
	t.decoded = wire_decode(&wire_layout_default, 4791, frame, len, &t.p, &t.error);
	CU_ASSERT_EQUAL_FATAL(t.decoded, RES_OK);
	shadow_packet(x->s, &t);
}

/* Sends `after` us later; the frame's number. */
static inline uint32_t sb_send(struct sb *x, unsigned after, struct wire_packet p)
{
	x->now_ns += 1000ull * after;
	sb_frame(x, &p, true);
	return x->number;
}

/* A WRITE of one packet: PSN k of a path, message k of a stream.  Its time stamp says which. */
static inline struct wire_packet sb_write(unsigned path, int psn, unsigned stream, int msn)
{
	static const uint8_t bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

	return (struct wire_packet){ .base_opcode = 0xE2,
				     .base_psn = sb_psn(path, psn),
				     .ipv4_ecn = 2,
				     .path_id = path,
				     .path_timestamp = 0x100 * (path + 1) + (uint32_t)psn,
				     .msg_stream = stream,
				     .msg_last = 1,
				     .msg_msn = sb_msn(msn),
				     .msg_length = 8,
				     .remote_address = HB_REGION,
				     .remote_rkey = HB_RKEY,
				     .payload = bytes,
				     .payload_len = 8 };
}

static inline struct wire_packet sb_probe(unsigned path, unsigned stream, uint32_t stamp)
{
	return (struct wire_packet){
		.base_opcode = 0xF1, .path_id = path, .path_timestamp = stamp, .msg_stream = stream
	};
}

/* The device's ACK when PSNs up to k of a path have been accepted, the last to arrive being the
 * one with that time stamp, and messages before `cmsn` of stream 0 are complete. */
static inline struct wire_packet sb_ack(unsigned path, int cum, uint32_t stamp, int cmsn)
{
	return (struct wire_packet){ .base_opcode = 0xF0,
				     .path_id = path,
				     .ackh_cum_psn = sb_psn(path, cum),
				     .ackh_ts_echo = stamp,
				     .ackh_rate_hint = 1000,
				     .ackh_cmsn = sb_msn(cmsn) };
}

/* The device says it `after` us later; the frame's number. */
static inline uint32_t sb_hear(struct sb *x, unsigned after, struct wire_packet p)
{
	x->now_ns += 1000ull * after;
	sb_frame(x, &p, false);
	return x->number;
}

#endif
