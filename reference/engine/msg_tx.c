/* Messages of ours on their way out: which packet is next, and what a packet says. */
#include "reference/engine/stream.h"

bool ref_work_takes_receive(const struct ref_work *w)
{
	return w->kind == REF_SEND || (w->kind == REF_WRITE && w->with_immediate);
}

bool ref_work_is_read(const struct ref_work *w)
{
	return w->kind == REF_READ || w->kind == REF_FADD || w->kind == REF_CSWAP;
}

/* STRM-10: a fence waits until all earlier READ and ATOMIC are complete; READ-5. */
static bool has_to_wait(const struct ref_stream *s, const struct ref_work_slot *slot)
{
	const struct ref_stream_out *out = &s->out;
	if (slot->w.fence && !slot->is_begun && msn_diff(out->read_end, out->una) > 0)
		return true;
	if (ref_work_is_read(&slot->w) && out->reads >= s->conn->params.read_depth)
		return true;
	/* RNR-2: until then no SEND or WRITE_IMM of the stream is newly sent. */
	return out->is_waiting && ref_work_takes_receive(&slot->w);
}

/* Moves the cursor to the first message with something unsent; false if it may not go yet. */
static bool has_next(struct ref_stream *s)
{
	struct ref_stream_out *out = &s->out;
	while (out->cursor != out->post && stream_work(s, out->cursor)->is_sent)
		out->cursor++;
	if (out->cursor == out->post)
		return false;
	if (out->is_failed && msn_diff(out->cursor, out->failed) >= 0)
		return false; /* ERR-2 */
	if (msn_diff(out->cursor, out->cmsn) >= (int32_t)s->conn->params.msg_window)
		return false; /* STRM-6 */
	return !has_to_wait(s, stream_work(s, out->cursor));
}

void ref_stream_wake(struct ref_stream *s)
{
	bool is_ready = has_next(s);
	if (is_ready == list_is_linked(&s->ready))
		return;
	if (is_ready)
		list_append(&s->conn->msg.ready, &s->ready);
	else
		list_remove(&s->ready);
}

bool ref_msg_has_next(const struct ref_conn *c)
{
	return list_first(&c->msg.ready) || list_first(&c->msg.responding);
}

/* HDR-7: IMM kinds on the last packet alone. */
static enum wire_kind kind_of(const struct ref_work *w, bool is_last)
{
	bool has_imm = is_last && w->with_immediate;
	if (w->kind == REF_READ)
		return PKT_READ_REQ;
	if (w->kind == REF_FADD)
		return PKT_ATOMIC_FADD;
	if (w->kind == REF_CSWAP)
		return PKT_ATOMIC_CSWAP;
	if (w->kind == REF_SEND)
		return has_imm ? PKT_SEND_IMM : PKT_SEND;
	return has_imm ? PKT_WRITE_IMM : PKT_WRITE;
}

static void count_sent(struct ref_stream *s, struct ref_work_slot *slot,
		       const struct ref_load *load)
{
	slot->is_begun = true;
	if (msn_diff(s->out.begun, load->msn) <= 0)
		s->out.begun = load->msn + 1;
	s->out.unacked++;
	s->out.unacked_receive += load->takes_receive;
	if (ref_work_is_read(&slot->w)) {
		s->out.reads++;
		s->out.read_end = load->msn + 1;
	}
}

static void next_request(struct ref_stream *s, struct ref_load *load)
{
	struct ref_work_slot *slot = stream_work(s, s->out.cursor);
	uint32_t mtu = s->conn->params.mtu;
	uint32_t left = ref_work_is_read(&slot->w) ? 0 : slot->w.length - slot->next;
	uint32_t bytes = left < mtu ? left : mtu; /* HDR-8 */

	load->msn = s->out.cursor;
	load->offset = slot->next;
	load->stream = (uint16_t)s->id;
	load->bytes = (uint16_t)bytes;
	load->kind = (uint8_t)kind_of(&slot->w, bytes == left);
	load->attempt = slot->attempt;
	load->takes_receive = ref_work_takes_receive(&slot->w);
	slot->next += bytes; /* STRM-9 */
	slot->is_sent = bytes == left;
	count_sent(s, slot, load);
	list_remove(&s->ready); /* streams take turns (STRM-7) */
	ref_stream_wake(s);
	ref_stream_ask(s, s->conn->ep->now_ns);
}

void ref_msg_next(struct ref_conn *c, struct ref_load *load)
{
	struct ref_link *ready = list_first(&c->msg.ready);
	struct ref_link *responding = list_first(&c->msg.responding);

	if (responding && (c->msg.is_response_turn || !ready))
		ref_read_next(LIST_ENTRY(responding, struct ref_stream, responding), load);
	else
		next_request(LIST_ENTRY(ready, struct ref_stream, ready), load);
	c->msg.is_response_turn = !c->msg.is_response_turn;
}

static bool is_response(const struct ref_load *load)
{
	return load->kind == PKT_READ_RESP || load->kind == PKT_ATOMIC_RESP;
}

bool ref_msg_is_wanted(const struct ref_conn *c, const struct ref_load *load)
{
	const struct ref_stream *s = &c->msg.streams[load->stream];
	if (is_response(load))
		return true; /* until the connection ends */
	if (msn_diff(load->msn, s->out.una) < 0)
		return false;
	if (s->out.is_failed && msn_diff(load->msn, s->out.failed) >= 0)
		return false;
	return stream_work(s, load->msn)->attempt == load->attempt;
}

void ref_msg_fill(struct ref_conn *c, const struct ref_load *load, struct wire_packet *k)
{
	const struct ref_work_slot *slot;

	if (is_response(load)) {
		ref_read_fill(c, load, k);
		return;
	}
	slot = stream_work(&c->msg.streams[load->stream], load->msn);
	k->msg_stream = load->stream;
	k->msg_msn = load->msn;
	k->msg_attempt = load->attempt;
	k->msg_offset = load->offset;
	k->msg_length = slot->w.length;
	/* HDR-7; HDR-1: a request is one packet. */
	k->msg_last = ref_work_is_read(&slot->w) || load->offset + load->bytes == slot->w.length;
	k->base_solicited = k->msg_last && slot->w.solicited; /* HDR-9 */
	k->recv_index = slot->recv_index;                     /* HDR-6 */
	k->imm_immediate = slot->w.immediate;
	k->remote_address = slot->w.address + load->offset; /* HDR-5 */
	k->remote_rkey = slot->w.rkey;
	k->operand_swap_or_add = slot->w.swap_or_add;
	k->operand_compare = slot->w.compare;
	k->payload_len = load->bytes;
	k->payload = load->bytes == 0 ? NULL : slot->w.local + load->offset;
}

void ref_msg_acked(struct ref_conn *c, const struct ref_load *load, uint64_t now_ns)
{
	struct ref_stream *s = &c->msg.streams[load->stream];
	if (is_response(load)) {
		ref_read_release(c, load);
		return;
	}
	s->out.unacked--;
	s->out.unacked_receive -= load->takes_receive;
	ref_rnr_try(s, now_ns);
	ref_stream_ask(s, now_ns);
}

void ref_msg_dropped(struct ref_conn *c, const struct ref_load *load)
{
	if (is_response(load))
		ref_read_release(c, load);
}
