/* The response to a READ or ATOMIC of ours (READ-4, STRM-5). */
#include "reference/engine/stream.h"

#include <string.h>

/* READ-4: the request it answers, sent and not answered; NULL if there is none. */
static struct ref_work_slot *request_of(struct ref_stream *s, const struct wire_packet *k)
{
	struct ref_stream_out *out = &s->out;
	struct ref_work_slot *slot;
	bool is_read = k->kind == PKT_READ_RESP;

	if (msn_diff(k->msg_msn, out->una) < 0 || msn_diff(k->msg_msn, out->begun) >= 0 ||
	    (out->is_failed && msn_diff(k->msg_msn, out->failed) >= 0))
		return NULL;
	slot = stream_work(s, k->msg_msn);
	if (!ref_work_is_read(&slot->w) || is_read != (slot->w.kind == REF_READ) ||
	    slot->is_answered || k->msg_attempt != 0 || k->msg_length != slot->w.length)
		return NULL;
	return slot;
}

/* False: exceeds its range, or is no part of a response (READ-3). */
static bool place(struct ref_work_slot *slot, const struct wire_packet *k)
{
	uint64_t end = (uint64_t)k->msg_offset + k->payload_len;

	if (k->kind == PKT_ATOMIC_RESP) {
		uint64_t original = k->result_original;
		if (k->msg_offset != 0)
			return false;
		memcpy(slot->w.local, &original, 8);
		slot->received = 8;
		return true;
	}
	if (end > slot->w.length || (k->payload_len == 0 && slot->w.length != 0) ||
	    k->payload_len > slot->w.length - slot->received)
		return false;
	if (k->payload_len > 0)
		memcpy(slot->w.local + k->msg_offset, k->payload, k->payload_len);
	slot->received += k->payload_len;
	return true;
}

void ref_answer_input(struct ref_conn *c, const struct wire_packet *k, uint64_t now_ns)
{
	struct ref_work_slot *slot;
	struct ref_stream *s;

	if (k->msg_stream >= c->params.streams)
		return;
	s = &c->msg.streams[k->msg_stream];
	slot = request_of(s, k);
	if (!slot || !place(slot, k) || slot->received < slot->w.length)
		return;
	slot->is_answered = true;
	s->out.reads--;
	/* STRM-5: the whole response says that cmsn has passed its message. */
	if (msn_diff(s->out.cmsn, k->msg_msn) <= 0) {
		s->out.cmsn = k->msg_msn + 1;
		ref_conn_progress(c, now_ns);
	}
	ref_stream_complete(s);
	ref_stream_ask(s, now_ns);
	ref_stream_wake(s);
}
