/* Messages of the peer on their way in: attempts, refusals, order of completion, and what an ACK
 * has to say of a stream. */
#include "reference/engine/stream.h"

#include <string.h>

void ref_msg_state(const struct ref_conn *c, uint32_t stream, struct ref_stream_rx *out)
{
	const struct ref_stream *s = &c->msg.streams[stream];
	const struct ref_stream_in *in = &s->in;

	memset(out, 0, sizeof(*out));
	out->cmsn = in->cmsn;
	/* ERR-1: the lower one; at one msn an error beats RNR. */
	if (in->is_rnr && !(in->is_failed && msn_diff(in->failed, in->rnr_msn) <= 0)) {
		out->status = STATUS_RNR; /* RNR-1 */
		out->status_msn = in->rnr_msn;
		out->status_attempt = stream_message(s, in->rnr_msn)->attempt;
		out->rnr_delay = c->params.rnr_delay;
	} else if (in->is_failed) {
		out->status = in->status;
		out->status_msn = in->failed;
	}
}

/* ACK-6: a refusal is told at once, progress within ack_delay. */
static void note_change(struct ref_stream *s, const struct ref_stream_rx *before, unsigned path,
			uint64_t now_ns)
{
	struct ref_link *list = &s->conn->msg.changed;
	struct ref_stream_rx now;
	bool is_urgent;

	ref_msg_state(s->conn, s->id, &now);
	is_urgent = now.status != before->status || now.status_msn != before->status_msn ||
		    now.status_attempt != before->status_attempt;
	if (!is_urgent && (now.cmsn == before->cmsn || list_is_linked(&s->changed)))
		return;
	s->in.path = (uint8_t)path;
	s->in.due_ns = now_ns + (is_urgent ? 0 : s->conn->params.ack_delay * UINT64_C(1000));
	if (list_is_linked(&s->changed))
		list_remove(&s->changed);
	list_append(is_urgent ? list->next : list, &s->changed);
}

/* The lowest message still refused for want of a receive. */
static void find_rnr(struct ref_stream *s)
{
	struct ref_stream_in *in = &s->in;
	uint32_t end = in->cmsn + s->conn->msg.window;
	in->is_rnr = false;
	for (uint32_t msn = in->rnr_msn; msn != end && !in->is_rnr; msn++) {
		in->is_rnr = stream_message(s, msn)->is_refused;
		in->rnr_msn = msn;
	}
}

static void refuse(struct ref_stream *s, uint32_t msn, enum wire_status status)
{
	struct ref_stream_in *in = &s->in;
	s->conn->ep->counters.rx_refused++;
	if (status == STATUS_RNR) {
		stream_message(s, msn)->is_refused = true;
		if (!in->is_rnr || msn_diff(msn, in->rnr_msn) < 0)
			in->rnr_msn = msn;
		in->is_rnr = true;
		return;
	}
	/* ERR-1: a lower one refused later replaces it. */
	if (in->is_failed && msn_diff(msn, in->failed) >= 0)
		return;
	in->is_failed = true;
	in->failed = msn;
	in->status = (uint8_t)status;
}

/* The turn of the message at cmsn has come.  False: it is not complete yet, or never will be. */
static bool finish(struct ref_stream *s, const struct ref_message *m)
{
	struct ref_stream_in *in = &s->in;
	enum wire_status status = STATUS_OK;
	bool is_done = true;

	if (m->class >= MESSAGE_READ)
		status = ref_read_execute(s, m, &is_done); /* READ-1 */
	else if (m->is_claimed && m->recv_index != in->recv_done)
		status = STATUS_INVALID; /* SEND-4 */
	if (status != STATUS_OK)
		refuse(s, in->cmsn, status);
	else if (m->is_claimed)
		ref_recv_complete(s, m);
	return status == STATUS_OK && is_done;
}

static void pass(struct ref_stream *s)
{
	memset(stream_message(s, s->in.cmsn), 0, sizeof(struct ref_message));
	s->in.cmsn++;
	s->in.head = (s->in.head + 1) % s->conn->msg.window;
}

/* STRM-2: messages complete in order; STRM-3, ERR-3, RNR-5: nothing of another stream counts. */
static void complete(struct ref_stream *s)
{
	struct ref_stream_in *in = &s->in;
	for (;;) {
		struct ref_message *m = stream_message(s, in->cmsn);
		if (!m->is_placed || (in->is_failed && in->failed == in->cmsn) || !finish(s, m))
			return;
		pass(s);
	}
}

void ref_stream_read_sent(struct ref_stream *s, unsigned path, uint64_t now_ns)
{
	struct ref_stream_rx before;
	if (s->in.is_failed && s->in.failed == s->in.cmsn)
		return; /* ERR-1: refused after all */
	ref_msg_state(s->conn, s->id, &before);
	pass(s);
	complete(s);
	note_change(s, &before, path, now_ns);
}

