/* PROBE-2: streams with an incomplete message and nothing left to be acknowledged are asked,
 * one RTO after they were last spoken of, then backed off.  One queue per back-off, each in order
 * of time, so that the next one is found at once. */
#include "reference/engine/stream.h"

enum { LEVELS = sizeof(((struct ref_messages *)0)->asking) / sizeof(struct ref_link) };

static bool has_to_be_asked(const struct ref_stream *s)
{
	return s->out.unacked == 0 && msn_diff(s->out.begun, s->out.una) > 0;
}

static void queue(struct ref_stream *s, unsigned level, uint64_t now_ns)
{
	if (list_is_linked(&s->asking))
		list_remove(&s->asking);
	else
		s->conn->msg.asking_count++;
	s->out.asks = (uint8_t)level;
	s->out.spoke_ns = now_ns;
	list_append(&s->conn->msg.asking[level], &s->asking);
}

void ref_stream_ask(struct ref_stream *s, uint64_t now_ns)
{
	bool is_due = has_to_be_asked(s);
	if (is_due == list_is_linked(&s->asking))
		return;
	if (is_due) {
		queue(s, 0, now_ns);
		return;
	}
	list_remove(&s->asking);
	s->conn->msg.asking_count--;
}

void ref_stream_spoken(struct ref_stream *s, uint64_t now_ns)
{
	if (has_to_be_asked(s))
		queue(s, 0, now_ns);
	else
		ref_stream_ask(s, now_ns);
}

static uint64_t due_ns(const struct ref_conn *c, const struct ref_stream *s)
{
	uint64_t wait = c->msg.ask_interval_ns << s->out.asks;
	uint64_t most = c->params.rto_max * UINT64_C(1000);
	return s->out.spoke_ns + (wait < most ? wait : most);
}

static const struct ref_stream *next(const struct ref_conn *c)
{
	const struct ref_stream *best = NULL;
	for (unsigned level = 0; c->msg.asking_count > 0 && level < LEVELS; level++) {
		struct ref_link *l = list_first(&c->msg.asking[level]);
		const struct ref_stream *s = l ? LIST_ENTRY(l, struct ref_stream, asking) : NULL;
		if (s && (!best || due_ns(c, s) < due_ns(c, best)))
			best = s;
	}
	return best;
}

uint64_t ref_msg_ask_ns(const struct ref_conn *c)
{
	const struct ref_stream *s = next(c);
	return s ? due_ns(c, s) : REF_NEVER;
}

int ref_msg_ask(const struct ref_conn *c, uint64_t now_ns)
{
	const struct ref_stream *s = next(c);
	return s && due_ns(c, s) <= now_ns ? (int)s->id : -1;
}

void ref_msg_asked(struct ref_conn *c, uint32_t stream, uint64_t now_ns)
{
	struct ref_stream *s = &c->msg.streams[stream];
	queue(s, s->out.asks + 1u < LEVELS ? s->out.asks + 1u : LEVELS - 1u, now_ns);
}
