/* Source ports: a path's entropy.  Changing one touches no sequence and no window (PATH-3). */
#include "reference/engine/endpoint.h"

enum { PORT_FIRST = 49152, PORT_COUNT = 16384 }; /* ENC-3 */

/* ENC-2, PATH-3: no port that any path of the connection uses. */
static bool is_free(const struct ref_conn *c, uint16_t port)
{
	for (unsigned i = 0; i < c->params.paths; i++)
		if (c->paths[i].out.port == port)
			return false;
	return true;
}

uint16_t ref_port_choose(const struct ref_conn *c, unsigned path)
{
	uint32_t at = (uint32_t)(ref_random(c->ep) >> 32) + path;
	uint16_t port;
	do
		port = (uint16_t)(PORT_FIRST + at++ % PORT_COUNT);
	while (!is_free(c, port));
	return port;
}

void ref_port_change(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	out->port = ref_port_choose(p->conn, p->id);
	/* PATH-4: what is in flight under the old port is judged apart. */
	if (out->flying.count > 0) {
		out->old_port_ns = out->last_sent_ns + ref_path_rto_backed_off(p);
		ref_timer_want(&p->conn->ep->timers, p->item, out->old_port_ns);
	}
	out->epoch++;
	out->epoch_count = out->count;
}
