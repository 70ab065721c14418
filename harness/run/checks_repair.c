/* Named checks about repairs: that exactly what was lost is sent again, that it is the same
 * packet, and what set it off.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

static bool is_lost(const struct trace_packet *t)
{
	return t->fate == FATE_DROPPED || t->fate == FATE_CORRUPTED || t->fate == FATE_TRIMMED;
}

/* PATH-6: a packet that went out again on another path needs no repair on its own. */
static bool is_rerouted(const struct harness *h, const struct trace_packet *first)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_sequenced(h, t) && t->p.path_rerouted &&
		    t->p.reroute_orig_path == first->p.path_id &&
		    t->p.reroute_orig_psn == first->p.base_psn)
			return true;
	}
	return false;
}

/* All sendings under one PSN.  A packet held back may or may not have counted as lost (RTX-1). */
static void judge_losses(struct harness *h, enum clause_id clause,
			 const struct trace_packet *const *at, size_t sent)
{
	size_t lost = 0, late = 0;
	unsigned path = (unsigned)at[0]->p.path_id, psn = (unsigned)at[0]->p.base_psn;

	for (size_t i = 0; i < sent; i++) {
		lost += is_lost(at[i]);
		late += at[i]->fate == FATE_DELAYED;
	}
	if (sent == lost && !is_rerouted(h, at[0]))
		checks_fail(h, clause, at[sent - 1]->number, "retransmission",
			    "every lost packet sent again", "path %u psn %u: not sent again", path,
			    psn);
	else if (sent > lost + late + 1)
		checks_fail(h, clause, at[sent - 1]->number, "retransmission",
			    "only lost packets sent again, once each",
			    "path %u psn %u: lost %zu times, sent %zu times", path, psn, lost,
			    sent);
}

void check_repairs_are_losses(struct harness *h, enum clause_id clause)
{
	size_t count, next;
	const struct trace_packet **at = checks_by_psn(h, &count);

	for (size_t i = 0; i < count; i = next) {
		for (next = i + 1; next < count && checks_is_same_psn(at[i], at[next]);)
			next++;
		judge_losses(h, clause, at + i, next - i);
	}
}

void check_no_repairs(struct harness *h, enum clause_id clause)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_sequenced(h, t) && (t->transmission || t->p.base_rtx))
			checks_fail(h, clause, t->number, "retransmission", "none",
				    "path %u psn %u sent again", (unsigned)t->p.path_id,
				    (unsigned)t->p.base_psn);
	}
}

static void judge_copy(struct harness *h, enum clause_id clause, const struct trace_packet *first,
		       const struct trace_packet *t)
{
	uint16_t ids[WIRE_FIELDS + 1];
	char expected[80], seen[80];
	size_t n = wire_diff(&first->p, &t->p, ids, WIRE_FIELDS + 1);

	for (size_t i = 0; i < n; i++) {
		enum wire_field_id f = (enum wire_field_id)ids[i];

		if (f == WIRE_FIELDS) { /* RTX-12: what memory holds now */
			if (t->p.kind != PKT_READ_RESP || t->p.payload_len != first->p.payload_len)
				harness_fail(h, clause, t->number, "payload", "as first sent",
					     "other bytes");
			continue;
		}
		if (monitor_may_differ(f, false))
			continue;
		wire_format(&first->p, f, expected, sizeof(expected));
		wire_format(&t->p, f, seen, sizeof(seen));
		harness_fail(h, clause, t->number, wire_fields[f].name, expected, seen);
		return;
	}
}

void check_repairs_are_copies(struct harness *h, enum clause_id clause)
{
	size_t count;
	const struct trace_packet **at = checks_by_psn(h, &count), *first = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct trace_packet *t = at[i];

		if (!first || !checks_is_same_psn(first, t)) {
			first = t;
			if (t->p.base_rtx)
				harness_fail(h, clause, t->number, "base.rtx", "0", "1");
			continue;
		}
		if (!t->p.base_rtx)
			harness_fail(h, clause, t->number, "base.rtx", "1", "0");
		if (t->p.kind != PKT_NOP) /* RTX-12 */
			judge_copy(h, clause, first, t);
	}
}

/* Repairs against the clock: gap = time since the packet was last sent.  A device's timer starts
 * when it hands the packet on, which a burst before it may hold up: a tick of its timers is let
 * pass. */
static void judge_times(struct harness *h, enum clause_id clause, bool by_timer)
{
	uint64_t rto_ns = (uint64_t)h->device.params.rto_min * 1000, slack_ns = 2 * h->jitter_ns;
	uint64_t tick_ns = (uint64_t)h->device.params.timer_tick * 1000;
	size_t count;
	const struct trace_packet **at;

	if (!harness_is_judged_by_clock(h, rto_ns)) {
		harness_note(h, "timing not judged: rto_min is below ten times the jitter");
		return;
	}
	at = checks_by_psn(h, &count);
	for (size_t i = 1; i < count; i++) {
		uint64_t gap_ns = at[i]->stamp_ns - at[i - 1]->stamp_ns;

		if (!checks_is_same_psn(at[i - 1], at[i]))
			continue;
		if (by_timer ? gap_ns + slack_ns + tick_ns >= rto_ns : gap_ns < rto_ns / 2)
			continue;
		checks_fail(h, clause, at[i]->number, "time since last sent",
			    by_timer ? "rto_min or more" : "less than half of rto_min",
			    "path %u psn %u: %llu us", (unsigned)at[i]->p.path_id,
			    (unsigned)at[i]->p.base_psn, (unsigned long long)gap_ns / 1000);
	}
}

void check_repaired_by_sack(struct harness *h, enum clause_id clause)
{
	judge_times(h, clause, false);
}

void check_repaired_by_timer(struct harness *h, enum clause_id clause)
{
	judge_times(h, clause, true);
}
