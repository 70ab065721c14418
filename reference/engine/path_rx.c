/* What arrives on a path: acceptance exactly once, in any order (PSN), and when an ACK is due
 * (ACK).  Knows no message. */
#include "reference/engine/endpoint.h"

#include <string.h>

enum verdict { ACCEPT, ACCEPT_AS_KNOWN, DUPLICATE, OUT_OF_WINDOW };

void ref_path_ack_now(struct ref_path *p)
{
	bits_set(&p->conn->ack_due, p->id);
}

void ref_path_reply(struct ref_path *p, uint32_t stream, uint32_t msn)
{
	struct ref_path_in *in = &p->in;
	struct ref_reply reply = { (uint16_t)stream, msn };

	ref_path_ack_now(p);
	for (unsigned i = 0; i < in->reply_count; i++)
		if (in->replies[i].stream == stream && in->replies[i].msn == msn)
			return; /* one ACK answers both */
	if (in->reply_count == REPLIES)
		in->reply_count--; /* bounded (ROB-3); a PROBE gets it again (ERR-4) */
	in->replies[in->reply_count++] = reply;
}

/* SACK-2; PSN-7: of this path alone; SACK-3: what is in `seen` only leaves it below cum. */
void ref_path_sack(const struct ref_path *p, uint8_t sack[32])
{
	struct bits256 b = bits_rotate(&p->in.seen, (p->in.cum + 1) % WINDOW);
	for (unsigned i = 0; i < 32; i++)
		sack[i] = (uint8_t)(b.w[i / 8] >> (i % 8 * 8));
}

/* PSN-3; PSN-4: the order of arrival plays no part; PSN-8: modulo 2^24. */
static enum verdict judge_psn(const struct ref_path *p, uint32_t psn)
{
	int32_t d = wire_psn_diff(psn, p->in.cum);
	if (d > WINDOW || d == -(1 << 23))
		return OUT_OF_WINDOW;
	if (d <= 0 || bits_get(&p->in.seen, psn % WINDOW))
		return DUPLICATE;
	return ACCEPT;
}

/* PATH-7: a rerouted packet counts as its original, too. */
static enum verdict judge(const struct ref_path *p, const struct wire_packet *k)
{
	enum verdict v = judge_psn(p, k->base_psn);
	if (v != ACCEPT || k->path_rerouted == 0)
		return v;
	v = judge_psn(&p->conn->paths[k->reroute_orig_path], k->reroute_orig_psn);
	return v == DUPLICATE ? ACCEPT_AS_KNOWN : v;
}

/* Harmless for a PSN that has just become accepted: a copy may name itself as its original. */
static void accept(struct ref_path *p, uint32_t psn)
{
	struct ref_path_in *in = &p->in;
	if (judge_psn(p, psn) != ACCEPT)
		return;
	bits_set(&in->seen, psn % WINDOW);
	if (wire_psn_diff(psn, in->top) > 0)
		in->top = psn;
	/* SACK-1 */
	while (bits_get(&in->seen, wire_psn_add(in->cum, 1) % WINDOW)) {
		in->cum = wire_psn_add(in->cum, 1);
		bits_clear(&in->seen, in->cum % WINDOW);
	}
}

/* ACK-3 */
static void count_unacked(struct ref_path *p, uint64_t now_ns)
{
	const struct ref_params *a = &p->conn->params;
	p->in.unacked++;
	if (p->in.unacked >= a->ack_every)
		ref_path_ack_now(p);
	if (p->in.ack_due_ns == REF_NEVER) {
		p->in.ack_due_ns = now_ns + a->ack_delay * UINT64_C(1000);
		ref_timer_want(&p->conn->ep->timers, p->item, p->in.ack_due_ns);
	}
}

static void take(struct ref_path *p, const struct wire_packet *k, enum verdict v, uint64_t now_ns)
{
	struct ref_conn *c = p->conn;
	/* ACK-2: a packet that opens or fills a gap is not the one after the highest. */
	if (k->base_psn != wire_psn_add(p->in.top, 1))
		ref_path_ack_now(p);
	accept(p, k->base_psn);
	count_unacked(p, now_ns);
	c->ep->counters.rx_accepted++;
	if (!(k->headers & 1u << wire_hdr_msg))
		return;
	if (k->msg_stream < c->params.streams)
		p->in.last_stream = (uint16_t)k->msg_stream; /* ACK-6 */
	if (v == ACCEPT_AS_KNOWN)
		return;
	if (k->path_rerouted != 0)
		accept(&c->paths[k->reroute_orig_path], k->reroute_orig_psn);
	ref_msg_input(c, p->id, k, now_ns);
}

void ref_path_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns)
{
	struct ref_path_in *in = &p->in;
	enum verdict v = judge(p, k);

	ref_hint_touch(p->conn, p->id, now_ns);
	in->ts_echo = k->path_timestamp; /* HDR-4 */
	if (wire_ecn(k) == 3) {
		/* ECN-1; ACK-2: the first mark since the last ACK is told at once. */
		in->ce_count = (in->ce_count + 1) & 0xFFFFFF;
		if (!in->is_ce_told)
			ref_path_ack_now(p);
		in->is_ce_told = true;
	}
	if (k->base_ack_req != 0)
		ref_path_ack_now(p);
	if (v == DUPLICATE) { /* PSN-5 */
		p->conn->ep->counters.rx_duplicate++;
		ref_path_ack_now(p);
	} else if (v == OUT_OF_WINDOW) { /* PSN-6 */
		p->conn->ep->counters.rx_out_of_window++;
		ref_path_ack_now(p);
	} else {
		take(p, k, v, now_ns);
	}
}

void ref_path_probe_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns)
{
	struct ref_path_in *in = &p->in;
	uint64_t interval_ns = p->conn->params.probe_interval * UINT64_C(1000);

	in->ts_echo = k->path_timestamp;     /* HDR-4 */
	ref_path_reply(p, k->msg_stream, 0); /* PROBE-1; STRM-8: 0 for a PROBE */
	/* PATH-11: our answers may be what is lost. */
	if (k->base_rtx != 0 &&
	    (in->turned_ns == REF_NEVER || now_ns - in->turned_ns >= interval_ns)) {
		in->turned_ns = now_ns;
		ref_port_change(p);
	}
}
