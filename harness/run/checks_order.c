/* Named checks of what the device sends after something the case did: an ACK it crafted, a change
 * of a path it asked for.  Queries over the trace; nothing is sent. */
#include "harness/run/checks.h"

/* ---- source port of a path ---- */

struct port_use {
	uint32_t port, changes;
};

static bool is_taken(const struct harness *h, const struct port_use *use, uint32_t port)
{
	for (unsigned i = 0; i < h->device.params.paths; i++)
		if (use[i].port == port)
			return true;
	return false;
}

void check_port_changed(struct harness *h, enum clause_id clause)
{
	struct port_use use[REF_PATHS_MAX] = { { 0 } };
	unsigned changed = (unsigned)harness_want_or(h, h->step, path_id, 0);

	for (unsigned i = 0; i < h->device.params.paths; i++)
		use[i].port = h->device.source_port[i];
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint32_t port = (uint32_t)t->p.udp_sport;
		struct port_use *u = &use[t->p.path_id & 0xff];

		if (!checks_is_device(h, t) || u->port == port)
			continue;
		if (is_taken(h, use, port))
			checks_fail(h, clause, t->number, "udp.sport", "a port no path has", "%u",
				    port);
		u->port = port;
		u->changes++;
	}
	for (unsigned i = 0; i < h->device.params.paths; i++)
		if (use[i].changes != (i == changed))
			checks_fail(h, clause, 0, "udp.sport",
				    i == changed ? "changed once" : "unchanged",
				    "path %u: %u changes", i, use[i].changes);
}

/* ---- after a crafted ACK ---- */

static bool is_crafted_ack(const struct trace_packet *t)
{
	return t->is_crafted && wire_has(&t->p, ackh_sack);
}

static bool has_gap(const struct trace_packet *t)
{
	for (unsigned i = 1; i < 256; i++)
		if (wire_sack_get(t->p.ackh_sack, i))
			return true;
	return false;
}

void check_repair_before_new(struct harness *h, enum clause_id clause)
{
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *a = h->trace.at[i], *next = NULL;

		if (!is_crafted_ack(a) || !has_gap(a))
			continue;
		for (size_t k = i + 1; k < h->trace.count && !next; k++)
			if (checks_is_sequenced(h, h->trace.at[k]) &&
			    h->trace.at[k]->p.path_id == a->p.path_id)
				next = h->trace.at[k];
		if (next && !next->transmission)
			checks_fail(h, clause, next->number, "base.psn", "the repair first",
				    "new psn %u", (unsigned)next->p.base_psn);
	}
}

/* First sendings on a path after its last crafted ACK, or of the whole case without one. */
static uint32_t count_after_ack(const struct harness *h, unsigned path)
{
	uint32_t count = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_crafted_ack(t) && t->p.path_id == path)
			count = 0;
		else if (checks_is_first(h, t) && t->p.path_id == path)
			count++;
	}
	return count;
}

static void judge_window(struct harness *h, enum clause_id clause, uint32_t low, uint32_t high)
{
	int64_t only = h->step ? harness_want_or(h, h->step, path_id, -1) : -1;

	for (unsigned i = 0; i < h->device.params.paths; i++) {
		uint32_t seen = count_after_ack(h, i);

		if (only >= 0 && i != only)
			continue;
		if (seen < low || seen > high)
			checks_fail(h, clause, 0, "packets in flight",
				    seen < low ? "as many as the window lets"
					       : "no more than the window lets",
				    "%u on path %u, window %u", seen, i, seen < low ? low : high);
	}
}

/* First sendings on a path before the tester's first ACK for it. */
static uint32_t count_before_ack(const struct harness *h, unsigned path)
{
	uint32_t count = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (t->is_sent && wire_has(&t->p, ackh_sack) && t->p.path_id == path)
			break;
		count += checks_is_first(h, t) && t->p.path_id == path;
	}
	return count;
}

void check_window_initial(struct harness *h, enum clause_id clause)
{
	for (unsigned i = 0; i < h->device.params.paths; i++) {
		uint32_t seen = count_before_ack(h, i);

		if (!seen || seen > h->device.params.cwnd_init)
			checks_fail(h, clause, 0, "packets in flight", "1 to cwnd_init",
				    "%u on path %u", seen, i);
	}
}

void check_window_cut(struct harness *h, enum clause_id clause)
{
	const struct ref_params *p = &h->device.params;
	uint32_t cut = p->cwnd_init * p->md_factor / 1000;

	judge_window(h, clause, 1, cut > p->cwnd_min ? cut : p->cwnd_min);
}

void check_window_kept(struct harness *h, enum clause_id clause)
{
	judge_window(h, clause, h->device.params.cwnd_init, UINT32_MAX);
}

void check_window_first(struct harness *h, enum clause_id clause)
{
	judge_window(h, clause, 1, h->device.params.cwnd_init);
}

void check_nothing_new(struct harness *h, enum clause_id clause)
{
	judge_window(h, clause, 0, 0);
}

enum { ROUNDS = 64, ROUNDS_FOR_ONE = 8 };

/* New packets of path 0 after each crafted ACK but the first, which made the cut. */
static size_t count_rounds(const struct harness *h, uint32_t window[ROUNDS])
{
	size_t acks = 0;

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (is_crafted_ack(t) && acks < ROUNDS)
			window[acks++] = 0;
		else if (acks && checks_is_first(h, t))
			window[acks - 1]++;
	}
	return acks;
}

void check_window_grows(struct harness *h, enum clause_id clause)
{
	uint32_t window[ROUNDS];
	size_t rounds = count_rounds(h, window);

	if (rounds <= ROUNDS_FOR_ONE) {
		harness_error(h, "the case has too few rounds to judge growth");
		return;
	}
	for (size_t i = 1; i < rounds; i++)
		if (window[i] > window[i - 1] + 1)
			checks_fail(h, clause, 0, "packets in flight",
				    "one more per round trip at most", "%u after %u", window[i],
				    window[i - 1]);
	for (size_t i = ROUNDS_FOR_ONE; i < rounds; i++)
		if (window[i] <= window[i - ROUNDS_FOR_ONE])
			checks_fail(h, clause, 0, "packets in flight",
				    "one more in 8 round trips at least", "%u after %u", window[i],
				    window[i - ROUNDS_FOR_ONE]);
}
