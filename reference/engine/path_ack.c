/* An ACK arrives: what it acknowledges, what it proves lost (RTX-1), RTT and marks.  Its stream
 * half goes to the message layer unread. */
#include "reference/engine/endpoint.h"

/* The latest transmission known to have arrived, under the present source port and the one
 * before: packets sent earlier under the same port are lost if not acknowledged (PATH-4). */
struct evidence {
	uint32_t count[2];
	bool is_there[2];
};

struct arrival {
	struct evidence proof;
	struct ref_cc_news news;
	bool is_newest;
	bool is_answer; /* to the path's last PROBE */
};

static struct bits256 load_sack(const uint8_t sack[32])
{
	struct bits256 b = { { 0 } };
	for (unsigned i = 0; i < 32; i++)
		b.w[i / 8] |= (uint64_t)sack[i] << (i % 8 * 8);
	return b;
}

static int highest(const struct bits256 *b)
{
	for (int i = 3; i >= 0; i--)
		if (b->w[i] != 0)
			return i * 64 + 63 - __builtin_clzll(b->w[i]);
	return -1;
}

/* SACK-4: an ACK of what was never sent is ignored whole, be it beyond the last PSN or before
 * the first. */
static bool is_possible(const struct ref_path *p, const struct wire_packet *k)
{
	const struct ref_path_out *out = &p->out;
	struct bits256 b = load_sack(k->ackh_sack);
	uint32_t top = wire_psn_add(k->ackh_cum_psn, 1 + highest(&b));
	int64_t back = -(int64_t)wire_psn_diff(k->ackh_cum_psn, out->next_psn);
	uint64_t psns = out->sent - out->retransmitted;
	return back > 0 && (uint64_t)back <= psns + 1 && wire_psn_diff(top, out->next_psn) < 0 &&
	       ref_msg_report_ok(p->conn, k);
}

static void prove(const struct ref_path *p, struct evidence *e, uint8_t epoch, uint32_t count)
{
	uint8_t age = (uint8_t)(p->out.epoch - epoch);
	if (age > 1)
		return;
	if (!e->is_there[age] || wire_psn_diff(count, e->count[age]) > 0)
		e->count[age] = count;
	e->is_there[age] = true;
}

/* The transmission ts_echo names: packet or PROBE, original or retransmission. */
static void prove_by_echo(const struct ref_path *p, uint32_t echo, struct arrival *a)
{
	const struct ref_path_out *out = &p->out;
	const struct ref_slot *s = &p->slots[echo % WINDOW];
	uint32_t count = echo >> 8;

	if (echo == 0 || wire_psn_diff(count, out->count) > 0)
		return;
	a->news.has_echo = true;
	a->news.echo = count;
	if (wire_psn_diff(count, out->epoch_count) > 0)
		prove(p, &a->proof, out->epoch, count);
	else if (s->stamp == echo)
		prove(p, &a->proof, s->epoch, count);
}

static void take_one(struct ref_path *p, struct ref_slot *s, struct arrival *a, uint64_t now_ns)
{
	if (s->sends == 1)
		prove(p, &a->proof, s->epoch, s->stamp >> 8);
	a->news.acked++;
	ref_slot_acked(p, s, now_ns);
}

/* SACK-5: what was acknowledged once stays so; only new bits count. */
static void take_acks(struct ref_path *p, const struct wire_packet *k, struct arrival *a,
		      uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	uint32_t first = wire_psn_add(k->ackh_cum_psn, 1);
	struct bits256 b = load_sack(k->ackh_sack);
	int32_t behind;

	while (wire_psn_diff(k->ackh_cum_psn, out->cum) > 0)
		take_one(p, path_slot(p, wire_psn_add(out->cum, 1)), a, now_ns);
	behind = wire_psn_diff(out->cum, k->ackh_cum_psn);
	bits_drop_low(&b, behind > WINDOW ? WINDOW : (uint32_t)behind);
	b = bits_rotate(&b, (WINDOW - first % WINDOW) % WINDOW);
	for (int i = 0; i < 4; i++)
		b.w[i] &= ~out->acked.w[i];
	for (int i = bits_next(&b, 0); i >= 0; i = bits_next(&b, 0)) {
		bits_clear(&b, (uint32_t)i);
		if (p->slots[i].state != SLOT_ACKED && p->slots[i].state != SLOT_FREE)
			take_one(p, &p->slots[i], a, now_ns);
	}
}

