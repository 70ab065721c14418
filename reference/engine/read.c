/* READ and ATOMIC at the target: taken, executed in their turn, answered by packets of our own
 * (READ, ATOM).  What a response packet needs travels with it, since the message is over once its
 * last response packet has first been sent. */
#include "reference/engine/stream.h"

#include <string.h>

static uint8_t class_of(enum wire_kind kind)
{
	if (kind == PKT_READ_REQ)
		return MESSAGE_READ;
	return kind == PKT_ATOMIC_FADD ? MESSAGE_FADD : MESSAGE_CSWAP;
}

enum wire_status ref_read_take(struct ref_stream *s, struct ref_message *m,
			       const struct wire_packet *k)
{
	const struct ref_params *a = &s->conn->params;
	bool is_read = k->kind == PKT_READ_REQ;

	if ((a->ops & (is_read ? REF_OP_READ : REF_OP_ATOMIC)) == 0 || a->read_depth == 0)
		return STATUS_UNSUPPORTED; /* ERR-6, READ-5 */
	/* PLACE-6, ATOM-1 */
	if (k->msg_offset != 0 || k->msg_last == 0 || (!is_read && k->msg_length != 8) ||
	    (!is_read && k->remote_address % 8 != 0) || k->msg_length > a->msg_max)
		return STATUS_INVALID;
	/* PLACE-11, ATOM-2: one packet is all, once; READ-5 */
	if (m->class != MESSAGE_NONE || s->in.reads >= a->read_depth)
		return STATUS_INVALID;
	m->class = class_of(k->kind);
	m->base = k->remote_address;
	m->rkey = k->remote_rkey;
	m->length = k->msg_length;
	m->swap_or_add = k->operand_swap_or_add;
	m->compare = k->operand_compare;
	m->is_placed = true; /* READ-1: waits for nothing but its turn */
	s->in.reads++;
	return STATUS_OK;
}

/* ATOM-1, ATOM-3: one at a time, in host order. */
static uint64_t execute_atomic(const struct ref_message *m, uint8_t *at)
{
	uint64_t original, next;
	memcpy(&original, at, 8);
	next = original;
	if (m->class == MESSAGE_FADD)
		next += m->swap_or_add;
	else if (original == m->compare)
		next = m->swap_or_add;
	memcpy(at, &next, 8);
	return original;
}

enum wire_status ref_read_execute(struct ref_stream *s, const struct ref_message *m, bool *is_done)
{
	struct ref_conn *c = s->conn;
	struct ref_response *r = stream_response(s, s->in.responses);
	bool is_read = m->class == MESSAGE_READ;
	uint8_t *at = NULL;

	*is_done = !is_read; /* STRM-2 */
	if (s->in.responses > 0 && stream_response(s, s->in.responses - 1)->msn == s->in.cmsn)
		return STATUS_OK;        /* a READ under way */
	if (!is_read || m->length > 0) { /* PLACE-5 */
		at = ref_region_find(c->ep, c->domain,
				     is_read ? REF_REMOTE_READ : REF_REMOTE_ATOMIC, m->rkey,
				     m->base, m->length);
		if (!at)
			return STATUS_ACCESS; /* PLACE-4, READ-6 */
	}
	r->msn = s->in.cmsn;
	r->class = m->class;
	r->path = m->path;
	r->length = m->length;
	r->rkey = m->rkey;
	r->next = 0;
	r->value = is_read ? m->base : execute_atomic(m, at);
	if (is_read && r->length > 0)
		ref_region_hold(c->ep, r->rkey, true);
	s->in.responses++;
	if (!list_is_linked(&s->responding))
		list_append(&c->msg.responding, &s->responding);
	return STATUS_OK;
}

/* The last packet of the oldest response is about to be sent. */
static void end_response(struct ref_stream *s, const struct ref_response *r)
{
	uint8_t path = r->path;
	bool is_read = r->class == MESSAGE_READ;

	if (is_read && r->length > 0)
		ref_region_hold(s->conn->ep, r->rkey, false);
	s->in.reads--;
	s->in.response_head = (s->in.response_head + 1) % s->conn->msg.window;
	s->in.responses--;
	if (s->in.responses == 0)
		list_remove(&s->responding);
	if (is_read)
		ref_stream_read_sent(s, path, s->conn->ep->now_ns);
}

/* READ-2: a load like any other of the path layer. */
void ref_read_next(struct ref_stream *s, struct ref_load *load)
{
	struct ref_response *r = stream_response(s, 0);
	bool is_read = r->class == MESSAGE_READ;
	uint32_t left = is_read ? r->length - r->next : 0, mtu = s->conn->params.mtu;
	uint32_t bytes = left < mtu ? left : mtu;

	load->msn = r->msn;
	load->offset = r->next;
	load->stream = (uint16_t)s->id;
	load->bytes = (uint16_t)bytes;
	load->kind = is_read ? PKT_READ_RESP : PKT_ATOMIC_RESP;
	load->attempt = 0; /* READ-3 */
	load->takes_receive = false;
	load->length = r->length;
	load->rkey = r->rkey;
	load->value = is_read ? r->value + r->next : r->value;
	if (bytes > 0)
		ref_region_hold(s->conn->ep, load->rkey, true);
	r->next += bytes;
	list_remove(&s->responding); /* streams take turns */
	list_append(&s->conn->msg.responding, &s->responding);
	if (bytes == left)
		end_response(s, r);
}

void ref_read_fill(const struct ref_conn *c, const struct ref_load *load, struct wire_packet *k)
{
	k->msg_stream = load->stream;
	k->msg_msn = load->msn;
	k->msg_offset = load->offset;
	k->msg_length = load->length;
	k->msg_last = load->kind == PKT_ATOMIC_RESP || load->offset + load->bytes == load->length;
	k->result_original = load->value;
	k->payload_len = load->bytes;
	/* RTX-12: what memory holds now. */
	k->payload = load->bytes == 0 ? NULL : ref_region_read(c->ep, load->rkey, load->value);
}

/* PLACE-9: this packet need not be read again. */
void ref_read_release(struct ref_conn *c, const struct ref_load *load)
{
	if (load->bytes > 0)
		ref_region_hold(c->ep, load->rkey, false);
}

void ref_read_flush(struct ref_stream *s)
{
	for (uint32_t i = 0; i < s->in.responses; i++) {
		const struct ref_response *r = stream_response(s, i);
		if (r->class == MESSAGE_READ && r->length > 0)
			ref_region_hold(s->conn->ep, r->rkey, false);
	}
	s->in.responses = 0;
}
