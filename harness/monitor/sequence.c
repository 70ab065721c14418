/* The device's PSNs: PSN-1, PSN-2, repairs (RTX-3) and rerouted copies (PATH-6).  Whether a repair
 * was called for is not judged here: what the device had heard by then is not certain. */
#include "harness/monitor/state.h"

/* The first transmission under a PSN, NULL if it was not seen or is long gone. */
static struct monitor_first *first_of(const struct monitor_path *path, uint32_t psn)
{
	struct monitor_first *f = &path->ring[psn % MONITOR_RING];

	return f->is_used && f->p.base_psn == psn ? f : NULL;
}

static void remember(struct monitor_path *path, const struct wire_packet *p)
{
	struct monitor_first *f = &path->ring[p->base_psn % MONITOR_RING];

	f->is_used = true;
	f->p = *p;
	f->p.payload = NULL;
	f->payload = monitor_digest(p->payload, p->payload_len);
}

/* ---- same content ---- */

bool monitor_may_differ(unsigned field, bool is_copy)
{
	enum wire_header_id h = wire_fields[field].header;

	if (h < wire_hdr_base || h == wire_hdr_crc)
		return true;
	if (field == base_rtx || field == base_ack_req || field == path_timestamp)
		return true;
	if (wire_fields[field].policy == WIRE_RESERVED)
		return true; /* HDR-2 speaks of them */
	return is_copy && (h == wire_hdr_path || h == wire_hdr_reroute || field == base_psn);
}

/* The first field in which a packet differs from its first sending; WIRE_FIELDS: the payload,
 * more: none.  A READ response may carry other bytes (RTX-12). */
static unsigned first_difference(const struct monitor_first *f, const struct wire_packet *p,
				 bool is_copy)
{
	uint16_t ids[WIRE_FIELDS + 1];
	struct wire_packet a = f->p, b = *p;
	size_t n;

	a.payload_len = b.payload_len = 0;
	n = wire_diff(&a, &b, ids, WIRE_FIELDS + 1);
	for (size_t i = 0; i < n; i++)
		if (!monitor_may_differ(ids[i], is_copy))
			return ids[i];
	if (f->p.payload_len != p->payload_len)
		return WIRE_FIELDS;
	if (p->kind != PKT_READ_RESP && f->payload != monitor_digest(p->payload, p->payload_len))
		return WIRE_FIELDS;
	return WIRE_FIELDS + 1;
}

static void find_difference(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
			    const struct monitor_first *f, unsigned field)
{
	char expected[80];

	if (field > WIRE_FIELDS)
		return;
	if (field == WIRE_FIELDS) {
		monitor_find_text(m, clause, t, "payload", "as first sent", "other bytes");
		return;
	}
	wire_format(&f->p, (enum wire_field_id)field, expected, sizeof(expected));
	monitor_find_rule(m, clause, t, (enum wire_field_id)field, expected);
}

/* ---- rules ---- */

/* A PSN used before: a repair, or a number given twice. */
static void again(struct monitor *m, const struct trace_packet *t, const struct monitor_path *path)
{
	const struct monitor_first *f = first_of(path, (uint32_t)t->p.base_psn);
	unsigned field = f ? first_difference(f, &t->p, false) : WIRE_FIELDS + 1;

	if (t->p.base_rtx) {
		if (t->p.kind != PKT_NOP)
			find_difference(m, RTX_3, t, f, field);
		return;
	}
	if (!f && m->is_gapped)
		return;
	if (field > WIRE_FIELDS || t->p.kind == PKT_NOP)
		monitor_find(m, RTX_3, t, base_rtx, 1);
	else
		monitor_find(m, PSN_1, t, base_psn, path->next_psn);
}

/* PATH-6: a copy names the (path, PSN) its packet was first sent under, and is that packet. */
static void copy(struct monitor *m, const struct trace_packet *t)
{
	const struct monitor_first *f;
	struct monitor_path *origin;

	if (t->p.reroute_orig_path >= m->c.params.paths) {
		monitor_find_rule(m, PATH_6, t, reroute_orig_path, "a path of the connection");
		return;
	}
	origin = &m->paths[t->p.reroute_orig_path];
	origin->is_bound_known = false; /* PATH-13: acknowledged from elsewhere */
	f = first_of(origin, (uint32_t)t->p.reroute_orig_psn);
	if (!f)
		return;
	if (f->p.path_rerouted)
		monitor_find(m, PATH_6, t, reroute_orig_psn, f->p.reroute_orig_psn);
	else
		find_difference(m, PATH_6, t, f, first_difference(f, &t->p, true));
}

/* PSN-1.  A jump of as many numbers as there were ACK, PROBE and CLOSE since: they took them. */
static void next(struct monitor *m, const struct trace_packet *t, struct monitor_path *path,
		 int32_t ahead)
{
	uint32_t psn = (uint32_t)t->p.base_psn;
	bool is_counted = !path->is_apart && (uint32_t)ahead == path->unsequenced;

	path->is_apart |= !ahead && path->unsequenced;
	if (path->is_synced && ahead > 0)
		monitor_find(m, is_counted ? ACK_7 : PSN_1, t, base_psn, path->next_psn);
	else if (path->is_synced && t->p.base_rtx)
		monitor_find(m, RTX_3, t, base_rtx, 0);
	path->is_synced |= !t->p.base_rtx;
	path->next_psn = wire_psn_add(psn, 1);
	if (!t->p.base_rtx)
		remember(path, &t->p);
}

bool monitor_sequence(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *path = &m->paths[t->p.path_id];
	int32_t ahead = wire_psn_diff((uint32_t)t->p.base_psn, path->next_psn);

	if (ahead >= 0)
		next(m, t, path, ahead);
	else if (path->is_synced)
		again(m, t, path);
	if (t->p.path_rerouted && !t->p.base_rtx && t->p.kind != PKT_NOP)
		copy(m, t);
	if (path->is_bound_known &&
	    wire_psn_diff((uint32_t)t->p.base_psn, path->cum_psn) > MONITOR_WINDOW)
		monitor_find_rule(m, PSN_2, t, base_psn, "at most 256 beyond what is acknowledged");
	path->unsequenced = 0;
	return ahead >= 0;
}

/* Whether the device had heard it, or took it for true, is not known: the bound only rises. */
void monitor_sequence_acked(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *path = &m->paths[t->p.path_id];

	if (wire_psn_diff((uint32_t)t->p.ackh_cum_psn, path->cum_psn) > 0)
		path->cum_psn = (uint32_t)t->p.ackh_cum_psn;
}
