/* POST, RECV and what the peer posts: work given to the device and to its partner. */
#include "harness/run/harness.h"

#include <string.h>

static uint32_t round_up(uint32_t n)
{
	return (n + HARNESS_GUARD - 1) / HARNESS_GUARD * HARNESS_GUARD;
}

static void remember(struct harness *h, struct mirror_op op)
{
	op.at = h->trace.count;
	op.now_ns = harness_now(h);
	if (h->op_count < HARNESS_MESSAGES_MAX)
		h->ops[h->op_count++] = op;
}

enum result harness_post_receive(struct harness *h, uint32_t stream, uint32_t bytes)
{
	uint32_t at = h->receive_cursor;
	json_t *params;
	enum result r;

	if (at + bytes > h->receives.bytes) {
		harness_error(h, "the case posts more receive bytes than it set aside");
		return RES_E_SPACE;
	}
	h->receive_cursor += round_up(bytes + HARNESS_GUARD);
	params = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "connection",
			   (json_int_t)h->device_conn, "stream", (json_int_t)stream, "region",
			   (json_int_t)h->receives.handle, "offset", (json_int_t)at, "length",
			   (json_int_t)bytes, "id", (json_int_t)h->receives_posted);
	r = harness_call(h, "receive.post", params, NULL, NULL);
	if (r)
		return r;
	h->receives_posted++;
	remember(h, (struct mirror_op){ .kind = MIRROR_RECV,
					.stream = stream,
					.length = bytes,
					.buffer = h->receives.expected + at });
	return shadow_recv(h->shadow, stream, h->receives.expected + at, bytes, harness_now(h));
}

void harness_step_recv(struct harness *h, const struct step *s)
{
	int64_t times = harness_want_or(h, s, W_TIMES, 1);
	uint32_t stream = (uint32_t)harness_want_or(h, s, msg_stream, 0);
	uint32_t bytes = (uint32_t)harness_want_or(h, s, W_PAYLOAD, h->device.params.mtu);

	for (int64_t i = 0; i < times && !h->is_broken; i++)
		if (harness_post_receive(h, stream, bytes))
			harness_error(h, "the device took no receive (line %d)", s->line);
}

/* A place in the tester's memory for one message, guarded on both sides. */
static uint32_t place_in_peer(struct harness *h, uint32_t bytes)
{
	uint32_t at = h->peer_cursor + HARNESS_GUARD;

	if (at + bytes + HARNESS_GUARD > h->peer_memory_bytes) {
		harness_error(h, "the case posts more than the tester's memory holds");
		return 0;
	}
	memset(h->peer_memory + at - HARNESS_GUARD, HARNESS_CANARY, bytes + 2 * HARNESS_GUARD);
	h->peer_cursor = at + round_up(bytes + HARNESS_GUARD);
	return at;
}

static bool is_send(enum wire_kind k)
{
	return k == PKT_SEND || k == PKT_SEND_IMM;
}

static bool is_atomic(enum wire_kind k)
{
	return k == PKT_ATOMIC_FADD || k == PKT_ATOMIC_CSWAP;
}

/* What the device is to fetch.  An atomic compares with what is there unless the step says more. */
static void fill_fetched(struct harness *h, const struct step *s, struct posted *m)
{
	uint8_t *at = h->peer_memory + m->target;

	for (uint32_t i = 0; i < m->length; i++)
		at[i] = (uint8_t)(m->target * 5 + i * 3 + (i >> 8) + 1);
	if (!is_atomic(m->kind))
		return;
	memcpy(&m->original, at, sizeof(m->original));
	m->operand = (uint64_t)harness_want_or(h, s, operand_swap_or_add, 1);
	m->compare = m->original ^ (uint64_t)harness_want_or(h, s, operand_compare, 0);
}

static struct posted *posted_new(struct harness *h, const struct step *s)
{
	struct posted *m;
	uint32_t stream = (uint32_t)harness_want_or(h, s, msg_stream, 0);

	if (h->posted_count == HARNESS_MESSAGES_MAX) {
		harness_error(h, "the case posts too many messages");
		return NULL;
	}
	m = &h->posted[h->posted_count];
	m->kind = (enum wire_kind)s->packet;
	m->stream = stream;
	m->msn = h->device.params.initial_msn;
	for (size_t i = 0; i < h->posted_count; i++)
		m->msn += h->posted[i].stream == stream;
	m->length = (uint32_t)harness_want_or(h, s, W_PAYLOAD, h->device.params.mtu);
	if (is_atomic(m->kind))
		m->length = sizeof(uint64_t);
	m->immediate = (uint32_t)harness_want_or(h, s, imm_immediate, 0x01020304);
	m->source = h->source_cursor;
	h->source_cursor += round_up(m->length);
	m->target = place_in_peer(h, m->length);
	if (!h->is_broken && (m->kind == PKT_READ_REQ || is_atomic(m->kind)))
		fill_fetched(h, s, m);
	return h->is_broken ? NULL : m;
}

static const char *kind_word(enum wire_kind k)
{
	if (is_send(k))
		return "SEND";
	if (k == PKT_READ_REQ)
		return "READ";
	if (is_atomic(k))
		return k == PKT_ATOMIC_FADD ? "FADD" : "CSWAP";
	return "WRITE";
}

