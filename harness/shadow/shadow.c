/* The shadow: fed with every packet the tester sends, compared with every ACK the device sends. */
#include "harness/shadow/track.h"

#include <stdlib.h>
#include <string.h>

#include "harness/shadow/private.h"

enum { COMPLETIONS_STEP = 64, CQ = 4096, REGIONS = 8 };

static bool open_endpoint(struct shadow *s)
{
	const struct ref_params *p = &s->device.params;
	struct ref_limits limits = {
		.connections = 1,
		.regions = REGIONS,
		.cq_depth = CQ,
		.paths = p->paths,
		.streams = p->streams,
		.msg_window = p->msg_window,
		.msg_state = p->streams * p->msg_window,
		.send_depth = p->msg_window,
		.recv_depth = p->recv_depth,
		.planes = s->config.plane_count,
	};
	struct ref_choices choices = { .seed = 1 };
	size_t size = ref_size(&limits);
	struct ref_conn_config c = s->device;

	c.params.send_depth = limits.send_depth;
	/* Nobody hears the shadow's own responses: they must neither stop for want of ACKs nor
	 * end the connection.  What it receives does not depend on these. */
	c.params.cwnd_init = 256;
	c.params.rto_min = c.params.rto_init = c.params.rto_max = 64000000;
	c.params.retry_limit = 15;
	s->memory = size ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
	if (!s->memory || ref_init(s->memory, size, &limits, &choices, s->config.layout,
				   s->config.planes, &s->engine))
		return false;
	return !ref_conn_open(s->engine, &c, 0, &s->conn, NULL);
}

static bool first_states(struct shadow *s)
{
	for (unsigned i = 0; i < s->device.params.paths; i++) {
		struct path_state state = { .stream = SHADOW_NO_STREAM,
					    .bad_stream = SHADOW_NO_STREAM };

		if (ref_query_path_rx(s->engine, s->conn, i, &state.rx) ||
		    !track_push_path(&s->paths[i], &state))
			return false;
	}
	return true;
}

struct shadow *shadow_new(const struct shadow_config *c)
{
	struct shadow *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->config = *c;
	s->device = *c->device;
	s->streams = calloc(s->device.params.streams, sizeof(*s->streams));
	s->paths = calloc(s->device.params.paths, sizeof(*s->paths));
	if (!s->streams || !s->paths || !open_endpoint(s) || !first_states(s)) {
		shadow_free(s);
		return NULL;
	}
	return s;
}

void shadow_free(struct shadow *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; s->streams && i < s->device.params.streams; i++) {
		if (s->streams[i])
			free(s->streams[i]->states);
		free(s->streams[i]);
	}
	for (unsigned i = 0; s->paths && i < s->device.params.paths; i++)
		free(s->paths[i].states);
	free(s->streams);
	free(s->paths);
	free(s->completions);
	free(s->memory);
	free(s);
}

enum result shadow_region(struct shadow *s, const struct ref_region *r)
{
	uint32_t rkey;

	return ref_region_register(s->engine, r, &rkey);
}

enum result shadow_deregister(struct shadow *s, uint32_t rkey)
{
	return ref_region_deregister(s->engine, rkey);
}

enum result shadow_recv(struct shadow *s, uint32_t stream, uint8_t *buffer, uint32_t length,
			uint64_t now_ns)
{
	return ref_recv_post(s->engine, s->conn, stream, s->recvs++, buffer, length, now_ns);
}

enum result shadow_close(struct shadow *s, uint64_t now_ns)
{
	s->is_over = true;
	return ref_conn_close(s->engine, s->conn, CLOSE_NORMAL, now_ns);
}

void shadow_ignore_path(struct shadow *s, unsigned path)
{
	if (path < s->device.params.paths)
		s->paths[path].is_ignored = true;
}

void shadow_ignore_streams(struct shadow *s)
{
	s->ignores_streams = true;
	for (uint32_t i = 0; i < s->device.params.streams; i++)
		if (s->streams[i])
			s->streams[i]->is_ignored = true;
}

struct stream_track *shadow_stream(struct shadow *s, uint32_t stream)
{
	struct stream_track *t;
	struct stream_state first = { 0 };

	if (stream >= s->device.params.streams)
		return NULL;
	t = s->streams[stream];
	if (t)
		return t;
	t = calloc(1, sizeof(*t));
	first.rx.cmsn = s->device.params.initial_msn;
	if (!t || !track_push_stream(t, &first)) {
		free(t);
		return NULL;
	}
	t->is_ignored = s->ignores_streams;
	s->streams[stream] = t;
	return t;
}

