/* What the suites about steps, impairments and lost frames share: one connection typed by hand, a
 * harness set up for it, and a link that hands every frame sent straight back as captured. */
#ifndef TESTS_UNIT_HARNESS_BENCH_H
#define TESTS_UNIT_HARNESS_BENCH_H

#include "harness/run/harness.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

enum {
	HB_DEVICE = 0x222222, /* connection numbers */
	HB_TESTER = 0x111111,
	HB_DEVICE_PSN = 0xFFFFFE, /* of path 0, path 1 has 16 less: both wrap early */
	HB_TESTER_PSN = 0xFFFFFF, /* so does this one */
	HB_MSN = 0xFFFFFFFF,
	HB_MTU = 256,
	HB_REGION = 0x20000,
	HB_RKEY = 0x7700,
	HB_FRAMES = 128,
};

struct hb_link {
	struct link link;
	uint64_t now_ns;
	unsigned sent, given;
	struct link_event at[HB_FRAMES];
	uint8_t bytes[HB_FRAMES][2048];
};
struct hb {
	struct harness h;
	struct hb_link link;
	struct control_transport control;
	struct session_config config;
	struct case_def def;
	struct case_entry entry;
	struct case_choice choice;
	struct case_result result;
	uint32_t msn[4], recv_index[4];
};

static inline enum result hb_send(struct link *l, unsigned port, const uint8_t *frame, size_t len)
{
	struct hb_link *s = (struct hb_link *)l;

	CU_ASSERT_FATAL(s->sent < HB_FRAMES && len <= sizeof(s->bytes[0]));
	memcpy(s->bytes[s->sent], frame, len);
	s->at[s->sent] = (struct link_event){ .stamp_ns = s->now_ns += 1000,
					      .port = (uint16_t)port,
					      .is_sent = true,
					      .data = s->bytes[s->sent],
					      .len = (uint32_t)len };
	s->sent++;
	return RES_OK;
}

/* A frame of the device that comes so much later; nothing may be sent until it has. */
static inline void hb_later(struct hb_link *s, uint64_t ns, const uint8_t *frame, size_t len)
{
	(void)!hb_send(&s->link, 0, frame, len);
	s->now_ns -= 1000;
	s->at[s->sent - 1].stamp_ns = s->now_ns + ns;
	s->at[s->sent - 1].is_sent = false;
}

static inline bool hb_receive(struct link *l, struct link_event *ev)
{
	struct hb_link *s = (struct hb_link *)l;

	if (s->given == s->sent || s->at[s->given].stamp_ns > s->now_ns)
		return false;
	*ev = s->at[s->given++];
	return true;
}

static inline void hb_wait(struct link *l, uint64_t until, int fd)
{
	struct hb_link *s = (struct hb_link *)l;

	(void)fd;
	if (s->given < s->sent && s->at[s->given].stamp_ns < until)
		until = s->at[s->given].stamp_ns;
	s->now_ns = until > s->now_ns ? until : s->now_ns;
}

static inline uint64_t hb_now(const struct link *l)
{
	return ((const struct hb_link *)l)->now_ns;
}

static inline int hb_fd(const struct control_transport *t)
{
	(void)t;
	return -1;
}

static inline struct net_addr hb_address(unsigned plane, uint8_t host, bool is_v6)
{
	struct net_addr a = { .is_v6 = is_v6, .mac = { 2, 0, 0, 0, (uint8_t)plane, host } };

	if (is_v6) {
		a.ip[0] = 0xFD;
		a.ip[15] = host;
	} else {
		memcpy(a.ip, (const uint8_t[]){ 10, 0, (uint8_t)plane, host }, 4);
	}
	return a;
}

/* The device is .2, the tester .1 on each plane; path p runs on plane p. */
static inline void hb_connection(struct hb *b, bool is_v6)
{
	struct ref_conn_config *d = &b->h.device, *t = &b->h.tester;

	ref_params_default(&d->params);
	d->params.partition = 0x1234;
	d->params.mtu = HB_MTU;
	d->params.paths = 2;
	d->params.streams = 4;
	d->params.initial_msn = HB_MSN;
	t->params = d->params;
	d->local.conn_id = HB_DEVICE;
	t->local.conn_id = HB_TESTER;
	d->local.plane_count = t->local.plane_count = 2;
	for (unsigned i = 0; i < 2; i++) {
		d->path_plane[i] = t->path_plane[i] = (uint8_t)i;
		d->local.planes[i] = hb_address(i, 2, is_v6);
		t->local.planes[i] = b->h.own[i] = hb_address(i, 1, is_v6);
		d->local.initial_psn[i] = HB_DEVICE_PSN - 16 * i;
		t->local.initial_psn[i] = b->h.next_psn[i] = HB_TESTER_PSN - 16 * i;
		t->source_port[i] = (uint16_t)(50000 + i);
		d->source_port[i] = (uint16_t)(60000 + i);
	}
	d->peer = t->local;
	t->peer = d->local;
	for (unsigned i = 0; i < 4; i++)
		b->msn[i] = HB_MSN;
	b->h.next_msn = b->msn;
	b->h.next_recv_index = b->recv_index;
}

static inline struct hb *hb_new(bool is_v6)
{
	static const struct link_ops ops = { .name = "loop",
					     .is_virtual = true,
					     .send = hb_send,
					     .receive = hb_receive,
					     .wait = hb_wait,
					     .now = hb_now,
					     .settled = hb_now };
	static const struct control_transport_ops control = { .fd = hb_fd };
	struct hb *b = calloc(1, sizeof(*b));

	CU_ASSERT_PTR_NOT_NULL_FATAL(b);
	b->link.link = (struct link){ .ops = &ops, .ports = 2 };
	b->link.now_ns = 1000000;
	b->control.ops = &control;
	b->config.layout = &wire_layout_default;
	b->entry = (struct case_entry){ "cases/none.c", "none", &b->def };
	b->choice.entry = &b->entry;
	b->result.entry = &b->entry;
	b->result.memory = b->h.arena = arena_new();
	CU_ASSERT_PTR_NOT_NULL_FATAL(b->h.arena);
	b->h.result = &b->result;
	b->h.choice = &b->choice;
	b->h.config = &b->config;
	b->h.link = &b->link.link;
	b->h.control = &b->control;
	b->h.give_up_ns = UINT64_MAX;
	b->h.target.address = HB_REGION;
	b->h.target.rkey = HB_RKEY;
	hb_connection(b, is_v6);
	return b;
}

/* No tester's error either. */
static inline void hb_free(struct hb *b)
{
	CU_ASSERT_EQUAL(b->result.verdict, VERDICT_NONE);
	arena_free(b->h.arena);
	free(b);
}

/* Runs a SEND step; the last frame it sent, as captured. */
static inline const struct trace_packet *hb_step(struct hb *b, const struct step *s)
{
	size_t before = b->h.trace.count;

	harness_step_send(&b->h, s);
	CU_ASSERT_FATAL(b->h.trace.count > before);
	return b->h.trace.at[b->h.trace.count - 1];
}

#endif