/* HDR-4: RTT only from what acknowledges for the first time or answers a PROBE. */
static void take_rtt(struct ref_path *p, uint32_t echo, const struct arrival *a, uint64_t now_ns)
{
	const struct ref_slot *s = &p->slots[echo % WINDOW];
	if (a->is_answer)
		ref_path_rtt(p, now_ns - p->out.probe_ns);
	else if (a->news.acked > 0 && s->stamp == echo && echo != 0)
		ref_path_rtt(p, now_ns - s->sent_ns);
}

/* SACK-4: of an older ACK hint, ce_count and RTT do not count; HINT-7. */
static void take_newest(struct ref_path *p, const struct wire_packet *k, struct arrival *a,
			uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	uint32_t marks = (k->ackh_ce_count - out->ce_count) & 0xFFFFFF;

	out->has_ack = true;
	out->ack_number = k->base_psn;
	take_rtt(p, k->ackh_ts_echo, a, now_ns);
	if (marks < 1u << 23) {
		a->news.marks = marks; /* CC-6: a lost ACK's marks come with the next */
		out->ce_count = k->ackh_ce_count;
	}
	if (k->ackh_rate_hint != 0) /* HINT-6 */
		ref_pace_hint(p->conn, k->ackh_rate_hint, now_ns);
}

/* RTX-1, RTX-13, RTX-7; RTX-2: nothing else; RTX-4: what is repaired flies under a new stamp;
 * RTX-6: of one path.  Sent earlier under the same port than something that arrived. */
static void lose(struct ref_path *p, struct arrival *a, uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	bool is_first = out->lost.count == 0, is_hopeless = false;
	uint16_t at = out->flying.first;

	while (at != NO_SLOT) {
		struct ref_slot *s = &p->slots[at];
		uint8_t age = (uint8_t)(out->epoch - s->epoch);
		at = s->next;
		if (age > 1 || !a->proof.is_there[age])
			continue;
		if (wire_psn_diff(a->proof.count[age], s->stamp >> 8) <= 0) {
			if (age == 0)
				break;
			continue;
		}
		ref_slot_lost(p, s);
		is_hopeless |= ref_slot_is_hopeless(p, s);
		if (is_first)
			s->flags |= SLOT_FIRST;
		is_first = false;
		a->news.lost++;
	}
	if (is_hopeless)
		ref_path_down(p, now_ns);
}

static void take_probe(struct ref_path *p, struct arrival *a)
{
	struct ref_path_out *out = &p->out;
	if (!a->news.has_echo || wire_psn_diff(a->news.echo, out->probe_stamp >> 8) < 0)
		return;
	out->probe_ns = REF_NEVER;
	out->is_probe_missed = false;
}

void ref_path_ack_input(struct ref_path *p, const struct wire_packet *k, uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	struct arrival a = { .is_newest = false };
	bool has_moved;

	if (!is_possible(p, k))
		return;
	a.is_newest = !out->has_ack || wire_psn_diff(k->base_psn, out->ack_number) > 0;
	a.is_answer = out->probe_ns != REF_NEVER && k->ackh_ts_echo == out->probe_stamp;
	prove_by_echo(p, k->ackh_ts_echo, &a);
	take_acks(p, k, &a, now_ns);
	if (a.is_newest)
		take_newest(p, k, &a, now_ns);
	lose(p, &a, now_ns);
	out->timeouts = 0; /* PATH-5: an ACK of any kind */
	if (a.news.acked > 0 || a.is_answer)
		out->backoff = 0;
	if (a.news.acked > 0)
		out->has_progress = true;
	/* PATH-8: a PROBE under the present port has come through and back. */
	if (a.is_answer && !p->is_live &&
	    wire_psn_diff(out->probe_stamp >> 8, out->epoch_count) > 0)
		ref_path_up(p);
	if (a.is_newest)
		ref_cc_ack(p, &a.news);
	take_probe(p, &a);
	has_moved = ref_msg_report(p->conn, k, now_ns);
	if (a.news.acked > 0 || has_moved || (a.is_answer && out->is_probe_asking))
		ref_conn_progress(p->conn, now_ns);
	ref_path_refresh(p);
	ref_path_arm(p);
}
