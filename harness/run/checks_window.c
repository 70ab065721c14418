/* Named checks of a window that marks have cut: what repairs may use of it, and how often and how
 * far it is cut.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

enum { SACK_BITS = 256 };

static bool is_crafted_ack(const struct trace_packet *t)
{
	return t->is_crafted && wire_has(&t->p, ackh_sack);
}

/* PSNs up to the highest that an ACK names: acknowledged or lost (RTX-1). */
static uint32_t count_done(const struct harness *h, const struct trace_packet *ack)
{
	uint32_t first = h->device.local.initial_psn[0];
	unsigned top = SACK_BITS;

	while (top && !wire_sack_get(ack->p.ackh_sack, top - 1))
		top--;
	return (uint32_t)(wire_psn_diff((uint32_t)ack->p.ackh_cum_psn, first) + 1) + top;
}

void check_repairs_in_window(struct harness *h, enum clause_id clause)
{
	const struct trace_packet *ack = NULL;
	uint32_t before = 0, after = 0, window, flying;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_crafted_ack(t))
			ack = t;
		before += !ack && checks_is_sequenced(h, t);
		after += ack && checks_is_sequenced(h, t);
	}
	if (!ack || before < count_done(h, ack)) {
		harness_note(h, "not judged: the window is smaller than what is acknowledged");
		return;
	}
	flying = before - count_done(h, ack);
	window = before * h->device.params.md_factor / 1000;
	if (window < h->device.params.cwnd_min)
		window = h->device.params.cwnd_min;
	window = window > flying + 1 ? window - flying : 1; /* the first is always allowed */
	if (!after || after > window)
		checks_fail(h, clause, 0, "packets sent", "1 to what the window has room for",
			    "%u, room for %u", after, window);
}

void check_window_not_cut_again(struct harness *h, enum clause_id clause)
{
	uint32_t first = 0, last = 0, acks = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		acks += is_crafted_ack(t);
		first += acks == 1 && checks_is_first(h, t);
		last += acks == 3 && checks_is_first(h, t);
	}
	if (!last || last < first)
		checks_fail(h, clause, 0, "packets in flight", "as many as after the first cut",
			    "%u after %u", last, first);
}

void check_window_least(struct harness *h, enum clause_id clause)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		if (is_crafted_ack(h->trace.at[i]))
			seen = 0;
		seen += checks_is_first(h, h->trace.at[i]);
	}
	if (seen < h->device.params.cwnd_min)
		checks_fail(h, clause, 0, "packets in flight", "cwnd_min or more", "%u of %u", seen,
			    h->device.params.cwnd_min);
}

void check_window_cut_again(struct harness *h, enum clause_id clause)
{
	const struct ref_params *p = &h->device.params;
	uint32_t last = 0, before = 0, most;

	for (size_t i = 0; i < h->trace.count; i++) {
		if (is_crafted_ack(h->trace.at[i])) {
			before = last;
			last = 0;
		}
		last += checks_is_first(h, h->trace.at[i]);
	}
	most = before * p->md_factor / 1000;
	if (!last || last > (most > p->cwnd_min ? most : p->cwnd_min))
		checks_fail(h, clause, 0, "packets in flight",
			    "1 to md_factor times as many as before", "%u after %u", last, before);
}
