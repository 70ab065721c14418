/* Two engines back to back in virtual time, with a pipe that a test may tamper with; and a single
 * engine fed with hand-made packets.  For tests/unit/engine_*.c only. */
#ifndef TESTS_UNIT_ENGINE_PAIR_H
#define TESTS_UNIT_ENGINE_PAIR_H

#include "reference/engine/ref.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#define US  UINT64_C(1000)
#define MS  UINT64_C(1000000)
#define SEC UINT64_C(1000000000)

enum { PIPE_FRAMES = 8192, PIPE_PLANES = 4, SIDE_DONE = 512 };
enum pipe_verdict { PIPE_PASS, PIPE_DROP, PIPE_TWICE };

struct pipe_frame {
	uint64_t at_ns, order;
	unsigned to, plane;
	uint32_t len;
	uint8_t *bytes;
};
struct side {
	struct ref_endpoint *e;
	void *mem;
	int conn;
	struct ref_conn_config config;
	struct ref_completion done[SIDE_DONE];
	unsigned done_count;
};
struct pair {
	struct side side[2];
	struct ref_params params;
	uint64_t now_ns, delay_ns, orders;
	struct pipe_frame frames[PIPE_FRAMES];
	unsigned frame_count;
	/* Sees every frame; k may be changed (changed = true: it is encoded again). */
	enum pipe_verdict (*tamper)(struct pair *p, unsigned from, struct wire_packet *k,
				    bool *changed, uint64_t *extra_ns);
	unsigned seen[WIRE_KINDS][2];
	void *data;
};

static inline struct net_addr pair_address(unsigned side, unsigned plane, bool is_v6)
{
	struct net_addr a = { .is_v6 = is_v6,
			      .mac = { 2, 0, 0, 0, (uint8_t)plane, (uint8_t)(side + 1) } };
	if (is_v6) {
		a.ip[0] = 0xFD;
		a.ip[14] = (uint8_t)plane;
		a.ip[15] = (uint8_t)(side + 1);
	} else {
		a.ip[0] = 10;
		a.ip[2] = (uint8_t)plane;
		a.ip[3] = (uint8_t)(side + 1);
	}
	return a;
}

static inline struct ref_limits pair_limits(const struct ref_params *p)
{
	return (struct ref_limits){ .connections = 2,
				    .regions = 8,
				    .cq_depth = 2048,
				    .paths = p->paths,
				    .streams = p->streams,
				    .msg_window = p->msg_window,
				    .msg_state =
					    p->streams * (p->msg_window > 64 ? p->msg_window : 64),
				    .send_depth = p->send_depth,
				    .recv_depth = p->recv_depth,
				    .planes = PIPE_PLANES };
}

/* Everything but the opening of the connection. */
static inline void side_setup(struct side *s, unsigned id, const struct ref_params *params,
			      bool is_v6, uint16_t vlan)
{
	struct ref_limits limits = pair_limits(params);
	struct ref_choices choices = { .seed = 7 + id, .udp_checksum = id == 1 };
	struct net_addr planes[PIPE_PLANES];
	size_t size = ref_size(&limits);

	for (unsigned i = 0; i < PIPE_PLANES; i++) {
		planes[i] = pair_address(id, i, is_v6);
		planes[i].vlan = vlan;
		s->config.peer.planes[i] = pair_address(1 - id, i, is_v6);
	}
	s->mem = aligned_alloc(64, (size + 63) / 64 * 64);
	CU_ASSERT_FATAL(s->mem != NULL && size > 0);
	CU_ASSERT_EQUAL_FATAL(
		ref_init(s->mem, size, &limits, &choices, &wire_layout_default, planes, &s->e),
		RES_OK);
	s->config.params = *params;
	s->config.domain = 5;
	s->config.local.conn_id = 0x100 + id;
	s->config.peer.conn_id = 0x100 + (1 - id);
	s->config.peer.plane_count = PIPE_PLANES;
	for (unsigned i = 0; i < params->paths; i++) {
		s->config.local.initial_psn[i] = 0xFFFF00 + i + id;
		s->config.peer.initial_psn[i] = 0xFFFF00 + i + (1 - id);
		s->config.path_plane[i] = (uint8_t)(i % PIPE_PLANES);
	}
}

static inline void side_open(struct side *s, unsigned id, const struct ref_params *params,
			     bool is_v6, uint64_t now_ns)
{
	side_setup(s, id, params, is_v6, 0);
	CU_ASSERT_EQUAL_FATAL(ref_conn_open(s->e, &s->config, now_ns, &s->conn, NULL), RES_OK);
}

static inline void pair_defaults(struct pair *p)
{
	memset(p, 0, sizeof(*p));
	ref_params_default(&p->params);
	p->params.mtu = 256;
	p->params.initial_msn = 0xFFFFFFFE; /* every test crosses the wraps (PSN-8) */
	p->delay_ns = 10 * US;
}

static inline void pair_open(struct pair *p)
{
	side_open(&p->side[0], 0, &p->params, false, 0);
	side_open(&p->side[1], 1, &p->params, false, 0);
}

