/* Streams of a connection: their beginning and their flush. */
#include "reference/engine/stream.h"

#include <string.h>

static void open_stream(struct ref_conn *c, uint32_t id)
{
	struct ref_stream *s = &c->msg.streams[id];
	uint32_t msn = c->params.initial_msn;

	memset(s, 0, sizeof(*s));
	s->conn = c;
	s->id = id;
	list_init(&s->ready);
	list_init(&s->changed);
	list_init(&s->waiting);
	list_init(&s->asking);
	list_init(&s->responding);
	s->in.cmsn = msn;
	s->out.una = msn;
	s->out.post = msn;
	s->out.cmsn = msn;
	s->out.cursor = msn;
	s->out.begun = msn;
	s->out.read_end = msn;
}

static uint32_t depth(uint32_t wanted, const struct ref_conn *c)
{
	uint32_t most = c->ep->limits.msg_state / c->params.streams;
	return wanted < most ? wanted : most;
}

void ref_msg_open(struct ref_conn *c)
{
	struct ref_messages *m = &c->msg;
	size_t states = (size_t)c->params.streams * c->params.msg_window;

	m->window = c->params.msg_window;
	m->send_depth = depth(c->params.send_depth, c);
	m->recv_depth = depth(c->params.recv_depth, c);
	m->rnr_ns = REF_NEVER;
	list_init(&m->ready);
	list_init(&m->responding);
	list_init(&m->changed);
	list_init(&m->waiting);
	for (unsigned i = 0; i < sizeof(m->asking) / sizeof(m->asking[0]); i++)
		list_init(&m->asking[i]);
	memset(m->messages, 0, states * sizeof(*m->messages));
	memset(m->claims, 0, states * sizeof(*m->claims));
	for (uint32_t i = 0; i < c->params.streams; i++)
		open_stream(c, i);
}

static void flush_work(struct ref_stream *s, enum ref_completion_status begun)
{
	struct ref_stream_out *out = &s->out;
	struct ref_completion done = { .conn = (int)s->conn->index,
				       .kind = REF_DONE_WORK,
				       .stream = s->id };
	for (; out->una != out->post; out->una++) {
		const struct ref_work_slot *slot = stream_work(s, out->una);
		done.status = slot->is_begun ? begun : REF_FLUSHED;
		done.msn = out->una;
		done.id = slot->w.id;
		done.length = slot->w.length;
		ref_complete(s->conn->ep, &done);
		out->head = (out->head + 1) % s->conn->msg.send_depth;
	}
}

static void flush_receives(struct ref_stream *s)
{
	struct ref_stream_in *in = &s->in;
	struct ref_completion done = { .conn = (int)s->conn->index,
				       .kind = REF_DONE_RECV,
				       .status = REF_FLUSHED,
				       .stream = s->id };
	for (; in->recv_done != in->recv_posted; in->recv_done++) {
		done.id = stream_receive(s, in->recv_done)->id;
		ref_complete(s->conn->ep, &done);
		in->recv_head = (in->recv_head + 1) % s->conn->msg.recv_depth;
	}
}

void ref_msg_flush(struct ref_conn *c, enum ref_completion_status begun)
{
	for (uint32_t i = 0; i < c->params.streams; i++) {
		struct ref_stream *s = &c->msg.streams[i];
		flush_work(s, begun);
		flush_receives(s);
		ref_read_flush(s);
	}
}
