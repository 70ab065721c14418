/* Setting up a connection between two hosts, out of band as the profile has it. */
#include "reference/sim/net_private.h"

#include <string.h>

/* PSN-8: every second sequence starts so near to the wrap that it is crossed soon. */
static uint32_t initial_psn(struct sim_net *n)
{
	uint64_t r = sim_random(&n->random);
	uint32_t near_wrap = 0xFFFFFF - (uint32_t)(r >> 8) % 64;
	return r & 1 ? near_wrap : (uint32_t)(r >> 8) & 0xFFFFFF;
}

static void fill_side(struct sim_net *n, struct ref_side *s, unsigned host, uint32_t paths)
{
	memset(s, 0, sizeof(*s));
	s->conn_id = ++n->conn_ids;
	s->plane_count = (uint16_t)n->config.planes;
	for (unsigned p = 0; p < n->config.planes; p++)
		s->planes[p] = sim_address(n, host, p);
	for (unsigned i = 0; i < paths; i++)
		s->initial_psn[i] = initial_psn(n);
}

enum result sim_connect(struct sim_net *n, unsigned a, unsigned b,
			const struct ref_params params[2], uint32_t domain, int conn[2],
			struct ref_conn_config configs[2])
{
	unsigned host[2] = { a, b };

	if (params[0].paths > REF_PATHS_MAX || params[0].paths != params[1].paths)
		return RES_E_RANGE;
	memset(configs, 0, 2 * sizeof(*configs));
	for (unsigned s = 0; s < 2; s++) {
		configs[s].params = params[s];
		configs[s].domain = domain;
		fill_side(n, &configs[s].local, host[s], params[s].paths);
		for (unsigned i = 0; i < params[s].paths; i++)
			configs[s].path_plane[i] = (uint8_t)(i % n->config.planes);
	}
	configs[0].peer = configs[1].local;
	configs[1].peer = configs[0].local;
	for (unsigned s = 0; s < 2; s++) {
		enum result r =
			ref_conn_open(n->hosts[host[s]].e, &configs[s], n->now_ns, &conn[s], NULL);
		if (r != RES_OK)
			return r;
	}
	return RES_OK;
}
