/* The device's ACKs: numbers, hint, and what they may never say.  Whether an ACK is right about
 * what arrived is the shadow's to judge; here stands only what holds on any traffic. */
#include "harness/monitor/state.h"

#include <stdio.h>
#include <string.h>

/* ACK-5 */
static void number(struct monitor *m, const struct trace_packet *t, const struct monitor_path *path)
{
	uint32_t expected = wire_psn_add(path->ack_number, 1);

	if (path->is_ack_known && t->p.base_psn != expected)
		monitor_find(m, ACK_5, t, base_psn, expected);
}

/* Highest PSN that the ACK calls accepted. */
static uint32_t highest(const struct wire_packet *p)
{
	for (unsigned i = MONITOR_WINDOW; i-- > 0;)
		if (wire_sack_get(p->ackh_sack, i))
			return wire_psn_add((uint32_t)p->ackh_cum_psn, (int32_t)i + 1);
	return (uint32_t)p->ackh_cum_psn;
}

/* Nothing the tester never sent can be accepted.  The psn field of an ACK, PROBE or CLOSE is no
 * PSN: a device that takes it for one breaks ACK-7. */
static void invented(struct monitor *m, const struct trace_packet *t,
		     const struct monitor_path *path)
{
	uint32_t top = highest(&t->p);
	bool is_cum = wire_psn_diff((uint32_t)t->p.ackh_cum_psn, path->sent_psn) > 0;

	if (m->is_rx_unsure || wire_psn_diff(top, path->sent_psn) <= 0)
		return;
	if (path->has_unsequenced && path->unsequenced_psn == top)
		monitor_find_rule(m, ACK_7, t, is_cum ? ackh_cum_psn : ackh_sack,
				  "an ACK, PROBE or CLOSE takes no PSN");
	else
		monitor_find_rule(m, is_cum ? SACK_1 : SACK_2, t, is_cum ? ackh_cum_psn : ackh_sack,
				  "nothing beyond what was sent");
}

/* Whether PSN n was ever reported as accepted. */
static bool was_acked(const struct monitor_path *path, uint32_t n)
{
	int32_t k = wire_psn_diff(n, path->acked_cum);

	return k <= 0 || (k <= MONITOR_WINDOW && wire_sack_get(path->acked, (unsigned)k - 1));
}

static bool is_acked_by(const struct wire_packet *p, uint32_t n)
{
	int32_t k = wire_psn_diff(n, (uint32_t)p->ackh_cum_psn);

	return k <= 0 || (k <= MONITOR_WINDOW && wire_sack_get(p->ackh_sack, (unsigned)k - 1));
}

/* SACK-3: what was reported stays reported. */
static void reneged(struct monitor *m, const struct trace_packet *t,
		    const struct monitor_path *path)
{
	if (wire_psn_diff((uint32_t)t->p.ackh_cum_psn, path->acked_cum) < 0) {
		char expected[24];

		snprintf(expected, sizeof(expected), "%u or later", path->acked_cum);
		monitor_find_rule(m, SACK_3, t, ackh_cum_psn, expected);
		return;
	}
	for (unsigned i = 0; i < MONITOR_WINDOW; i++) {
		uint32_t n = wire_psn_add(path->acked_cum, (int32_t)i + 1);

		if (!wire_sack_get(path->acked, i) || is_acked_by(&t->p, n))
			continue;
		monitor_find_rule(m, SACK_3, t, ackh_sack, "every bit reported before");
		return;
	}
}

/* Adds what the ACK reports to what is known. */
static void learn(struct monitor_path *path, const struct wire_packet *p)
{
	uint32_t cum = (uint32_t)p->ackh_cum_psn;
	uint8_t acked[32] = { 0 };

	if (wire_psn_diff(cum, path->acked_cum) < 0)
		return;
	for (unsigned i = 0; i < MONITOR_WINDOW; i++)
		if (wire_sack_get(p->ackh_sack, i) ||
		    was_acked(path, wire_psn_add(cum, (int32_t)i + 1)))
			wire_sack_set(acked, i);
	path->acked_cum = cum;
	memcpy(path->acked, acked, sizeof(acked));
}

void monitor_ack(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *path = &m->paths[t->p.path_id];
	bool is_newer =
		!path->is_ack_known || wire_psn_diff((uint32_t)t->p.base_psn, path->ack_number) > 0;

	number(m, t, path);
	if (!t->p.ackh_rate_hint)
		monitor_find_rule(m, ACK_4, t, ackh_rate_hint, "not 0");
	if (wire_sack_get(t->p.ackh_sack, 0))
		monitor_find_rule(m, SACK_2, t, ackh_sack, "bit 0 clear");
	invented(m, t, path);
	if (is_newer) {
		reneged(m, t, path);
		learn(path, &t->p);
	}
	path->is_ack_known = true;
	path->ack_number = (uint32_t)t->p.base_psn;
}

static void raise_sent(struct monitor_path *path, uint64_t psn)
{
	if (wire_psn_diff((uint32_t)psn, path->sent_psn) > 0)
		path->sent_psn = (uint32_t)psn;
}

/* What the tester sent may be acknowledged, even if it is broken in a way a device may overlook
 * (ENC-14, ENC-15), and so may the original of a rerouted packet (PATH-7). */
void monitor_ack_context(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *path = &m->paths[t->p.path_id];

	if (!wire_is_sequenced(t->p.kind)) {
		path->has_unsequenced = true;
		path->unsequenced_psn = (uint32_t)t->p.base_psn;
		return;
	}
	raise_sent(path, t->p.base_psn);
	if (wire_has(&t->p, reroute_orig_psn) && t->p.reroute_orig_path < m->c.params.paths)
		raise_sent(&m->paths[t->p.reroute_orig_path], t->p.reroute_orig_psn);
}
