/* What the endpoint knows, for the shadow, for management (TEL-1, TEL-2) and for tests; and the
 * path orders of management. */
#include "reference/engine/endpoint.h"

static struct ref_path *path_at(const struct ref_endpoint *e, int conn, unsigned path)
{
	struct ref_conn *c = ref_conn_at(e, conn);
	return c && path < c->params.paths ? &c->paths[path] : NULL;
}

enum result ref_query_path_rx(const struct ref_endpoint *e, int conn, unsigned path,
			      struct ref_path_rx *out)
{
	const struct ref_path *p = path_at(e, conn, path);
	if (!p)
		return RES_E_UNKNOWN;
	out->cum_psn = p->in.cum;
	out->ce_count = p->in.ce_count;
	out->ts_echo = p->in.ts_echo;
	ref_path_sack(p, out->sack);
	return RES_OK;
}

enum result ref_query_stream_rx(const struct ref_endpoint *e, int conn, uint32_t stream,
				struct ref_stream_rx *out)
{
	const struct ref_conn *c = ref_conn_at(e, conn);
	if (!c || stream >= c->params.streams)
		return RES_E_UNKNOWN;
	ref_msg_state(c, stream, out);
	return RES_OK;
}

enum result ref_query_path_tx(const struct ref_endpoint *e, int conn, unsigned path,
			      struct ref_path_tx *out)
{
	const struct ref_path *p = path_at(e, conn, path);
	if (!p)
		return RES_E_UNKNOWN;
	out->srtt_ns = p->out.srtt_ns;
	out->ce_count = p->out.ce_count;
	out->window = p->out.cwnd;
	out->in_flight = p->out.flying.count;
	out->next_psn = p->out.next_psn;
	out->cum_psn = p->out.cum;
	out->sent = p->out.sent;
	out->retransmitted = p->out.retransmitted;
	out->received = p->in.received;
	out->source_port = p->out.port;
	out->is_live = p->is_live;
	return RES_OK;
}

void ref_query_counters(const struct ref_endpoint *e, struct ref_counters *out)
{
	*out = e->counters;
}

enum result ref_path_repath(struct ref_endpoint *e, int conn, unsigned path, uint64_t now_ns)
{
	struct ref_path *p = path_at(e, conn, path);
	ref_clock(e, now_ns);
	if (!p)
		return RES_E_UNKNOWN;
	ref_port_change(p); /* PATH-3 */
	return RES_OK;
}
