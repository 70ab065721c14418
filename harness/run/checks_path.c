/* Named checks about numbering, windows, spreading over paths and source ports.  Queries over the
 * trace; nothing is sent. */
#include "harness/run/checks.h"

#include <stdio.h>

enum { WINDOW = 256 }; /* PSN-2 */

void check_psn_contiguous(struct harness *h, enum clause_id clause)
{
	uint32_t next[REF_PATHS_MAX];
	char expected[24];

	for (unsigned i = 0; i < h->device.params.paths; i++)
		next[i] = h->device.local.initial_psn[i];
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint32_t *n = &next[t->p.path_id & 0xff];

		if (!checks_is_first(h, t))
			continue;
		if (t->p.base_psn != *n) {
			snprintf(expected, sizeof(expected), "%u", *n);
			checks_fail(h, clause, t->number, "base.psn", expected, "%u on path %u",
				    (unsigned)t->p.base_psn, (unsigned)t->p.path_id);
		}
		*n = wire_psn_add((uint32_t)t->p.base_psn, 1);
	}
}

/* An ACK of the tester about this connection; one that the device may doubt only widens. */
static bool is_ack(const struct harness *h, const struct trace_packet *t)
{
	return t->is_sent && wire_has(&t->p, ackh_cum_psn) &&
	       t->p.base_dst_conn == h->device.local.conn_id &&
	       t->p.path_id < h->device.params.paths;
}

void check_window_256(struct harness *h, enum clause_id clause)
{
	uint32_t cum[REF_PATHS_MAX];

	for (unsigned i = 0; i < h->device.params.paths; i++)
		cum[i] = wire_psn_add(h->device.local.initial_psn[i], -1);
	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint32_t *c = &cum[t->p.path_id & 0xff];

		if (is_ack(h, t) && wire_psn_diff((uint32_t)t->p.ackh_cum_psn, *c) > 0)
			*c = (uint32_t)t->p.ackh_cum_psn;
		if (!checks_is_sequenced(h, t))
			continue;
		if (wire_psn_diff((uint32_t)t->p.base_psn, *c) > WINDOW)
			checks_fail(h, clause, t->number, "base.psn",
				    "at most 256 beyond the acknowledged", "%d beyond on path %u",
				    wire_psn_diff((uint32_t)t->p.base_psn, *c),
				    (unsigned)t->p.path_id);
	}
}

/* New packets: rerouted copies go where there is room and are no part of the spreading. */
static bool is_new(const struct harness *h, const struct trace_packet *t)
{
	return checks_is_first(h, t) && !t->p.path_rerouted;
}

void check_all_paths_used(struct harness *h, enum clause_id clause)
{
	uint32_t used[REF_PATHS_MAX] = { 0 }, total = 0;
	const struct ref_params *p = &h->device.params;

	for (size_t i = 0; i < h->trace.count; i++) {
		if (!is_new(h, h->trace.at[i]))
			continue;
		used[h->trace.at[i]->p.path_id]++;
		total++;
	}
	if (total < p->paths * p->spray_run) {
		harness_note(h, "use of all paths not judged: too few packets");
		return;
	}
	for (unsigned i = 0; i < p->paths; i++)
		if (!used[i])
			checks_fail(h, clause, 0, "path.id", "every path used",
				    "no packet of %u on path %u", total, i);
}

/* Stamps of two ports may be off by the jitter: the order of such neighbours is not known. */
static bool is_order_sure(const struct harness *h, const struct trace_packet *a,
			  const struct trace_packet *b)
{
	return !a || a->port == b->port || b->stamp_ns - a->stamp_ns > h->jitter_ns;
}

/* New packets in a row on one path. */
struct run {
	const struct trace_packet *last;
	uint32_t packets;
	bool is_start_sure; /* that the packet before it came before it */
};

static void judge_run(struct harness *h, enum clause_id clause, const struct run *r)
{
	char expected[40];

	if (!r->last || !r->is_start_sure || r->packets <= h->device.params.spray_run)
		return;
	snprintf(expected, sizeof(expected), "at most %u in a row", h->device.params.spray_run);
	checks_fail(h, clause, r->last->number, "path.id", expected, "%u on path %u", r->packets,
		    (unsigned)r->last->p.path_id);
}

void check_spray_run(struct harness *h, enum clause_id clause)
{
	struct run r = { 0 };

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];

		if (!is_new(h, t))
			continue;
		if (!r.last || r.last->p.path_id != t->p.path_id) {
			bool is_sure = is_order_sure(h, r.last, t);

			if (is_sure)
				judge_run(h, clause, &r);
			r = (struct run){ .is_start_sure = is_sure };
		}
		r.last = t;
		r.packets++;
	}
	judge_run(h, clause, &r);
}

/* The path that has a port already, or paths. */
static unsigned path_with(const struct harness *h, const uint32_t *ports, uint32_t port)
{
	unsigned i = 0;

	while (i < h->device.params.paths && ports[i] != port)
		i++;
	return i;
}

void check_source_ports(struct harness *h, enum clause_id clause)
{
	uint32_t ports[REF_PATHS_MAX] = { 0 }; /* 0: path not yet seen */
	char expected[40];

	for (size_t i = 0; i < h->trace.count; i++) {
		const struct trace_packet *t = h->trace.at[i];
		uint32_t port = (uint32_t)t->p.udp_sport, *own = &ports[t->p.path_id & 0xff];
		unsigned other;

		if (!checks_is_device(h, t) || *own == port)
			continue;
		if (*own) {
			snprintf(expected, sizeof(expected), "%u", *own);
			checks_fail(h, clause, t->number, "udp.sport", expected, "%u on path %u",
				    port, (unsigned)t->p.path_id);
			continue;
		}
		other = path_with(h, ports, port);
		if (other < h->device.params.paths)
			checks_fail(h, clause, t->number, "udp.sport", "a port for each path",
				    "%u on paths %u and %u", port, other, (unsigned)t->p.path_id);
		*own = port;
	}
}
