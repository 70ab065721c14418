/* The monitor's entry: which packets are judged, by which rules, and how a finding is said.  The
 * rules themselves are in the files beside it; nothing here knows one. */
#include "harness/monitor/state.h"

#include <stdlib.h>
#include <string.h>

static void start_paths(struct monitor *m)
{
	for (uint32_t i = 0; i < m->c.params.paths; i++) {
		struct monitor_path *p = &m->paths[i];

		p->ring = m->rings + (size_t)i * MONITOR_RING;
		p->is_synced = true;
		p->is_bound_known = true;
		p->is_ack_known = true;
		p->ack_number = wire_psn_add(0, -1);
		p->next_psn = m->c.local.initial_psn[i];
		p->cum_psn = wire_psn_add(p->next_psn, -1);
		p->acked_cum = p->sent_psn = wire_psn_add(m->c.peer.initial_psn[i], -1);
	}
	for (uint32_t i = 0; i < m->c.params.streams; i++)
		m->cmsn[i] = m->c.params.initial_msn;
	for (unsigned i = 0; i < m->c.local.plane_count && i < REF_PLANES_MAX; i++)
		memcpy(m->mac[i], m->c.local.planes[i].mac, sizeof(m->mac[i]));
}

struct monitor *monitor_new(const struct ref_conn_config *device, unsigned family,
			    monitor_report *report, void *arg)
{
	struct monitor *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->c = *device;
	m->family = family;
	m->report = report;
	m->arg = arg;
	m->paths = calloc(m->c.params.paths, sizeof(*m->paths));
	m->rings = calloc((size_t)m->c.params.paths * MONITOR_RING, sizeof(*m->rings));
	m->cmsn = calloc(m->c.params.streams, sizeof(*m->cmsn));
	m->messages = calloc(MONITOR_MESSAGES, sizeof(*m->messages));
	m->bytes = calloc(MONITOR_BYTES, sizeof(*m->bytes));
	m->requests = calloc(MONITOR_MESSAGES, sizeof(*m->requests));
	if (!m->paths || !m->rings || !m->cmsn || !m->messages || !m->bytes || !m->requests) {
		monitor_free(m);
		return NULL;
	}
	start_paths(m);
	return m;
}

void monitor_free(struct monitor *m)
{
	if (!m)
		return;
	free(m->paths);
	free(m->rings);
	free(m->cmsn);
	free(m->messages);
	free(m->bytes);
	free(m->requests);
	free(m);
}

/* Missing frames explain jumps of numbers, changes of ports, and acknowledgements never seen. */
void monitor_gap(struct monitor *m)
{
	m->is_gapped = true;
	m->is_rx_unsure = true;
	m->has_evicted = true;
	for (uint32_t i = 0; i < m->c.params.paths; i++) {
		m->paths[i].is_synced = false;
		m->paths[i].is_bound_known = false;
		m->paths[i].is_ack_known = false;
		m->paths[i].source.is_known = false;
	}
}

uint64_t monitor_digest(const uint8_t *p, size_t len)
{
	uint64_t d = 0xcbf29ce484222325u;

	for (size_t i = 0; i < len; i++)
		d = (d ^ p[i]) * 0x100000001b3u;
	return d;
}

/* ---- findings ---- */

void monitor_find_text(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		       const char *field, const char *expected, const char *seen)
{
	const struct monitor_finding f = {
		.clause = clause,
		.frame = t->number,
		.field = field,
		.expected = expected,
		.seen = seen,
	};

	m->report(m->arg, &f);
}

void monitor_find_rule(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		       enum wire_field_id field, const char *expected)
{
	char seen[80];

	wire_format(&t->p, field, seen, sizeof(seen));
	monitor_find_text(m, clause, t, wire_fields[field].name, expected, seen);
}

void monitor_find(struct monitor *m, enum clause_id clause, const struct trace_packet *t,
		  enum wire_field_id field, uint64_t expected)
{
	struct wire_packet right = t->p;
	char text[80] = "another value";

	right.headers |= 1u << wire_fields[field].header;
	if (!wire_set(&right, field, expected))
		wire_format(&right, field, text, sizeof(text));
	monitor_find_rule(m, clause, t, field, text);
}

/* ---- which packets ---- */

static bool has_base(const struct trace_packet *t)
{
	return wire_has(&t->p, base_dst_conn) && wire_has(&t->p, path_id);
}

/* A frame that cannot be read: what it carried is not known, so numbers start anew after it. */
static void unreadable(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *p;

	if (t->p.path_id >= m->c.params.paths)
		return;
	p = &m->paths[t->p.path_id];
	p->is_synced = false;
	p->is_ack_known = false;
}

/* A packet of ours that wire_decode refused.  ENC-9, HDR-1, CRC-1 */
static void broken(struct monitor *m, const struct trace_packet *t)
{
	if (t->decoded == RES_E_CRC)
		monitor_find_rule(m, CRC_1, t, crc_value, "the invariant CRC of the packet");
	else if (t->decoded == RES_E_OPCODE)
		monitor_find_rule(m, HDR_1, t, base_opcode, "an opcode of the profile");
	else
		monitor_find_text(m, ENC_9, t,
				  t->error.field < WIRE_FIELDS ? wire_fields[t->error.field].name
							       : "length",
				  "IP, UDP, pad and header lengths that agree", "they disagree");
	unreadable(m, t);
}

static void from_device(struct monitor *m, const struct trace_packet *t)
{
	const struct wire_packet *p = &t->p;

	if (t->decoded == RES_E_FOREIGN) {
		monitor_foreign(m, t);
		return;
	}
	if (t->decoded) {
		if (monitor_is_from_device(m, p))
			broken(m, t);
		return;
	}
	if (p->base_dst_conn != m->c.peer.conn_id) {
		/* Another connection's business, but for the one error that is sure. */
		if (p->base_dst_conn == m->c.local.conn_id)
			monitor_find(m, HDR_1, t, base_dst_conn, m->c.peer.conn_id);
		return;
	}
	m->order++;
	monitor_outer(m, t);
	monitor_headers(m, t);
	if (p->path_id >= m->c.params.paths)
		return;
	monitor_ports(m, t);
	if (p->kind == PKT_ACK)
		monitor_ack(m, t);
	if (wire_is_sequenced(p->kind)) {
		if (monitor_sequence(m, t))
			monitor_message(m, t);
	} else {
		m->paths[p->path_id].unsequenced++;
	}
}

static void from_tester(struct monitor *m, const struct trace_packet *t)
{
	if (!has_base(t)) {
		/* Extension headers hide a packet from us that the device may take (ENC-14). */
		m->is_rx_unsure |= t->is_crafted;
		return;
	}
	if (t->p.base_dst_conn != m->c.local.conn_id || t->p.path_id >= m->c.params.paths)
		return;
	monitor_ack_context(m, t);
	monitor_ports_excuse(m, t);
	monitor_message_context(m, t);
	if (t->p.kind == PKT_ACK && wire_has(&t->p, ackh_cum_psn))
		monitor_sequence_acked(m, t);
}

void monitor_packet(struct monitor *m, const struct trace_packet *t)
{
	if (t->is_sent)
		from_tester(m, t);
	else
		from_device(m, t);
}