/* RNR-3: whether the packet is of the attempt now under way; a newer one restarts the message. */
static bool is_current(struct ref_stream *s, struct ref_message *m, const struct wire_packet *k)
{
	uint8_t ahead = (uint8_t)(k->msg_attempt - m->attempt);
	bool was_refused = m->is_refused;
	if (ahead == 0)
		return !was_refused; /* RNR-1: the rest of a refused attempt is ignored */
	if (ahead > 127 || m->class >= MESSAGE_READ) /* RNR-2: a READ has but one */
		return false;
	ref_recv_unclaim(s, m);
	memset(m, 0, sizeof(*m));
	m->attempt = (uint8_t)k->msg_attempt;
	if (was_refused && s->in.rnr_msn == k->msg_msn)
		find_rnr(s);
	return true;
}

/* PLACE-3: the payload and no more is written. */
static enum wire_status take(struct ref_stream *s, struct ref_message *m,
			     const struct wire_packet *k)
{
	uint8_t *to = NULL;
	enum wire_status status = ref_place_form(s->conn, k);
	if (status == STATUS_OK)
		status = ref_place_agree(m, k);
	if (status == STATUS_OK)
		status = ref_place_find(s, m, k, &to);
	if (status != STATUS_OK)
		return status;
	if (k->payload_len > 0)
		memcpy(to, k->payload, k->payload_len); /* PLACE-1, PLACE-2 */
	m->received += k->payload_len;
	m->is_placed = m->received == m->length;
	if (k->msg_last) {
		m->solicited = k->base_solicited != 0; /* HDR-9 */
		m->with_immediate = k->kind == PKT_SEND_IMM || k->kind == PKT_WRITE_IMM;
		m->immediate = k->imm_immediate;
	}
	return STATUS_OK;
}

static bool is_request(enum wire_kind kind)
{
	return kind == PKT_READ_REQ || kind == PKT_ATOMIC_FADD || kind == PKT_ATOMIC_CSWAP;
}

/* PLACE-7: of what is complete nothing is looked at. */
static void input(struct ref_stream *s, unsigned path, const struct wire_packet *k)
{
	struct ref_stream_in *in = &s->in;
	uint32_t msn = k->msg_msn;
	struct ref_message *m;
	enum wire_status status;

	if (msn_diff(msn, in->cmsn) < 0)
		return; /* STRM-2: complete */
	if (in->is_failed && msn_diff(msn, in->failed) >= 0)
		return; /* ERR-1 */
	if (msn_diff(msn, in->cmsn) >= (int32_t)s->conn->msg.window) {
		refuse(s, msn, STATUS_INVALID); /* STRM-6 */
		return;
	}
	m = stream_message(s, msn);
	if (is_request(k->kind) && k->msg_attempt != 0)
		return; /* RNR-3: READ and ATOMIC have no other attempt */
	if (!is_current(s, m, k))
		return;
	m->path = (uint8_t)path;
	status = is_request(k->kind) ? ref_read_take(s, m, k) : take(s, m, k);
	if (status != STATUS_OK)
		refuse(s, msn, status);
	complete(s);
}

void ref_msg_input(struct ref_conn *c, unsigned path, const struct wire_packet *k, uint64_t now_ns)
{
	struct ref_stream_rx before;

	if (k->kind == PKT_READ_RESP || k->kind == PKT_ATOMIC_RESP) {
		ref_answer_input(c, k, now_ns);
		return;
	}
	if (k->msg_stream >= c->params.streams) {
		c->ep->counters.rx_refused++;
		ref_path_reply(&c->paths[path], k->msg_stream, k->msg_msn); /* STRM-8 */
		return;
	}
	ref_msg_state(c, k->msg_stream, &before);
	input(&c->msg.streams[k->msg_stream], path, k);
	note_change(&c->msg.streams[k->msg_stream], &before, path, now_ns);
}

int ref_msg_changed(const struct ref_conn *c, unsigned *path, uint64_t *due_ns)
{
	struct ref_link *first = list_first(&c->msg.changed);
	const struct ref_stream *s;
	if (!first)
		return -1;
	s = LIST_ENTRY(first, struct ref_stream, changed);
	*path = s->in.path;
	*due_ns = c->msg.is_report_late ? 0 : s->in.due_ns;
	return (int)s->id;
}

void ref_msg_reported(struct ref_conn *c, uint32_t stream)
{
	struct ref_stream *s = &c->msg.streams[stream];
	if (list_is_linked(&s->changed)) {
		list_remove(&s->changed);
		/* ACK-6: where several changed, the others follow without waiting. */
		c->msg.is_report_late = true;
	}
	if (!list_first(&c->msg.changed))
		c->msg.is_report_late = false;
}

void ref_msg_report_all(struct ref_conn *c)
{
	c->msg.is_report_late = list_first(&c->msg.changed) != NULL;
}
