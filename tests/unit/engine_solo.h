/* One engine fed with hand-made packets: the test plays the peer.  Expected values in the tests
 * that use it are typed from the clauses.  For tests/unit/engine_*.c only. */
#ifndef TESTS_UNIT_ENGINE_SOLO_H
#define TESTS_UNIT_ENGINE_SOLO_H

#include "tests/unit/engine_pair.h"

enum { SOLO_OUT = 1024, SOLO_PSN = 0xFFFFF0, SOLO_PEER_PSN = 0xFFFF80, SOLO_PAYLOAD = 64 };

/* A frame the engine sent; payload bytes are kept up to SOLO_PAYLOAD. */
struct solo_out {
	struct wire_packet k;
	uint8_t payload[SOLO_PAYLOAD];
	unsigned plane;
	uint64_t at_ns;
};
struct solo {
	struct side s;
	struct ref_params params;
	uint64_t now_ns;
	struct solo_out out[SOLO_OUT];
	unsigned out_count;
	uint32_t timestamp; /* of the next packet fed */
	uint32_t ack_number[8];
	uint16_t vlan; /* of all planes */
};

static inline void solo_defaults(struct solo *t)
{
	memset(t, 0, sizeof(*t));
	ref_params_default(&t->params);
	t->params.mtu = 256;
	t->params.streams = 4;
	t->params.initial_msn = 0xFFFFFFFE; /* PSN-8: across the wraps */
	t->params.ack_delay = 100;
	t->params.link_rate = 1000000;
	t->timestamp = 0x1000;
}

static inline void solo_open(struct solo *t)
{
	for (unsigned i = 0; i < REF_PATHS_MAX; i++) {
		t->s.config.source_port[i] = (uint16_t)(50000 + i);
		t->s.config.path_plane[i] = (uint8_t)(i % PIPE_PLANES);
	}
	side_setup(&t->s, 1, &t->params, false, t->vlan);
	for (unsigned i = 0; i < REF_PATHS_MAX; i++) {
		t->s.config.local.initial_psn[i] = SOLO_PSN;
		t->s.config.peer.initial_psn[i] = SOLO_PEER_PSN;
	}
	CU_ASSERT_EQUAL_FATAL(ref_conn_open(t->s.e, &t->s.config, 0, &t->s.conn, NULL), RES_OK);
}

static inline void solo_free(struct solo *t)
{
	free(t->s.mem);
}

/* All frames due now are appended to out. */
static inline void solo_pump(struct solo *t)
{
	uint8_t frame[WIRE_FRAME_MAX];
	unsigned plane;
	size_t len;

	while ((len = ref_output(t->s.e, t->now_ns, &plane, frame, sizeof(frame))) > 0) {
		struct solo_out *o = &t->out[t->out_count++];
		CU_ASSERT_FATAL(t->out_count < SOLO_OUT);
		CU_ASSERT_EQUAL_FATAL(
			wire_decode(&wire_layout_default, 4791, frame, len, &o->k, NULL), RES_OK);
		if (o->k.payload_len > 0)
			memcpy(o->payload, o->k.payload,
			       o->k.payload_len < SOLO_PAYLOAD ? o->k.payload_len : SOLO_PAYLOAD);
		o->k.payload = o->payload;
		o->plane = plane;
		o->at_ns = t->now_ns;
	}
	while (t->s.done_count < SIDE_DONE && ref_poll(t->s.e, &t->s.done[t->s.done_count]))
		t->s.done_count++;
}

/* Runs the engine's timers up to a time. */
static inline void solo_until(struct solo *t, uint64_t until_ns)
{
	solo_pump(t);
	for (uint64_t d = ref_deadline(t->s.e); d <= until_ns; d = ref_deadline(t->s.e)) {
		t->now_ns = d > t->now_ns ? d : t->now_ns;
		solo_pump(t);
	}
	t->now_ns = until_ns;
}

