/* Named check that each byte of a message is given to one packet.  A query over the trace; nothing
 * is sent. */
#include "harness/run/checks.h"

static bool carries(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_first(h, t) && !t->p.path_rerouted && t->p.payload_len;
}

static bool overlap(const struct wire_packet *a, const struct wire_packet *b)
{
	bool is_response = a->kind == PKT_READ_RESP, is_other = b->kind == PKT_READ_RESP;

	return a->msg_stream == b->msg_stream && a->msg_msn == b->msg_msn &&
	       a->msg_attempt == b->msg_attempt && is_response == is_other &&
	       a->msg_offset < b->msg_offset + b->payload_len &&
	       b->msg_offset < a->msg_offset + a->payload_len;
}

void check_bytes_once(struct harness *h, enum clause_id clause)
{
	size_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!carries(h, t))
			continue;
		seen++;
		for (size_t k = 0; k < i; k++) {
			if (!carries(h, h->trace.at[k]) || !overlap(&t->p, &h->trace.at[k]->p))
				continue;
			checks_fail(h, clause, t->number, "msg.offset", "bytes not yet sent",
				    "%u of msn %u again", (unsigned)t->p.msg_offset,
				    (unsigned)t->p.msg_msn);
			return;
		}
	}
	if (!seen)
		harness_fail(h, clause, 0, "packet", "with payload", "none");
}
