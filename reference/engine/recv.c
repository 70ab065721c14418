/* Receives: which one a message names, and its consumption (SEND).  A claim is kept per index
 * from the first incomplete receive on, msg_window of them, posted or not. */
#include "reference/engine/stream.h"

static struct ref_claim *claim_at(const struct ref_stream *s, uint32_t index)
{
	const struct ref_messages *m = &s->conn->msg;
	uint32_t at = (s->in.claim_head + (index - s->in.recv_done)) % m->window;
	return &m->claims[(size_t)s->id * m->window + at];
}

/* ERR-1: from the refused message on none completes, so none of them holds a receive. */
static bool is_void(const struct ref_stream *s, const struct ref_claim *claim)
{
	return s->in.is_failed && msn_diff(claim->msn, s->in.failed) >= 0;
}

enum wire_status ref_recv_claim(struct ref_stream *s, struct ref_message *m, uint32_t msn,
				uint32_t index)
{
	int32_t ahead = msn_diff(index, s->in.recv_done);
	struct ref_claim *claim;

	if (m->is_claimed) /* by an earlier packet; PLACE-11 */
		return m->recv_index == index ? STATUS_OK : STATUS_INVALID;
	/* SEND-4: consumed, or too far ahead, or another message's. */
	if (ahead < 0 || ahead >= (int32_t)s->conn->msg.window)
		return STATUS_INVALID;
	claim = claim_at(s, index);
	if (claim->is_taken && claim->msn != msn && !is_void(s, claim))
		return STATUS_INVALID;
	claim->is_taken = true;
	claim->msn = msn;
	m->is_claimed = true;
	m->recv_index = index;
	if (msn_diff(index, s->in.recv_posted) >= 0)
		return STATUS_RNR; /* RNR-1 */
	/* SEND-2; a WRITE_IMM places nothing in its receive (SEND-1). */
	if (m->class == MESSAGE_SEND && m->length > stream_receive(s, index)->length)
		return STATUS_LENGTH;
	return STATUS_OK;
}

void ref_recv_unclaim(struct ref_stream *s, struct ref_message *m)
{
	if (m->is_claimed)
		claim_at(s, m->recv_index)->is_taken = false;
	m->is_claimed = false;
}

/* SEND-3: whatever the length, one receive. */
void ref_recv_complete(struct ref_stream *s, const struct ref_message *m)
{
	struct ref_stream_in *in = &s->in;
	struct ref_completion done = { .conn = (int)s->conn->index,
				       .kind = REF_DONE_RECV,
				       .status = REF_SUCCESS,
				       .stream = s->id,
				       .msn = in->cmsn,
				       .id = stream_receive(s, in->recv_done)->id,
				       .length = m->length,
				       .with_immediate = m->with_immediate,
				       .solicited = m->solicited,
				       .immediate = m->with_immediate ? m->immediate : 0 };
	ref_complete(s->conn->ep, &done);
	claim_at(s, in->recv_done)->is_taken = false;
	in->claim_head = (in->claim_head + 1) % s->conn->msg.window;
	in->recv_head = (in->recv_head + 1) % s->conn->msg.recv_depth;
	in->recv_done++;
}
