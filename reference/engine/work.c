/* Posting: work requests become messages, receives get their index.  What does not fit is refused
 * here and leaves no trace. */
#include "reference/engine/stream.h"

#include <string.h>

static bool is_known_kind(const struct ref_work *w)
{
	return w->kind == REF_SEND || w->kind == REF_WRITE || ref_work_is_read(w);
}

/* What the agreed parameters make impossible. */
static bool is_possible(const struct ref_conn *c, const struct ref_work *w)
{
	bool is_atomic = w->kind == REF_FADD || w->kind == REF_CSWAP;
	return is_known_kind(w) && w->stream < c->params.streams &&
	       w->length <= c->params.msg_max && (w->length == 0 || w->local) &&
	       (!is_atomic || w->length == 8) && (!ref_work_is_read(w) || c->params.read_depth > 0);
}

enum result ref_work_post(struct ref_endpoint *e, int conn, const struct ref_work *w,
			  uint64_t now_ns)
{
	struct ref_conn *c = ref_conn_at(e, conn);
	struct ref_work_slot *slot;
	struct ref_stream *s;

	ref_clock(e, now_ns);
	if (!c)
		return RES_E_STATE;
	if (!is_possible(c, w))
		return RES_E_RANGE;
	s = &c->msg.streams[w->stream];
	if (s->out.is_failed)
		return RES_E_STATE;
	if (s->out.post - s->out.una >= c->msg.send_depth || !ref_complete_reserve(e))
		return RES_E_SPACE;
	slot = stream_work(s, s->out.post);
	memset(slot, 0, sizeof(*slot));
	slot->w = *w;
	slot->recv_index = s->out.recv_index; /* SEND-1 */
	if (ref_work_takes_receive(w))
		s->out.recv_index++;
	s->out.post++; /* STRM-1 */
	ref_stream_wake(s);
	ref_conn_ready(c);
	return RES_OK;
}

enum result ref_recv_post(struct ref_endpoint *e, int conn, uint32_t stream, uint64_t id,
			  uint8_t *buffer, uint32_t length, uint64_t now_ns)
{
	struct ref_conn *c = ref_conn_at(e, conn);
	struct ref_receive *r;
	struct ref_stream *s;

	ref_clock(e, now_ns);
	if (!c)
		return RES_E_STATE;
	if (stream >= c->params.streams || (length > 0 && !buffer))
		return RES_E_RANGE;
	s = &c->msg.streams[stream];
	if (s->in.recv_posted - s->in.recv_done >= c->msg.recv_depth || !ref_complete_reserve(e))
		return RES_E_SPACE;
	r = stream_receive(s, s->in.recv_posted);
	r->id = id;
	r->buffer = buffer;
	r->length = length;
	s->in.recv_posted++;
	return RES_OK;
}
