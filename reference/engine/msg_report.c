/* The stream half of an ACK, and what it completes or fails of our work (STRM-5, ERR-2). */
#include "reference/engine/stream.h"

/* SACK-4.  BAD_STREAM tells no cmsn: the stream does not exist there (STRM-8). */
bool ref_msg_report_ok(const struct ref_conn *c, const struct wire_packet *ack)
{
	if (ack->ackh_stream >= c->params.streams || ack->ackh_status == STATUS_BAD_STREAM)
		return true;
	return msn_diff(ack->ackh_cmsn, c->msg.streams[ack->ackh_stream].out.begun) <= 0;
}

static enum ref_completion_status failure_of(uint32_t status)
{
	switch (status) {
	case STATUS_ACCESS:
		return REF_ACCESS;
	case STATUS_LENGTH:
		return REF_LENGTH;
	case STATUS_INVALID:
		return REF_INVALID;
	case STATUS_BAD_STREAM:
		return REF_BAD_STREAM;
	case STATUS_UNSUPPORTED:
		return REF_UNSUPPORTED;
	default:
		return REF_INTERNAL; /* unknown ones mean INTERNAL */
	}
}

/* The oldest work request is over (STRM-4). */
static void finish(struct ref_stream *s, enum ref_completion_status status)
{
	struct ref_stream_out *out = &s->out;
	const struct ref_work_slot *slot = stream_work(s, out->una);
	struct ref_completion done = { .conn = (int)s->conn->index,
				       .kind = REF_DONE_WORK,
				       .status = status,
				       .stream = s->id,
				       .msn = out->una,
				       .id = slot->w.id,
				       .length = slot->w.length,
				       .with_immediate = slot->w.with_immediate,
				       .solicited = slot->w.solicited,
				       .immediate = slot->w.immediate };
	ref_complete(s->conn->ep, &done);
	out->head = (out->head + 1) % s->conn->msg.send_depth;
	out->una++;
	if (msn_diff(out->cursor, out->una) < 0)
		out->cursor = out->una;
}

/* Whether the oldest message is complete here (STRM-5). */
static bool is_done(const struct ref_stream *s)
{
	const struct ref_work_slot *slot = stream_work(s, s->out.una);
	if (ref_work_is_read(&slot->w))
		return slot->is_answered;
	return msn_diff(s->out.cmsn, s->out.una) > 0;
}

void ref_stream_complete(struct ref_stream *s)
{
	struct ref_stream_out *out = &s->out;
	while (out->una != out->post && is_done(s) && !(out->is_failed && out->una == out->failed))
		finish(s, REF_SUCCESS); /* STRM-5 */
	if (!out->is_failed || out->una != out->failed)
		return;
	/* ERR-2: all before are complete; this one fails, the later ones are flushed, once. */
	for (bool is_first = true; out->una != out->post; is_first = false)
		finish(s, is_first ? (enum ref_completion_status)out->status : REF_FLUSHED);
}

void ref_stream_fail(struct ref_stream *s, uint32_t msn, enum ref_completion_status status)
{
	struct ref_stream_out *out = &s->out;
	if (out->is_failed && msn_diff(msn, out->failed) >= 0)
		return; /* ERR-2: the lowest stands */
	out->is_failed = true;
	out->failed = msn;
	out->status = (uint8_t)status;
	if (out->is_waiting && msn_diff(out->rnr_msn, msn) >= 0)
		ref_rnr_cancel(s);
}

static void take_status(struct ref_stream *s, const struct wire_packet *ack, uint64_t now_ns)
{
	struct ref_stream_out *out = &s->out;
	uint32_t msn = ack->ackh_status_msn;

	if (ack->ackh_status == STATUS_OK)
		return;
	/* The answer to a PROBE of a stream that does not exist names no message. */
	if (ack->ackh_status == STATUS_BAD_STREAM && msn == 0 && ack->ackh_cmsn == 0)
		msn = out->una;
	/* ERR-5 */
	if (msn_diff(msn, out->una) < 0 || msn_diff(msn, out->cmsn) < 0 ||
	    msn_diff(msn, out->begun) >= 0)
		return;
	if (ack->ackh_status == STATUS_RNR)
		ref_rnr_refused(s, ack, now_ns);
	else
		ref_stream_fail(s, msn, failure_of(ack->ackh_status));
}

bool ref_msg_report(struct ref_conn *c, const struct wire_packet *ack, uint64_t now_ns)
{
	struct ref_stream *s;
	bool has_moved;

	if (ack->ackh_stream >= c->params.streams)
		return false;
	s = &c->msg.streams[ack->ackh_stream];
	has_moved =
		ack->ackh_status != STATUS_BAD_STREAM && msn_diff(ack->ackh_cmsn, s->out.cmsn) > 0;
	if (has_moved)
		s->out.cmsn = ack->ackh_cmsn;
	take_status(s, ack, now_ns);
	ref_stream_complete(s);
	ref_stream_spoken(s, now_ns);
	ref_stream_wake(s);
	return has_moved;
}
