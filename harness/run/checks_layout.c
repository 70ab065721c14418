/* Named check of the device's messages against what was posted: HDR-5 .. HDR-8, each found by its
 * own clause.  Judges first sendings; copies and repairs are other checks' business. */
#include "harness/run/checks.h"

#include <stdio.h>

static bool is_send(enum wire_kind k)
{
	return k == PKT_SEND || k == PKT_SEND_IMM;
}

static bool has_imm(enum wire_kind k)
{
	return k == PKT_SEND_IMM || k == PKT_WRITE_IMM;
}

static bool is_of(const struct harness *h, const struct trace_packet *t, const struct posted *m)
{
	return checks_is_first(h, t) && !t->p.path_rerouted && wire_has_msg(t->p.kind) &&
	       (wire_kinds[t->p.kind].flags & WIRE_MSGK) && t->p.msg_stream == m->stream &&
	       t->p.msg_msn == m->msn;
}

/* recv_index of a message: receives that the earlier ones of its stream consume. */
static uint32_t receives_before(const struct harness *h, const struct posted *m)
{
	uint32_t n = 0;

	for (const struct posted *o = h->posted; o < m; o++)
		n += o->stream == m->stream && (is_send(o->kind) || o->kind == PKT_WRITE_IMM);
	return n;
}

static void want(struct harness *h, enum clause_id clause, const struct trace_packet *t,
		 enum wire_field_id f, uint64_t expected)
{
	struct wire_packet right = t->p;
	char text[40] = "another value", seen[40];

	if (wire_has(&t->p, f) && wire_get(&t->p, f) == expected)
		return;
	right.headers |= 1u << wire_fields[f].header;
	if (!wire_set(&right, f, expected))
		wire_format(&right, f, text, sizeof(text));
	wire_format(&t->p, f, seen, sizeof(seen));
	harness_fail(h, clause, t->number, wire_fields[f].name, text, seen);
}

/* HDR-7: immediate and its value on the last packet alone. */
static enum wire_kind right_kind(const struct posted *m, bool is_last)
{
	if (has_imm(m->kind) && !is_last)
		return is_send(m->kind) ? PKT_SEND : PKT_WRITE;
	return m->kind;
}

static void judge_packet(struct harness *h, const struct trace_packet *t, const struct posted *m)
{
	uint32_t mtu = h->device.params.mtu, offset = (uint32_t)t->p.msg_offset, payload;
	enum clause_id clause = is_send(m->kind) ? HDR_6 : HDR_5;
	bool is_last;

	want(h, clause, t, msg_length, m->length);
	if (offset % mtu || offset > m->length || (offset == m->length && offset)) {
		checks_fail(h, HDR_8, t->number, "msg.offset",
			    "a multiple of the MTU within the message", "%u", offset);
		return;
	}
	is_last = m->length - offset <= mtu;
	payload = is_last ? m->length - offset : mtu;
	want(h, HDR_7, t, msg_last, is_last);
	if (t->p.payload_len != payload)
		checks_fail(h, HDR_8, t->number, "payload length",
			    is_last ? "the rest of the message" : "the MTU", "%u of %u",
			    t->p.payload_len, payload);
	if (t->p.kind != right_kind(m, is_last))
		harness_fail(h, HDR_7, t->number, "base.opcode",
			     wire_kinds[right_kind(m, is_last)].name, wire_kinds[t->p.kind].name);
	else if (has_imm(t->p.kind))
		want(h, HDR_7, t, imm_immediate, m->immediate);
	if (wire_has(&t->p, remote_address) && m->length)
		want(h, HDR_5, t, remote_address, h->peer_address + m->target + offset);
	if (wire_has(&t->p, recv_index))
		want(h, HDR_6, t, recv_index, receives_before(h, m));
}

/* The newest cmsn the tester has told of a stream: messages below it are complete. */
static uint32_t newest_cmsn(const struct harness *h, uint32_t stream)
{
	uint32_t cmsn = h->device.params.initial_msn;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent && !t->is_crafted && !t->decoded && wire_has(&t->p, ackh_cmsn) &&
		    t->p.ackh_stream == stream && (int32_t)(t->p.ackh_cmsn - cmsn) > 0)
			cmsn = (uint32_t)t->p.ackh_cmsn;
	}
	return cmsn;
}

/* STRM-9 bytes of the last attempt: complete means that each packet was first sent once. */
static void judge_message(struct harness *h, const struct posted *m)
{
	uint32_t mtu = h->device.params.mtu, attempt = 0, packets = 0;
	uint32_t expected = m->length ? (m->length - 1) / mtu + 1 : 1, last_frame = 0;
	char text[40];

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_of(h, t, m))
			continue;
		judge_packet(h, t, m);
		packets = t->p.msg_attempt == attempt ? packets + 1 : 1;
		attempt = (uint32_t)t->p.msg_attempt;
		last_frame = t->number;
	}
	if (packets == expected || (int32_t)(m->msn - newest_cmsn(h, m->stream)) >= 0)
		return;
	snprintf(text, sizeof(text), "%u", expected);
	checks_fail(h, packets > expected ? STRM_9 : HDR_8, last_frame, "packets of the message",
		    text, "%u", packets);
}

void check_message_layout(struct harness *h, enum clause_id clause)
{
	bool any = false;

	for (size_t k = 0; k < h->posted_count; k++)
		judge_message(h, &h->posted[k]);
	for (size_t i = 0; i < h->trace.count && !any; i++)
		any = checks_is_first(h, h->trace.at[i]);
	if (h->posted_count && !any)
		harness_fail(h, clause, 0, "packets of the device", "those of what was posted",
			     "none");
}
