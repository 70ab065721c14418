/* Named checks of paths that fail and return: what is rerouted, in which order, what fills the PSNs
 * left behind, how the path is probed.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

static bool is_copy(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_sequenced(h, t) && t->p.path_rerouted;
}

static bool is_copy_of(const struct harness *h, const struct trace_packet *t,
		       const struct trace_packet *first)
{
	return is_copy(h, t) && t->p.reroute_orig_path == first->p.path_id &&
	       t->p.reroute_orig_psn == first->p.base_psn;
}

static unsigned named_path(const struct harness *h)
{
	return (unsigned)harness_want_or(h, h->step, path_id, 0);
}

static const struct trace_packet *first_copy(const struct harness *h, unsigned origin)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (is_copy(h, h->trace.at[i]) && h->trace.at[i]->p.reroute_orig_path == origin)
			return h->trace.at[i];
	return NULL;
}

static const struct trace_packet *first_lost(const struct harness *h, unsigned path)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (checks_is_first(h, h->trace.at[i]) && h->trace.at[i]->p.path_id == path &&
		    h->trace.at[i]->fate == FATE_DROPPED)
			return h->trace.at[i];
	return NULL;
}

/* path_fail_rtos timeouts in a row, from the first sending: 2^n - 1 times the timer's least, and
 * no more than twice as much and a tick each. */
void check_path_fails(struct harness *h, enum clause_id clause)
{
	const struct ref_params *p = &h->device.params;
	const struct trace_packet *lost = first_lost(h, named_path(h));
	const struct trace_packet *copy = first_copy(h, named_path(h));
	uint64_t steps = (UINT64_C(1) << p->path_fail_rtos) - 1, took;
	uint64_t low = steps * p->rto_min * 1000;
	uint64_t high = 2 * low + 2000ull * p->path_fail_rtos * (p->timer_tick + p->rtx_reaction);

	if (!lost || !copy) {
		harness_fail(h, clause, 0, "path", "failed, its packets rerouted",
			     lost ? "none rerouted" : "none sent on it");
		return;
	}
	took = copy->stamp_ns - lost->stamp_ns;
	if (!harness_is_judged_by_clock(h, (uint64_t)p->rto_min * 1000)) {
		harness_note(h, "timing not judged: rto_min is below ten times the jitter");
		return;
	}
	if (took + 2 * h->jitter_ns < low || took > high + 2 * h->jitter_ns)
		checks_fail(h, clause, copy->number, "time since first lost",
			    "path_fail_rtos timeouts in a row", "%llu us, %llu to %llu us are",
			    (unsigned long long)took / 1000, (unsigned long long)low / 1000,
			    (unsigned long long)high / 1000);
}

void check_no_path_fails(struct harness *h, enum clause_id clause)
{
	for (size_t i = 0; i < h->trace.count; i++)
		if (is_copy(h, h->trace.at[i])) {
			checks_fail(h, clause, h->trace.at[i]->number, "path.rerouted", "0",
				    "path %u given up",
				    (unsigned)h->trace.at[i]->p.reroute_orig_path);
			return;
		}
}

/* The first copy of a packet; NULL: none, or it got through on its own path. */
static const struct trace_packet *copy_of(const struct harness *h, const struct trace_packet *first,
					  bool *has_arrived)
{
	const struct trace_packet *copy = NULL;

	*has_arrived = false;
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_sequenced(h, t) && checks_is_same_psn(t, first) &&
		    t->fate != FATE_DROPPED)
			*has_arrived = true;
		if (!copy && is_copy_of(h, t, first))
			copy = t;
	}
	return copy;
}

/* A new packet between the path's failure and the packet's copy.  Stamps of two ports may be off
 * by the jitter. */
static void judge_before_new(struct harness *h, enum clause_id clause,
			     const struct trace_packet *failed, const struct trace_packet *copy)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_first(h, t) || t->p.path_rerouted ||
		    t->stamp_ns <= failed->stamp_ns + 2 * h->jitter_ns ||
		    t->stamp_ns + 2 * h->jitter_ns >= copy->stamp_ns)
			continue;
		checks_fail(h, clause, t->number, "packet", "rerouted packets before new ones",
			    "psn %u of path %u is new", (unsigned)t->p.base_psn,
			    (unsigned)t->p.path_id);
		return;
	}
}

/* What first shows that the device holds the path for failed: a PROBE (PATH-8) or a copy. */
static const struct trace_packet *failure(const struct harness *h, unsigned path)
{
	const struct trace_packet *copy = first_copy(h, path);

	for (size_t i = 0; copy && h->trace.at[i] != copy; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (checks_is_device(h, t) && t->p.kind == PKT_PROBE && t->p.base_rtx &&
		    t->p.path_id == path)
			return t;
	}
	return copy;
}

void check_rerouted(struct harness *h, enum clause_id clause)
{
	const struct trace_packet *failed = failure(h, named_path(h)), *copy;
	size_t count = h->result->failure_count;
	bool has_arrived;

	if (!failed)
		harness_fail(h, clause, 0, "path.rerouted", "1", "no packet of the path");
	for (size_t i = 0; failed && i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!checks_is_first(h, t) || t->p.path_id != named_path(h) ||
		    t->fate != FATE_DROPPED || t->p.path_rerouted ||
		    t->stamp_ns > failed->stamp_ns || h->result->failure_count > count)
			continue;
		copy = copy_of(h, t, &has_arrived);
		if (copy && copy->p.base_rtx && !copy->transmission)
			checks_fail(h, clause, copy->number, "base.rtx", "0", "1");
		else if (copy)
			judge_before_new(h, clause, failed, copy);
		else if (!has_arrived)
			checks_fail(h, clause, t->number, "packet", "rerouted", "psn %u is not",
				    (unsigned)t->p.base_psn);
	}
}

void check_first_origin(struct harness *h, enum clause_id clause)
{
	size_t copies = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_copy(h, t))
			continue;
		copies++;
		for (size_t k = 0; k < i; k++) {
			const struct trace_packet *f = h->trace.at[k];

			if (is_copy_of(h, t, f) && checks_is_first(h, f) && f->p.path_rerouted)
				checks_fail(h, clause, t->number, "reroute.orig_psn",
					    "where first sent", "psn %u was a copy itself",
					    (unsigned)f->p.base_psn);
		}
	}
	if (!copies)
		harness_fail(h, clause, 0, "path.rerouted", "1", "no packet");
}

/* Whether the tester had said, well before a time, that the message is complete. */
static bool is_complete_by(const struct harness *h, const struct wire_packet *p, uint64_t by_ns)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent && t->stamp_ns <= by_ns && wire_has(&t->p, ackh_cmsn) &&
		    t->p.ackh_stream == p->msg_stream && (int32_t)(t->p.ackh_cmsn - p->msg_msn) > 0)
			return true;
	}
	return false;
}

void check_no_nop_for_packet(struct harness *h, enum clause_id clause)
{
	size_t count;
	const struct trace_packet **at = checks_by_psn(h, &count), *first = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct trace_packet *t = at[i];

		if (!first || !checks_is_same_psn(first, t))
			first = t;
		if (t == first || t->p.kind != PKT_NOP || first->p.path_rerouted ||
		    !wire_has(&first->p, msg_msn) || is_complete_by(h, &first->p, t->stamp_ns))
			continue;
		checks_fail(h, clause, t->number, "packet", "the packet itself",
			    "NOP for psn %u of path %u", (unsigned)t->p.base_psn,
			    (unsigned)t->p.path_id);
	}
}
