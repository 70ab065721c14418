/* Named checks of a failed path on its way back: PROBEs, the window it starts with, copies no
 * longer needed.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

enum { MOST_APART = 16 };

static unsigned named_path(const struct harness *h)
{
	return (unsigned)harness_want_or(h, h->step, path_id, 0);
}

static bool is_knock(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_device(h, t) && t->p.kind == PKT_PROBE && t->p.base_rtx &&
	       t->p.path_id == named_path(h);
}

static void judge_pause(struct harness *h, enum clause_id clause, const struct trace_packet *t,
			uint64_t pause_ns)
{
	const struct ref_params *p = &h->device.params;
	uint64_t low = 1000ull * p->probe_interval,
		 slack = 2 * h->jitter_ns + 2000ull * p->timer_tick;

	if (!harness_is_judged_by_clock(h, low)) {
		harness_note(h, "timing not judged: probe_interval is below ten times the jitter");
		return;
	}
	if (pause_ns + slack < low || pause_ns > MOST_APART * low + slack)
		checks_fail(h, clause, t->number, "time since last PROBE",
			    "probe_interval to 16 times that", "%llu us",
			    (unsigned long long)pause_ns / 1000);
}

void check_path_probed(struct harness *h, enum clause_id clause)
{
	const struct trace_packet *last = NULL;
	size_t count = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_knock(h, t))
			continue;
		count++;
		if (last && last->p.udp_sport == t->p.udp_sport)
			checks_fail(h, clause, t->number, "udp.sport", "a new port", "%u again",
				    (unsigned)t->p.udp_sport);
		if (last)
			judge_pause(h, clause, t, t->stamp_ns - last->stamp_ns);
		last = t;
	}
	if (count < 2)
		checks_fail(h, clause, 0, "packet", "PROBEs of the failed path, one after another",
			    "%zu", count);
}

/* The tester's answer to the last PROBE of the failed path that had one. */
static size_t answer_index(const struct harness *h)
{
	size_t last = h->trace.count;
	bool is_open = false;
	uint64_t stamp = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_knock(h, t)) {
			is_open = true;
			stamp = t->p.path_timestamp;
		}
		if (is_open && t->is_sent && wire_has(&t->p, ackh_ts_echo) &&
		    t->p.path_id == named_path(h) && t->p.ackh_ts_echo == stamp) {
			last = i;
			is_open = false;
		}
	}
	return last;
}

void check_path_returned(struct harness *h, enum clause_id clause)
{
	uint32_t most = h->device.params.cwnd_min, seen = 0;
	size_t i = answer_index(h);

	if (i == h->trace.count) {
		harness_fail(h, clause, 0, "packet", "a PROBE that gets through", "none");
		return;
	}
	for (i++; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->p.path_id != named_path(h))
			continue;
		if (seen && t->is_sent && wire_has(&t->p, ackh_cum_psn))
			break;
		seen += checks_is_sequenced(h, t);
	}
	if (!seen || seen > most)
		checks_fail(h, clause, 0, "packets in flight", "1 to cwnd_min on the path returned",
			    "%u", seen);
}

void check_port_moved(struct harness *h, enum clause_id clause)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_device(h, t) && t->p.path_id == named_path(h) &&
		    t->p.udp_sport != h->device.source_port[named_path(h)])
			return;
	}
	harness_fail(h, clause, 0, "udp.sport", "another port than at first", "the same");
}

/* Whether a tester's ACK takes a (path, PSN) for accepted. */
static bool acknowledges(const struct trace_packet *t, uint64_t path, uint64_t psn)
{
	int32_t ahead;

	if (!t->is_sent || !wire_has(&t->p, ackh_cum_psn) || t->p.path_id != path)
		return false;
	ahead = wire_psn_diff((uint32_t)psn, (uint32_t)t->p.ackh_cum_psn);
	return ahead <= 0 || (ahead <= 256 && wire_sack_get(t->p.ackh_sack, (unsigned)ahead - 1));
}

/* A copy sent at index i although its original had been acknowledged by a slack before. */
static bool is_late_copy(const struct harness *h, size_t i, uint64_t slack_ns)
{
	const struct wire_packet *p = &h->trace.at[i]->p;

	for (size_t k = 0; k < i; k++) {
		const struct trace_packet *t = h->trace.at[k];

		if (t->stamp_ns + slack_ns > h->trace.at[i]->stamp_ns)
			return false;
		if (acknowledges(t, p->reroute_orig_path, p->reroute_orig_psn))
			return true;
	}
	return false;
}

void check_copies_end(struct harness *h, enum clause_id clause)
{
	uint64_t slack_ns = 2 * h->jitter_ns + 2000ull * h->device.params.rtx_reaction;
	size_t copies = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_sequenced(h, t) || !t->p.path_rerouted)
			continue;
		copies++;
		if (is_late_copy(h, i, slack_ns))
			checks_fail(h, clause, t->number, "path.rerouted",
				    "no copy once acknowledged", "psn %u of path %u again",
				    (unsigned)t->p.reroute_orig_psn,
				    (unsigned)t->p.reroute_orig_path);
	}
	if (!copies)
		harness_fail(h, clause, 0, "path.rerouted", "1", "no packet");
}

void check_sent_at_most(struct harness *h, enum clause_id clause)
{
	uint32_t most = 2 * h->device.params.path_fail_rtos + 2;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_sequenced(h, t) && t->transmission >= most)
			checks_fail(h, clause, t->number, "sendings",
				    "2 x path_fail_rtos + 2 at most", "psn %u of path %u: %u",
				    (unsigned)t->p.base_psn, (unsigned)t->p.path_id,
				    t->transmission + 1u);
	}
}
