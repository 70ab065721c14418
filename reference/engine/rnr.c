/* Refused for want of a receive: wait, then send again, whole (RNR-2, RNR-4). */
#include "reference/engine/stream.h"

enum { NO_LIMIT = 7 };

static void wait(struct ref_stream *s, uint32_t msn, uint64_t until_ns)
{
	struct ref_messages *m = &s->conn->msg;
	s->out.is_waiting = true;
	s->out.rnr_msn = msn;
	s->out.rnr_ns = until_ns;
	if (!list_is_linked(&s->waiting))
		list_append(&m->waiting, &s->waiting);
	if (until_ns < m->rnr_ns)
		m->rnr_ns = until_ns;
}

void ref_rnr_cancel(struct ref_stream *s)
{
	s->out.is_waiting = false;
	if (list_is_linked(&s->waiting))
		list_remove(&s->waiting);
}

/* RNR-4: of the message, and of the attempt last sent of it. */
static bool is_refusal(const struct ref_work_slot *slot, uint32_t attempt)
{
	return ref_work_takes_receive(&slot->w) && attempt == slot->attempt &&
	       (slot->next > 0 || slot->is_sent);
}

void ref_rnr_refused(struct ref_stream *s, const struct wire_packet *ack, uint64_t now_ns)
{
	uint32_t msn = ack->ackh_status_msn, limit = s->conn->params.rnr_retry_limit;
	struct ref_work_slot *slot = stream_work(s, msn);
	uint64_t until_ns = now_ns + ack->ackh_rnr_delay * UINT64_C(1000);

	if (!is_refusal(slot, ack->ackh_status_attempt) ||
	    (s->out.is_failed && msn_diff(msn, s->out.failed) >= 0))
		return;
	/* RNR-4: once per (status_msn, status_attempt); later messages wait with this one. */
	if (s->out.is_waiting && msn_diff(msn, s->out.rnr_msn) >= 0)
		return;
	if (limit != NO_LIMIT && slot->rnr_tries >= limit) {
		ref_stream_fail(s, msn, REF_RNR_RETRY_EXCEEDED);
		return;
	}
	if (slot->rnr_tries < UINT8_MAX)
		slot->rnr_tries++;
	wait(s, msn, until_ns);
	ref_rnr_try(s, now_ns);
}

/* RNR-2: when the delay is over and the refused attempts are acknowledged. */
void ref_rnr_try(struct ref_stream *s, uint64_t now_ns)
{
	struct ref_stream_out *out = &s->out;
	if (!out->is_waiting || now_ns < out->rnr_ns || out->unacked_receive > 0)
		return;
	if (msn_diff(out->rnr_msn, out->una) < 0)
		out->rnr_msn = out->una; /* complete after all, as the peer says */
	for (uint32_t msn = out->rnr_msn; msn_diff(msn, out->begun) < 0; msn++) {
		struct ref_work_slot *slot = stream_work(s, msn);
		if (!ref_work_takes_receive(&slot->w))
			continue;
		slot->attempt++;
		slot->next = 0;
		slot->is_sent = false;
	}
	if (msn_diff(out->rnr_msn, out->cursor) < 0)
		out->cursor = out->rnr_msn;
	ref_rnr_cancel(s);
	ref_stream_wake(s);
}

void ref_msg_timer(struct ref_conn *c, uint64_t now_ns)
{
	struct ref_messages *m = &c->msg;
	struct ref_link *at = m->waiting.next;

	m->rnr_ns = REF_NEVER;
	while (at != &m->waiting) {
		struct ref_stream *s = LIST_ENTRY(at, struct ref_stream, waiting);
		at = at->next;
		if (s->out.rnr_ns <= now_ns)
			ref_rnr_try(s, now_ns); /* or with the last acknowledgement */
		else if (s->out.rnr_ns < m->rnr_ns)
			m->rnr_ns = s->out.rnr_ns;
	}
}

uint64_t ref_msg_timer_ns(const struct ref_conn *c)
{
	return c->msg.rnr_ns;
}