static void collect_completions(struct shadow *s)
{
	struct ref_completion c;

	while (ref_poll(s->engine, &c)) {
		if (s->completion_count % COMPLETIONS_STEP == 0) {
			void *p = realloc(s->completions,
					  (s->completion_count + COMPLETIONS_STEP) * sizeof(c));

			if (!p)
				return;
			s->completions = p;
		}
		if (c.kind == REF_DONE_RECV)
			s->completions[s->completion_count++] = c;
	}
}

size_t shadow_completions(struct shadow *s)
{
	collect_completions(s);
	return s->completion_count;
}

const struct ref_completion *shadow_completion(const struct shadow *s, size_t i)
{
	return i < s->completion_count ? &s->completions[i] : NULL;
}

/* Every state READs have brought a stream to: the device may speak of each. */
static void follow_reads(struct shadow *s, uint64_t now_ns)
{
	struct stream_state state = { .at_ns = now_ns };

	for (uint32_t i = 0; s->untimed_streams && i < s->device.params.streams; i++)
		if (s->streams[i] && s->streams[i]->is_untimed &&
		    !ref_query_stream_rx(s->engine, s->conn, i, &state.rx))
			(void)!track_push_stream(s->streams[i], &state);
}

/* The shadow's own ACKs and responses go nowhere. */
static void drain(struct shadow *s, uint64_t now_ns)
{
	uint8_t frame[WIRE_FRAME_MAX];
	unsigned plane;

	while (ref_output(s->engine, now_ns, &plane, frame, sizeof(frame)))
		follow_reads(s, now_ns);
	collect_completions(s);
}

static uint64_t discards(const struct shadow *s)
{
	struct ref_counters c;

	ref_query_counters(s->engine, &c);
	return c.discard_foreign + c.discard_length + c.discard_crc + c.discard_version +
	       c.discard_opcode + c.discard_connection + c.discard_address + c.discard_partition +
	       c.discard_path;
}

/* Which event a taken packet was for its path, as ACK-2 and ACK-3 name them. */
static void owe_path(struct shadow *s, struct path_track *t, const struct trace_packet *p,
		     const struct ref_path_rx *before, const struct ref_path_rx *after,
		     bool is_accepted)
{
	const struct ref_params *q = &s->device.params;
	bool is_ce = before->ce_count != after->ce_count;
	bool at_once = !is_accepted || p->p.base_ack_req || (is_ce && !t->has_ce_pending) ||
		       p->p.base_psn != wire_psn_add(track_highest(before), 1);
	struct due d = { .at_ns = p->stamp_ns,
			 .state = t->count - 1,
			 .probe = SHADOW_NO_STREAM,
			 .frame = p->number,
			 .clause = at_once ? ACK_2 : ACK_3 };

	t->has_ce_pending |= is_ce;
	if (!t->unacked++)
		t->first_unacked_ns = p->stamp_ns;
	d.bound_ns = 1000ull * (at_once ? q->ack_reaction : q->ack_delay);
	d.due_ns = (at_once ? p->stamp_ns : t->first_unacked_ns) + d.bound_ns;
	if (!at_once && t->unacked >= q->ack_every) {
		d.bound_ns = 1000ull * q->ack_reaction;
		d.due_ns = p->stamp_ns + d.bound_ns;
	}
	track_owe(&t->dues, &d);
}

/* An ACK at once that names the packet's stream: PROBE-1, STRM-8. */
static void owe_answer(struct shadow *s, struct path_track *t, const struct trace_packet *p)
{
	bool is_probe = p->p.kind == PKT_PROBE;
	struct due d = { .at_ns = p->stamp_ns,
			 .bound_ns = 1000ull * s->device.params.ack_reaction,
			 .state = t->count - 1,
			 .probe = (int32_t)p->p.msg_stream,
			 .msn = is_probe ? 0 : p->p.msg_msn,
			 .frame = p->number,
			 .clause = is_probe ? PROBE_1 : STRM_8 };

	d.due_ns = p->stamp_ns + d.bound_ns;
	track_owe(&t->dues, &d);
}

static void owe_bad_stream(struct shadow *s, struct path_track *t, const struct trace_packet *p)
{
	size_t owed = 0;

	for (size_t i = 0; i < t->dues.count; i++)
		owed += t->dues.at[i].clause == STRM_8;
	if (owed < SHADOW_BAD_STREAMS)
		owe_answer(s, t, p);
	else
		t->is_flooded = true;
}

