/* Source ports and flow labels: ENC-2, ENC-3, ENC-16.  A path may change its port at any moment,
 * also while it is silent, and another may take the one given up: only what no such change
 * explains is a finding. */
#include "harness/monitor/state.h"

#include <stdio.h>

enum { PORT_LOW = 49152, CHANGES_MAX = 32, PROBE_LOST = 1 };

/* PATH-8: a failed path is probed from a new port each time, which no live path need avoid. */
static bool is_probe_of_failed(const struct wire_packet *p)
{
	return p->kind == PKT_PROBE && p->base_rtx == PROBE_LOST;
}

/* Path b used the port between two uses by path a, none of them changing: both had it at once. */
static void shared(struct monitor *m, const struct trace_packet *t)
{
	const struct monitor_port *own = &m->paths[t->p.path_id].source;
	char expected[80], seen[80];

	if (!own->is_known || own->port != t->p.udp_sport)
		return;
	for (uint32_t i = 0; i < m->c.params.paths; i++) {
		const struct monitor_port *other = &m->paths[i].source;

		if (i == t->p.path_id || !other->is_known || other->port != own->port ||
		    other->order < own->order)
			continue;
		snprintf(expected, sizeof(expected), "a port of path %u alone",
			 (unsigned)t->p.path_id);
		snprintf(seen, sizeof(seen), "%u, used by path %u as well", own->port, i);
		monitor_find_text(m, ENC_2, t, "udp.sport", expected, seen);
		return;
	}
}

static void start_count(struct monitor_port *s, uint64_t now_ns)
{
	s->since_ns = now_ns;
	s->packets = s->changes = 0;
}

/* A path's packets carry its port: more than CHANGES_MAX changes within one rto_min, with half of
 * the packets changing it, come from no timer and no command. */
static void unsteady(struct monitor *m, const struct trace_packet *t, struct monitor_port *s)
{
	uint64_t span_ns = (uint64_t)m->c.params.rto_min * 1000;

	if (t->stamp_ns - s->since_ns >= span_ns)
		start_count(s, t->stamp_ns);
	s->packets++;
	s->changes += s->is_known && s->port != t->p.udp_sport;
	if (s->changes <= CHANGES_MAX || s->packets > 2 * s->changes)
		return;
	if (!s->excused_ns || t->stamp_ns - s->excused_ns >= span_ns)
		monitor_find_rule(m, ENC_2, t, udp_sport, "the path's one port");
	start_count(s, t->stamp_ns);
}

/* ENC-16.  Labels are compared only between packets next to each other under one port. */
static void flow(struct monitor *m, const struct trace_packet *t, const struct monitor_port *s)
{
	if (wire_has(&t->p, ipv6_flow) && s->is_known && s->port == t->p.udp_sport &&
	    s->flow != t->p.ipv6_flow)
		monitor_find(m, ENC_16, t, ipv6_flow, s->flow);
}

void monitor_ports(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_port *s = &m->paths[t->p.path_id].source;

	if (t->p.udp_sport < PORT_LOW)
		monitor_find_rule(m, ENC_3, t, udp_sport, "49152-65535");
	if (is_probe_of_failed(&t->p)) {
		s->is_known = false;
		return;
	}
	shared(m, t);
	unsteady(m, t, s);
	flow(m, t, s);
	s->is_known = true;
	s->port = (uint16_t)t->p.udp_sport;
	s->flow = wire_has(&t->p, ipv6_flow) ? (uint32_t)t->p.ipv6_flow : 0;
	s->order = m->order;
}

/* PATH-11: the tester's duplicates and its PROBEs with rtx = 1 give reason to change. */
void monitor_ports_excuse(struct monitor *m, const struct trace_packet *t)
{
	struct monitor_path *path = &m->paths[t->p.path_id];
	bool is_duplicate =
		wire_is_sequenced(t->p.kind) && (t->transmission || t->p.base_rtx || t->is_crafted);

	if (is_duplicate || is_probe_of_failed(&t->p))
		path->source.excused_ns = t->stamp_ns;
}
