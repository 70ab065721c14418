/* What the monitor's suites share: one connection of two paths over two planes, packets from
 * hand-typed fields in both directions, and the findings collected.  Knows no rule. */
#ifndef TESTS_UNIT_MONITOR_BENCH_H
#define TESTS_UNIT_MONITOR_BENCH_H

#include "harness/monitor/monitor.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

enum {
	DEVICE_CONN = 0x222222,
	TESTER_CONN = 0x111111,
	DEVICE_PSN = 0xFFFFFE, /* wraps after two packets */
	TESTER_PSN = 1000,
	MTU = 256,
};

struct bench {
	struct ref_conn_config c;
	struct monitor *m;
	uint32_t number;
	uint64_t now_ns;
	uint64_t step_ns; /* between packets */
	size_t found;
	enum clause_id clause[32];
	uint32_t frame[32];
	char field[32][40];
	uint8_t wire[WIRE_FRAME_MAX]; /* the packet under way */
	size_t len;
};

static inline void bench_report(void *arg, const struct monitor_finding *f)
{
	struct bench *b = arg;

	if (b->found < 32) {
		b->clause[b->found] = f->clause;
		b->frame[b->found] = f->frame;
		snprintf(b->field[b->found], sizeof(b->field[0]), "%s", f->field);
	}
	b->found++;
}

static inline void bench_open(struct bench *b, bool is_v6)
{
	memset(b, 0, sizeof(*b));
	b->now_ns = 1000000;
	b->step_ns = 1000;
	b->c.params = (struct ref_params){
		.version = 1,
		.partition = 0xFFFF,
		.udp_port = 4791,
		.mtu = MTU,
		.paths = 2,
		.streams = 2,
		.msg_window = 4,
		.initial_msn = 0xFFFFFFFF,
		.rto_min = 1000,
	};
	for (unsigned i = 0; i < 2; i++) {
		b->c.path_plane[i] = (uint8_t)i;
		b->c.local.initial_psn[i] = DEVICE_PSN;
		b->c.peer.initial_psn[i] = TESTER_PSN;
		b->c.local.planes[i] = (struct net_addr){ .is_v6 = is_v6,
							  .ip = { 10, 0, (uint8_t)i, 2 },
							  .mac = { 2, 0, 0, 0, (uint8_t)i, 2 } };
		b->c.peer.planes[i] =
			(struct net_addr){ .is_v6 = is_v6, .ip = { 10, 0, (uint8_t)i, 1 } };
	}
	b->c.local.conn_id = DEVICE_CONN;
	b->c.peer.conn_id = TESTER_CONN;
	b->c.local.plane_count = b->c.peer.plane_count = 2;
	b->m = monitor_new(&b->c, is_v6 ? 6 : 4, bench_report, b);
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->m);
}

static inline void bench_close(struct bench *b)
{
	monitor_free(b->m);
}

/* Exactly one finding, by this clause, about this field. */
static inline void bench_found(struct bench *b, enum clause_id clause, const char *field)
{
	CU_ASSERT_EQUAL(b->found, 1);
	CU_ASSERT_EQUAL(b->clause[0], clause);
	CU_ASSERT_STRING_EQUAL(b->field[0], field);
	CU_ASSERT_EQUAL(b->frame[0], b->number);
	bench_close(b);
}

static inline void bench_clean(struct bench *b)
{
	CU_ASSERT_EQUAL(b->found, 0);
	if (b->found)
		printf("\n  found %s in frame %u\n", b->field[0], b->frame[0]);
	bench_close(b);
}

/* ---- packets ---- */

static inline struct wire_packet bench_packet(unsigned opcode, unsigned path, uint32_t psn)
{
	struct wire_packet p = { .headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv4 |
					    1u << wire_hdr_udp };

	p.ipv4_df = 1;
	p.ipv4_ttl = 64;
	p.ipv4_protocol = 17;
	p.ipv4_ecn = opcode < 0xF0 ? 2 : 0; /* ENC-4 */
	p.udp_sport = 50000 + path;
	p.udp_dport = 4791;
	p.base_opcode = opcode;
	p.base_version = 1;
	p.base_partition = 0xFFFF;
	p.base_psn = psn & 0xFFFFFF;
	p.path_id = path;
	p.path_timestamp = 0x1234;
	return p;
}

