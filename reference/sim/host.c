/* Hosts: an endpoint between its planes' wires.  Hands over what comes, takes what goes. */
#include "reference/sim/net_private.h"

enum {
	BURST_MAX = 100000, /* frames of one host at one moment: more is no transport */
	TRIES_MAX = 4       /* how often its deadline may be now */
};

void sim_host_input(struct sim_net *n, unsigned host, unsigned plane, const uint8_t *frame,
		    size_t len)
{
	n->counts.arrived++;
	if (n->watch.arrived)
		n->watch.arrived(n->watch.ctx, host, plane, frame, len);
	ref_input(n->hosts[host].e, plane, frame, len, n->now_ns);
}

static void send(struct sim_net *n, unsigned host, unsigned plane, size_t len)
{
	uint32_t frame = sim_frame_new(n, n->out, len);
	n->counts.sent++;
	if (n->watch.sent)
		n->watch.sent(n->watch.ctx, host, plane, n->out, len);
	if (frame == UINT32_MAX)
		n->counts.astray++;
	else
		sim_link_take(n, sim_link(n, SIM_HOST_LEAF, plane, host, 0), frame);
}

/* All that is due now; false if there is no end to it. */
static bool flush(struct sim_net *n, unsigned host)
{
	struct ref_endpoint *e = n->hosts[host].e;
	unsigned plane, burst = 0;
	size_t len;

	while ((len = ref_output(e, n->now_ns, &plane, n->out, sizeof(n->out))) > 0) {
		if (++burst > BURST_MAX)
			return false;
		send(n, host, plane, len);
	}
	return true;
}

bool sim_host_pump(struct sim_net *n, unsigned host)
{
	struct ref_endpoint *e = n->hosts[host].e;
	struct ref_completion done;
	unsigned tries = 0;

	/* A last look may arm a timer that is due already: then it is due now. */
	do {
		if (++tries > TRIES_MAX || !flush(n, host))
			return false;
	} while (ref_deadline(e) <= n->now_ns);
	while (ref_poll(e, &done))
		if (n->watch.done)
			n->watch.done(n->watch.ctx, host, &done);
	if (ref_deadline(e) == REF_NEVER)
		sim_heap_drop(&n->heap, n->config.frames + host);
	else
		sim_heap_put(&n->heap, n->config.frames + host, ref_deadline(e));
	return true;
}
