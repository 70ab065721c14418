/* What the receiver of a path must have noted of the frames that reached it (PSN-3 to PSN-7,
 * PATH-7, ECN-1, HDR-4), and that each of its ACKs says just that (SACK-1, SACK-2, ACK-5). */
#include "tests/prop/watch.h"
#include "tests/prop/world.h"

enum arrival { NEW, KNOWN, OUTSIDE };

static bool is_seen(const struct watch_path *p, uint32_t psn)
{
	return (p->seen[psn % 256 / 64] >> psn % 64 & 1) != 0;
}

static void put_seen(struct watch_path *p, uint32_t psn, bool on)
{
	uint64_t bit = UINT64_C(1) << psn % 64;
	if (on)
		p->seen[psn % 256 / 64] |= bit;
	else
		p->seen[psn % 256 / 64] &= ~bit;
}

static enum arrival judge(const struct watch_path *p, uint32_t psn)
{
	int32_t ahead = wire_psn_diff(psn, p->in_cum);
	if (ahead > 256 || ahead == -(1 << 23))
		return OUTSIDE;
	return ahead <= 0 || is_seen(p, psn) ? KNOWN : NEW;
}

static void accept(struct watch_path *p, uint32_t psn)
{
	uint32_t next = wire_psn_add(p->in_cum, 1);
	put_seen(p, psn, true);
	if (wire_psn_diff(psn, p->in_top) > 0)
		p->in_top = psn;
	while (is_seen(p, next)) {
		put_seen(p, next, false);
		p->in_cum = next;
		next = wire_psn_add(next, 1);
	}
}

/* ACK-2 */
static void owe(struct world *w, struct watch_path *p)
{
	if (p->owed_ns == REF_NEVER)
		p->owed_ns = sim_now(w->net);
}

static void take(struct world *w, struct watch_path *paths, struct watch_path *p,
		 const struct wire_packet *k)
{
	enum arrival original = KNOWN;

	if (judge(p, k->base_psn) != NEW) {
		owe(w, p);
		return;
	}
	if (k->path_rerouted)
		original = judge(&paths[k->reroute_orig_path], k->reroute_orig_psn);
	if (original == OUTSIDE) {
		owe(w, p);
		return;
	}
	if (wire_psn_add(p->in_top, 1) != k->base_psn) /* opens or fills a gap */
		owe(w, p);
	accept(p, k->base_psn);
	if (original == NEW)
		accept(&paths[k->reroute_orig_path], k->reroute_orig_psn);
	p->unacked++;
	if (p->first_ns == REF_NEVER)
		p->first_ns = sim_now(w->net);
}

void watch_rx_arrived(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_path *paths = w->watch.sides[conn][side].paths, *p = &paths[k->path_id];

	if (k->kind == PKT_CLOSE)
		return;
	p->ts_echo = k->path_timestamp;
	if (k->kind == PKT_PROBE) {
		owe(w, p);
		return;
	}
	if (wire_ecn(k) == 3) {
		p->ce_count = (p->ce_count + 1) & 0xFFFFFF;
		if (!p->is_ce_told)
			owe(w, p);
		p->is_ce_told = true;
	}
	if (k->base_ack_req)
		owe(w, p);
	take(w, paths, p, k);
	if (p->unacked >= w->conns[conn].config[side].params.ack_every)
		owe(w, p); /* ACK-3 */
}

void watch_rx_late(struct world *w, unsigned conn, unsigned side)
{
	const struct ref_params *a = &w->conns[conn].config[side].params;
	uint64_t reaction_ns = a->ack_reaction * UINT64_C(1000), now_ns = sim_now(w->net);

	for (unsigned i = 0; i < a->paths; i++) {
		const struct watch_path *p = &w->watch.sides[conn][side].paths[i];
		if (p->owed_ns != REF_NEVER && now_ns > p->owed_ns + reaction_ns)
			world_fail(w, ACK_2, "connection %u side %u owes an ACK of path %u", conn,
				   side, i);
		if (p->first_ns != REF_NEVER &&
		    now_ns > p->first_ns + a->ack_delay * UINT64_C(1000) + reaction_ns)
			world_fail(w, ACK_3, "connection %u side %u delays an ACK of path %u", conn,
				   side, i);
	}
}

static bool is_sack_right(const struct watch_path *p, const uint8_t sack[32])
{
	for (unsigned i = 0; i < 256; i++) {
		bool bit = (sack[i / 8] >> i % 8 & 1) != 0;
		if (bit != is_seen(p, p->in_cum + 1 + i))
			return false;
	}
	return true;
}

static void compare(struct world *w, enum clause_id clause, const char *field, uint32_t seen,
		    uint32_t expected)
{
	if (seen != expected)
		world_fail(w, clause, "an ACK says %s %u, expected %u", field, seen, expected);
}

void watch_rx_ack(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_path *p = &w->watch.sides[conn][side].paths[k->path_id];

	compare(w, SACK_1, "cum_psn", k->ackh_cum_psn, p->in_cum);
	if (!is_sack_right(p, k->ackh_sack))
		world_fail(w, SACK_2, "the sack bits of an ACK of path %u are wrong", k->path_id);
	compare(w, ECN_1, "ce_count", k->ackh_ce_count, p->ce_count);
	compare(w, HDR_4, "ts_echo", k->ackh_ts_echo, p->ts_echo);
	compare(w, ACK_5, "number", k->base_psn, p->ack_number);
	p->ack_number = (p->ack_number + 1) & 0xFFFFFF;
	p->owed_ns = p->first_ns = REF_NEVER;
	p->unacked = 0;
	p->is_ce_told = false;
	if (k->ackh_rate_hint == 0)
		world_fail(w, ACK_4, "an ACK without a hint");
	if (k->ackh_status == STATUS_RNR)
		w->hits[FAULT_late_receive]++;
}
