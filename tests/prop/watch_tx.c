/* What the sender of a path may send, told from what it has sent and the ACKs that reached it:
 * numbers (PSN-1), windows (PSN-2, CC-4), repairs (RTX-2, RTX-3), source ports (ENC-2). */
#include "tests/prop/watch.h"
#include "tests/prop/world.h"

#include <string.h>

static uint64_t mix(uint64_t digest, uint64_t v)
{
	digest = (digest ^ v) * UINT64_C(0x9E3779B97F4A7C15);
	return digest ^ digest >> 29;
}

/* RTX-3: what a retransmission keeps.  A READ_RESP carries what memory holds now (RTX-12). */
static uint64_t digest_of(const struct wire_packet *k)
{
	uint64_t d = mix(k->kind, k->path_rerouted);
	d = mix(d, (uint64_t)k->reroute_orig_path << 32 | k->reroute_orig_psn);
	d = mix(d, (uint64_t)k->msg_stream << 40 | (uint64_t)k->msg_last << 32 | k->msg_attempt);
	d = mix(d, (uint64_t)k->msg_msn << 32 | k->msg_offset);
	d = mix(d, (uint64_t)k->msg_length << 32 | k->payload_len);
	if ((k->headers & 1u << wire_hdr_remote) != 0)
		d = mix(mix(d, k->remote_address), k->remote_rkey);
	if ((k->headers & 1u << wire_hdr_recv) != 0)
		d = mix(d, k->recv_index);
	if ((k->headers & 1u << wire_hdr_result) != 0)
		d = mix(d, k->result_original);
	for (uint32_t i = 0; k->kind != PKT_READ_RESP && i + 8 <= k->payload_len; i += 8) {
		uint64_t v;
		memcpy(&v, k->payload + i, 8);
		d = mix(d, v);
	}
	return d;
}

static struct watch_psn *slot(struct watch_path *p, uint32_t psn)
{
	return &p->sent[psn % 256];
}

/* Sent, and not before what is acknowledged cumulatively. */
static bool is_waiting(const struct watch_path *p, uint32_t psn)
{
	return wire_psn_diff(psn, p->cum) > 0 && wire_psn_diff(psn, p->next) < 0;
}

void watch_tx_port(struct world *w, unsigned conn, unsigned side, unsigned path, uint16_t port)
{
	struct watch_path *p = &w->watch.sides[conn][side].paths[path];
	const struct prop_link *l = &w->conns[conn];
	struct ref_endpoint *e = sim_endpoint(w->net, w->s->conns[conn].host[side]);
	struct ref_path_tx other;

	if (p->port == port)
		return;
	p->port = port;
	for (unsigned i = 0; i < l->config[side].params.paths; i++)
		if (i != path && ref_query_path_tx(e, l->handle[side], i, &other) == RES_OK &&
		    other.is_live && other.source_port == port)
			world_fail(w, ENC_2, "paths %u and %u share source port %u", path, i, port);
}

static void check_windows(struct world *w, unsigned conn, unsigned side, unsigned path)
{
	const struct prop_link *l = &w->conns[conn];
	struct ref_endpoint *e = sim_endpoint(w->net, w->s->conns[conn].host[side]);
	struct ref_path_tx tx;
	uint32_t flying = 0, window = 0;

	for (unsigned i = 0; i < l->config[side].params.paths; i++) {
		if (ref_query_path_tx(e, l->handle[side], i, &tx) != RES_OK || !tx.is_live)
			continue;
		flying += tx.in_flight;
		window += tx.window;
		if (i == path && tx.in_flight > tx.window)
			world_fail(w, CC_4, "path %u has %u packets in flight, window %u", i,
				   tx.in_flight, tx.window);
	}
	if (flying > window)
		world_fail(w, CC_4, "%u packets in flight, windows %u", flying, window);
}

static bool is_response(const struct wire_packet *k)
{
	return k->kind == PKT_READ_RESP || k->kind == PKT_ATOMIC_RESP;
}

/* RNR-2: a new attempt comes no sooner than rnr_delay after a refusal.  The first one since the
 * attempt before is the earliest that may have caused it. */
static void check_attempt(struct world *w, unsigned conn, unsigned side,
			  const struct wire_packet *k)
{
	const struct prop_link *l = &w->conns[conn];
	struct prop_stream *st = &w->conns[conn].streams[side][k->msg_stream];
	uint32_t place = k->msg_msn - l->config[side].params.initial_msn;
	uint64_t delay_ns = l->config[1 - side].params.rnr_delay * UINT64_C(1000);
	struct prop_op_state *op;

	if (place >= st->posted) {
		world_fail(w, STRM_1, "msn %u of stream %u has not been posted", k->msg_msn,
			   k->msg_stream);
		return;
	}
	op = &w->op[st->ops[place]];
	if (k->msg_attempt == op->attempt)
		return;
	op->attempt = (uint8_t)k->msg_attempt;
	if (op->refused_ns == REF_NEVER || sim_now(w->net) < op->refused_ns + delay_ns)
		world_fail(w, RNR_2, "operation %u is tried again too soon", st->ops[place]);
	op->refused_ns = REF_NEVER;
}

