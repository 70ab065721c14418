/* Messages of the device: numbers, attempts, and what all packets of one message agree on.  A
 * repair (rtx = 1) is compared with its first sending elsewhere and skipped here. */
#include "harness/monitor/state.h"

#include <stdio.h>

/* ---- tables ---- */

static size_t slot(uint32_t stream, uint32_t msn, bool is_response)
{
	uint64_t key = (uint64_t)stream << 33 | (uint64_t)msn << 1 | is_response;

	return (size_t)(key * 0x9E3779B97F4A7C15u >> 40) % MONITOR_MESSAGES;
}

static enum wire_kind plain_kind(enum wire_kind k)
{
	if (k == PKT_SEND_IMM)
		return PKT_SEND;
	return k == PKT_WRITE_IMM ? PKT_WRITE : k;
}

static bool is_response(const struct wire_packet *p)
{
	return (wire_kinds[p->kind].flags & WIRE_RESP) != 0;
}

static uint64_t start_address(const struct wire_packet *p)
{
	return wire_has(p, remote_address) ? p->remote_address - p->msg_offset : 0;
}

static void start_message(struct monitor *m, struct monitor_message *s, const struct wire_packet *p)
{
	*s = (struct monitor_message){
		.is_used = true,
		.is_response = is_response(p),
		.op = plain_kind(p->kind),
		.stream = (uint16_t)p->msg_stream,
		.attempt = (uint8_t)p->msg_attempt,
		.msn = (uint32_t)p->msg_msn,
		.length = (uint32_t)p->msg_length,
		.start = start_address(p),
		.generation = ++m->generation,
	};
	if (wire_has(p, remote_rkey))
		s->rkey = (uint32_t)p->remote_rkey;
	s->has_recv = wire_has(p, recv_index);
	if (s->has_recv)
		s->recv_index = (uint32_t)p->recv_index;
}

static bool is_of(const struct monitor_message *s, const struct wire_packet *p)
{
	return s->is_used && s->stream == p->msg_stream && s->msn == p->msg_msn &&
	       s->is_response == is_response(p);
}

/* ---- rules ---- */

/* STRM-1, STRM-6: within the numbers that may be in use. */
static void numbers(struct monitor *m, const struct trace_packet *t)
{
	uint32_t msn = (uint32_t)t->p.msg_msn, cmsn;
	char text[40];

	if (t->p.msg_stream >= m->c.params.streams || m->is_gapped)
		return;
	cmsn = m->cmsn[t->p.msg_stream];
	if ((int32_t)(msn - cmsn) >= (int32_t)m->c.params.msg_window) {
		snprintf(text, sizeof(text), "less than %u",
			 (uint32_t)(cmsn + m->c.params.msg_window));
		monitor_find_rule(m, STRM_6, t, msg_msn, text);
	} else if ((int32_t)(msn - m->c.params.initial_msn) < 0 &&
		   cmsn - m->c.params.initial_msn < 1u << 30) {
		snprintf(text, sizeof(text), "%u or later", m->c.params.initial_msn);
		monitor_find_rule(m, STRM_1, t, msg_msn, text);
	}
}

/* HDR-5, HDR-6: constant within the message. */
static void agreement(struct monitor *m, const struct trace_packet *t, struct monitor_message *s)
{
	const struct wire_packet *p = &t->p;
	enum clause_id clause = s->op == PKT_SEND ? HDR_6 : HDR_5;

	if (s->op != plain_kind(p->kind)) {
		monitor_find_rule(m, STRM_1, t, base_opcode, "one message per number");
		return;
	}
	if (s->length != p->msg_length)
		monitor_find(m, s->is_response ? READ_3 : clause, t, msg_length, s->length);
	if (wire_has(p, remote_address) && p->msg_length && start_address(p) != s->start)
		monitor_find(m, clause, t, remote_address, s->start + p->msg_offset);
	if (wire_has(p, remote_rkey) && p->remote_rkey != s->rkey)
		monitor_find(m, clause, t, remote_rkey, s->rkey);
	if (!wire_has(p, recv_index))
		return;
	if (s->has_recv && p->recv_index != s->recv_index)
		monitor_find(m, HDR_6, t, recv_index, s->recv_index);
	s->has_recv = true;
	s->recv_index = (uint32_t)p->recv_index;
}

