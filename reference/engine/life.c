/* The end of a connection: local close, the peer's CLOSE, and giving up (RTX-9). */
#include "reference/engine/endpoint.h"

/* LIFE-3: from here on no packet finds the connection and no timer runs for it. */
static void detach(struct ref_conn *c, uint64_t now_ns)
{
	struct ref_endpoint *e = c->ep;
	uint64_t rest_ns = c->params.id_quarantine * UINT64_C(1000);
	struct ref_rest *r = &e->rest[(e->rest_head + e->rest_count++) % e->rest_size];

	r->id = c->id;
	r->until_ns = now_ns + rest_ns;
	ref_idmap_remove(&e->conn_ids, c->index);
	ref_timer_drop(&e->timers, c->item);
	for (unsigned i = 0; i < c->params.paths; i++)
		ref_timer_drop(&e->timers, c->paths[i].item);
	ref_hint_forget(c);
	for (unsigned i = 0; i < c->params.paths; i++)
		ref_slots_drop(&c->paths[i]);
}

/* Work is flushed at once; ACKs, reports and CLOSE go out by ref_output. */
static void begin_close(struct ref_conn *c, enum wire_close_reason reason,
			enum ref_completion_status begun, uint64_t now_ns)
{
	detach(c, now_ns);
	ref_msg_flush(c, begun);
	c->state = CONN_CLOSING;
	c->reason = reason;
	for (unsigned i = 0; i < c->params.paths; i++)
		if (c->paths[i].in.unacked > 0)
			ref_path_ack_now(&c->paths[i]);
	ref_msg_report_all(c);
	c->owe_close = c->live;
	ref_conn_ready(c);
}

enum result ref_conn_close(struct ref_endpoint *e, int conn, enum wire_close_reason reason,
			   uint64_t now_ns)
{
	struct ref_conn *c = ref_conn_at(e, conn);
	ref_clock(e, now_ns);
	if (!c)
		return RES_E_STATE;
	c->status = REF_SUCCESS;
	begin_close(c, reason, REF_FLUSHED, now_ns);
	return RES_OK;
}

void ref_conn_fail(struct ref_conn *c, uint64_t now_ns)
{
	c->status = REF_RETRY_EXCEEDED;
	begin_close(c, CLOSE_RETRY_LIMIT, REF_RETRY_EXCEEDED, now_ns);
}

/* LIFE-2: unanswered. */
void ref_conn_peer_closed(struct ref_conn *c, uint64_t now_ns)
{
	detach(c, now_ns);
	ref_msg_flush(c, REF_PEER_CLOSED);
	c->status = REF_PEER_CLOSED;
	ref_conn_closed(c);
}

void ref_conn_closed(struct ref_conn *c)
{
	struct ref_completion done = { .conn = (int)c->index,
				       .kind = REF_DONE_CLOSED,
				       .status = c->status };
	c->state = CONN_CLOSED;
	ref_complete(c->ep, &done);
}

void ref_conn_release(struct ref_conn *c)
{
	struct ref_endpoint *e = c->ep;
	c->state = CONN_FREE;
	if (list_is_linked(&c->ready))
		list_remove(&c->ready);
	e->free_conns[e->free_conns_count++] = c->index;
}

void ref_conn_waits(struct ref_conn *c, uint64_t now_ns)
{
	if (c->silent_ns == REF_NEVER)
		c->silent_ns = now_ns;
}

void ref_conn_rests(struct ref_conn *c)
{
	if (c->unanswered == 0 && !c->is_asking)
		c->silent_ns = REF_NEVER;
}

void ref_conn_progress(struct ref_conn *c, uint64_t now_ns)
{
	c->is_asking = false;
	c->silent_ns = c->unanswered > 0 ? now_ns : REF_NEVER;
}

/* RTX-9: T */
uint64_t ref_conn_patience(const struct ref_conn *c)
{
	uint64_t sum = 0, step = c->params.rto_init, most = c->params.rto_max;
	for (uint32_t k = 0; k <= c->params.retry_limit; k++) {
		sum += step < most ? step : most;
		step *= 2;
	}
	return sum * 1000;
}