static void new_packet(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_path *p = &w->watch.sides[conn][side].paths[k->path_id];
	struct watch_psn *s = slot(p, k->base_psn);

	p->next = wire_psn_add(k->base_psn, 1);
	if (wire_psn_diff(k->base_psn, p->cum) > 256)
		world_fail(w, PSN_2, "PSN %u of path %u is sent, acknowledged is %u", k->base_psn,
			   k->path_id, p->cum);
	if (k->base_rtx)
		world_fail(w, RTX_3, "PSN %u is new and has rtx 1", k->base_psn);
	*s = (struct watch_psn){ .sends = 1, .was_nop = k->kind == PKT_NOP };
	s->is_copy = k->path_rerouted != 0;
	w->seen[SEEN_reroutes] += s->is_copy;
	s->orig_path = (uint8_t)k->reroute_orig_path;
	s->orig_psn = k->reroute_orig_psn;
	s->content = digest_of(k);
	if (wire_has_msg(k->kind) && !is_response(k))
		check_attempt(w, conn, side, k);
	p->before_ack += !p->has_ack;
	if (p->before_ack > w->conns[conn].config[side].params.cwnd_init)
		world_fail(w, CC_4, "%u packets on path %u before any ACK", p->before_ack,
			   k->path_id);
	check_windows(w, conn, side, k->path_id);
}

static void repair(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_path *p = &w->watch.sides[conn][side].paths[k->path_id];
	struct watch_psn *s = slot(p, k->base_psn);

	if (!is_waiting(p, k->base_psn) || s->is_acked) {
		world_fail(w, RTX_2, "PSN %u of path %u is sent again, acknowledged as it is",
			   k->base_psn, k->path_id);
		return;
	}
	if (!k->base_rtx)
		world_fail(w, RTX_3, "PSN %u is sent again with rtx 0", k->base_psn);
	if (k->kind == PKT_NOP)
		s->was_nop = true;
	else if (!s->was_nop && digest_of(k) != s->content)
		world_fail(w, RTX_3, "PSN %u is sent again with other content", k->base_psn);
	s->sends++;
	w->seen[SEEN_repairs]++;
	w->seen[SEEN_nops] += k->kind == PKT_NOP;
}

void watch_tx_sent(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_path *p = &w->watch.sides[conn][side].paths[k->path_id];
	int32_t ahead = wire_psn_diff(k->base_psn, p->next);

	if (wire_ecn(k) != 2)
		world_fail(w, ENC_4, "a sequenced packet is not ECT(0)");
	if (ahead == 0)
		new_packet(w, conn, side, k);
	else if (ahead < 0)
		repair(w, conn, side, k);
	else
		world_fail(w, PSN_1, "PSN %u of path %u, expected %u", k->base_psn, k->path_id,
			   p->next);
}

static bool acknowledge(struct watch_path *paths, unsigned path, uint32_t psn)
{
	struct watch_path *p = &paths[path];
	struct watch_psn *s = slot(p, psn);
	uint32_t next;

	if (!is_waiting(p, psn) || s->is_acked)
		return false;
	s->is_acked = true;
	while ((next = wire_psn_add(p->cum, 1)) != p->next && slot(p, next)->is_acked)
		p->cum = next;
	return true;
}

/* PATH-6, PATH-13: a copy's acknowledgement is the original's, unless it was a NOP (RTX-12). */
static bool acknowledge_all(struct watch_path *paths, unsigned path, uint32_t psn)
{
	const struct watch_psn s = *slot(&paths[path], psn);
	if (!acknowledge(paths, path, psn))
		return false;
	if (s.is_copy && !s.was_nop)
		(void)acknowledge(paths, s.orig_path, s.orig_psn);
	return true;
}

/* RNR-4: only a refusal of the attempt last sent counts.  It is one of later messages, too. */
static void note_refusal(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct prop_stream *st = &w->conns[conn].streams[side][k->ackh_stream];
	uint32_t first = w->conns[conn].config[side].params.initial_msn;
	uint32_t place = k->ackh_status_msn - first;

	if (place >= st->posted || w->op[st->ops[place]].attempt != k->ackh_status_attempt)
		return;
	for (; place < st->posted; place++) {
		struct prop_op_state *op = &w->op[st->ops[place]];
		if (op->refused_ns == REF_NEVER)
			op->refused_ns = sim_now(w->net);
	}
}

/* SACK-4 */
static bool is_possible(const struct world *w, unsigned conn, unsigned side,
			const struct wire_packet *k)
{
	const struct watch_path *p = &w->watch.sides[conn][side].paths[k->path_id];
	const struct prop_stream *st = &w->conns[conn].streams[side][k->ackh_stream];
	uint32_t cmsn = k->ackh_cmsn - w->conns[conn].config[side].params.initial_msn;
	int32_t top = 0;

	for (int32_t i = 0; i < 256; i++)
		if ((k->ackh_sack[i / 8] >> i % 8 & 1) != 0)
			top = 1 + i;
	return wire_psn_diff(wire_psn_add(k->ackh_cum_psn, top), p->next) < 0 && cmsn <= st->posted;
}

void watch_tx_ack(struct world *w, unsigned conn, unsigned side, const struct wire_packet *k)
{
	struct watch_side *me = &w->watch.sides[conn][side];
	struct watch_path *p = &me->paths[k->path_id];
	bool is_news = false;

	if (!is_possible(w, conn, side, k))
		return;
	p->has_ack = true;
	if (k->ackh_status == STATUS_RNR)
		note_refusal(w, conn, side, k);
	for (uint32_t psn = wire_psn_add(p->cum, 1); wire_psn_diff(psn, k->ackh_cum_psn) <= 0;
	     psn = wire_psn_add(psn, 1))
		is_news |= acknowledge_all(me->paths, k->path_id, psn);
	for (unsigned i = 0; i < 256; i++)
		if ((k->ackh_sack[i / 8] >> i % 8 & 1) != 0)
			is_news |= acknowledge_all(me->paths, k->path_id,
						   wire_psn_add(k->ackh_cum_psn, 1 + (int32_t)i));
	if (is_news)
		me->progress_ns = sim_now(w->net);
}
