/* Rate hints: the share of inbound capacity each connection is told (HINT-1, HINT-2, HINT-5). */
#include "reference/engine/endpoint.h"

/* ns of one full packet (IP bytes) at the hint given last. */
static uint64_t packet_ns(const struct ref_conn *c)
{
	uint64_t bits = (c->params.mtu + UINT64_C(112)) * 8;
	return c->hint_given == 0 ? 0 : bits * 1000000 / c->hint_given;
}

static uint32_t share_of(const struct ref_conn *c, uint32_t sharers)
{
	uint32_t share = c->params.link_rate / sharers;
	return share == 0 ? 1 : share; /* ACK-4, HINT-2 */
}

static bool is_too_much(uint32_t given, uint32_t share)
{
	return given > share + share / 20;
}

/* HINT-2: active connections that were told too much and may be silent get another ACK.  Only
 * after the share has shrunk by a twentieth, so that the cost per change stays flat. */
static void tell_all(struct ref_endpoint *e, uint32_t share)
{
	for (struct ref_link *l = e->active.next; l != &e->active; l = l->next) {
		struct ref_conn *c = LIST_ENTRY(l, struct ref_conn, active);
		if (!is_too_much(c->hint_given, share))
			continue;
		ref_path_ack_now(&c->paths[c->active_path]);
		ref_conn_ready(c);
	}
	e->told = share;
}

/* HINT-5: by the newest hint, which may have come after its last packet. */
uint64_t ref_hint_end_ns(const struct ref_conn *c)
{
	uint64_t idle_ns = c->params.hint_idle * UINT64_C(1000), four = 4 * packet_ns(c);
	return c->active_ns + (idle_ns > four ? idle_ns : four);
}

/* HINT-8: any sequenced packet, responses as well. */
void ref_hint_touch(struct ref_conn *c, unsigned path, uint64_t now_ns)
{
	struct ref_endpoint *e = c->ep;

	c->active_path = (uint8_t)path;
	c->active_ns = now_ns;
	ref_timer_want(&e->timers, c->item, ref_hint_end_ns(c));
	if (list_is_linked(&c->active))
		return;
	e->active_count++;
	if (is_too_much(e->told, share_of(c, e->active_count)))
		tell_all(e, share_of(c, e->active_count));
	list_append(&e->active, &c->active);
}

void ref_hint_forget(struct ref_conn *c)
{
	if (!list_is_linked(&c->active))
		return;
	list_remove(&c->active);
	c->ep->active_count--;
}

void ref_hint_timer(struct ref_conn *c, uint64_t now_ns)
{
	if (ref_hint_end_ns(c) <= now_ns)
		ref_hint_forget(c);
}

uint32_t ref_hint_rate(struct ref_conn *c)
{
	struct ref_endpoint *e = c->ep;
	/* HINT-1: one that is not active is told what it would get. */
	c->hint_given = share_of(c, e->active_count + !list_is_linked(&c->active));
	if (c->hint_given > e->told)
		e->told = c->hint_given;
	return c->hint_given;
}