static void set_hex(struct harness *h, json_t *p, const char *name, uint64_t value)
{
	json_object_set_new(
		p, name, json_string(arena_print(h->arena, "0x%llx", (unsigned long long)value)));
}

static json_t *post_params(struct harness *h, const struct step *s, const struct posted *m)
{
	json_t *p = json_pack("{s:I, s:I, s:s, s:I, s:I}", "connection", (json_int_t)h->device_conn,
			      "stream", (json_int_t)m->stream, "kind", kind_word(m->kind), "length",
			      (json_int_t)m->length, "id", (json_int_t)h->posted_count);
	uint64_t address = h->peer_address + m->target;
	const struct want *key = step_want(s, remote_rkey);

	if (m->length) {
		json_object_set_new(p, "region", json_integer((json_int_t)h->source.handle));
		json_object_set_new(p, "offset", json_integer((json_int_t)m->source));
	}
	if (!is_send(m->kind)) {
		set_hex(h, p, "address", address);
		json_object_set_new(p, "rkey",
				    json_integer((json_int_t)(h->peer_rkey ^
							      (key ? (uint32_t)key->value : 0))));
	}
	if (m->kind == PKT_SEND_IMM || m->kind == PKT_WRITE_IMM)
		json_object_set_new(p, "immediate", json_integer((json_int_t)m->immediate));
	if (is_atomic(m->kind))
		set_hex(h, p, "swap_or_add", m->operand);
	if (m->kind == PKT_ATOMIC_CSWAP)
		set_hex(h, p, "compare", m->compare);
	if (step_want(s, W_FENCE))
		json_object_set_new(p, "fence", json_true());
	if (harness_want_or(h, s, base_solicited, 0))
		json_object_set_new(p, "solicited", json_true());
	return p;
}

static void peer_receive(struct harness *h, uint32_t stream, uint32_t at, uint32_t bytes)
{
	enum result r = ref_recv_post(h->peer, h->peer_conn, stream, h->peer_receives++,
				      h->peer_memory + at, bytes, harness_now(h));

	if (r)
		harness_error(h, "the tester cannot post a receive: %s", result_text(r));
}

static void post_one(struct harness *h, const struct step *s)
{
	struct posted *m = posted_new(h, s);
	bool takes_recv;

	if (!m)
		return;
	takes_recv = is_send(m->kind) || m->kind == PKT_WRITE_IMM;
	m->has_receive = takes_recv && !step_want(s, W_NO_RECV);
	if (m->has_receive)
		peer_receive(h, m->stream, is_send(m->kind) ? (uint32_t)m->target : 0,
			     is_send(m->kind) ? m->length : 0);
	if (h->is_broken || harness_call(h, "work.post", post_params(h, s, m), NULL, NULL))
		return;
	h->posted_count++;
}

void harness_step_post(struct harness *h, const struct step *s)
{
	int64_t times = harness_want_or(h, s, W_TIMES, 1);

	h->expect_from = h->trace.count;
	for (int64_t i = 0; i < times && !h->is_broken; i++)
		post_one(h, s);
}

/* A late receive: for the oldest SEND posted on the stream without one. */
void harness_step_peer_recv(struct harness *h, const struct step *s)
{
	uint32_t stream = (uint32_t)harness_want_or(h, s, msg_stream, 0);
	uint32_t bytes = (uint32_t)harness_want_or(h, s, W_PAYLOAD, h->device.params.mtu);

	for (size_t i = 0; i < h->posted_count; i++) {
		struct posted *m = &h->posted[i];

		if (m->stream != stream || m->has_receive ||
		    (!is_send(m->kind) && m->kind != PKT_WRITE_IMM))
			continue;
		m->has_receive = true;
		peer_receive(h, stream, (uint32_t)m->target, bytes);
		return;
	}
	peer_receive(h, stream, place_in_peer(h, bytes), bytes);
}

void harness_step_peer_post(struct harness *h, const struct step *s)
{
	uint32_t bytes = (uint32_t)harness_want_or(h, s, W_PAYLOAD, h->device.params.mtu);
	bool is_sent_kind = is_send((enum wire_kind)s->packet);
	uint32_t at = place_in_peer(h, bytes);
	struct ref_work w = {
		.kind = is_sent_kind ? REF_SEND : REF_WRITE,
		.stream = (uint32_t)harness_want_or(h, s, msg_stream, 0),
		.id = 1000 + at,
		.local = h->peer_memory + at,
		.length = bytes,
		.address = h->target.address + (uint64_t)harness_want_or(h, s, remote_address, 0),
		.rkey = h->target.rkey,
		.with_immediate = s->packet == PKT_SEND_IMM || s->packet == PKT_WRITE_IMM,
		.immediate = 0x01020304,
	};
	enum result r;

	for (uint32_t i = 0; i < bytes; i++)
		w.local[i] = (uint8_t)(i * 11 + 5);
	r = h->is_broken ? RES_E_STATE : ref_work_post(h->peer, h->peer_conn, &w, harness_now(h));
	if (r)
		harness_error(h, "the tester cannot post its own work: %s", result_text(r));
}
