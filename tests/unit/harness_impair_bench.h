/* What the suites about impairments share: the peer's file is built in here with the engine and
 * the link's sending replaced, so that every frame handed to either can be looked at.  The suite
 * defines SPY first, a prefix for what that makes public. */
#ifndef TESTS_UNIT_HARNESS_IMPAIR_BENCH_H
#define TESTS_UNIT_HARNESS_IMPAIR_BENCH_H

#define SPY_PASTE(a, b) a##_##b
#define SPY_NAME(a, b)  SPY_PASTE(a, b)
#define ref_input       SPY_NAME(SPY, ref_input_)
#define ref_output      SPY_NAME(SPY, ref_output_)
#define ref_deadline    SPY_NAME(SPY, ref_deadline_)
#define harness_send    SPY_NAME(SPY, harness_send_)
#define peer_advance    SPY_NAME(SPY, peer_advance_)
#define peer_deadline   SPY_NAME(SPY, peer_deadline_)
#define impair_apply    SPY_NAME(SPY, impair_apply_)
#include "harness/run/peer.c"

#include "tests/unit/harness_bench.h"

struct spied {
	unsigned count;
	unsigned port;
	uint8_t frame[2048];
	size_t len;
	uint32_t psn[64]; /* of each, as far as it can be read */
};
static struct spied heard, sent; /* by the peer, by the tester */
static uint8_t to_say[8][512];   /* what the peer has to say */
static size_t to_say_len[8];
static unsigned said, to_say_count;

static inline void note(struct spied *s, unsigned port, const uint8_t *frame, size_t len)
{
	struct wire_packet p;

	CU_ASSERT_FATAL(s->count < 64 && len <= sizeof(s->frame));
	memcpy(s->frame, frame, len);
	s->len = len;
	s->port = port;
	(void)!wire_decode(&wire_layout_default, 4791, frame, len, &p, NULL);
	s->psn[s->count++] = p.base_psn;
}

void ref_input(struct ref_endpoint *e, unsigned plane, const uint8_t *frame, size_t len,
	       uint64_t now_ns)
{
	(void)e, (void)now_ns;
	note(&heard, plane, frame, len);
}

void harness_send(struct harness *h, unsigned port, const uint8_t *frame, size_t len,
		  bool is_crafted)
{
	(void)h;
	CU_ASSERT_FALSE(is_crafted);
	note(&sent, port, frame, len);
}

size_t ref_output(struct ref_endpoint *e, uint64_t now_ns, unsigned *plane, uint8_t *out,
		  size_t cap)
{
	(void)e, (void)now_ns, (void)cap;
	if (said == to_say_count)
		return 0;
	*plane = 1;
	memcpy(out, to_say[said], to_say_len[said]);
	return to_say_len[said++];
}

uint64_t ref_deadline(const struct ref_endpoint *e)
{
	(void)e;
	return 777;
}

static inline struct hb *start(void)
{
	static uint8_t engine;
	struct hb *b = hb_new(false);

	b->h.peer = (struct ref_endpoint *)(void *)&engine; /* never looked into */
	memset(&heard, 0, sizeof(heard));
	memset(&sent, 0, sizeof(sent));
	said = to_say_count = 0;
	return b;
}

static inline void rule(struct hb *b, const struct step *s)
{
	b->h.impairments[b->h.impairment_count++].step = s;
}

/* A packet of the device as it leaves: PSN k of its path, byte `offset` on of message m. */
static inline struct wire_packet packet(unsigned path, int k, int m, uint32_t offset)
{
	static const uint8_t bytes[256] = { 1, 2, 3 };

	return (struct wire_packet){
		.headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv4 | 1u << wire_hdr_udp,
		.ipv4_df = 1,
		.ipv4_ttl = 64,
		.ipv4_protocol = 17,
		.ipv4_ecn = 2,
		.udp_sport = 60000,
		.udp_dport = 4791,
		.base_opcode = 0xE2,
		.base_version = 1,
		.base_dst_conn = HB_TESTER,
		.base_psn = (uint32_t)(HB_DEVICE_PSN - 16 * (int)path + k) & 0xFFFFFF,
		.path_id = path,
		.msg_msn = (uint32_t)HB_MSN + (uint32_t)m,
		.msg_offset = offset,
		.msg_length = 600,
		.msg_last = offset + 256 >= 600,
		.payload = bytes,
		.payload_len = offset + 256 >= 600 ? 600 - offset : 256,
	};
}

static inline enum trace_fate leave_packet(struct hb *b, const struct wire_packet *p)
{
	uint8_t frame[2048];
	struct link_event ev = { .stamp_ns = b->link.now_ns, .port = (uint16_t)p->path_id };
	size_t len;

	CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, p, frame, sizeof(frame), &len),
			      RES_OK);
	ev.data = frame;
	ev.len = (uint32_t)len;
	return impair_apply(&b->h, trace_add(&b->h, &ev));
}

static inline enum trace_fate leave(struct hb *b, unsigned path, int k)
{
	struct wire_packet p = packet(path, k, 0, 0);

	return leave_packet(b, &p);
}

#endif
