/* Rate hints: the share of inbound capacity each connection is told (HINT-1, HINT-5). */
#include "reference/engine/endpoint.h"

/* ns of one full packet (IP bytes) at the hint given last. */
static uint64_t packet_ns(const struct ref_conn *c)
{
	uint64_t bits = (c->params.mtu + UINT64_C(112)) * 8;
	return c->hint_given == 0 ? 0 : bits * 1000000 / c->hint_given;
}

void ref_hint_touch(struct ref_conn *c, uint64_t now_ns)
{
	uint64_t idle_ns = c->params.hint_idle * UINT64_C(1000), four = 4 * packet_ns(c);
	if (!c->is_active)
		c->ep->active_count++;
	c->is_active = true;
	/* HINT-5 */
	c->active_ns = now_ns + (idle_ns > four ? idle_ns : four);
	ref_timer_want(&c->ep->timers, c->item, c->active_ns);
}

void ref_hint_forget(struct ref_conn *c)
{
	if (c->is_active)
		c->ep->active_count--;
	c->is_active = false;
}

void ref_hint_timer(struct ref_conn *c, uint64_t now_ns)
{
	if (c->is_active && c->active_ns <= now_ns)
		ref_hint_forget(c);
}

uint32_t ref_hint_rate(struct ref_conn *c)
{
	/* HINT-1: one that is not active is told what it would get. */
	uint32_t sharers = c->ep->active_count + (c->is_active ? 0 : 1);
	uint32_t rate = c->params.link_rate / sharers;
	c->hint_given = rate == 0 ? 1 : rate; /* ACK-4, HINT-2 */
	return c->hint_given;
}
