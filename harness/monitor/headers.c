/* What one packet of the device says of itself, whatever came before: HDR-1, HDR-2, HDR-7, HDR-8,
 * agreed values, and the small rules of single kinds.  Keeps no state. */
#include "harness/monitor/state.h"

#include <stdio.h>

/* HDR-2 */
static void reserved(struct monitor *m, const struct trace_packet *t)
{
	for (unsigned f = 0; f < WIRE_FIELDS; f++)
		if (wire_fields[f].policy == WIRE_RESERVED &&
		    wire_has(&t->p, (enum wire_field_id)f) &&
		    wire_get(&t->p, (enum wire_field_id)f))
			monitor_find(m, HDR_2, t, (enum wire_field_id)f, 0);
	for (unsigned i = 0; i < t->p.base_pad; i++) {
		if (!t->p.payload[t->p.payload_len + i])
			continue;
		monitor_find_text(m, HDR_2, t, "pad", "zero bytes", "another value");
		return;
	}
}

/* HDR-1: without use, so 0. */
static void unused(struct monitor *m, const struct trace_packet *t, const uint16_t *fields,
		   size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (wire_get(&t->p, (enum wire_field_id)fields[i]))
			monitor_find(m, HDR_1, t, (enum wire_field_id)fields[i], 0);
}

static void unsequenced(struct monitor *m, const struct trace_packet *t)
{
	static const uint16_t plain[] = { base_solicited, base_rtx };
	static const uint16_t probe[] = { base_solicited, msg_last,   msg_attempt,
					  msg_msn,        msg_offset, msg_length };

	if (t->p.path_rerouted)
		monitor_find(m, HDR_1, t, path_rerouted, 0);
	if (t->p.kind == PKT_PROBE)
		unused(m, t, probe, sizeof(probe) / sizeof(*probe));
	else
		unused(m, t, plain, sizeof(plain) / sizeof(*plain));
	if (t->p.kind == PKT_CLOSE && t->p.path_id < m->c.params.paths &&
	    t->p.base_psn != m->c.local.initial_psn[t->p.path_id])
		monitor_find(m, LIFE_2, t, base_psn, m->c.local.initial_psn[t->p.path_id]);
}

/* Requests without payload: offset 0, last 1, length of an atomic 8. */
static void request(struct monitor *m, const struct trace_packet *t)
{
	if (t->p.msg_offset)
		monitor_find(m, HDR_1, t, msg_offset, 0);
	if (!t->p.msg_last)
		monitor_find(m, HDR_1, t, msg_last, 1);
	if (t->p.kind != PKT_READ_REQ && t->p.msg_length != 8)
		monitor_find(m, HDR_1, t, msg_length, 8);
}

/* The clause by which packets of this kind carry offset and total length. */
static enum clause_id layout_clause(enum wire_kind k)
{
	if (k == PKT_READ_RESP)
		return READ_3;
	return k == PKT_SEND || k == PKT_SEND_IMM ? HDR_6 : HDR_5;
}

/* HDR-7, HDR-8: where the packet stands in its message. */
static void part(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;
	uint64_t end = (uint64_t)p->msg_offset + p->payload_len;
	uint32_t mtu = m->c.params.mtu;
	bool is_imm = p->kind == PKT_SEND_IMM || p->kind == PKT_WRITE_IMM;
	char text[40];

	if (end > p->msg_length) {
		monitor_find_rule(m, layout_clause(p->kind), t, msg_offset,
				  "offset + payload within the length");
		return;
	}
	if (p->msg_last != (end == p->msg_length))
		monitor_find(m, HDR_7, t, msg_last, end == p->msg_length);
	else if (is_imm && !p->msg_last)
		monitor_find_rule(m, HDR_7, t, base_opcode, "no immediate before the last packet");
	if (end == p->msg_length ? p->payload_len <= mtu : p->payload_len == mtu) {
		if (p->msg_offset % mtu)
			monitor_find_rule(m, HDR_8, t, msg_offset, "a multiple of the MTU");
		else if (!p->payload_len && p->msg_length)
			monitor_find_rule(m, HDR_7, t, msg_offset, "no packet behind the end");
		return;
	}
	snprintf(text, sizeof(text), "%u", p->payload_len);
	monitor_find_text(m, HDR_8, t, "payload length", "the MTU", text);
}

static void sequenced(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;

	if (p->kind == PKT_NOP && p->path_rerouted)
		monitor_find(m, HDR_1, t, path_rerouted, 0);
	if (p->base_rtx)
		return; /* a repair is compared with the first sending */
	if (wire_kinds[p->kind].flags & WIRE_PAY)
		part(m, t);
	else if (wire_kinds[p->kind].flags & WIRE_MSGK)
		request(m, t);
	if ((wire_kinds[p->kind].flags & WIRE_RESP) && p->msg_attempt)
		monitor_find(m, READ_3, t, msg_attempt, 0);
}

void monitor_headers(struct monitor *m, const struct trace_packet *t)
{
	if (t->p.base_version != m->c.params.version)
		monitor_find(m, HDR_1, t, base_version, m->c.params.version);
	if (t->p.base_partition != m->c.params.partition)
		monitor_find(m, HDR_1, t, base_partition, m->c.params.partition);
	if (t->p.path_id >= m->c.params.paths)
		monitor_find_rule(m, t->p.kind == PKT_ACK ? ACK_1 : HDR_1, t, path_id,
				  "a path of the connection");
	reserved(m, t);
	if (wire_is_sequenced(t->p.kind))
		sequenced(m, t);
	else
		unsequenced(m, t);
}
