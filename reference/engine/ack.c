/* Builds ACKs: the path's state as it is now, and what is to be said of which stream (ACK-6). */
#include "reference/engine/endpoint.h"

#include <string.h>

/* STRM-8: a stream that does not exist is echoed; nothing else is known of it. */
static void report_bad_stream(struct wire_packet *k, const struct ref_reply *r)
{
	k->ackh_stream = r->stream;
	k->ackh_status = STATUS_BAD_STREAM;
	k->ackh_cmsn = r->msn;
	k->ackh_status_msn = r->msn;
}

static void report_stream(struct ref_conn *c, struct wire_packet *k, uint32_t stream)
{
	struct ref_stream_rx s;
	ref_msg_state(c, stream, &s);
	k->ackh_stream = stream;
	k->ackh_status = s.status;
	k->ackh_status_attempt = s.status_attempt;
	k->ackh_cmsn = s.cmsn;
	k->ackh_status_msn = s.status_msn;
	k->ackh_rnr_delay = s.rnr_delay;
	ref_msg_reported(c, stream);
}

/* ACK-6: a PROBE's stream, else one with an unreported change, else that of the last packet. */
static void report(struct ref_path *p, struct wire_packet *k)
{
	struct ref_conn *c = p->conn;
	struct ref_reply reply;
	unsigned path;
	uint64_t due_ns;
	int stream;

	if (p->in.reply_count > 0) {
		reply = p->in.replies[0];
		p->in.reply_count--;
		memmove(p->in.replies, p->in.replies + 1, p->in.reply_count * sizeof(reply));
		if (reply.stream >= c->params.streams)
			report_bad_stream(k, &reply);
		else
			report_stream(c, k, reply.stream);
		return;
	}
	stream = ref_msg_changed(c, &path, &due_ns);
	report_stream(c, k, stream < 0 ? p->in.last_stream : (uint32_t)stream);
}

size_t ref_ack_output(struct ref_path *p, uint8_t *out, size_t cap)
{
	struct ref_path_in *in = &p->in;
	struct wire_packet *k = ref_frame_begin(p, PKT_ACK, in->ack_number);

	in->ack_number = (in->ack_number + 1) & 0xFFFFFF; /* ACK-5 */
	k->ackh_cum_psn = in->cum;
	k->ackh_ts_echo = in->ts_echo;
	k->ackh_ce_count = in->ce_count;
	ref_path_sack(p, k->ackh_sack);
	k->ackh_rate_hint = ref_hint_rate(p->conn); /* ACK-4 */
	report(p, k);
	in->unacked = 0;
	in->is_ce_told = false;
	in->ack_due_ns = REF_NEVER;
	bits_put(&p->conn->ack_due, p->id, in->reply_count > 0);
	p->conn->ep->counters.tx_acks++;
	return ref_frame_end(p, k, out, cap);
}