static void follow_stream(struct shadow *s, const struct trace_packet *p)
{
	struct stream_track *t = shadow_stream(s, p->p.msg_stream);
	struct stream_state state = { .at_ns = p->stamp_ns };
	struct due d = { .at_ns = p->stamp_ns,
			 .frame = p->number,
			 .clause = ACK_6,
			 .probe = SHADOW_NO_STREAM,
			 .bound_ns = 1000ull *
				     (s->device.params.ack_delay + s->device.params.ack_reaction) };
	size_t count;

	if (!t || ref_query_stream_rx(s->engine, s->conn, p->p.msg_stream, &state.rx))
		return;
	count = t->count;
	if (!track_push_stream(t, &state) || t->count == count)
		return;
	d.state = t->count - 1;
	d.due_ns = p->stamp_ns + d.bound_ns;
	s->open_streams += !t->dues.count;
	s->changed_streams++;
	track_owe(&t->dues, &d);
}

/* STRM-2: a READ is complete when the device has sent its last response packet, and when that is
 * the shadow cannot know: of such a stream states alone are compared, not times. */
static void note_read(struct shadow *s, uint32_t stream)
{
	struct stream_track *t = shadow_stream(s, stream);

	if (!t || t->is_untimed)
		return;
	t->is_untimed = true;
	s->untimed_streams++;
}

/* Paths other than the packet's own that it changed: the one it was first sent on (PATH-7). */
static void follow_origin(struct shadow *s, const struct trace_packet *p)
{
	unsigned origin = p->p.reroute_orig_path;
	struct path_state state = { .at_ns = p->stamp_ns };

	if (!p->p.path_rerouted || origin >= s->device.params.paths || origin == p->p.path_id)
		return;
	state.stream = s->paths[origin].states[s->paths[origin].count - 1].stream;
	state.bad_stream = s->paths[origin].states[s->paths[origin].count - 1].bad_stream;
	if (!ref_query_path_rx(s->engine, s->conn, origin, &state.rx))
		(void)!track_push_path(&s->paths[origin], &state);
}

/* The streams an ACK may name by the last accepted packet: ACK-6. */
static void note_stream(const struct shadow *s, struct path_state *state,
			const struct trace_packet *p)
{
	bool is_bad = p->p.msg_stream >= s->device.params.streams;

	state->bad_stream = is_bad ? (int32_t)p->p.msg_stream : SHADOW_NO_STREAM;
	if (!is_bad)
		state->stream = (int32_t)p->p.msg_stream;
}

static void follow(struct shadow *s, const struct trace_packet *p, const struct ref_path_rx *before,
		   bool is_accepted)
{
	struct path_track *t = &s->paths[p->p.path_id];
	struct path_state state = t->states[t->count - 1];
	bool is_message = wire_has_msg(p->p.kind) && p->p.kind != PKT_PROBE;

	state.at_ns = p->stamp_ns;
	if (ref_query_path_rx(s->engine, s->conn, p->p.path_id, &state.rx)) {
		s->is_over = true; /* a CLOSE was taken */
		return;
	}
	if (is_accepted && is_message)
		note_stream(s, &state, p);
	if (!track_push_path(t, &state))
		return;
	if (p->p.kind == PKT_PROBE)
		owe_answer(s, t, p);
	else
		owe_path(s, t, p, before, &state.rx, is_accepted);
	if (is_message && is_accepted && p->p.msg_stream >= s->device.params.streams)
		owe_bad_stream(s, t, p);
	if (is_message)
		follow_stream(s, p);
	if (is_accepted && p->p.kind == PKT_READ_REQ)
		note_read(s, p->p.msg_stream);
	follow_origin(s, p);
}

static void sent(struct shadow *s, const struct trace_packet *p)
{
	struct ref_path_rx before;
	struct ref_counters counters;
	uint64_t refused = discards(s), accepted;
	bool has_path =
		(p->p.headers & 1u << wire_hdr_path) && p->p.path_id < s->device.params.paths;
	bool is_asking = !p->decoded && (wire_is_sequenced(p->p.kind) || p->p.kind == PKT_PROBE);

	ref_query_counters(s->engine, &counters);
	accepted = counters.rx_accepted;
	has_path = has_path && !ref_query_path_rx(s->engine, s->conn, p->p.path_id, &before);
	ref_input(s->engine, p->port, p->frame, p->len, p->stamp_ns);
	ref_query_counters(s->engine, &counters);
	if (has_path && is_asking && discards(s) == refused)
		follow(s, p, &before, counters.rx_accepted != accepted);
	drain(s, p->stamp_ns);
}

void shadow_packet(struct shadow *s, const struct trace_packet *t)
{
	if (s->is_over)
		return;
	if (t->is_sent)
		sent(s, t);
	else if (!t->decoded && t->p.kind == PKT_ACK &&
		 t->p.base_dst_conn == s->device.peer.conn_id &&
		 t->p.path_id < s->device.params.paths)
		shadow_judge_ack(s, t);
}
