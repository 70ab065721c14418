/* Named checks of the device's timers against the clock.  A bound below ten times the jitter is
 * not judged.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

static uint64_t us(uint64_t n)
{
	return n * 1000;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static bool is_judged(struct harness *h)
{
	if (harness_is_judged_by_clock(h, us(h->device.params.rto_min)))
		return true;
	harness_note(h, "timing not judged: rto_min is below ten times the jitter");
	return false;
}

static void judge_gap(struct harness *h, enum clause_id clause, const struct trace_packet *t,
		      uint64_t gap_ns, unsigned k)
{
	const struct ref_params *p = &h->device.params;
	uint64_t slack_ns = 2 * h->jitter_ns;
	uint64_t low = us(least((uint64_t)p->rto_min << k, p->rto_max));
	uint64_t high = us(2 * least((uint64_t)p->rto_init << k, p->rto_max) + p->timer_tick);

	if (gap_ns + slack_ns >= low && gap_ns <= high + slack_ns)
		return;
	checks_fail(h, clause, t->number, "time since last sent",
		    "rto doubled per expiry, to twice that", "repair %u of psn %u: %llu us", k + 1,
		    (unsigned)t->p.base_psn, (unsigned long long)gap_ns / 1000);
}

void check_timer_doubles(struct harness *h, enum clause_id clause)
{
	size_t count;
	const struct trace_packet **at;

	if (!is_judged(h))
		return;
	at = checks_by_psn(h, &count);
	for (size_t i = 1; i < count; i++)
		if (checks_is_same_psn(at[i - 1], at[i]))
			judge_gap(h, clause, at[i], at[i]->stamp_ns - at[i - 1]->stamp_ns,
				  at[i]->transmission - 1u);
}

/* RTX-9: T */
static uint64_t patience_ns(const struct ref_params *p)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k <= p->retry_limit; k++)
		sum += least((uint64_t)p->rto_init << k, p->rto_max);
	return us(sum);
}

void check_gives_up_in_time(struct harness *h, enum clause_id clause)
{
	const struct trace_packet *first = NULL, *end = NULL;
	uint64_t low = patience_ns(&h->device.params), slack_ns = 2 * h->jitter_ns;
	uint64_t high = low + us(2 * (uint64_t)h->device.params.rto_max), took;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!first && checks_is_sequenced(h, t))
			first = t;
		if (!end && checks_is_device(h, t) && t->p.kind == PKT_CLOSE)
			end = t;
	}
	if (!first || !end) {
		harness_fail(h, clause, 0, "packet", "a CLOSE", "none");
		return;
	}
	took = end->stamp_ns - first->stamp_ns;
	if (is_judged(h) && (took + slack_ns < low || took > high + slack_ns))
		checks_fail(h, clause, end->number, "time since first sent", "T to T + 2 x rto_max",
			    "%llu us, T = %llu us", (unsigned long long)took / 1000,
			    (unsigned long long)low / 1000);
}

/* When the tester first told of the refusal that allows attempt a of a message; 0: never. */
static const struct trace_packet *refusal(const struct harness *h, const struct trace_packet *t)
{
	for (size_t i = 0; i < h->trace.count && h->trace.at[i] != t; i++) {
		const struct trace_packet *a = h->trace.at[i];

		if (a->is_sent && wire_has(&a->p, ackh_status) && a->p.ackh_status == STATUS_RNR &&
		    a->p.ackh_stream == t->p.msg_stream &&
		    (int32_t)(t->p.msg_msn - a->p.ackh_status_msn) >= 0 &&
		    (uint8_t)(a->p.ackh_status_attempt + 1) == t->p.msg_attempt)
			return a;
	}
	return NULL;
}

void check_rnr_waited(struct harness *h, enum clause_id clause)
{
	bool any = false;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i], *a;
		uint64_t gap_ns, delay_ns;

		if (!checks_is_first(h, t) || !wire_has(&t->p, msg_attempt) || !t->p.msg_attempt)
			continue;
		any = true;
		a = refusal(h, t);
		gap_ns = a ? t->stamp_ns - a->stamp_ns : 0;
		delay_ns = a ? us(a->p.ackh_rnr_delay) : 0;
		if (a && (!harness_is_judged_by_clock(h, delay_ns) ||
			  gap_ns + 2 * h->jitter_ns >= delay_ns))
			continue;
		checks_fail(h, clause, t->number, "time since refused", "rnr_delay or more",
			    a ? "%llu us" : "not refused", (unsigned long long)gap_ns / 1000);
		return;
	}
	if (!any)
		harness_fail(h, clause, 0, "msg.attempt", "a new attempt", "none");
}

void check_asks_back_off(struct harness *h, enum clause_id clause)
{
	const struct ref_params *p = &h->device.params;
	const struct trace_packet *last = NULL;
	unsigned k = 0;

	for (size_t i = 0; i < h->trace.count && is_judged(h); i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint64_t low_ns = us(least((uint64_t)p->rto_min << k, p->rto_max)), gap_ns;

		if (!checks_is_device(h, t) || t->p.kind != PKT_PROBE ||
		    t->p.msg_stream != (uint64_t)harness_want_or(h, h->step, msg_stream, 0))
			continue;
		gap_ns = last ? t->stamp_ns - last->stamp_ns : low_ns;
		if (gap_ns + 2 * h->jitter_ns + us(p->timer_tick) < low_ns)
			checks_fail(h, clause, t->number, "time since last PROBE",
				    "an RTO, twice as much each time", "%llu us, PROBE %u",
				    (unsigned long long)gap_ns / 1000, k + 1);
		k += last && k < 31;
		last = t;
	}
}
