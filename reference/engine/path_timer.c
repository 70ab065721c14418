/* RTT and the timers of a path: coalesced ACKs, the retransmission timer, old source ports,
 * unanswered PROBEs. */
#include "reference/engine/endpoint.h"

static uint64_t us(uint32_t n)
{
	return n * UINT64_C(1000);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void ref_path_rtt(struct ref_path *p, uint64_t sample_ns)
{
	struct ref_path_out *out = &p->out;
	uint64_t rtt = larger(sample_ns, 1), off;
	if (out->rtt_ns == 0) {
		out->srtt_ns = rtt;
		out->rttvar_ns = rtt / 2;
	} else {
		off = rtt > out->srtt_ns ? rtt - out->srtt_ns : out->srtt_ns - rtt;
		out->rttvar_ns = (3 * out->rttvar_ns + off) / 4;
		out->srtt_ns = (7 * out->srtt_ns + rtt) / 8;
	}
	out->rtt_ns = rtt;
}

/* RTX-5: not before max(rto_min, last sample); rto_init before a sample. */
uint64_t ref_path_rto(const struct ref_path *p)
{
	const struct ref_params *a = &p->conn->params;
	const struct ref_path_out *out = &p->out;
	if (out->rtt_ns == 0)
		return us(a->rto_init);
	uint64_t rto = larger(out->srtt_ns + 4 * out->rttvar_ns, us(a->rto_min));
	return larger(smaller(rto, us(a->rto_max)), out->rtt_ns);
}

uint64_t ref_path_rto_backed_off(const struct ref_path *p)
{
	uint64_t rto = ref_path_rto(p), most = larger(us(p->conn->params.rto_max), rto);
	return p->out.backoff >= 32 ? most : smaller(rto << p->out.backoff, most);
}

/* RTX-5: from the last transmission of the oldest unacknowledged packet, while one is in flight. */
static uint64_t repair_ns(const struct ref_path *p)
{
	const struct ref_path_out *out = &p->out;
	if (out->flying.count == 0 || out->is_forced)
		return REF_NEVER;
	/* HINT-3: a repair held back by the hint stops the timer. */
	if (out->lost.count > 0 && !ref_pace_is_free(p->conn, p->conn->ep->now_ns))
		return REF_NEVER;
	return path_slot(p, wire_psn_add(out->cum, 1))->sent_ns + ref_path_rto_backed_off(p);
}

static uint64_t probe_ns(const struct ref_path *p)
{
	if (p->out.probe_ns == REF_NEVER || !p->is_live)
		return REF_NEVER;
	return p->out.probe_ns + ref_path_rto_backed_off(p);
}

void ref_path_arm(struct ref_path *p)
{
	uint64_t ns = smaller(repair_ns(p), probe_ns(p));
	ns = smaller(ns, smaller(p->out.old_port_ns, p->in.ack_due_ns));
	ns = smaller(ns, p->out.next_probe_ns);
	ref_timer_want(&p->conn->ep->timers, p->item, ns);
}

/* PATH-5: timeouts in a row without any ACK, or one packet sent too often. */
static bool has_failed(const struct ref_path *p)
{
	uint32_t limit = p->conn->params.path_fail_rtos;
	const struct ref_slot *oldest = path_slot(p, wire_psn_add(p->out.cum, 1));
	return p->out.timeouts >= limit ||
	       (p->out.flying.count > 0 && ref_slot_is_hopeless(p, oldest));
}

static void timeout(struct ref_path *p)
{
	if (p->out.timeouts < UINT8_MAX)
		p->out.timeouts++;
	if (p->out.backoff < 32)
		p->out.backoff++;
}

/* With packets in flight their own timer speaks for the path. */
static void probe_timeout(struct ref_path *p, uint64_t now_ns)
{
	if (p->out.flying.count > 0)
		return;
	timeout(p);
	if (has_failed(p))
		ref_path_down(p, now_ns);
}

/* PATH-4: all that was last sent under an older port counts as lost. */
static void lose_old_port(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	uint16_t at = out->flying.first;
	out->old_port_ns = REF_NEVER;
	while (at != NO_SLOT) {
		struct ref_slot *s = &p->slots[at];
		at = s->next;
		if (s->epoch != out->epoch)
			ref_slot_lost(p, s);
	}
}

/* PATH-9: of one path alone. */
void ref_path_timer(struct ref_path *p, uint64_t now_ns)
{
	struct ref_path_out *out = &p->out;
	if (p->in.ack_due_ns <= now_ns) { /* ACK-3 */
		p->in.ack_due_ns = REF_NEVER;
		ref_path_ack_now(p);
	}
	if (out->old_port_ns <= now_ns)
		lose_old_port(p);
	if (repair_ns(p) <= now_ns) {
		out->is_forced = true;
		timeout(p);
		ref_cc_timeout(p);
		if (has_failed(p))
			ref_path_down(p, now_ns);
	}
	if (probe_ns(p) <= now_ns) { /* an unanswered PROBE is a timeout (PATH-5) */
		out->probe_ns = REF_NEVER;
		out->is_probe_missed = true;
		probe_timeout(p, now_ns);
	}
	if (out->next_probe_ns <= now_ns) { /* PATH-8 */
		out->next_probe_ns =
			now_ns + (us(p->conn->params.probe_interval) << out->fail_shift);
		bits_set(&p->conn->knock, p->id);
	}
	ref_path_refresh(p);
	ref_path_arm(p);
}