/* The frame number i since a mark; a packet of kind PKT_UNKNOWN when there is none. */
static inline const struct wire_packet *solo_at(const struct solo *t, unsigned i)
{
	static const struct wire_packet none = { .kind = PKT_UNKNOWN };
	return i < t->out_count ? &t->out[i].k : &none;
}

/* A packet as the peer would send it; the test sets what is special. */
static inline struct wire_packet solo_packet(struct solo *t, enum wire_kind kind, unsigned path,
					     uint32_t psn)
{
	struct wire_packet k = { .headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv4,
				 .base_opcode = wire_layout_default.opcode[kind],
				 .kind = kind,
				 .base_version = t->params.version,
				 .base_partition = t->params.partition,
				 .base_dst_conn = 0x101,
				 .base_psn = psn,
				 .path_id = path,
				 .path_timestamp = t->timestamp++,
				 .udp_sport = 60000 + path,
				 .udp_dport = 4791,
				 .ipv4_df = 1,
				 .ipv4_ttl = 9,
				 .ipv4_ecn = wire_is_sequenced(kind) ? 2 : 0,
				 .ipv4_protocol = 17,
				 .msg_msn = t->params.initial_msn,
				 .msg_last = 1 };
	struct net_addr src = pair_address(0, path % PIPE_PLANES, false);
	struct net_addr dst = pair_address(1, path % PIPE_PLANES, false);
	memcpy(k.ipv4_src, src.ip, 4);
	memcpy(k.ipv4_dst, dst.ip, 4);
	return k;
}

/* Feeds it now; afterwards out holds only what the engine sent at this instant. */
static inline void solo_feed(struct solo *t, const struct wire_packet *k)
{
	uint8_t frame[WIRE_FRAME_MAX];
	size_t len = 0;
	CU_ASSERT_EQUAL_FATAL(wire_encode(&wire_layout_default, k, frame, sizeof(frame), &len),
			      RES_OK);
	t->out_count = 0;
	ref_input(t->s.e, k->path_id % PIPE_PLANES, frame, len, t->now_ns);
	solo_pump(t);
}

/* What the engine knows of a path of its own. */
static inline struct ref_path_tx solo_path(const struct solo *t, unsigned path)
{
	struct ref_path_tx tx = { 0 };
	CU_ASSERT_EQUAL(ref_query_path_tx(t->s.e, t->s.conn, path, &tx), RES_OK);
	return tx;
}

/* Posts work of so many bytes; what is sent at once is in out. */
static inline void solo_post(struct solo *t, enum ref_work_kind kind, uint32_t stream,
			     uint32_t length)
{
	static uint8_t bytes[1 << 18];
	struct ref_work w = { .kind = kind, .stream = stream, .local = bytes, .length = length };
	t->out_count = 0;
	CU_ASSERT_EQUAL(ref_work_post(t->s.e, t->s.conn, &w, t->now_ns), RES_OK);
	solo_pump(t);
}

/* An ACK of the peer for what the engine sent: cum_psn and sack bits by PSN offset. */
static inline struct wire_packet solo_ack(struct solo *t, unsigned path, uint32_t cum,
					  uint32_t echo)
{
	struct wire_packet k = solo_packet(t, PKT_ACK, path, t->ack_number[path]++);
	k.ackh_cum_psn = cum;
	k.ackh_ts_echo = echo;
	k.ackh_rate_hint = 0; /* HINT-6: ignored, so that nothing is paced */
	k.ackh_cmsn = t->params.initial_msn;
	return k;
}

static inline bool sack_is(const struct wire_packet *k, const unsigned *bits, unsigned count)
{
	uint8_t want[32] = { 0 };
	for (unsigned i = 0; i < count; i++)
		want[bits[i] / 8] |= (uint8_t)(1u << (bits[i] % 8));
	return memcmp(want, k->ackh_sack, 32) == 0;
}

#endif