static inline void pair_free(struct pair *p)
{
	for (unsigned i = 0; i < p->frame_count; i++)
		free(p->frames[i].bytes);
	free(p->side[0].mem);
	free(p->side[1].mem);
}

static inline void pipe_push(struct pair *p, unsigned to, unsigned plane, const uint8_t *bytes,
			     size_t len, uint64_t extra_ns)
{
	struct pipe_frame *f = &p->frames[p->frame_count++];
	CU_ASSERT_FATAL(p->frame_count < PIPE_FRAMES);
	f->at_ns = p->now_ns + p->delay_ns + extra_ns;
	f->order = p->orders++;
	f->to = to;
	f->plane = plane;
	f->len = (uint32_t)len;
	f->bytes = malloc(len);
	CU_ASSERT_FATAL(f->bytes != NULL);
	memcpy(f->bytes, bytes, len);
}

static inline void pipe_send(struct pair *p, unsigned from, unsigned plane, uint8_t *frame,
			     size_t len)
{
	struct wire_packet k;
	bool changed = false;
	uint64_t extra = 0;
	enum pipe_verdict v = PIPE_PASS;

	CU_ASSERT_EQUAL_FATAL(wire_decode(&wire_layout_default, 4791, frame, len, &k, NULL),
			      RES_OK);
	p->seen[k.kind][from]++;
	if (p->tamper)
		v = p->tamper(p, from, &k, &changed, &extra);
	if (changed) {
		uint8_t copy[WIRE_FRAME_MAX];
		CU_ASSERT_EQUAL_FATAL(
			wire_encode(&wire_layout_default, &k, copy, sizeof(copy), &len), RES_OK);
		memcpy(frame, copy, len);
	}
	if (v != PIPE_DROP)
		pipe_push(p, 1 - from, plane, frame, len, extra);
	if (v == PIPE_TWICE)
		pipe_push(p, 1 - from, plane, frame, len, extra + 1);
}

static inline void side_pump(struct pair *p, unsigned id)
{
	uint8_t frame[WIRE_FRAME_MAX];
	struct side *s = &p->side[id];
	unsigned plane;
	size_t len;

	while ((len = ref_output(s->e, p->now_ns, &plane, frame, sizeof(frame))) > 0)
		pipe_send(p, id, plane, frame, len);
	while (s->done_count < SIDE_DONE && ref_poll(s->e, &s->done[s->done_count]))
		s->done_count++;
}

static inline int pipe_first(const struct pair *p)
{
	int best = -1;
	for (unsigned i = 0; i < p->frame_count; i++)
		if (best < 0 || p->frames[i].at_ns < p->frames[best].at_ns ||
		    (p->frames[i].at_ns == p->frames[best].at_ns &&
		     p->frames[i].order < p->frames[best].order))
			best = (int)i;
	return best;
}

/* Runs until the given time. */
static inline void pair_run(struct pair *p, uint64_t until_ns)
{
	for (;;) {
		side_pump(p, 0);
		side_pump(p, 1);
		int first = pipe_first(p);
		uint64_t next = first < 0 ? REF_NEVER : p->frames[first].at_ns;
		for (unsigned i = 0; i < 2; i++) {
			uint64_t d = ref_deadline(p->side[i].e);
			next = d < next ? d : next;
		}
		if (next > until_ns)
			break;
		p->now_ns = next > p->now_ns ? next : p->now_ns;
		if (first >= 0 && p->frames[first].at_ns <= p->now_ns) {
			struct pipe_frame f = p->frames[first];
			p->frames[first] = p->frames[--p->frame_count];
			ref_input(p->side[f.to].e, f.plane, f.bytes, f.len, p->now_ns);
			free(f.bytes);
		}
	}
	p->now_ns = until_ns;
}

static inline enum result pair_post(struct pair *p, unsigned side, const struct ref_work *w)
{
	return ref_work_post(p->side[side].e, p->side[side].conn, w, p->now_ns);
}

static inline void pair_recv(struct pair *p, unsigned side, uint32_t stream, uint64_t id,
			     uint8_t *buffer, uint32_t length)
{
	CU_ASSERT_EQUAL(ref_recv_post(p->side[side].e, p->side[side].conn, stream, id, buffer,
				      length, p->now_ns),
			RES_OK);
}

static inline uint32_t pair_region(struct pair *p, unsigned side, uint8_t *base, uint64_t address,
				   uint64_t length)
{
	struct ref_region r = { .domain = 5,
				.rights = REF_REMOTE_WRITE | REF_REMOTE_READ | REF_REMOTE_ATOMIC,
				.address = address,
				.length = length,
				.base = base };
	uint32_t key = 0;
	CU_ASSERT_EQUAL(ref_region_register(p->side[side].e, &r, &key), RES_OK);
	return key;
}

static inline void fill_pattern(uint8_t *b, size_t n, unsigned seed)
{
	for (size_t i = 0; i < n; i++)
		b[i] = (uint8_t)(seed + i * 7 + i / 251);
}

#endif