/* Addresses of one direction; whichever IP version the packet has. */
static inline void bench_address(struct wire_packet *p, bool is_sent)
{
	uint8_t from[16] = { 10, 0, (uint8_t)p->path_id, is_sent ? 1 : 2 };
	uint8_t to[16] = { 10, 0, (uint8_t)p->path_id, is_sent ? 2 : 1 };
	uint8_t mac[6] = { 2, 0, 0, 0, (uint8_t)p->path_id, is_sent ? 1 : 2 };

	memcpy(p->eth_src, mac, 6);
	memcpy(p->ipv4_src, from, 4);
	memcpy(p->ipv4_dst, to, 4);
	memcpy(p->ipv6_src, from, 16);
	memcpy(p->ipv6_dst, to, 16);
	p->base_dst_conn = is_sent ? DEVICE_CONN : TESTER_CONN;
}

/* Turns a packet into the same one over IPv6. */
static inline void bench_v6(struct wire_packet *p, uint32_t flow)
{
	p->headers = 1u << wire_hdr_eth | 1u << wire_hdr_ipv6 | 1u << wire_hdr_udp;
	p->ipv6_ecn = p->ipv4_ecn;
	p->ipv6_flow = flow;
	p->ipv6_next = 17;
	p->ipv6_hops = 64;
}

/* A packet of a message: k from 0 of a message of `length` bytes. */
static inline void bench_message(struct wire_packet *p, uint32_t stream, uint32_t msn, uint32_t k,
				 uint32_t length)
{
	static const uint8_t bytes[MTU] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	uint32_t offset = k * MTU, rest = length - offset;

	p->msg_stream = stream;
	p->msg_msn = msn;
	p->msg_offset = offset;
	p->msg_length = length;
	p->msg_last = rest <= MTU;
	p->payload = bytes;
	p->payload_len = rest <= MTU ? rest : MTU;
	p->remote_address = 0x1000 + offset;
	p->remote_rkey = 77;
}

static inline struct wire_packet bench_write(unsigned path, uint32_t psn, uint32_t msn, uint32_t k,
					     uint32_t length)
{
	struct wire_packet p = bench_packet(0xE2, path, psn);

	bench_message(&p, 0, msn, k, length);
	return p;
}

static inline struct wire_packet bench_ack(unsigned path, uint32_t number, uint32_t cum)
{
	struct wire_packet p = bench_packet(0xF0, path, number);

	p.ackh_cum_psn = cum & 0xFFFFFF;
	p.ackh_rate_hint = 100000;
	p.ackh_cmsn = 0xFFFFFFFF;
	return p;
}

/* ---- giving them ---- */

static inline void bench_encode(struct bench *b, const struct wire_packet *p)
{
	CU_ASSERT_EQUAL_FATAL(
		wire_encode(&wire_layout_default, p, b->wire, sizeof(b->wire), &b->len), RES_OK);
}

/* The frame in b->wire, as it stands, on a port. */
static inline void bench_frame(struct bench *b, unsigned port, bool is_sent)
{
	struct trace_packet t = { .stamp_ns = b->now_ns += b->step_ns };

	t.number = ++b->number;
	t.port = (uint16_t)port;
	t.is_sent = is_sent;
	t.frame = b->wire;
	t.len = (uint32_t)b->len;
	t.decoded = wire_decode(&wire_layout_default, 4791, b->wire, b->len, &t.p, &t.error);
	t.is_ours = t.decoded != RES_E_FOREIGN;
	monitor_packet(b->m, &t);
}

static inline void bench_device(struct bench *b, struct wire_packet p)
{
	bench_address(&p, false);
	bench_encode(b, &p);
	bench_frame(b, (unsigned)p.path_id & 1, false);
}

static inline void bench_tester(struct bench *b, struct wire_packet p)
{
	bench_address(&p, true);
	bench_encode(b, &p);
	bench_frame(b, (unsigned)p.path_id & 1, true);
}

#endif