/* STRM-9: each byte is given to one sequenced packet, copies apart. */
static void once(struct monitor *m, const struct trace_packet *t, const struct monitor_message *s)
{
	uint64_t key = (uint64_t)s->generation << 32 | (uint32_t)t->p.msg_offset;
	struct monitor_bytes *b = &m->bytes[(key * 0x9E3779B97F4A7C15u >> 40) % MONITOR_BYTES];

	if (t->p.path_rerouted)
		return;
	if (b->generation == s->generation && b->offset == t->p.msg_offset)
		monitor_find_rule(m, STRM_9, t, msg_offset, "bytes not yet sent in this attempt");
	b->generation = s->generation;
	b->offset = (uint32_t)t->p.msg_offset;
}

/* RNR-2: attempts count from 0 by 1; only SEND and WRITE_IMM are tried again. */
static void attempt(struct monitor *m, const struct trace_packet *t, uint32_t expected)
{
	bool is_tried_again =
		plain_kind(t->p.kind) == PKT_SEND || plain_kind(t->p.kind) == PKT_WRITE;

	if (t->p.msg_attempt != (is_tried_again ? expected & 0xff : 0))
		monitor_find(m, RNR_2, t, msg_attempt, is_tried_again ? expected & 0xff : 0);
}

/* READ-3: a response answers the request as it was sent. */
static void response(struct monitor *m, const struct trace_packet *t)
{
	const struct monitor_request *r =
		&m->requests[slot((uint32_t)t->p.msg_stream, (uint32_t)t->p.msg_msn, false)];

	if (!r->is_used || r->is_ambiguous || r->stream != t->p.msg_stream ||
	    r->msn != t->p.msg_msn)
		return;
	if (r->answer != t->p.kind)
		monitor_find_rule(m, READ_3, t, base_opcode, "the response to the request");
	else if (r->length != t->p.msg_length)
		monitor_find(m, READ_3, t, msg_length, r->length);
}

void monitor_message(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;
	struct monitor_message *s;

	if (!wire_has(p, msg_msn) || p->base_rtx)
		return;
	s = &m->messages[slot((uint32_t)p->msg_stream, (uint32_t)p->msg_msn, is_response(p))];
	if (is_of(s, p) && s->attempt == p->msg_attempt) {
		agreement(m, t, s);
		once(m, t, s);
		return;
	}
	if (p->path_rerouted)
		return; /* may be of a time before what is known */
	if (is_response(p)) {
		response(m, t);
	} else {
		numbers(m, t);
		if (is_of(s, p))
			attempt(m, t, s->attempt + 1u);
		else if (!m->has_evicted)
			attempt(m, t, 0);
	}
	m->has_evicted |= s->is_used && !is_of(s, p);
	start_message(m, s, p);
	once(m, t, s);
}

/* ---- the tester's part ---- */

static void raise_cmsn(struct monitor *m, uint64_t stream, uint32_t cmsn)
{
	if (stream < m->c.params.streams && (int32_t)(cmsn - m->cmsn[stream]) > 0)
		m->cmsn[stream] = cmsn;
}

static void note_request(struct monitor *m, const struct wire_packet *p)
{
	struct monitor_request *r =
		&m->requests[slot((uint32_t)p->msg_stream, (uint32_t)p->msg_msn, false)];
	enum wire_kind answer = p->kind == PKT_READ_REQ ? PKT_READ_RESP : PKT_ATOMIC_RESP;

	if (r->is_used && r->stream == p->msg_stream && r->msn == p->msg_msn) {
		r->is_ambiguous |= r->answer != answer || r->length != p->msg_length;
		return;
	}
	*r = (struct monitor_request){
		.is_used = true,
		.stream = (uint16_t)p->msg_stream,
		.msn = (uint32_t)p->msg_msn,
		.length = (uint32_t)p->msg_length,
		.answer = answer,
	};
}

/* STRM-5, STRM-6: an ACK, and a response, say how far the tester is. */
void monitor_message_context(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;

	if (wire_has(p, ackh_cmsn))
		raise_cmsn(m, p->ackh_stream, (uint32_t)p->ackh_cmsn);
	if (!wire_has(p, msg_msn) || p->kind == PKT_UNKNOWN || p->kind == PKT_PROBE)
		return;
	if (is_response(p))
		raise_cmsn(m, p->msg_stream, (uint32_t)p->msg_msn + 1);
	else if (!(wire_kinds[p->kind].flags & WIRE_PAY))
		note_request(m, p);
}
