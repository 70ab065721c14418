/* Whether a packet of a SEND or WRITE may be placed, and where (PLACE).  Writes nothing. */
#include "reference/engine/stream.h"

static bool is_write(enum wire_kind kind)
{
	return kind == PKT_WRITE || kind == PKT_WRITE_IMM;
}

/* ERR-6 */
static bool is_switched_on(const struct ref_conn *c, enum wire_kind kind)
{
	switch (kind) {
	case PKT_SEND:
	case PKT_SEND_IMM:
		return (c->params.ops & REF_OP_SEND) != 0;
	case PKT_WRITE:
	case PKT_WRITE_IMM:
		return (c->params.ops & REF_OP_WRITE) != 0;
	default:
		return false;
	}
}

enum wire_status ref_place_form(const struct ref_conn *c, const struct wire_packet *k)
{
	uint64_t end = (uint64_t)k->msg_offset + k->payload_len;
	bool is_last = k->msg_last != 0;
	bool has_imm = k->kind == PKT_SEND_IMM || k->kind == PKT_WRITE_IMM;

	if (!is_switched_on(c, k->kind))
		return STATUS_UNSUPPORTED;
	/* PLACE-6 */
	if (end > k->msg_length || is_last != (end == k->msg_length) ||
	    (!is_last && k->payload_len != c->params.mtu) ||
	    (k->payload_len == 0 && k->msg_length != 0))
		return STATUS_INVALID;
	/* HDR-7: an immediate before the last packet; the agreed msg_max. */
	if ((has_imm && !is_last) || k->msg_length > c->params.msg_max)
		return STATUS_INVALID;
	return STATUS_OK;
}

enum wire_status ref_place_agree(struct ref_message *m, const struct wire_packet *k)
{
	uint8_t class = is_write(k->kind) ? MESSAGE_WRITE : MESSAGE_SEND;
	uint64_t base = is_write(k->kind) ? k->remote_address - k->msg_offset : 0;
	uint32_t rkey = is_write(k->kind) ? k->remote_rkey : 0;

	if (m->class == MESSAGE_NONE) {
		m->class = class;
		m->length = k->msg_length;
		m->base = base;
		m->rkey = rkey;
		return STATUS_OK;
	}
	/* PLACE-11; STRM-9: no byte comes twice. */
	if (m->class != class || m->length != k->msg_length || m->base != base || m->rkey != rkey ||
	    m->is_placed || k->payload_len > m->length - m->received)
		return STATUS_INVALID;
	return STATUS_OK;
}

enum wire_status ref_place_find(struct ref_stream *s, struct ref_message *m,
				const struct wire_packet *k, uint8_t **to)
{
	const struct ref_conn *c = s->conn;
	enum wire_status status;

	/* PLACE-5: without payload no key is needed.  PLACE-4 before RNR: at one msn an error
	 * beats RNR (ERR-1). */
	if (is_write(k->kind) && k->payload_len > 0) {
		*to = ref_region_find(c->ep, c->domain, REF_REMOTE_WRITE, k->remote_rkey,
				      k->remote_address, k->payload_len);
		if (!*to)
			return STATUS_ACCESS;
	}
	if (k->kind == PKT_WRITE)
		return STATUS_OK;
	status = ref_recv_claim(s, m, k->msg_msn, k->recv_index);
	if (status == STATUS_OK && m->class == MESSAGE_SEND && k->payload_len > 0)
		*to = stream_receive(s, m->recv_index)->buffer + k->msg_offset;
	return status;
}
