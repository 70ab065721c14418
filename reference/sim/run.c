/* Virtual time: the next event, one after the other, and what comes from outside. */
#include "reference/sim/net_private.h"

void sim_wake(struct sim_net *n, unsigned host)
{
	sim_heap_put(&n->heap, n->config.frames + host, n->now_ns);
}

/* A frame has come to the end of its link: on to the next one, or to its host. */
static bool arrive(struct sim_net *n, uint32_t frame)
{
	struct sim_frame *f = &n->frames[frame];
	unsigned host = f->host, plane = f->plane;

	if (f->link != SIM_NO_LINK) {
		const struct sim_link *l = &n->links[f->link];
		if (!sim_link_leave(n, frame))
			return true;
		if (l->kind != SIM_LEAF_HOST) {
			uint32_t link = sim_route(n, frame);
			if (link != UINT32_MAX) {
				sim_link_take(n, link, frame);
				return true;
			}
			n->counts.astray++;
			sim_frame_free(n, frame);
			return true;
		}
		host = l->to;
	}
	sim_host_input(n, host, plane, sim_bytes(n, frame), f->len);
	sim_frame_free(n, frame);
	return sim_host_pump(n, host);
}

enum result sim_step(struct sim_net *n, uint64_t until_ns)
{
	const struct sim_heap_entry *first = sim_heap_first(&n->heap);
	uint32_t item;
	bool is_at_rest;

	if (!first || first->ns > until_ns) {
		if (until_ns != REF_NEVER && until_ns > n->now_ns)
			n->now_ns = until_ns;
		return RES_NONE;
	}
	item = first->item;
	if (first->ns > n->now_ns)
		n->now_ns = first->ns;
	sim_heap_drop(&n->heap, item);
	if (item < n->config.frames)
		is_at_rest = arrive(n, item);
	else
		is_at_rest = sim_host_pump(n, item - n->config.frames);
	return is_at_rest ? RES_OK : RES_E_STATE;
}

enum result sim_run(struct sim_net *n, uint64_t until_ns)
{
	enum result r;
	do
		r = sim_step(n, until_ns);
	while (r == RES_OK);
	return r == RES_NONE ? RES_OK : r;
}

uint64_t sim_next_ns(const struct sim_net *n)
{
	const struct sim_heap_entry *first = sim_heap_first(&n->heap);
	return first ? first->ns : REF_NEVER;
}

enum result sim_inject(struct sim_net *n, unsigned host, unsigned plane, const uint8_t *bytes,
		       size_t len, uint64_t at_ns)
{
	uint32_t frame = sim_frame_new(n, bytes, len);
	if (frame == UINT32_MAX)
		return RES_E_SPACE;
	n->frames[frame].host = (uint16_t)host;
	n->frames[frame].plane = (uint8_t)plane;
	n->counts.injected++;
	sim_heap_put(&n->heap, frame, at_ns > n->now_ns ? at_ns : n->now_ns);
	return RES_OK;
}
